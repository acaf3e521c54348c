// README
import PopTraceCommands

// README

// The `main.swift` of the README's section on schedulers of one's own, between the marks, so that it is compiled.

func toolSnippet() -> Never {
  // README
  PopTraceTool(
    policies: .standard + [
      PolicyEntry("ours", summary: "what ships today") { OurPolicy() }
    ]
  ).run()
  // README
}

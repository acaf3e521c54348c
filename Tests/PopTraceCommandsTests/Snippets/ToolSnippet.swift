// example
import PopTraceCommands

// example

// The `main.swift` of OwnPolicy, between the marks, so that it is compiled.

func toolSnippet() -> Never {
  // example
  PopTraceTool(
    policies: .standard + [
      PolicyEntry("ours", summary: "what ships today") { OurPolicy() }
    ]
  ).run()
  // example
}

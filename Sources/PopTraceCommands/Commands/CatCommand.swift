#if Tool
import ArgumentParser
import PopDocument
import PopReport
import PopTrace
import PopupScheduling

/// `poptrace cat`: the events of traces, in words or as JSON Lines.
struct CatCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "cat",
    abstract: "Prints the events of traces.",
    discussion: """
      Example:
        poptrace cat --json field.poptrace | jq 'select(.event == "popup.shown")'
      """)

  @OptionGroup var input: NamedInputOptions
  @OptionGroup var selection: SelectionOptions

  @Flag(help: "The same as --format json: JSON Lines, as export writes them.")
  var json = false

  @OptionGroup var output: OutputOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let inputs = try input.expanded(in: context, isQuiet: output.quiet)
    var selected = SelectionOptions.Selection(selection)
    return try output.write(from: inputs) { stream throws(CommandFailure) in
      let status = try inputs.forEachSession(in: context, isQuiet: output.quiet) { whole throws(CommandFailure) in
        guard let origin = selected.take(whole) else { return }
        if json || output.format == .json {
          var text: [UInt8] = []
          JSONLines.write(origin.session, into: &text)
          try stream.write(text)
        } else {
          try print(origin, to: stream)
        }
      }
      try selected.check()
      return status
    }
  }

  private func print(_ origin: SessionOrigin, to stream: OutputStream) throws(CommandFailure) {
    let session = origin.session
    let style = stream.style
    let words = session.words
    try stream.write(style.dress(origin.title, .heading) + "\n")
    if let about = session.circumstances { try stream.write(style.dress("  " + about, .faint) + "\n") }
    for (index, event) in session.events.enumerated() {
      if session.gaps.contains(index) {
        try stream.write(style.dress("        … events are missing here", .bad) + "\n")
      }
      let line = words.line(event, in: session.log)
      let number = rightAligned(String(event.sequence), to: 6)
      let time = rightAligned(time(of: event, at: index, in: session, words: words), to: 11)
      let kind = event.kind.wireName
      let padding = String(repeating: " ", count: max(1, 21 - kind.count))
      let cause = event.cause < 0 ? "" : style.dress("  ← \(event.cause)", .faint)
      let name = style.dress(kind, event.kind.isStimulus ? .strong : nil)
      try stream.write("\(number) \(time)  \(name)\(padding)\(printable(line.detail))\(cause)\n")
    }
  }

  private func time(of event: Event, at index: Int, in session: Session, words: EventDescriber) -> String {
    guard let anchor = session.anchors[index] else { return words.time(event.time).grouped }
    return "+" + words.time(anchor.delay).grouped
  }
}

/// The text with spaces in front of it, up to so many columns.
func rightAligned(_ text: String, to width: Int) -> String {
  String(repeating: " ", count: max(0, width - displayWidth(text))) + text
}
#endif

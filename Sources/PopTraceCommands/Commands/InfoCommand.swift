#if Tool
import ArgumentParser
import PopDocument
import PopReport
import PopSystem
import PopTrace
import PopupScheduling

/// `poptrace info`: what traces hold.
struct InfoCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Says what traces hold: sessions, events, policies, losses.",
    discussion: """
      Example:
        poptrace info Fixtures/field
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var names: NamesOption
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var output: OutputOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    var facts: [TraceFacts] = []
    let inputs = input.expanded(in: context, isQuiet: output.quiet, names: try names.table())
    var selected = SelectionOptions.Selection(selection)
    func open(_ input: String) {
      if facts.last?.input != input { facts.append(TraceFacts(input: input)) }
    }
    var status = try inputs.forEachSession(in: context, isQuiet: output.quiet) { source in
      // Without a session, too, it is an input.
      open(PathText.shown(source.input))
      facts[facts.count - 1].isUnfinishedFile = source.isUnfinished
    } _: { whole in
      open(whole.input)
      guard let origin = selected.take(whole) else { return }
      facts[facts.count - 1].add(origin)
    }
    try selected.check()
    if status == .fine, facts.contains(where: { $0.lossy > 0 }) { status = .incomplete }
    let outcome = status
    return try output.write(from: inputs) { stream throws(CommandFailure) in
      switch output.format {
      case .text: try stream.write(text(facts, style: stream.style))
      case .json: try stream.write(json(facts))
      }
      return outcome
    }
  }

  private func text(_ facts: [TraceFacts], style: Style) -> String {
    guard !facts.isEmpty else { return "" }
    var table = TextTable([.left, .right, .right, .right, .left, .right, .right, .left])
    table.add(
      ["trace", "sessions", "events", "ms", "policies", "unfinished", "lossy", "app"].map { TextTable.Cell($0, .faint) }
    )
    for fact in facts {
      table.add([
        TextTable.Cell(printable(fact.input), .strong), TextTable.Cell(grouping(fact.sessions)),
        TextTable.Cell(grouping(fact.events)),
        TextTable.Cell(Milliseconds(microseconds: fact.microseconds).grouped),
        TextTable.Cell(printable(fact.policies.joined(separator: ", "))), TextTable.Cell(fact.unfinishedWords),
        TextTable.Cell(grouping(fact.lossy), fact.lossy > 0 ? .bad : nil),
        TextTable.Cell(printable(fact.apps.joined(separator: ", "))),
      ])
    }
    let about = facts.flatMap { fact in fact.remarks.map { "\(printable(fact.input)): \(printable($0))" } }
    return (table.lines(style: style) + about).joined(separator: "\n") + "\n"
  }

  private func json(_ facts: [TraceFacts]) -> [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.member("schema", "poptrace.info/1")
      $0.array("traces") {
        for fact in facts {
          $0.newLine()
          $0.object {
            $0.member("trace", fact.input)
            $0.member("sessions", fact.sessions)
            $0.member("scenarios", fact.scenarios)
            $0.member("events", fact.events)
            $0.member("ms", Milliseconds(microseconds: fact.microseconds))
            $0.member("policies", fact.policies)
            $0.member("apps", fact.apps)
            $0.member("unfinished", fact.unfinished)
            $0.member("unfinishedFile", fact.isUnfinishedFile)
            $0.member("cutOff", fact.unfinished)
            $0.member("lossy", fact.lossy)
            $0.member("skippedEvents", fact.skipped)
            $0.member("clampedTimes", fact.clamped)
            $0.member("refusedEvents", fact.refused)
            $0.member("droppedEvents", fact.dropped)
            $0.member("recovered", fact.recovered)
            $0.member("prefixed", fact.prefixed)
            for census in fact.censuses {
              $0.key(named: census.name)
              $0.array {
                for value in census.values {
                  $0.object {
                    $0.member("value", value.text)
                    $0.member("sessions", value.sessions)
                  }
                }
              }
            }
          }
        }
      }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }
}
#endif

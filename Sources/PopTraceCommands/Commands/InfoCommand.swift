#if Tool
import ArgumentParser
import PopReport
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
  @OptionGroup var output: OutputOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    var facts: [TraceFacts] = []
    let inputs = input.expanded(in: context, isQuiet: output.quiet)
    func open(_ input: String) {
      if facts.last?.input != input { facts.append(TraceFacts(input: input)) }
    }
    var status = try inputs.forEachSession(in: context, isQuiet: output.quiet) { source in
      // Without a session, too, it is an input.
      open(PathText.shown(source.input))
      facts[facts.count - 1].isUnfinishedFile = source.isUnfinished
    } _: { origin in
      open(origin.input)
      facts[facts.count - 1].add(origin)
    }
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
    return table.lines(style: style).joined(separator: "\n") + "\n"
  }

  private func json(_ facts: [TraceFacts]) -> [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.member("schema", "poptrace.info/1")
      $0.key("traces")
      $0.array {
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
          }
        }
      }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }
}

/// What one input holds.
struct TraceFacts {
  let input: String
  private(set) var sessions = 0
  private(set) var scenarios = 0
  private(set) var events = 0
  private(set) var microseconds: Int64 = 0
  private(set) var unfinished = 0
  /// Whether the file itself has no end.
  var isUnfinishedFile = false
  private(set) var lossy = 0
  private(set) var skipped = 0
  private(set) var clamped: Int64 = 0
  /// In order of first mention.
  private(set) var policies: [String] = []
  private(set) var apps: [String] = []

  init(input: String) { self.input = input }

  /// How many sessions are unfinished, and whether the file is beyond them: a session of which nothing whole was written is no session.
  var unfinishedWords: String {
    if isUnfinishedFile, unfinished == 0 { return "file" }
    return grouping(unfinished)
  }

  mutating func add(_ origin: SessionOrigin) {
    let session = origin.session
    let header = session.header
    sessions += 1
    events += session.events.count
    skipped += session.skippedEvents
    clamped = clamped &+ header.clampedTimes
    if !SessionWords.losses(of: session).isEmpty { lossy += 1 }
    let app = [header.app, header.build].filter { !$0.isEmpty }.joined(separator: " ")
    if !app.isEmpty, !apps.contains(app) { apps.append(app) }
    guard !session.isScenario else {
      scenarios += 1
      return
    }
    if !session.isFinished { unfinished += 1 }
    let (sum, overflow) = microseconds.addingReportingOverflow(header.tick.microseconds(session.end))
    microseconds = overflow ? .max : sum
    if !header.policy.isEmpty, !policies.contains(header.policy) { policies.append(header.policy) }
  }
}
#endif

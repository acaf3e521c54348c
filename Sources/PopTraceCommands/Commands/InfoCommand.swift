#if Tool
import ArgumentParser
import PopDocument
import PopReport
import PopSystem
import PopTrace
import PopupScheduling

struct InfoCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", _superCommandName: RootCommand.name,
    abstract: "Says what traces hold: sessions, events, policies, losses.",
    discussion: """
      Example:
        poptrace info Fixtures/field
      """)

  @OptionGroup var input: NamedInputOptions
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var output: OutputOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    var facts: [TraceFacts] = []
    let inputs = try input.expanded(in: context, isQuiet: output.quiet)
    var selected = SelectionOptions.Selection(selection)
    func open(_ input: String) { if facts.last?.input != input { facts.append(TraceFacts(input: input)) } }
    var status = try inputs.forEachSession(in: context, isQuiet: output.quiet) { source in
      // Without a session, too, it is an input.
      open(PathText.shown(source.input))
      facts[facts.count - 1].isUnfinishedFile = source.isUnfinished
    } _: { whole in
      open(whole.input)
      if let origin = selected.take(whole) { facts[facts.count - 1].add(origin.session) }
    }
    try selected.check()
    if status == .fine, facts.contains(where: { $0.lossy > 0 }) { status = .incomplete }
    return try output.write(from: inputs, status, text: { text(facts, style: $0) }, json: { json(facts) })
  }

  private func text(_ facts: [TraceFacts], style: Style) -> String {
    guard !facts.isEmpty else { return "" }
    var table = TextTable([.left, .right, .right, .right, .left, .right, .right, .left])
    table.add(["trace", "sessions", "events", "ms", "policies", "unfinished", "lossy", "app"].map { Cell($0, .faint) })
    for fact in facts {
      // A file may be unfinished beyond its sessions: one of which nothing whole was written is no session.
      let isBeyond = fact.isUnfinishedFile && fact.unfinished == 0
      table.add([
        Cell(printable(fact.input), .strong), Cell(grouping(fact.sessions)), Cell(grouping(fact.events)),
        Cell(Milliseconds(microseconds: fact.microseconds).grouped),
        Cell(printable(fact.policies.joined(separator: ", "))), Cell(isBeyond ? "file" : grouping(fact.unfinished)),
        Cell(grouping(fact.lossy), fact.lossy > 0 ? .bad : nil), Cell(printable(fact.apps.joined(separator: ", "))),
      ])
    }
    let about = facts.flatMap { fact in fact.remarks.map { "\(printable(fact.input)): \(printable($0))" } }
    return (table.lines(style: style) + about).joined(separator: "\n") + "\n"
  }

  private func json(_ facts: [TraceFacts]) -> [UInt8] {
    jsonDocument("poptrace.info/1") {
      $0.array("traces") {
        for fact in facts {
          $0.newLine()
          $0.object { fact.write(to: &$0) }
        }
      }
    }
  }
}

private struct TraceFacts {
  let input: String
  private(set) var sessions = 0
  private var scenarios = 0
  private(set) var events = 0
  private(set) var microseconds: Int64 = 0
  private(set) var unfinished = 0
  var isUnfinishedFile = false
  private(set) var lossy = 0
  private var skipped = 0
  private var clamped: Int64 = 0
  /// How many events were not recorded: as they were not what they should be, and for want of room.
  private var refused: Int64 = 0
  private var dropped: Int64 = 0
  /// How many sessions' ends were saved from a journal, and how many begin with a snapshot's prefix.
  private var recovered = 0
  private var prefixed = 0
  private var censuses = ["os", "devices", "locales", "arms", "metadata"].map { ValueCensus(name: $0) }
  private(set) var policies: [String] = []
  private(set) var apps: [String] = []

  init(input: String) { self.input = input }

  var remarks: [String] {
    let parts = [
      (Int(clamping: refused), "event", "refused, as they were not what they should be"),
      (Int(clamping: dropped), "event", "dropped for want of room"),
      (recovered, "session", "recovered from a journal"), (prefixed, "session", "with a prefix of earlier stimuli"),
    ].filter { $0.0 > 0 }.map { "\(counted($0, $1)) \($2)" }
    return (parts.isEmpty ? [] : [parts.joined(separator: "; ")]) + censuses.compactMap(\.words)
  }

  func write(to json: inout JSONWriter) {
    json.members([
      "trace": input, "sessions": sessions, "scenarios": scenarios, "events": events,
      "ms": Milliseconds(microseconds: microseconds), "policies": policies, "apps": apps, "unfinished": unfinished,
      "unfinishedFile": isUnfinishedFile, "cutOff": unfinished, "lossy": lossy, "skippedEvents": skipped,
      "clampedTimes": clamped, "refusedEvents": refused, "droppedEvents": dropped, "recovered": recovered,
      "prefixed": prefixed,
    ])
    for census in censuses { census.write(to: &json) }
  }

  mutating func add(_ session: Session) {
    let header = session.header
    sessions += 1
    events += session.events.count
    skipped += session.skippedEvents
    clamped = clamped &+ header.clampedTimes
    refused = refused &+ header.refusedEvents
    dropped = dropped &+ header.droppedEvents
    if header.isRecovered { recovered += 1 }
    if header.prefixEvents > 0 { prefixed += 1 }
    for (index, text) in [header.os, header.device, header.locale].enumerated() { censuses[index].add(text) }
    for arm in header.arms { censuses[3].add("\(arm.name)=\(arm.value)") }
    for entry in header.metadata { censuses[4].add("\(entry.name)=\(entry.value)") }
    if !session.losses.isEmpty { lossy += 1 }
    Self.note(session.app, in: &apps)
    guard !session.isScenario else {
      scenarios += 1
      return
    }
    if !session.isFinished { unfinished += 1 }
    let (sum, overflow) = microseconds.addingReportingOverflow(header.tick.microseconds(session.end))
    microseconds = overflow ? .max : sum
    Self.note(header.policy, in: &policies)
  }

  private static func note(_ text: String, in known: inout [String]) {
    if !text.isEmpty, !known.contains(text) { known.append(text) }
  }
}

private struct ValueCensus {
  private static let most = 1000
  private static let mostSaid = 8

  let name: String
  fileprivate var values: [(text: String, sessions: Int)] = []
  fileprivate var hasOthers = false
  fileprivate var indices: [String: Int] = [:]

  mutating func add(_ text: String) {
    guard !text.isEmpty else { return }
    if let index = indices[text] {
      values[index].sessions += 1
    } else if values.count < Self.most {
      indices[text] = values.count
      values.append((text, 1))
    } else {
      hasOthers = true
    }
  }

  /// `os: iOS 19.1 (12), iOS 18.4 (3)`; nil where there is none.
  var words: String? {
    guard !values.isEmpty else { return nil }
    let said = values.prefix(Self.mostSaid).map { "\($0.text) (\(grouping($0.sessions)))" }
    let isMore = values.count > said.count || hasOthers
    return "\(name): " + said.joined(separator: ", ") + (isMore ? " and others" : "")
  }

  func write(to json: inout JSONWriter) {
    json.key(named: name)
    json.array { for value in values { $0.object(["value": value.text, "sessions": value.sessions]) } }
  }
}

struct CatCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "cat", _superCommandName: RootCommand.name,
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

func rightAligned(_ text: String, to width: Int) -> String {
  String(repeating: " ", count: max(0, width - displayWidth(text))) + text
}

struct SelectionOptions: ParsableArguments {
  @OptionGroup var sessions: SessionOption

  @Option(help: .text("Only what is about this popup, by name or number; may be given several times.", value: "popup"))
  var popup: [String] = []

  struct Selection {
    private var sessions: SessionSelection
    private let popups: PopupSelection?
    private var sightings: PopupSightings

    init(_ options: SelectionOptions) {
      sessions = SessionSelection(options.sessions.session)
      popups = PopupSelection(options.popup)
      sightings = PopupSightings(popups?.words ?? [])
    }

    mutating func take(_ origin: SessionOrigin) -> SessionOrigin? {
      guard sessions.takes(origin) else { return nil }
      guard let popups else { return origin }
      let found = popups.popups(of: origin.session)
      sightings.note(origin.session, found: found.map(\.word))
      let wanted = Set(found.map(\.popup))
      guard !wanted.isEmpty else { return nil }
      var session = origin.session
      session.keepEvents { wanted.contains($0.popup) }
      // What is left out on purpose is not missing.
      session.gaps = []
      return SessionOrigin(input: origin.input, index: origin.index, session: session)
    }

    func check() throws(CommandFailure) {
      try sessions.check()
      try sightings.check()
    }
  }
}
#endif

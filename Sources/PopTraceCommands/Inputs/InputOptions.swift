#if Tool
import ArgumentParser
import PopAudit
import PopDocument
import PopReport
import PopTrace
import PopupScheduling

struct InputOptions: ParsableArguments {
  @Argument(
    help: .text(
      "Traces (.poptrace) and scenarios (.jsonl), directories of them, or - for standard input.", value: "trace"))
  var traces: [String]

  @OptionGroup var limits: LimitOptions

  func validate() throws { try Self.check(traces) }

  static func check(_ traces: [String]) throws {
    if traces.count(where: { $0 == "-" }) > 1 { throw ValidationError("Standard input can be read only once.") }
  }

  func expanded(in context: ToolContext, isQuiet: Bool) -> InputList {
    var inputs = InputList(traces, limits: limits.limits)
    inputs.takesReadableLines = limits.lenient
    for remark in inputs.remarks { context.remark(remark, isQuiet: isQuiet) }
    return inputs
  }
}

struct NamedInputOptions: ParsableArguments {
  @OptionGroup var input: InputOptions

  @Option(help: .names)
  var names: String?

  func expanded(in context: ToolContext, isQuiet: Bool) throws(CommandFailure) -> InputList {
    let table = try NameTable(file: names)
    var inputs = input.expanded(in: context, isQuiet: isQuiet)
    inputs.names = table
    return inputs
  }
}

struct LimitOptions: ParsableArguments {
  @Option(help: .limit, transform: Self.setting)
  var limit: [Setting] = []

  @Flag(help: .lenient)
  var lenient = false

  struct Setting: Sendable {
    var name: ResourceLimits.Name
    var value: Int
  }

  var limits: ResourceLimits { ResourceLimits(limit) }

  static func setting(_ text: String) throws -> Setting {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let name = ResourceLimits.Name(rawValue: parts[0]) else {
      let advice = suggestion(for: parts[0], among: ResourceLimits.Name.allCases.map(\.rawValue))
      throw ValidationError("There is no limit \"\(parts[0])\"\(advice) (see poptrace help limits).")
    }
    guard parts.count == 2, let value = Int(parts[1]), value > 0 else {
      throw ValidationError("A limit is given as \(name.rawValue)=NUMBER, a whole number from 1 on.")
    }
    return Setting(name: name, value: value)
  }

  static func explanation(style: Style) -> String {
    let usual = ResourceLimits()
    var table = TextTable([.left, .right, .left])
    table.add(["limit", "unless raised", "the most"].map { Cell($0, .faint) })
    for name in ResourceLimits.Name.allCases {
      table.add([Cell(name.rawValue, .strong), Cell(grouping(usual[name])), Cell(name.meaning)])
    }
    return """
      Everything in a trace or a scenario is untrusted: what it may ask for has
      limits, which no app meets. A session that goes beyond one is not judged, and
      said to be unreadable. --limit NAME=NUMBER sets one for a command:

      \(table.lines(style: style).map { "  " + $0 }.joined(separator: "\n"))

      Example:
        poptrace replay long.poptrace --policy v6 --limit events-per-session=20000000

      """
  }
}

extension ResourceLimits {
  fileprivate init(_ settings: [LimitOptions.Setting]) {
    self.init()
    for setting in settings { self[setting.name] = setting.value }
  }
}

// Said once for all groups: a group for each few options would cost the start of every command.
extension ArgumentHelp {
  fileprivate static let limit = text(
    "Raise or lower what an input may ask for; may be given several times. See poptrace help limits.",
    value: "name=number")
  fileprivate static let lenient = ArgumentHelp(
    "Take a session in JSON Lines as far as its first line that cannot be read, and say how much is left out.")
  fileprivate static let names = text(
    "Show hashed names as this table has them: a JSON object from hash to name, or a hash, a tab and a name a line.",
    value: "file")
}

extension ResourceLimits.Name {
  fileprivate var meaning: String {
    switch self {
    case .eventsPerSession: "events of a session"
    case .frameBytes: "bytes of a frame's content"
    case .turnsPerEvent: "turns of a replay for each event"
    case .turnsAtLeast: "turns that every replay may take"
    case .turnsAtOneInstant: "turns in a row at one instant"
    case .livePopups: "popups submitted and not ended"
    case .schedulersPerSession: "schedulers of a session"
    case .scenesPerSession: "scenes of a session"
    case .containerDepth: "pages that stand in each other"
    case .namesPerSession: "names of a session"
    case .entriesPerTable: "entries of a session's table"
    case .memoryBytes: "bytes for sessions, over all jobs"
    }
  }
}

/// The inputs of the commands that judge, which may be many, and may be judged in parts.
struct CorpusInputOptions: ParsableArguments {
  @Argument(
    help: .text(
      "Traces (.poptrace) and scenarios (.jsonl), directories of them, or - for standard input.", value: "trace"))
  var traces: [String] = []

  @Flag(
    help: ArgumentHelp(
      """
      Read the paths of the inputs from standard input, a line each, and exit with 0 once all is written: what a worker does that Spark's pipe, \
      GNU parallel or a batch job drives.
      """))
  var stdinPaths = false

  @Option(
    help: .text(
      """
      Judge one part of the inputs, such as 2/4, and exit with 0 once it is written. Write it with --format ndjson, and put all parts together \
      with poptrace merge-reports, which judges the whole.
      """, value: "i/n"),
    transform: Self.shard)
  var shard: Shards?

  @Option(
    help: .text(
      """
      Name the inputs in reports from this directory on; by default from the working directory, and never by an absolute path.
      """, value: "directory"))
  var root: String?

  @Option(
    name: .customLong("where"),
    help: .text(
      """
      Judge only sessions for which this holds: app, build, policy (the recorded one), os, device, locale, page (a class seen in it), popup (a \
      name submitted in it), arm:NAME or metadata:NAME. May be given several times: of one key any, of several keys all must hold.
      """, value: "key=value"))
  var conditions: [WhereClause] = []

  @Option(
    help: .text("Judge only this session, by name or place in its input; may be given several times.", value: "name"))
  var session: [String] = []

  @Option(
    help: .text(
      "Judge only what is about this popup, by name or number, in the sessions that have it; may be given several times.",
      value: "popup"))
  var popup: [String] = []

  @Option(
    help: .text("Judge only sessions that began on this day or later.", value: "yyyy-mm-dd"),
    transform: ArgumentReading.day)
  var since: CalendarDay?

  @Option(
    help: .text("Judge only this share of the sessions, always the same ones, chosen by their names.", value: "share"),
    transform: ArgumentReading.share)
  var sample: Share?

  @Option(help: .text("Stop as soon as so many sessions have a regression.", value: "sessions"))
  var failFast: Int?

  @Option(help: .limit, transform: LimitOptions.setting)
  var limit: [LimitOptions.Setting] = []

  @Flag(help: .lenient)
  var lenient = false

  @Option(help: .names)
  var names: String?

  func validate() throws {
    if let failFast, failFast < 1 { throw ValidationError("--fail-fast takes a number from 1 on, not \(failFast).") }
    try InputOptions.check(traces)
    if stdinPaths, !traces.isEmpty {
      throw ValidationError("With --stdin-paths the inputs come from standard input; give none on the command line.")
    }
    if failFast != nil, isPart {
      throw ValidationError("--fail-fast counts over everything, so a part of it cannot know when to stop.")
    }
    if stdinPaths, shard != nil {
      throw ValidationError("Whoever writes the paths for --stdin-paths divides them; give no --shard.")
    }
  }

  var isPart: Bool { shard != nil || stdinPaths }
  /// Whether all inputs are taken, to their end.
  var takesAll: Bool { !isPart && failFast == nil }

  /// - `configured`: What a configuration names, where the command line names nothing.
  func expanded(
    in context: ToolContext, isQuiet: Bool, else configured: [String] = []
  ) throws(CommandFailure) -> InputList {
    let table = try NameTable(file: names)
    let named = stdinPaths ? try InputList.paths(inLinesOf: "-") : traces.isEmpty ? configured : traces
    guard !named.isEmpty || stdinPaths else {
      throw .usage("there is nothing to judge; name traces, or directories of them")
    }
    let shown = ReportNames(root: root, arguments: named, areSome: stdinPaths)
    var inputs = InputList(named, limits: ResourceLimits(limit), names: shown)
    inputs.names = table
    inputs.takesReadableLines = lenient
    inputs.filter = filter
    inputs.popups = SoughtPopups(
      PopupSelection(popup), conditional: conditions.filter(\.isAboutPopup).map(\.value))
    inputs.failFast = failFast
    for remark in inputs.remarks { context.remark(remark, isQuiet: isQuiet) }
    return inputs.inOrder()
  }

  /// Says which popups were asked for and are nowhere. A part cannot know, nor what may end before all is read.
  func complain(ofMissing popups: SoughtPopups?, in context: ToolContext) {
    guard takesAll else { return }
    popups?.complain(in: context)
  }

  var named: [ReportProvenance.Option] {
    func list(_ words: [String]) -> String? { words.isEmpty ? nil : words.sorted().joined(separator: "\n") }
    return .given([
      ("where", list(conditions.map(\.text))), ("session", list(session)), ("popup", list(popup)),
      ("since", since?.description), ("sample", sample?.description),
    ])
  }

  private var filter: SessionFilter? {
    guard !conditions.isEmpty || !session.isEmpty || since != nil || sample != nil else { return nil }
    return SessionFilter(conditions: conditions, names: Set(session), since: since, sample: sample)
  }

  func popups(isEstimating: Bool) throws(CommandFailure) -> PopupSelection? {
    let popups = PopupSelection(popup)
    guard isEstimating, popups != nil else { return popups }
    throw .usage("an estimate counts the sessions with any new error; without --popup")
  }

  private static func shard(_ text: String) throws -> Shards {
    guard let shards = Shards(text), shards.indices.count == 1, text == shards.description else {
      throw ValidationError("A part is written as 2/4, the second of four, not \"\(text)\".")
    }
    return shards
  }
}

extension NameTable {
  init?(file: String?) throws(CommandFailure) {
    guard let file else { return nil }
    let bytes = try ByteSource.contents(of: file, atMost: 1 << 28, "a table of names")
    do { try self.init(text: bytes) } catch { throw CommandFailure(error, input: file) }
  }
}

/// Decides session by session, from what each holds, so that every machine and every order chooses the same.
struct SessionFilter: Hashable, Sendable {
  var conditions: [WhereClause] = []
  var names: Set<String>
  var since: CalendarDay?
  var sample: Share?

  func takes(_ origin: SessionOrigin) -> Bool {
    let header = origin.session.header
    guard names.isEmpty || names.contains(origin.label) || names.contains(String(origin.index)) else { return false }
    if let since {
      // A time by ISO 8601 begins with its day; what does not say when it began is not known to be younger.
      guard let day = CalendarDay(String(header.started.prefix(10))), day >= since else { return false }
    }
    if let sample {
      var hash = StableHash()
      hash.combine(origin.label)
      guard sample.allows(Int(hash.value % 1_000_000) + 1, of: 1_000_000) else { return false }
    }
    return Set(conditions.map(\.key)).allSatisfy { key in
      conditions.contains { $0.key == key && $0.holds(for: origin.session) }
    }
  }
}

struct WhereClause: Hashable, Sendable, ExpressibleByArgument {
  let key: String
  let value: String

  private static let fields: [String: any KeyPath<SessionHeader, String> & Sendable] = [
    "app": \.app, "build": \.build, "policy": \.policy, "os": \.os, "device": \.device, "locale": \.locale,
  ]

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { return nil }
    (key, value) = (parts[0], parts[1])
    guard Self.fields[key] != nil || key == "page" || isAboutPopup || name("arm:") ?? name("metadata:") != nil else {
      return nil
    }
  }

  var text: String { "\(key)=\(value)" }
  var isAboutPopup: Bool { key == "popup" }

  /// - Complexity: O(n) in its events for pages and popups, else O(1).
  func holds(for session: Session) -> Bool {
    let (header, catalog) = (session.header, session.catalog)
    if let field = Self.fields[key] { return header[keyPath: field] == value }
    if let arm = name("arm:") { return header.arms.contains(HeaderEntry(arm, value)) }
    if let entry = name("metadata:") { return header.metadata.contains(HeaderEntry(entry, value)) }
    guard isAboutPopup else {
      return catalog.pages.indices.contains { catalog.names.text(catalog.className(of: PageID($0))) == value }
    }
    return session.log.events.contains {
      $0.kind == .popupSubmitted && catalog.names.text(catalog.spec($0.spec).name) == value
    }
  }

  private func name(_ prefix: String) -> String? {
    key.hasPrefix(prefix) && key.count > prefix.count ? String(key.dropFirst(prefix.count)) : nil
  }
}
#endif

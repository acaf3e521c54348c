#if Tool
import PopReport
import PopSystem
import ArgumentParser
import PopDocument
import PopTrace

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

  @OptionGroup var corpus: CorpusOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var names: NamesOption

  func validate() throws {
    try InputOptions.check(traces)
    if stdinPaths, !traces.isEmpty {
      throw ValidationError("With --stdin-paths the inputs come from standard input; give none on the command line.")
    }
    if corpus.failFast != nil, isPart {
      throw ValidationError("--fail-fast counts over everything, so a part of it cannot know when to stop.")
    }
    if stdinPaths, shard != nil {
      throw ValidationError("Whoever writes the paths for --stdin-paths divides them; give no --shard.")
    }
  }

  /// Whether this is a part of something larger, which the merged report judges.
  var isPart: Bool { shard != nil || stdinPaths }

  /// The inputs, directories walked and in order; what counts once is remarked on.
  ///
  /// - Parameter configured: What a configuration names, where the command line names nothing.
  func expanded(
    in context: ToolContext, isQuiet: Bool, else configured: [String] = []
  ) throws(CommandFailure) -> InputList {
    let table = try names.table()
    let named = stdinPaths ? try InputList.paths(inLinesOf: "-") : traces.isEmpty ? configured : traces
    guard !named.isEmpty || stdinPaths else {
      throw .usage("there is nothing to judge; name traces, or directories of them")
    }
    let shown = ReportNames(root: root, arguments: named, areSome: stdinPaths)
    var inputs = InputList(named, limits: limits.limits, names: shown)
    inputs.names = table
    inputs.filter = corpus.filter
    inputs.popups = SoughtPopups(PopupSelection(corpus.popup), conditions: corpus.conditions)
    inputs.failFast = corpus.failFast
    for remark in inputs.remarks { context.remark(remark, isQuiet: isQuiet) }
    return inputs.inOrder()
  }

  /// Says which popups were asked for and are nowhere. A part cannot know, nor what may end before all is read.
  func complain(ofMissing popups: SoughtPopups?, in context: ToolContext) {
    guard !isPart, corpus.failFast == nil else { return }
    popups?.complain(in: context)
  }

  private static func shard(_ text: String) throws -> Shards {
    guard let shards = Shards(text), shards.indices.count == 1, text == shards.description else {
      throw ValidationError("A part is written as 2/4, the second of four, not \"\(text)\".")
    }
    return shards
  }
}

/// Which sessions of large corpora are judged.
struct CorpusOptions: ParsableArguments {
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

  func validate() throws {
    if let failFast, failFast < 1 { throw ValidationError("--fail-fast takes a number from 1 on, not \(failFast).") }
  }

  var named: [ReportProvenance.Option] {
    func list(_ words: [String]) -> String? { words.isEmpty ? nil : words.sorted().joined(separator: "\n") }
    return .given([
      ("where", list(conditions.map(\.text))), ("session", list(session)), ("popup", list(popup)),
      ("since", since?.description), ("sample", sample?.description),
    ])
  }

  /// What it means for the inputs; nil where every session is judged.
  fileprivate var filter: SessionFilter? {
    guard !conditions.isEmpty || !session.isEmpty || since != nil || sample != nil else { return nil }
    return SessionFilter(conditions: conditions, names: Set(session), since: since, sample: sample)
  }

  func popups(isEstimating: Bool) throws(CommandFailure) -> PopupSelection? {
    let popups = PopupSelection(popup)
    guard isEstimating, popups != nil else { return popups }
    throw .usage("an estimate counts the sessions with any new error; without --popup")
  }
}

/// The names that hashes stand for, of every command that shows some.
struct NamesOption: ParsableArguments {
  @Option(
    help: .text(
      "Show hashed names as this table has them: a JSON object from hash to name, or a hash, a tab and a name a line.",
      value: "file"))
  var names: String?

  func table() throws(CommandFailure) -> NameTable? {
    guard let names else { return nil }
    let bytes = try ByteSource.contents(of: names, atMost: 1 << 28, "a table of names")
    do { return try NameTable(text: bytes) } catch { throw CommandFailure(error, input: names) }
  }
}
#endif

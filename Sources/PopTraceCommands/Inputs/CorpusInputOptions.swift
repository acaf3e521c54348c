#if Tool
import ArgumentParser
import PopDocument
import PopTrace

/// The inputs of the commands that judge, which may be many, and may be judged in parts.
struct CorpusInputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Traces (.poptrace) and scenarios (.jsonl), directories of them, or - for standard input.", valueName: "trace"))
  var traces: [String] = []

  @Flag(
    help: ArgumentHelp(
      """
      Read the paths of the inputs from standard input, a line each, and exit with 0 once all is written: what a worker does that Spark's pipe, \
      GNU parallel or a batch job drives.
      """))
  var stdinPaths = false

  @Option(
    help: ArgumentHelp(
      """
      Judge one part of the inputs, such as 2/4, and exit with 0 once it is written. Write it with --format ndjson, and put all parts together \
      with poptrace merge-reports, which judges the whole.
      """, valueName: "i/n"),
    transform: Self.shard)
  var shard: Shards?

  @Option(
    help: ArgumentHelp(
      """
      Name the inputs in reports from this directory on; by default from the working directory, and never by an absolute path.
      """, valueName: "directory"))
  var root: String?

  @OptionGroup var corpus: CorpusOptions
  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if traces.count(where: { $0 == "-" }) > 1 { throw ValidationError("Standard input can be read only once.") }
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
    in context: ToolContext, isQuiet: Bool, names table: NameTable?, else configured: [String] = []
  ) throws(CommandFailure) -> InputList {
    let named = stdinPaths ? try InputList.paths(inLinesOf: "-") : traces.isEmpty ? configured : traces
    guard !named.isEmpty || stdinPaths else {
      throw .usage("there is nothing to judge; name traces, or directories of them")
    }
    let names = ReportNames(root: root, arguments: named, areSome: stdinPaths)
    var inputs = InputList(named, limits: limits.limits, names: names)
    inputs.names = table
    inputs.filter = corpus.filter
    inputs.popups = corpus.sought
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
#endif

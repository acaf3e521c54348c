#if Tool
import ArgumentParser
import PopDocument
import PopReport
import PopSystem

/// `poptrace merge-reports`: puts reports on parts of the inputs together, as if one machine had judged them all.
struct MergeReportsCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge-reports",
    abstract: "Puts the reports of workers together, and judges the whole.",
    discussion: """
      Takes what --format ndjson wrote of parts of the same inputs (--shard, --stdin-paths), in any order. The result is, byte for byte, that of \
      one run over all of them. A part that is given twice counts once; where parts are missing, the report says which, and the exit code is 1. \
      Merging some first and the rest later comes to the same.

      Example:
        poptrace merge-reports part-*.ndjson --format text --format junit=report.xml
      """)

  @Argument(help: ArgumentHelp("Reports that --format ndjson wrote, or directories of them.", valueName: "report"))
  var reports: [String]

  @Flag(help: "Show every finding and outcome, not only the worst and most frequent.")
  var all = false

  @OptionGroup var output: ReportOutputOptions

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let paths = try Self.files(reports)
    for request in output.requests { try refuse(request.path ?? output.output, among: paths) }
    let merge = try ReportMerge(paths)
    for remark in merge.remarks { context.remark(remark, isQuiet: output.quiet) }
    // Gone through once before anything is written: what contradicts itself must leave nothing behind.
    let shards = try merge.forEach { _, _ throws(CommandFailure) in }.compactMap(\.shards)
    try check(shards, of: paths)
    var head = merge.head
    head.provenance?.shards = Self.union(shards, like: merge.head.provenance?.shards)
    let report = try write(merge, head)
    guard merge.missing.isEmpty else {
      let names = merge.missing.map { "\($0)/\(shards.first?.count ?? 0)" }
      context.complain(
        CommandFailure(
          "\(counted(merge.missing.count, "part")) missing, so this is no judgement of the whole: \(names.joined(separator: ", "))"
        ).line)
      return .failed
    }
    return ExitStatus(report.summary.verdict)
  }

  private func write(_ merge: ReportMerge, _ head: ReportHead) throws(CommandFailure) -> ReportDocument {
    let options = head.provenance?.options ?? []
    let setting = try GateSetting(named: options, in: reports[0])
    let gate = try Self.flags(setting, options, in: reports[0])
    let outputs = try ReportOutputs(output.requests, color: output.color, showsAll: all, pageBytes: output.pageBytes)
    do {
      let assembly = try ReportAssembly(head, to: outputs, gate: gate, setting: setting)
      let parts = try merge.forEach { entry, bytes throws(CommandFailure) in
        switch entry {
        case .session(let session): try assembly.add(session, json: bytes)
        case .aside(let aside): try assembly.add(aside)
        case .head, .end: break
        }
      }
      return try assembly.finish(blame: parts.flatMap(\.blame))
    } catch {
      outputs.discard()
      throw error
    }
  }

  /// What the whole is judged by: what every part says that it was.
  private static func flags(
    _ setting: GateSetting?, _ options: [ReportProvenance.Option], in path: String
  ) throws(CommandFailure) -> GateFlags {
    if let setting { return GateFlags(setting.configuration, estimates: setting.estimates) }
    do { return try GateFlags(named: options) } catch { throw CommandFailure(error, in: path) }
  }

  /// Refuses two different reports on one part.
  private func check(_ shards: [Shards], of paths: [String]) throws(CommandFailure) {
    var known: [Int: String] = [:]
    for part in shards {
      for (index, digest) in part.digests {
        guard let first = known.updateValue(digest, forKey: index), first != digest else { continue }
        throw CommandFailure(
          "there are two different reports on part \(index)/\(part.count); one of them was made of other inputs")
      }
    }
  }

  private static func union(_ shards: [Shards], like wanted: Shards?) -> Shards? {
    guard wanted != nil, var union = shards.first else { return nil }
    for part in shards.dropFirst() { union.formUnion(part) }
    return union
  }

  private func refuse(_ output: String, among paths: [String]) throws(CommandFailure) {
    guard output != "-", let identity = FileSystem.identity(of: output),
      paths.contains(where: { FileSystem.identity(of: $0) == identity })
    else { return }
    throw CommandFailure(
      "the output is one of the reports itself, which would be lost; name another file", input: output, status: .usage)
  }

  /// Whether a file of a directory is taken: by its ending, or as Spark and others name the parts that they write.
  private static func isReport(_ name: String) -> Bool { name.hasSuffix(".ndjson") || name.hasPrefix("part-") }

  /// The files that are meant, those of directories in order.
  private static func files(_ arguments: [String]) throws(CommandFailure) -> [String] {
    var files: [String] = []
    for argument in arguments {
      guard argument != "-", FileSystem.kind(of: argument) != .special else {
        throw CommandFailure("a report is read twice, so it must be a file", input: argument, status: .usage)
      }
      guard FileSystem.kind(of: argument) == .directory else {
        files.append(argument)
        continue
      }
      do {
        let names = try FileSystem.names(in: argument).filter(Self.isReport)
        files += names.map { argument.hasSuffix("/") ? argument + $0 : argument + "/" + $0 }
      } catch {
        throw CommandFailure(error, doing: "read the directory", argument)
      }
    }
    return files
  }
}
#endif

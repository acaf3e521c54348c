#if Tool
import ArgumentParser
import PopAudit
import PopDocument
import PopReport
import PopSystem
import PopTrace

struct MergeReportsCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge-reports", _superCommandName: RootCommand.name,
    abstract: "Puts the reports of workers together, and judges the whole.",
    discussion: """
      Takes what --format ndjson wrote of parts of the same inputs (--shard, --stdin-paths), in any order. The result is, byte for byte, that of \
      one run over all of them. A part that is given twice counts once; where parts are missing, the report says which, and the exit code is 1. \
      Merging some first and the rest later comes to the same.

      Example:
        poptrace merge-reports part-*.ndjson --format text --format junit=report.xml
      """)

  @Argument(help: .text("Reports that --format ndjson wrote, or directories of them.", value: "report"))
  var reports: [String]

  @Flag(help: "Show every finding and outcome, not only the worst and most frequent.")
  var all = false

  @OptionGroup var output: ReportingOptions.Output

  func run(in context: ToolContext) throws(CommandFailure) -> ExitStatus {
    let paths = try Self.files(reports)
    for request in output.requests { try refuse(request.path ?? output.output, among: paths) }
    let merge = try ReportMerge(paths)
    for remark in merge.remarks { context.remark(remark, isQuiet: output.quiet) }
    // Gone through once before anything is written: what contradicts itself must leave nothing behind.
    let shards = try merge.forEach { _, _ throws(CommandFailure) in }.compactMap(\.shards)
    try check(shards)
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
    let outputs = try ReportOutputs(ReportOptions(output, all: all))
    do {
      let assembly = try ReportAssembly([head], to: outputs, setting)
      let parts = try merge.forEach { entry, bytes throws(CommandFailure) in
        switch entry {
        case .session(let session): try assembly.add([JudgedSession(session, json: bytes)])
        case .remark(let remark): try assembly.add(remark)
        case .head, .end: break
        }
      }
      return try assembly.finish(blame: parts.flatMap(\.blame))[0]
    } catch {
      outputs.discard()
      throw error
    }
  }

  private func check(_ shards: [Shards]) throws(CommandFailure) {
    var known: [Int: String] = [:]
    for part in shards.flatMap(\.parts) {
      guard let first = known.updateValue(part.digest, forKey: part.index), first != part.digest else { continue }
      throw CommandFailure(
        "there are two different reports on part \(part.index)/\(shards[0].count); one of them was made of other inputs"
      )
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
    throw .usage("the output is one of the reports itself, which would be lost; name another file", in: output)
  }

  /// Whether a file of a directory is taken: by its ending, or as Spark and others name the parts that they write.
  private static func isReport(_ name: String) -> Bool { name.hasSuffix(".ndjson") || name.hasPrefix("part-") }

  private static func files(_ arguments: [String]) throws(CommandFailure) -> [String] {
    var files: [String] = []
    for argument in arguments {
      guard argument != "-", FileSystem.kind(of: argument) != .special else {
        throw .usage("a report is read twice, so it must be a file", in: argument)
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

/// The union of reports on parts of the same inputs: commutative, associative and idempotent, for a report is a set of lines in a fixed order.
struct ReportMerge {
  /// What all of them are about, with the parts that they cover together; nil parts where that is everything.
  let head: ReportHead
  let remarks: [String]
  let missing: [Int]
  private let paths: [String]

  init(_ paths: [String]) throws(CommandFailure) {
    var remarks: [String] = []
    var first: (path: String, head: ReportHead)?
    var covered: Shards?
    var hasWhole = false
    for path in paths {
      let head = try ReportPart(path).head
      if let first { try Self.check(head, of: path, with: first.head, of: first.path) }
      if first == nil { first = (path, head) }
      guard let shards = head.provenance?.shards else {
        hasWhole = true
        continue
      }
      if var known = covered {
        guard known.count == shards.count else {
          throw CommandFailure(
            "it is one of \(shards.count) parts, and \(first?.path ?? "") is one of \(known.count); merge what was divided alike",
            input: path)
        }
        for index in shards.indices where known.indices.contains(index) {
          remarks.append("\(printable(path)): part \(index)/\(shards.count) was given before; it counts once")
        }
        known.formUnion(shards)
        covered = known
      } else {
        covered = shards
      }
    }
    guard var head = first?.head else { throw .usage("there is nothing to merge; name reports") }
    missing = hasWhole ? [] : covered?.missing ?? []
    head.provenance?.shards = missing.isEmpty ? nil : covered
    self.head = head
    self.remarks = remarks
    self.paths = paths
  }

  private static func check(
    _ head: ReportHead, of path: String, with first: ReportHead, of firstPath: String
  ) throws(CommandFailure) {
    let (own, other) = (head.provenance, first.provenance)
    func refuse(_ what: String, unless isSame: Bool, _ mine: String, _ theirs: String) throws(CommandFailure) {
      guard !isSame else { return }
      throw CommandFailure(
        "\(what) of this report is \(printable(mine)), and that of \(printable(firstPath)) is \(printable(theirs)); "
          + "reports are merged only where they were made alike", input: path)
    }
    try refuse("the tool's version", unless: own?.tool == other?.tool, own?.tool ?? "none", other?.tool ?? "none")
    try refuse("the policy", unless: head.policy == first.policy, head.policy, first.policy)
    try refuse(
      "the configuration of the policy", unless: own?.policyText == other?.policyText, brief(own?.policyText),
      brief(other?.policyText))
    try refuse(
      "the baseline", unless: head.reference == first.reference && own?.referenceText == other?.referenceText,
      head.reference + brief(own?.referenceText), first.reference + brief(other?.referenceText))
    try refuse(
      "what is taken for granted of users (see poptrace premises)", unless: head.premises == first.premises,
      head.premises?.sentence ?? "nothing", first.premises?.sentence ?? "nothing")
    for name in ((own?.options ?? []) + (other?.options ?? [])).map(\.name) {
      let (mine, theirs) = (own?.options.value(of: name) ?? "not given", other?.options.value(of: name) ?? "not given")
      try refuse("the option \(name)", unless: mine == theirs, mine, theirs)
    }
    try refuse("the purpose", unless: head.purpose == first.purpose, head.purpose.rawValue, first.purpose.rawValue)
  }

  private static func brief(_ text: String?) -> String { (text ?? "").split(separator: "\n").joined(separator: ", ") }

  /// Goes through the lines of all reports in their order, each once, and returns what each says at its end; throws where two contradict.
  func forEach(
    _ body: (ReportLines.Reading.Entry, [UInt8]) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> [ReportLines.Reading] {
    var parts = try paths.map(ReportPart.init)
    while let position = parts.compactMap({ $0.next?.entry.position }).min() {
      var taken: Line?
      for index in parts.indices {
        guard let next = parts[index].next, next.entry.position == position else { continue }
        let line = (next.entry, next.bytes, parts[index].path)
        taken = if let taken { try Self.same(taken, line) } else { line }
        try parts[index].advance()
      }
      if let taken { try body(taken.entry, taken.bytes) }
    }
    return parts.map(\.partial)
  }

  private typealias Line = (entry: ReportLines.Reading.Entry, bytes: [UInt8], path: String)

  /// One of two lines at the same position, which must say the same; a session that one report has as a duplicate is judged where another has it whole.
  private static func same(_ first: Line, _ second: Line) throws(CommandFailure) -> Line {
    if first.bytes == second.bytes { return first }
    switch (first.entry, second.entry) {
    case (.session(let session), .remark(.duplicate(let duplicate))) where session.digest == duplicate.digest.rawValue:
      return first
    case (.remark(.duplicate(let duplicate)), .session(let session)) where session.digest == duplicate.digest.rawValue:
      return second
    default:
      let position = first.entry.position
      let what = position.index == .max || position.index == 0 ? "" : ", session \(position.index)"
      throw CommandFailure(
        "it says other things of \(printable(position.trace))\(what) than \(printable(first.path)) does; "
          + "one of the two was made of other inputs", input: second.path)
    }
  }
}

struct ReportPart {
  let path: String
  private(set) var partial = ReportLines.Reading()
  /// The line that comes next, and its bytes; nil at the end.
  private(set) var next: (entry: ReportLines.Reading.Entry, bytes: [UInt8])?
  private let source: ByteSource
  private var read = 0
  private var pending: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  init(_ path: String) throws(CommandFailure) {
    self.path = path
    source = try ByteSource(path)
    try advance()
    guard case .head = next?.entry else {
      try finish()
      throw CommandFailure("the file is no report", input: path)
    }
    try advance()
  }

  var head: ReportHead { partial.head ?? ReportHead(policy: "", reference: "") }

  mutating func advance() throws(CommandFailure) {
    next = nil
    guard let line = try nextLine() else { return try finish() }
    do { next = (try partial.take(line), line) } catch { throw CommandFailure(error, in: path) }
    guard case .end = next?.entry else { return }
    next = nil
    guard try nextLine() == nil else {
      throw CommandFailure("something follows the summary; give every report as a file of its own", input: path)
    }
  }

  private func finish() throws(CommandFailure) {
    do { try partial.finish() } catch { throw CommandFailure(error, in: path) }
  }

  private mutating func nextLine() throws(CommandFailure) -> [UInt8]? {
    var searched = start
    while true {
      if let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return Array(pending[start..<end])
      }
      searched = pending.count
      guard !isAtEnd, let block = try source.block(at: read) else {
        isAtEnd = true
        guard start < pending.count else { return nil }
        defer { start = pending.count }
        return Array(pending[start...])
      }
      read += block.count
      pending.removeFirst(start)
      searched -= start
      start = 0
      pending += block
    }
  }
}

extension CommandFailure {
  fileprivate init(_ error: ReportError, in path: String) {
    self.init(at: error.line, error.message, in: path, status: .failed)
  }
}
#endif

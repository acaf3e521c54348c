#if Tool
import PopAudit
import PopDocument

/// The union of reports on parts of the same inputs: commutative, associative and idempotent, for a report is a set of lines in a fixed order.
struct ReportMerge {
  /// What all of them are about, with the parts that they cover together; nil parts where that is everything.
  let head: ReportHead
  /// What counts once although it was given twice, in words.
  let remarks: [String]
  /// The parts that nobody gave.
  let missing: [Int]
  private let paths: [String]

  /// Looks at the first lines of reports, and finds out whether they belong together.
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

  /// Refuses reports that were made in another way, and says in which.
  private static func check(
    _ head: ReportHead, of path: String, with first: ReportHead, of firstPath: String
  ) throws(CommandFailure) {
    func differ(_ what: String, _ own: String, _ other: String) -> CommandFailure {
      CommandFailure(
        "\(what) of this report is \(printable(own)), and that of \(printable(firstPath)) is \(printable(other)); "
          + "reports are merged only where they were made alike", input: path)
    }
    let (own, other) = (head.provenance, first.provenance)
    if own?.tool != other?.tool { throw differ("the tool's version", own?.tool ?? "none", other?.tool ?? "none") }
    if head.policy != first.policy { throw differ("the policy", head.policy, first.policy) }
    if own?.policyText != other?.policyText {
      throw differ("the configuration of the policy", brief(own?.policyText), brief(other?.policyText))
    }
    if head.reference != first.reference || own?.referenceText != other?.referenceText {
      throw differ(
        "the baseline", head.reference + brief(own?.referenceText), first.reference + brief(other?.referenceText))
    }
    if head.premises != first.premises {
      throw differ(
        "what is taken for granted of users (see poptrace premises)", head.premises?.sentence ?? "nothing",
        first.premises?.sentence ?? "nothing")
    }
    let names = (own?.options ?? []) + (other?.options ?? [])
    for name in names.map(\.name) {
      let (mine, theirs) = (own?.value(of: name) ?? "not given", other?.value(of: name) ?? "not given")
      if mine != theirs { throw differ("the option \(name)", mine, theirs) }
    }
    guard head.purpose == first.purpose else {
      throw differ("the purpose", head.purpose.rawValue, first.purpose.rawValue)
    }
  }

  private static func brief(_ text: String?) -> String {
    (text ?? "").split(separator: "\n").joined(separator: ", ")
  }

  /// Goes through the lines of all reports in their order, each once.
  ///
  /// - Returns: What each of them says at its end.
  /// - Throws: Where two of them say different things of the same.
  func forEach(
    _ body: (PartialReport.Entry, [UInt8]) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> [PartialReport] {
    var parts: [ReportPart] = []
    for path in paths { parts.append(try ReportPart(path)) }
    while let place = parts.compactMap({ $0.next?.entry.place }).min() {
      var taken: (entry: PartialReport.Entry, bytes: [UInt8], path: String)?
      for index in parts.indices {
        guard let next = parts[index].next, next.entry.place == place else { continue }
        if let known = taken {
          taken = try Self.same(known, (next.entry, next.bytes, parts[index].path))
        } else {
          taken = (next.entry, next.bytes, parts[index].path)
        }
        try parts[index].advance()
      }
      if let taken { try body(taken.entry, taken.bytes) }
    }
    return parts.map(\.partial)
  }

  private typealias Line = (entry: PartialReport.Entry, bytes: [UInt8], path: String)

  /// One of two lines at the same place, which must say the same; a session that one report has as a twin is judged where another has it whole.
  private static func same(_ first: Line, _ second: Line) throws(CommandFailure) -> Line {
    if first.bytes == second.bytes { return first }
    switch (first.entry, second.entry) {
    case (.session(let session), .aside(.duplicate(let twin))) where session.digest == twin.digest.rawValue:
      return first
    case (.aside(.duplicate(let twin)), .session(let session)) where session.digest == twin.digest.rawValue:
      return second
    default:
      let place = first.entry.place
      let what = place.index == .max || place.index == 0 ? "" : ", session \(place.index)"
      throw CommandFailure(
        "it says other things of \(printable(place.trace))\(what) than \(printable(first.path)) does; "
          + "one of the two was made of other inputs", input: second.path)
    }
  }
}

extension ReportProvenance {
  /// The value of an option; nil where it was not given.
  func value(of name: String) -> String? { options.first { $0.name == name }?.value }
}
#endif

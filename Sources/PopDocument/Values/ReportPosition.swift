/// Where something stands in a report, however many machines wrote it: by input, and by session within the input.
///
/// Inputs come in the order of their names, folder by folder, as a walk through directories gives them.
package struct ReportPosition: Hashable, Comparable, Sendable {
  package let trace: String
  /// The session's index in the input, counted from 1; 0 for the input as a whole, `Int.max` for its end.
  package let index: Int

  package init(trace: String, index: Int) {
    self.trace = trace
    self.index = index
  }

  package static func < (lhs: ReportPosition, rhs: ReportPosition) -> Bool {
    lhs.trace == rhs.trace ? lhs.index < rhs.index : comesFirst(lhs.trace, rhs.trace)
  }

  /// Whether one input comes before another: by the bytes of the first folder, or of the name, in which they differ.
  package static func comesFirst(_ lhs: String, _ rhs: String) -> Bool {
    // A folder's name ends before every other byte, so that `a/b` comes before `a.b`.
    let (left, right) = (lhs.utf8, rhs.utf8)
    var (l, r) = (left.startIndex, right.startIndex)
    while l < left.endIndex, r < right.endIndex {
      if left[l] != right[r] { return rank(left[l]) < rank(right[r]) }
      l = left.index(after: l)
      r = right.index(after: r)
    }
    return l == left.endIndex && r < right.endIndex
  }

  private static func rank(_ byte: UInt8) -> Int { byte == UInt8(ascii: "/") ? -1 : Int(byte) }
}

/// Which parts of all inputs a report is about: the second of four, or some of them.
package struct Shards: Hashable, Sendable {
  /// The parts, counted from 1, in order, each with the digest of its lines; empty while that is not known.
  package private(set) var parts: [Part]
  package let count: Int

  package struct Part: Hashable, Sendable {
    package let index: Int
    package fileprivate(set) var digest = ""
  }

  package static let limit = 10_000

  package init?(_ index: Int, of count: Int) {
    guard (1...Self.limit).contains(count), (1...count).contains(index) else { return nil }
    parts = [Part(index: index)]
    self.count = count
  }

  package var indices: [Int] { parts.map(\.index) }

  package var missing: [Int] {
    let known = Set(indices)
    return (1...count).filter { !known.contains($0) }
  }

  package var isComplete: Bool { parts.count == count }

  /// One part with the digest of its lines; several parts stay as they are.
  package func withDigest(_ digest: String) -> Shards {
    var shards = self
    if parts.count == 1 { shards.parts[0].digest = digest }
    return shards
  }

  package func digest(of index: Int) -> String? { parts.first { $0.index == index }?.digest }

  package mutating func formUnion(_ other: Shards) {
    for part in other.parts where digest(of: part.index) == nil { parts.append(part) }
    parts.sort { $0.index < $1.index }
  }
}

extension Shards: FieldText {
  package static func mistake(in text: String) -> String { "A part is written as 2/4, not \"\(printable(text))\"" }

  /// Reads `2/4`, `1,3/4`, or `1:0123456789abcdef,3:…/4`; nil where the text is none such.
  package init?(_ text: String) {
    let halves = text.split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2, let count = wholeNumber(halves[1], digits: 5), (1...Self.limit).contains(count)
    else { return nil }
    parts = []
    self.count = count
    for part in halves[0].split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard let index = sides.first.flatMap({ wholeNumber($0, digits: 5) }), (1...count).contains(index),
        parts.last.map({ $0.index < index }) ?? true
      else { return nil }
      guard sides.count == 1 || sides[1].utf8.count == 16 else { return nil }
      parts.append(Part(index: index, digest: sides.count == 2 ? String(sides[1]) : ""))
    }
  }

  /// `1,3/4`, each part with its digest where that is known.
  package var description: String {
    parts.map { $0.digest.isEmpty ? "\($0.index)" : "\($0.index):\($0.digest)" }.joined(separator: ",") + "/\(count)"
  }
}

/// Where something stands in a report, however many machines wrote it: by input, and by session within the input.
///
/// Inputs come in the order of their names, folder by folder, as a walk through directories gives them.
package struct ReportPlace: Hashable, Comparable, Sendable {
  package let trace: String
  /// The session's place in the input, counted from 1; 0 for the input as a whole, `Int.max` for its end.
  package let index: Int

  package init(trace: String, index: Int) {
    self.trace = trace
    self.index = index
  }

  package static func < (lhs: ReportPlace, rhs: ReportPlace) -> Bool {
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
  package private(set) var digests: [(index: Int, digest: String)]
  package let count: Int

  package static let limit = 10_000

  /// Makes one part; nil where there is none such.
  package init?(_ index: Int, of count: Int) {
    guard (1...Self.limit).contains(count), (1...count).contains(index) else { return nil }
    digests = [(index, "")]
    self.count = count
  }

  package var indices: [Int] { digests.map(\.index) }

  package var missing: [Int] {
    let known = Set(indices)
    return (1...count).filter { !known.contains($0) }
  }

  package var isComplete: Bool { digests.count == count }

  /// One part with the digest of its lines; several parts stay as they are.
  package func withDigest(_ digest: String) -> Shards {
    var shards = self
    if digests.count == 1 { shards.digests[0].digest = digest }
    return shards
  }

  package func digest(of index: Int) -> String? { digests.first { $0.index == index }?.digest }

  package mutating func formUnion(_ other: Shards) {
    for part in other.digests where digest(of: part.index) == nil { digests.append(part) }
    digests.sort { $0.index < $1.index }
  }

  package static func == (lhs: Shards, rhs: Shards) -> Bool {
    lhs.count == rhs.count && lhs.digests.elementsEqual(rhs.digests, by: ==)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for part in digests { hasher.combine(part.index) }
  }
}

extension Shards: LosslessStringConvertible {
  /// Reads `2/4`, `1,3/4`, or `1:0123456789abcdef,3:…/4`; nil where the text is none such.
  package init?(_ text: String) {
    let halves = text.split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2, let count = Self.number(halves[1]), (1...Self.limit).contains(count) else { return nil }
    digests = []
    self.count = count
    for part in halves[0].split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard let index = sides.first.flatMap(Self.number), (1...count).contains(index),
        digests.last.map({ $0.index < index }) ?? true
      else { return nil }
      guard sides.count == 1 || sides[1].utf8.count == 16 else { return nil }
      digests.append((index, sides.count == 2 ? String(sides[1]) : ""))
    }
  }

  private static func number(_ text: Substring) -> Int? {
    guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  /// `1,3/4`, each part with its digest where that is known.
  package var description: String {
    digests.map { $0.digest.isEmpty ? "\($0.index)" : "\($0.index):\($0.digest)" }.joined(separator: ",") + "/\(count)"
  }
}

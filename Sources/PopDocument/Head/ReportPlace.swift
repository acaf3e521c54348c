/// Where something stands in a report, however many machines wrote it: by input, and by session within the input.
///
/// Inputs come in the order of their names, folder by folder, as a walk through directories gives them.
package struct ReportPlace: Hashable, Comparable, Sendable {
  /// The input, as the user named it.
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

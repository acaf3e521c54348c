package enum NearestName {
  /// The first of the known names that are nearest to a word; nil where none is near enough to be worth a guess.
  ///
  /// Near is a third of the word's length in insertions, deletions, replacements and swaps of neighbours, at least one; letters' case,
  /// hyphens, underscores and dots count as half. Words of more than 64 bytes are near to nothing.
  package static func to(_ word: String, among names: some Sequence<String>) -> String? {
    let wanted = Array(word.utf8)
    guard !wanted.isEmpty, wanted.count <= longest else { return nil }
    let limit = 2 * max(1, wanted.count / 3)
    var best: (name: String, distance: Int)?
    for name in names {
      let distance = distance(wanted, Array(name.utf8))
      if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
    }
    return best?.name
  }

  private static let longest = 64

  private static func distance(_ from: [UInt8], _ to: [UInt8]) -> Int {
    guard to.count <= longest else { return .max }
    var beforeLast: [Int] = []
    var last = (0...to.count).map { 2 * $0 }
    for row in 1...from.count {
      var current = [2 * row]
      for column in 1..<to.count + 1 {
        let replaced = last[column - 1] + price(from[row - 1], to[column - 1])
        var cheapest = min(replaced, last[column] + 2, current[column - 1] + 2)
        if row > 1, column > 1, from[row - 1] == to[column - 2], from[row - 2] == to[column - 1] {
          cheapest = min(cheapest, beforeLast[column - 2] + 2)
        }
        current.append(cheapest)
      }
      beforeLast = last
      last = current
    }
    return last[to.count]
  }

  private static func price(_ lhs: UInt8, _ rhs: UInt8) -> Int {
    if lhs == rhs { return 0 }
    return folded(lhs) == folded(rhs) ? 1 : 2
  }

  /// A letter without its case; one for all signs that join words.
  private static func folded(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    case UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: " "): UInt8(ascii: "-")
    default: byte
    }
  }
}

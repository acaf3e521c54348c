/// A chunk's columns as integers, one column after another.
struct ChunkColumns: Sendable {
  /// All integers. After each column stands one more, so that a column can be looked at without asking whether it has ended.
  private(set) var integers: [UInt64] = []
  /// Where each column begins.
  private(set) var starts = [Int](repeating: 0, count: ChunkSection.end)

  /// Forgets everything and keeps the memory.
  mutating func removeAll() { integers.removeAll(keepingCapacity: true) }

  /// Reads a column, which must hold exactly that many integers, each below the limit.
  mutating func read(
    _ column: ChunkSection, count: Int, limit: UInt64, from bytes: [UInt8], _ range: Range<Int>
  ) throws(Malformed) {
    starts[column.rawValue] = integers.count
    guard count <= range.count else { throw Malformed(.corrupt, "has a column that is too short") }
    guard count > 0 || range.isEmpty else { throw Malformed(.corrupt, "has a column that is too long") }
    var isSound = true
    var position = range.lowerBound
    integers.reserveCapacity(integers.count + count + 1)
    let span = bytes.span
    for _ in 0..<count where isSound {
      guard position < range.upperBound else {
        isSound = false
        break
      }
      var value = UInt64(span[position])
      position += 1
      if value >= 0x80 { isSound = Self.readRest(&value, span, &position, range.upperBound) }
      isSound = isSound && value < limit
      integers.append(value)
    }
    guard isSound, position == range.upperBound else {
      throw Malformed(.corrupt, "has a column with a wrong number of integers or one out of range")
    }
    integers.append(0)
  }

  /// Reads the further bytes of an integer; false where they run out or are too many.
  private static func readRest(
    _ value: inout UInt64, _ bytes: Span<UInt8>, _ position: inout Int, _ end: Int
  ) -> Bool {
    value &= 0x7F
    var shift: UInt64 = 7
    while position < end, shift < 63 {
      let next = bytes[position]
      position += 1
      value |= UInt64(next & 0x7F) &<< shift
      if next < 0x80 { return true }
      shift += 7
    }
    return false
  }
}

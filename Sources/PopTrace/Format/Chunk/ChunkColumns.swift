/// A chunk's columns as integers, one column after another.
struct ChunkColumns: Sendable {
  /// All integers. After each column stands one more, so that a column can be looked at without asking whether it has ended.
  private(set) var integers: [UInt64] = []
  /// Where each column begins.
  private(set) var starts = [Int](repeating: 0, count: ChunkSection.end)

  /// Forgets everything and keeps the memory.
  mutating func removeAll() { integers.removeAll(keepingCapacity: true) }

  /// Reads as many integers of a column, each below the limit; says how many bytes they took.
  mutating func read(
    _ column: ChunkSection, count: Int, limit: UInt64, from bytes: [UInt8], _ range: Range<Int>
  ) throws(Malformed) -> Int {
    let start = integers.count
    starts[column.rawValue] = start
    // Each takes a byte at least.
    guard count <= range.count else { throw Malformed(.corrupt, "has a column that is too short") }
    integers.append(contentsOf: repeatElement(0, count: count + 1))
    guard count > 0 else { return 0 }
    let end = unsafe integers.withUnsafeMutableBufferPointer { integers in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        let column = integers.extracting(start..<start + count)
        return unsafe Self.read(column, limit, UnsafeBufferPointer(rebasing: bytes[range]))
      }
    }
    guard let end else { throw Malformed(.corrupt, "has a column with too few integers or one out of range") }
    return end
  }

  /// Reads integers until the column is full; says how many bytes they took, and nil where they run out or are out of range.
  private static func read(
    _ column: UnsafeMutableBufferPointer<UInt64>, _ limit: UInt64, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    var position = 0
    var highest: UInt64 = 0
    for index in 0..<column.count {
      guard position < bytes.count else { return nil }
      var value = unsafe UInt64(bytes[position])
      position &+= 1
      if value >= 0x80 {
        value &= 0x7F
        var shift: UInt64 = 7
        var next: UInt8 = 0x80
        while next >= 0x80 {
          guard position < bytes.count, shift < 63 else { return nil }
          next = unsafe bytes[position]
          position &+= 1
          value |= UInt64(next & 0x7F) &<< shift
          shift &+= 7
        }
      }
      highest = max(highest, value)
      unsafe column[index] = value
    }
    return column.isEmpty || highest < limit ? position : nil
  }
}

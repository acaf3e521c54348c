extension [UInt8] {
  /// Adds an integer seven bits at a time, the lowest first; the high bit says that more follow.
  @inline(__always)
  mutating func append(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Adds a count or an index, which is never negative.
  @inline(__always)
  mutating func append(count value: Int) { append(varint: UInt64(value)) }

  /// Adds a signed integer, small for small magnitudes.
  @inline(__always)
  mutating func append(zigzag value: Int64) { append(varint: Zigzag.encode(value)) }

  /// Adds four bytes, the lowest first.
  mutating func append(littleEndian value: UInt32) {
    for shift in stride(from: UInt32(0), to: 32, by: 8) { append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  /// Adds a text: the number of its UTF-8 bytes, then those.
  mutating func append(text: String) {
    append(count: text.utf8.count)
    append(contentsOf: text.utf8)
  }
}

/// Signed integers as unsigned ones: 0, -1, 1, -2 … become 0, 1, 2, 3 …
enum Zigzag {
  @inline(__always)
  static func encode(_ value: Int64) -> UInt64 { UInt64(bitPattern: (value &<< 1) ^ (value &>> 63)) }

  @inline(__always)
  static func decode(_ value: UInt64) -> Int64 { Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1) }
}

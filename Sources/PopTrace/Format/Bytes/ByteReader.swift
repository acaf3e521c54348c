struct ByteReader {
  let bytes: [UInt8]
  private(set) var position: Int
  let end: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  var remaining: Int { end - position }

  mutating func byte() throws(Malformed) -> UInt8 {
    try require(position < end, "ends in the middle of a value")
    defer { position += 1 }
    return bytes[position]
  }

  /// An integer of at most 64 bits in its shortest form or any other.
  @inline(__always)
  mutating func varint() throws(Malformed) -> UInt64 {
    guard position < end, bytes[position] < 0x80 else { return try doubleVarint() }
    defer { position &+= 1 }
    return UInt64(bytes[position])
  }

  /// Of those that take several bytes most take two.
  @inline(never)
  private mutating func doubleVarint() throws(Malformed) -> UInt64 {
    guard end - position >= 2, bytes[position + 1] < 0x80 else { return try longVarint() }
    defer { position &+= 2 }
    return UInt64(bytes[position] & 0x7F) | UInt64(bytes[position + 1]) << 7
  }

  @inline(never)
  private mutating func longVarint() throws(Malformed) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < end {
      let next = bytes[position]
      position &+= 1
      if shift == 63, next > 1 { throw Malformed("has an integer of more than 64 bits") }
      value |= UInt64(next & 0x7F) &<< shift
      if next < 0x80 { return value }
      shift &+= 7
    }
    throw Malformed("ends in the middle of a value")
  }

  @inline(__always)
  mutating func zigzag() throws(Malformed) -> Int64 { Zigzag.decode(try varint()) }

  @inline(__always)
  mutating func count(upTo limit: Int, _ what: StaticString) throws(Malformed) -> Int {
    let value = try varint()
    guard limit >= 0, value <= UInt64(limit) else { throw Self.excess(value, limit, what) }
    return Int(value)
  }

  @inline(never)
  private static func excess(_ value: UInt64, _ limit: Int, _ what: StaticString) -> Malformed {
    Malformed("has \(value) \(what), where \(limit < 0 ? "there is none" : "at most \(limit) can be")")
  }

  /// The number of elements that follow and take at least one byte each: never more than there are bytes.
  mutating func count(of what: StaticString) throws(Malformed) -> Int { try count(upTo: remaining, what) }

  mutating func littleEndian32() throws(Malformed) -> UInt32 {
    bytes[try take(4)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  mutating func take(_ count: Int) throws(Malformed) -> Range<Int> {
    try require(count >= 0 && count <= remaining, "ends in the middle of a value")
    defer { position += count }
    return position..<position + count
  }

  /// Passes over bytes that were read in another way; there must be as many.
  mutating func skip(_ count: Int) {
    precondition(count >= 0 && count <= remaining)
    position += count
  }

  mutating func text(bytes count: Int) throws(Malformed) -> String {
    let range = try take(count)
    var isASCII = true
    for index in range where bytes[index] >= 0x80 { isASCII = false }
    let text = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }
    // Bytes that are no UTF-8 come out repaired, and so different.
    try require(isASCII || text.utf8.elementsEqual(bytes[range]), "has a name that is not UTF-8")
    return text
  }
}

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

  @inline(__always)
  mutating func append(count value: Int) { append(varint: UInt64(value)) }

  @inline(__always)
  mutating func append(zigzag value: Int64) { append(varint: Zigzag.encode(value)) }

  mutating func append(littleEndian value: UInt32) {
    for shift in stride(from: UInt32(0), to: 32, by: 8) { append(UInt8(truncatingIfNeeded: value >> shift)) }
  }
}

/// Signed integers as unsigned ones: 0, -1, 1, -2 … become 0, 1, 2, 3 …
enum Zigzag {
  @inline(__always)
  static func encode(_ value: Int64) -> UInt64 { UInt64(bitPattern: (value &<< 1) ^ (value &>> 63)) }

  @inline(__always)
  static func decode(_ value: UInt64) -> Int64 { Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1) }
}

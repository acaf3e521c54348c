/// The 64-bit xxHash, seed 0, of zstd frames and of this format's own parts (xxHash specification, version 0.2.0).
package enum XXH64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5
  static func low32(_ bytes: [UInt8]) -> UInt32 { low32(bytes, 0..<bytes.count) }
  static func low32(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32 { UInt32(truncatingIfNeeded: hash(bytes, range)) }

  package static func hash(_ bytes: some Collection<UInt8>) -> UInt64 {
    let bytes = Array(bytes)
    return hash(bytes, 0..<bytes.count)
  }

  static func hash(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
    // By a pointer that does not outlive the call, because an array's span needs iOS 26.
    unsafe bytes.withUnsafeBytes { unsafe hash($0.bytes.extracting(range)) }
  }

  static func hash(_ bytes: RawSpan) -> UInt64 {
    let count = bytes.byteCount
    var offset = 0
    var hash: UInt64
    if count >= 32 { hash = hashStripes(bytes, &offset) } else { hash = prime5 }
    hash &+= UInt64(count)
    while offset + 8 <= count {
      hash ^= round(0, load(bytes, offset))
      hash = rotate(hash, 27) &* prime1 &+ prime4
      offset += 8
    }
    if offset + 4 <= count {
      hash ^= UInt64(load(bytes, offset) as UInt32) &* prime1
      hash = rotate(hash, 23) &* prime2 &+ prime3
      offset += 4
    }
    while offset < count {
      hash ^= UInt64(load(bytes, offset) as UInt8) &* prime5
      hash = rotate(hash, 11) &* prime1
      offset += 1
    }
    hash = (hash ^ (hash >> 33)) &* prime2
    hash = (hash ^ (hash >> 29)) &* prime3
    return hash ^ (hash >> 32)
  }

  private static func hashStripes(_ bytes: RawSpan, _ offset: inout Int) -> UInt64 {
    var lane1 = prime1 &+ prime2
    var lane2 = prime2
    var lane3: UInt64 = 0
    var lane4 = 0 &- prime1
    while offset + 32 <= bytes.byteCount {
      lane1 = round(lane1, load(bytes, offset))
      lane2 = round(lane2, load(bytes, offset + 8))
      lane3 = round(lane3, load(bytes, offset + 16))
      lane4 = round(lane4, load(bytes, offset + 24))
      offset += 32
    }
    var hash = rotate(lane1, 1) &+ rotate(lane2, 7) &+ rotate(lane3, 12) &+ rotate(lane4, 18)
    for lane in [lane1, lane2, lane3, lane4] { hash = (hash ^ round(0, lane)) &* prime1 &+ prime4 }
    return hash
  }

  @inline(__always)
  private static func round(_ accumulator: UInt64, _ input: UInt64) -> UInt64 {
    rotate(accumulator &+ input &* prime2, 31) &* prime1
  }

  @inline(__always)
  private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
    (value &<< count) | (value &>> (64 &- count))
  }

  // Loads are checked against the span's bounds, and every bit pattern is an integer.
  @inline(__always)
  private static func load<Word: FixedWidthInteger & BitwiseCopyable>(_ bytes: RawSpan, _ offset: Int) -> Word {
    Word(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Word.self))
  }
}

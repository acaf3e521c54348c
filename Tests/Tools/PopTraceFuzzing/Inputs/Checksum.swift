/// The 64-bit xxHash, seed 0, written down once more from its specification, so that a fault in the library's own shows.
enum Checksum {
  private static let primes: [UInt64] = [
    0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63, 0x27D4_EB2F_1656_67C5,
  ]

  /// The low half, as zstd and the heads of chunks have it.
  static func low32(_ bytes: [UInt8]) -> UInt32 { UInt32(truncatingIfNeeded: hash(bytes)) }

  /// The hash of some bytes, as the head of a journal has it.
  static func hash(_ bytes: [UInt8]) -> UInt64 {
    var offset = 0
    var hash = primes[4]
    if bytes.count >= 32 {
      var lanes = [primes[0] &+ primes[1], primes[1], 0, 0 &- primes[0]]
      while offset + 32 <= bytes.count {
        for lane in 0..<4 { lanes[lane] = round(lanes[lane], word(bytes, offset + 8 * lane, 8)) }
        offset += 32
      }
      hash = turned(lanes[0], 1) &+ turned(lanes[1], 7) &+ turned(lanes[2], 12) &+ turned(lanes[3], 18)
      for lane in lanes { hash = (hash ^ round(0, lane)) &* primes[0] &+ primes[3] }
    }
    hash &+= UInt64(bytes.count)
    while offset + 8 <= bytes.count {
      hash = turned(hash ^ round(0, word(bytes, offset, 8)), 27) &* primes[0] &+ primes[3]
      offset += 8
    }
    if offset + 4 <= bytes.count {
      hash = turned(hash ^ word(bytes, offset, 4) &* primes[0], 23) &* primes[1] &+ primes[2]
      offset += 4
    }
    for byte in bytes[offset...] { hash = turned(hash ^ UInt64(byte) &* primes[4], 11) &* primes[0] }
    hash = (hash ^ hash >> 33) &* primes[1]
    hash = (hash ^ hash >> 29) &* primes[2]
    return hash ^ hash >> 32
  }

  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    turned(lane &+ word &* primes[1], 31) &* primes[0]
  }

  private static func turned(_ word: UInt64, _ bits: UInt64) -> UInt64 { word << bits | word >> (64 - bits) }

  private static func word(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> UInt64 {
    (0..<count).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
  }
}

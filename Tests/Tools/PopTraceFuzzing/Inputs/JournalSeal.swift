/// The checks of a journal's records, written down once more: what gives a changed record a check that fits, so that what lies behind is
/// reached.
enum JournalSeal {
  private static let kinds: ClosedRange<UInt64> = 1...10
  private static let factors: [UInt64] = [
    0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB, 0x8EBC_6AF0_9C88_C6E3, 0x5899_65CC_7537_4CC3, 0x1D8E_4E27_C47D_124F,
    0xEB44_ACCA_B455_D165, 0x9E6C_63D0_76CC_4663, 0xC13F_A9A9_02A6_328F,
  ]
  private static let mixer: UInt64 = 0xD6E8_FEB8_6659_FD93

  /// Gives everything in a half that has the form of a record its half's generation and a check that holds.
  static func seal(_ file: inout [UInt8], _ half: Range<Int>, nonce: UInt64) {
    guard half.count >= 16 else { return }
    let generation = file.word(half.lowerBound + 8)
    var offset = half.lowerBound
    while offset + 8 <= half.upperBound {
      var first = file.word(offset)
      let words = Int(first & 0xFFFF)
      guard words >= 2, offset + 8 * words <= half.upperBound, kinds.contains(first >> 16 & 0xFF) else {
        offset += 8
        continue
      }
      first = first & 0xFF_FFFF | (generation & 0xFF) << 24
      file.put(first | check(of: first, words, in: file, at: offset, seed(nonce, generation, offset)), offset)
      offset += 8 * words
    }
  }

  /// The records of a half, up to the first whose check does not hold.
  static func records(in file: [UInt8], _ half: Range<Int>, nonce: UInt64) -> [Range<Int>] {
    guard half.count >= 16 else { return [] }
    let generation = file.word(half.lowerBound + 8)
    var records: [Range<Int>] = []
    var offset = half.lowerBound
    while offset + 8 <= half.upperBound {
      let (first, words) = (file.word(offset), Int(file.word(offset) & 0xFFFF))
      guard words >= 2, offset + 8 * words <= half.upperBound else { break }
      let tag = first & 0xFFFF_FFFF
      guard first == tag | check(of: tag, words, in: file, at: offset, seed(nonce, generation, offset)) else { break }
      records.append(offset..<offset + 8 * words)
      offset += 8 * words
    }
    return records
  }

  private static func seed(_ nonce: UInt64, _ generation: UInt64, _ offset: Int) -> UInt64 {
    nonce &+ generation &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(offset) &* mixer
  }

  /// The check, in the high half: a sum of products over seven words at a time, what came before going in as the next one's seed.
  private static func check(of tag: UInt64, _ words: Int, in file: [UInt8], at start: Int, _ seed: UInt64) -> UInt64 {
    var sum = seed
    for group in stride(from: 1, to: words, by: 7) {
      sum &+= (tag &+ UInt64(group) &- 1) &* factors[0]
      for word in group..<min(words, group + 7) {
        sum &+= file.word(start + 8 * word) &* factors[word - group + 1]
      }
      sum = ((sum ^ sum >> 32) &* mixer) & 0xFFFF_FFFF_0000_0000
    }
    return sum
  }
}

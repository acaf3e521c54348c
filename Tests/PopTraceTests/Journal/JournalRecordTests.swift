import PopSimulation
import PopSystem
import Testing

@testable import PopTrace

@Suite("A record of a journal")
struct JournalRecordTests {
  /// The check as the layout defines it: blocks of seven words, the last one filled up with zeros.
  private func check(_ seed: UInt64, _ tag: UInt64, _ words: [UInt64]) -> UInt64 {
    let factors: [UInt64] = [
      0xE703_7ED1_A0B4_28DB, 0x8EBC_6AF0_9C88_C6E3, 0x5899_65CC_7537_4CC3, 0x1D8E_4E27_C47D_124F,
      0xEB44_ACCA_B455_D165, 0x9E6C_63D0_76CC_4663, 0xC13F_A9A9_02A6_328F,
    ]
    var sum = seed
    for start in stride(from: 1, to: words.count, by: 7) {
      sum = sum &+ (tag &+ UInt64(start - 1)) &* 0xA076_1D64_78BD_642F
      for (offset, factor) in factors.enumerated() where start + offset < words.count {
        sum = sum &+ words[start + offset] &* factor
      }
      sum = ((sum ^ sum >> 32) &* 0xD6E8_FEB8_6659_FD93) & 0xFFFF_FFFF_0000_0000
    }
    return sum
  }

  @Test("The check of a record of any length is what the layout says", arguments: 2...40)
  func checks(count: Int) {
    var random = SeededRandom(seed: UInt64(count))
    for _ in 0..<20 {
      let words = (0..<count).map { _ in random.next() }
      let seed = random.next()
      let tag = JournalRecord.tag(.name, words: count, generation: random.next())
      #expect(JournalRecord.check(seed, tag, words: count) { words[$0] } == check(seed, tag, words))
    }
  }

  @Test("The short form for events gives what the long one gives")
  func shortForm() {
    var random = SeededRandom(seed: 8)
    for _ in 0..<100 {
      let words = (0..<8).map { _ in random.next() }
      let (seed, tag) = (random.next(), random.next())
      let short = JournalRecord.check(
        sum: JournalRecord.sum(seed, tag), words[1], words[2], words[3], words[4], words[5], words[6], words[7],
        by: JournalRecord.Factors())
      #expect(short == check(seed, tag, words))
    }
  }
}

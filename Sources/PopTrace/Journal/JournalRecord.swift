import CJournal
import PopupScheduling

/// The records of a journal: a word that says what they are and vouches for them, then their own words.
///
/// The first word is written last: its length in words, itself included (16 bits), its type (8), the low bits of its half's generation (8) and a
/// check (32) over all of it, its offset in the file, the generation and the journal's nonce. So a record that was not finished, one that is left
/// over from an earlier round, or one whose page the system had written back before a power cut, is not taken for one.
enum JournalRecord {
  enum Kind: UInt8, Sendable {
    case begin = 1
    /// An event, with the popups that lost behind it.
    case event = 2
    /// A name: its index and bytes (32 bits each), then its UTF-8.
    case name = 3
    /// A list of names: its index and members (32 bits each), then the members (32 bits each).
    case list = 4
    case spec = 5
    case page = 6
    case change = 7
    /// A popup's number, where it is not its index: index, number.
    case popup = 8
    /// The session's end: 1 where its time is known, else 0; that time in ticks.
    case end = 9
    /// The last record of a half: how much of the session has been said, as in its first record.
    case close = 10
  }

  static let eventWords = 8

  /// The first word of a record without its check.
  @inline(__always)
  static func tag(_ kind: Kind, words: Int, generation: UInt64) -> UInt64 {
    UInt64(words) | UInt64(kind.rawValue) << 16 | (generation & 0xFF) << 24
  }

  static let checkMask: UInt64 = 0xFFFF_FFFF_0000_0000
  /// By what a record's offset goes into its seed.
  static let offsetFactor: UInt64 = 0xD6E8_FEB8_6659_FD93

  /// What a check begins with: where the record stands, and when.
  @inline(__always)
  static func seed(nonce: UInt64, generation: UInt64, offset: Int) -> UInt64 {
    nonce &+ generation &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(offset) &* offsetFactor
  }

  /// By what the words of a record are multiplied, the first by the first.
  ///
  /// A check is a sum of products with odd constants: no multiplication waits for another, and a change of any one word changes it. A caller
  /// that makes a check for every event keeps them in memory: a multiplication with a constant of 64 bits is two instructions.
  struct Factors: Sendable {
    let factor0: UInt64 = 0xA076_1D64_78BD_642F
    var factor1: UInt64 = 0xE703_7ED1_A0B4_28DB
    var factor2: UInt64 = 0x8EBC_6AF0_9C88_C6E3
    var factor3: UInt64 = 0x5899_65CC_7537_4CC3
    var factor4: UInt64 = 0x1D8E_4E27_C47D_124F
    var factor5: UInt64 = 0xEB44_ACCA_B455_D165
    var factor6: UInt64 = 0x9E6C_63D0_76CC_4663
    var factor7: UInt64 = 0xC13F_A9A9_02A6_328F
  }

  private static let factors = Factors()
  private static let blockWords = 7

  /// The part of a check's sum that the words of a record do not change.
  @inline(__always)
  static func sum(_ seed: UInt64, _ tag: UInt64) -> UInt64 { seed &+ tag &* factors.factor0 }

  /// The check of a record of eight words, whose sum is what ``sum(_:_:)`` gives.
  @inline(__always)
  static func check(
    sum: UInt64, _ word1: UInt64, _ word2: UInt64, _ word3: UInt64, _ word4: UInt64, _ word5: UInt64, _ word6: UInt64,
    _ word7: UInt64, by factors: Factors
  ) -> UInt64 {
    let first = word1 &* factors.factor1
    let second = word2 &* factors.factor2 &+ word3 &* factors.factor3
    let third = word4 &* factors.factor4 &+ word5 &* factors.factor5
    let fourth = word6 &* factors.factor6 &+ word7 &* factors.factor7
    return mixed(sum &+ first &+ second &+ third &+ fourth)
  }

  @inline(__always)
  private static func mixed(_ sum: UInt64) -> UInt64 {
    // The low half goes where the first word has its length, kind and generation.
    ((sum ^ sum >> 32) &* 0xD6E8_FEB8_6659_FD93) & checkMask
  }

  /// The check of a record of any length: each seven words are added up and mixed into those behind them.
  @inline(__always)
  static func check(
    _ seed: UInt64, _ tag: UInt64, words: Int, by factors: Factors = Factors(), _ word: (Int) -> UInt64
  ) -> UInt64 {
    var sum = seed
    var index = 1
    while words &- index >= blockWords {
      sum = check(
        sum: self.sum(sum, tag &+ UInt64(truncatingIfNeeded: index &- 1)), word(index), word(index &+ 1),
        word(index &+ 2), word(index &+ 3), word(index &+ 4), word(index &+ 5), word(index &+ 6), by: factors)
      index &+= blockWords
    }
    let left = words &- index
    guard left > 0 else { return sum }
    // The words that a last block lacks count as zeros.
    sum = self.sum(sum, tag &+ UInt64(truncatingIfNeeded: index &- 1)) &+ word(index) &* factors.factor1
    if left > 1 { sum &+= word(index &+ 1) &* factors.factor2 }
    if left > 2 { sum &+= word(index &+ 2) &* factors.factor3 }
    if left > 3 { sum &+= word(index &+ 3) &* factors.factor4 }
    if left > 4 { sum &+= word(index &+ 4) &* factors.factor5 }
    if left > 5 { sum &+= word(index &+ 5) &* factors.factor6 }
    return mixed(sum)
  }

  /// How many words a record has by its first word, `most` at most; nil where that does not vouch for them.
  @inline(__always)
  static func words(
    of first: UInt64, generation: UInt64, nonce: UInt64, offset: Int, most: Int, _ word: (Int) -> UInt64
  ) -> Int? {
    let words = Int(first & 0xFFFF)
    guard words >= 2, words <= most, first >> 24 & 0xFF == generation & 0xFF else { return nil }
    let seed = seed(nonce: nonce, generation: generation, offset: offset)
    let check = check(seed, first & ~checkMask, words: words, word)
    return first & checkMask == check & checkMask ? words : nil
  }
}

/// A record that is being written: its words, stored straight into the mapping, the first one last.
@safe
struct JournalSlot {
  let words: Int
  // Inside of the half: the maker of a slot has made sure of the room.
  private let record: UnsafeMutablePointer<UInt64>

  @inline(__always)
  init(_ base: UnsafeMutableRawPointer, at position: Int, words: Int) {
    self.words = words
    unsafe record = (base + position).assumingMemoryBound(to: UInt64.self)
  }

  @inline(__always)
  subscript(_ index: Int) -> UInt64 {
    get {
      precondition(index > 0 && index < words)
      return unsafe record[index]
    }
    nonmutating set {
      precondition(index > 0 && index < words)
      unsafe record[index] = newValue
    }
  }

  /// Stores text behind the first two words, and zeros up to the end of the record.
  @inline(__always)
  func store(_ text: UnsafeBufferPointer<UInt8>) {
    let room = (words - 2) * JournalLayout.word
    precondition(text.count <= room && text.count > room - JournalLayout.word)
    guard words > 2, let start = text.baseAddress else { return }
    unsafe record[words - 1] = 0
    unsafe UnsafeMutableRawPointer(record + 2).copyMemory(from: start, byteCount: text.count)
  }

  /// Has the processor fetch the memory of some records behind this one: after a rest it is in no cache.
  @inline(__always)
  func fetchAhead() { unsafe poptrace_prefetch(record + 128) }
  @inline(__always)
  func finish(_ first: UInt64) { unsafe poptrace_store_release(record, first) }
}

/// The records of one half of a journal, from bytes that may be damaged or forged.
///
/// Where a page of the file was rolled back, records follow behind the hole; they are found by their checks.
struct JournalRecords {
  let bytes: [UInt8]
  let start: Int
  let begin: JournalBegin
  /// How many stretches were passed over in front of a record.
  private(set) var holes = 0
  private let nonce: UInt64
  private var position: Int
  private let isSearching: Bool

  struct Record {
    let kind: JournalRecord.Kind
    let words: Int
    fileprivate let bytes: [UInt8]
    fileprivate let offset: Int

    subscript(_ index: Int) -> UInt64 {
      precondition(index < words)
      return bytes.word(at: offset + index * JournalLayout.word)
    }

    func low(_ index: Int) -> Int32 { Int32(truncatingIfNeeded: self[index]) }
    func high(_ index: Int) -> Int32 { Int32(truncatingIfNeeded: self[index] >> 32) }

    func bytes(_ count: Int) -> ArraySlice<UInt8>? {
      let first = offset + 2 * JournalLayout.word
      guard count >= 0, count <= (words - 2) * JournalLayout.word else { return nil }
      return bytes[first..<first + count]
    }
  }

  var mostEntries: Int { bytes.count / (2 * JournalLayout.word) }

  /// Opens a half, and looks for holes where a power cut may have damaged it; nil where it has no beginning that can be relied on.
  init?(_ bytes: [UInt8], at start: Int, nonce: UInt64, isSearching: Bool, limits: ResourceLimits) {
    self.bytes = bytes
    self.start = start
    self.nonce = nonce
    self.isSearching = isSearching
    // The generation is what the check begins with, and stands in the record itself.
    guard bytes.count >= JournalBegin.words * JournalLayout.word else { return nil }
    let generation = bytes.word(at: JournalLayout.word)
    guard let record = Self.record(at: 0, bytes, start, nonce, generation), record.kind == .begin,
      let begin = JournalBegin(record, limits: limits)
    else { return nil }
    self.begin = begin
    position = JournalBegin.words * JournalLayout.word
  }

  mutating func next() -> Record? {
    for candidate in stride(from: position, to: bytes.count, by: JournalLayout.word) {
      if let record = Self.record(at: candidate, bytes, start, nonce, begin.generation) {
        if candidate > position { holes += 1 }
        position = candidate + record.words * JournalLayout.word
        return record
      }
      guard isSearching else { return nil }
    }
    return nil
  }

  private static func record(
    at position: Int, _ bytes: [UInt8], _ start: Int, _ nonce: UInt64, _ generation: UInt64
  ) -> Record? {
    guard position + JournalLayout.word <= bytes.count else { return nil }
    let first = bytes.word(at: position)
    let words = JournalRecord.words(
      of: first, generation: generation, nonce: nonce, offset: start + position,
      most: (bytes.count - position) / JournalLayout.word
    ) { word in bytes.word(at: position + word * JournalLayout.word) }
    guard let words, let kind = JournalRecord.Kind(rawValue: UInt8(first >> 16 & 0xFF)) else { return nil }
    return Record(kind: kind, words: words, bytes: bytes, offset: position)
  }
}

import PopupScheduling

@testable import PopTrace

/// A half of a journal, record by record: sound in its checks, and with whatever words somebody may have put into it.
struct HandMadeHalf {
  static let nonce: UInt64 = 0x1234_5678_9ABC_DEF1
  /// Where it begins in its file.
  let start: Int
  let generation: UInt64
  private(set) var bytes: [UInt8] = []

  /// Begins with words of a first record that are given as they are, but for the first.
  init(beginningWith words: [UInt64], at start: Int = 4096) {
    self.start = start
    generation = words[0]
    add(.begin, words)
  }

  /// Begins a round of a session of which nothing has been said.
  init(generation: UInt64 = 1, nextSequence: Int32 = 0, at start: Int = 4096) {
    var words = [UInt64](repeating: 0, count: JournalBegin.words - 1)
    (words[0], words[1]) = (generation, UInt64(nextSequence))
    self.init(beginningWith: words, at: start)
  }

  /// Adds a record of these words behind the first.
  mutating func add(_ kind: JournalRecord.Kind, _ words: [UInt64]) { add(kind.rawValue, words) }

  /// Adds a record of any kind, known or not.
  mutating func add(_ kind: UInt8, _ words: [UInt64]) {
    let tag = UInt64(words.count + 1) | UInt64(kind) << 16 | (generation & 0xFF) << 24
    let all = [tag] + words
    let seed = JournalRecord.seed(nonce: Self.nonce, generation: generation, offset: start + bytes.count)
    let check = JournalRecord.check(seed, tag, words: all.count) { all[$0] }
    bytes.append(word: tag | check & JournalRecord.checkMask)
    for word in words { bytes.append(word: word) }
  }

  /// Adds bytes that are no record.
  mutating func addHole(words: Int) { for _ in 0..<words { bytes.append(word: 0) } }

  mutating func add(name text: String, at index: Int32) {
    let utf8 = Array(text.utf8)
    add(.name, [Self.pair(index, Int32(utf8.count))] + Self.words(utf8))
  }

  mutating func add(list members: [Int32], at index: Int32) {
    let pairs = stride(from: 0, to: members.count, by: 2).map { place in
      Self.pair(members[place], place + 1 < members.count ? members[place + 1] : -1)
    }
    add(.list, [Self.pair(index, Int32(members.count))] + pairs)
  }

  mutating func add(_ event: Event, over lost: [Int32] = []) { add(.event, Self.words(of: event, over: lost)) }

  /// The words of an event behind the first.
  static func words(of event: Event, over lost: [Int32] = []) -> [UInt64] {
    let kind = UInt64(event.kind.rawValue) << 32 | UInt64(event.code) << 40
    let rest = UInt64(event.scene) | UInt64(event.scheduler) << 16
    let flags = UInt64(event.flags.rawValue) << 48 | UInt64(lost.count) << 56
    let words = [
      UInt64(bitPattern: event.time.rawValue), UInt64(bitPattern: event.value), pair(event.sequence, event.cause),
      pair(event.popup.rawValue, event.page.rawValue), pair(event.generation, event.timer.rawValue),
      pair(event.name.rawValue, event.attributes), rest | kind | flags,
    ]
    return words
      + stride(from: 0, to: lost.count, by: 2).map { place in
        pair(lost[place], place + 1 < lost.count ? lost[place + 1] : -1)
      }
  }

  static func pair(_ low: Int32, _ high: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: low)) | UInt64(UInt32(bitPattern: high)) << 32
  }

  /// Bytes as words, the last of them filled up with zeros.
  static func words(_ bytes: [UInt8]) -> [UInt64] {
    var words = [UInt64](repeating: 0, count: (bytes.count + 7) / 8)
    for (index, byte) in bytes.enumerated() { words[index / 8] |= UInt64(byte) << (8 * (index % 8)) }
    return words
  }

  /// The words that a function stores behind the first of a record.
  static func words(_ count: Int, _ store: (JournalSlot) -> Void) -> [UInt64] {
    let memory = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
    defer { unsafe memory.deallocate() }
    unsafe memory.initialize(repeating: .max, count: count)
    store(unsafe JournalSlot(UnsafeMutableRawPointer(memory), at: 0, words: count))
    return (1..<count).map { unsafe memory[$0] }
  }

  /// Opens it as a reader does; nil where it has no beginning that can be relied on.
  func opened(
    isSearching: Bool = true, limits: ResourceLimits = ResourceLimits(), room: Int = 2000
  ) -> JournalRecords? {
    // A half goes on behind its last record.
    let rest = [UInt8](repeating: 0, count: room)
    return JournalRecords(bytes + rest, at: start, nonce: Self.nonce, isSearching: isSearching, limits: limits)
  }
}

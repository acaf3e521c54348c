import PopupScheduling
import Testing

@testable import PopTrace

@Suite("The records of a half")
struct JournalRecordsTests {
  private static let begin: [UInt64] = [
    3, 5, 100, 1 | 2 << 32, 3 | 4 << 32, 5 | 6 << 32, 7, 8, 9, 10,
  ]

  private func begin(
    _ change: (inout [UInt64]) -> Void = { _ in }, _ limits: ResourceLimits = ResourceLimits()
  ) -> JournalBegin? {
    var words = Self.begin
    change(&words)
    return HandMadeHalf(beginningWith: words).opened(limits: limits)?.begin
  }

  @Test("The first one says which round it is, and how far the session had come")
  func beginning() {
    var losses = TraceLosses()
    (losses.dropped, losses.refused, losses.clamped) = (8, 9, 10)
    let bases = SegmentBases(names: 1, lists: 2, specs: 3, pages: 4, popups: 5, changes: 6, timers: 7)
    let known = JournalBegin(generation: 3, nextSequence: 5, lastTime: Ticks(100), bases: bases, losses: losses)
    #expect(begin() == known)
    #expect(HandMadeHalf.words(JournalBegin.words) { known.store(in: $0) } == Self.begin)
  }

  @Test("A number out of range makes it none, and the last one in range does not")
  func range() {
    let time = UInt64(SlotCheck.timeLimit)
    let timers = UInt64(SlotCheck.timerLimit) + 1
    #expect(begin { $0[1] = UInt64(Int32.max) }?.nextSequence == .max)
    #expect(begin { $0[1] = UInt64(Int32.max) + 1 } == nil)
    #expect(begin { $0[2] = 0 }?.lastTime == .zero)
    #expect(begin { $0[2] = time - 1 }?.lastTime == Ticks(SlotCheck.timeLimit - 1))
    for beyond in [time, .max, 1 << 63] { #expect(begin { $0[2] = beyond } == nil) }
    #expect(begin { $0[6] = timers }?.bases.timers == Int(timers))
    #expect(begin { $0[6] = timers + 1 } == nil)
    let losses = begin { for word in 7...9 { $0[word] = .max } }?.losses
    #expect(losses == TraceLosses())
    #expect(begin { $0.append(0) } == nil)
  }

  @Test("It says no more entries than the limits allow", arguments: 0..<6)
  func limits(table: Int) {
    var limits = ResourceLimits()
    (limits.namesPerSession, limits.entriesPerTable) = table < 2 ? (40, 1000) : (1000, 40)
    func begin(_ count: UInt64) -> JournalBegin? {
      self.begin({ $0[3 + table / 2] = table % 2 == 0 ? count | 1 << 32 : 1 | count << 32 }, limits)
    }
    #expect(begin(40) != nil && begin(41) == nil)
  }

  @Test("What does not begin with it is no half")
  func noBeginning() {
    var half = HandMadeHalf(beginningWith: Self.begin)
    #expect(half.bytes.count == 88)
    #expect(half.opened(room: 0)?.begin == begin())
    let cut = Array(half.bytes.dropLast(8))
    #expect(JournalRecords(cut, at: 4096, nonce: HandMadeHalf.nonce, isSearching: true, limits: .none) == nil)
    // Elsewhere in the file, or in the journal of another session, it is none either.
    #expect(JournalRecords(half.bytes, at: 4104, nonce: HandMadeHalf.nonce, isSearching: true, limits: .none) == nil)
    #expect(JournalRecords(half.bytes, at: 4096, nonce: 7, isSearching: true, limits: .none) == nil)
    half = HandMadeHalf(generation: 3)
    half.add(.close, Self.begin)
    let close = Array(half.bytes.dropFirst(88))
    #expect(JournalRecords(close, at: 4184, nonce: HandMadeHalf.nonce, isSearching: true, limits: .none) == nil)
  }

  /// What is read of a half: the kinds and lengths of its records, and how many holes there were.
  private func read(_ half: HandMadeHalf, isSearching: Bool = true, room: Int = 2000) -> (records: [String], holes: Int)
  {
    guard var records = half.opened(isSearching: isSearching, room: room) else { return ([], -1) }
    var found: [String] = []
    while let record = records.next() { found.append("\(record.kind) \(record.words)") }
    return (found, records.holes)
  }

  @Test("They follow one another to the last, which may end where the half does")
  func all() {
    var half = HandMadeHalf(generation: 0x1FF)
    half.add(name: "", at: 0)
    half.add(name: "12345678", at: 1)
    half.add(name: "123456789", at: 2)
    half.add(Event(.idle))
    for room in [0, 7, 8, 16, 400] {
      let found = read(half, room: room)
      #expect(found.records == ["name 2", "name 3", "name 4", "event 8"] && found.holes == 0, "\(room)")
    }
    #expect(half.opened(room: 8)?.mostEntries == (88 + 8 * 17 + 8) / 16)
  }

  @Test("Behind a hole they are found where holes are looked for, and each hole is counted once")
  func holes() {
    var half = HandMadeHalf()
    half.add(name: "a", at: 0)
    half.addHole(words: 5)
    half.add(name: "b", at: 1)
    half.add(name: "c", at: 2)
    half.addHole(words: 1)
    half.add(Event(.idle))
    half.addHole(words: 9)
    #expect(read(half).records == ["name 3", "name 3", "name 3", "event 8"] && read(half).holes == 2)
    #expect(read(half, room: 0).holes == 2)
    #expect(read(half, isSearching: false).records == ["name 3"] && read(half, isSearching: false).holes == 0)
  }

  @Test("What is no record is passed over, whatever its check: of an unknown kind, or of a single word")
  func unknown() {
    var half = HandMadeHalf()
    half.add(11, [1, 2])
    half.add(0, [1, 2])
    half.add(JournalRecord.Kind.name.rawValue, [])
    half.add(name: "a", at: 0)
    #expect(read(half).records == ["name 3"] && read(half).holes == 1)
  }

  @Test("A word that is another makes it none")
  func changed() {
    var half = HandMadeHalf()
    half.add(name: "some name", at: 0)
    half.add(Event(.idle))
    for place in 88..<half.bytes.count {
      var bytes = half.bytes
      bytes[place] ^= 0x10
      var records = JournalRecords(bytes, at: 4096, nonce: HandMadeHalf.nonce, isSearching: true, limits: .none)
      var count = 0
      while records?.next() != nil { count += 1 }
      #expect(count == 1, "byte \(place)")
    }
  }

  @Test("A record has as many bytes of text as it has words for, and no more")
  func text() throws {
    var half = HandMadeHalf()
    half.add(name: "123456789", at: 0)
    var records = try #require(half.opened())
    let record = records.next()
    let name = try #require(record)
    #expect(name.bytes(9).map { String(decoding: $0, as: UTF8.self) } == "123456789")
    #expect(name.bytes(16)?.count == 16 && name.bytes(0)?.count == 0)
    #expect(name.bytes(17) == nil && name.bytes(-1) == nil)
    #expect(name.low(1) == 0 && name.high(1) == 9)
  }

  @Test("A text that is stored is followed by zeros, whatever stood there before", arguments: 1...17)
  func padding(count: Int) {
    let text = (0..<count).map { UInt8($0 + 65) }
    let stored = HandMadeHalf.words(2 + (count + 7) / 8) { slot in
      slot[1] = 0
      unsafe text.withUnsafeBufferPointer { unsafe slot.store($0) }
    }
    #expect(Array(stored.dropFirst()) == HandMadeHalf.words(text))
  }
}

import PopSystem
import PopupScheduling
import Testing

@testable import PopTrace

@Suite("The writer of a journal")
struct JournalWriterTests {
  /// A journal of the smallest halves, which nobody seals.
  private final class Journal {
    var writer: JournalWriter
    let head: JournalHead
    let memory: JournalMemory
    var state: JournalState { memory.state }
    /// How many events a half has room for, and the bytes of one that is full of them.
    static let events = 508
    static let full = (11 + 8 * events + 11) * 8

    init(patienceMilliseconds: Int64 = 0) throws {
      let head = try JournalHead(session: SessionHeader(), halfBytes: 1, nonce: 7, owner: .current)
      let memory = try JournalMemory.anonymous(head)
      (self.head, self.memory) = (head, memory)
      writer = JournalWriter(memory, patienceMilliseconds: patienceMilliseconds)
    }

    var bytes: [UInt8] { memory.bytes(0..<head.byteCount) }
    /// How often the sealing side was called.
    var calls: Int { state.wake.sleep(after: -1) }

    /// The records of a half.
    func records(_ half: Int) -> [JournalRecords.Record] {
      let start = head.start(of: half)
      let bytes = memory.bytes(start..<start + head.halfBytes)
      var records = JournalRecords(bytes, at: start, nonce: head.nonce, isSearching: false, limits: .none)
      var found: [JournalRecords.Record] = []
      while let record = records?.next() { found.append(record) }
      return found
    }

    func begin(_ half: Int) -> JournalBegin? {
      let start = head.start(of: half)
      let bytes = memory.bytes(start..<start + head.halfBytes)
      return JournalRecords(bytes, at: start, nonce: head.nonce, isSearching: false, limits: .none)?.begin
    }

    func close(_ half: Int) -> JournalBegin? {
      guard let last = records(half).last(where: { $0.kind == .close }) else { return nil }
      return JournalBegin(last, limits: .none)
    }

    func add(_ kind: EventKind = .idle, at time: Int64 = 0, _ change: (inout Event) -> Void = { _ in }) -> Bool {
      var event = Event(kind)
      change(&event)
      return append(event, at: Ticks(time))
    }

    func append(_ event: Event, at time: Ticks) -> Bool { writer.append(event, at: time, in: Catalog()) }

    /// Adds events until one finds no room; says how many found some.
    func fill(at time: Int64 = 0) -> Int {
      for count in 0..<5000 where !add(at: time) { return count }
      return 5000
    }
  }

  @Test("An empty name is a name, and takes nobody's place")
  func emptyName() throws {
    let journal = try Journal()
    var catalog = Catalog()
    for text in ["a", "", "b"] { catalog.names.append(text) }
    var event = Event(.popupTapped)
    event.name = Symbol(2)
    let isTaken = journal.writer.append(event, at: .zero, in: catalog)
    #expect(isTaken)
    let names = journal.records(0).filter { $0.kind == .name }
    #expect(names.map { $0[1] } == [1 << 32, 1, 2 | 1 << 32])
  }

  // MARK: - The end

  /// A journal of three events that is ended so many times, as bytes; what is lost, and how often the sealing side was called.
  private func ended(_ times: [Ticks?]) throws -> (bytes: [UInt8], state: [JournalState.Half], calls: Int) {
    let journal = try Journal()
    for time in 1...3 { #expect(journal.add(at: Int64(time))) }
    for time in times { journal.writer.end(at: time) }
    return (journal.bytes, [journal.state[0], journal.state[1]], journal.calls)
  }

  @Test("A journal that is ended twice is the one that was ended once")
  func endedTwice() throws {
    let once = try ended([Ticks(9)])
    for times in [[Ticks(9), Ticks(9)], [Ticks(9), Ticks(20), nil]] as [[Ticks?]] {
      let again = try ended(times)
      #expect(again.bytes == once.bytes && again.state == once.state && again.calls == once.calls)
    }
  }

  @Test("It ends when it is said to, and not before its last event; where nobody knows when, it says so")
  func end() throws {
    for (time, words) in [(9, [1, 9]), (2, [1, 3]), (nil, [0, 0])] as [(Int64?, [UInt64])] {
      let journal = try Journal()
      for time in 1...3 { #expect(journal.add(at: Int64(time))) }
      journal.writer.end(at: time.map { Ticks($0) })
      let records = journal.records(0)
      #expect(records.map(\.kind) == [.event, .event, .event, .close, .end])
      #expect(records.last.map { [$0[1], $0[2]] } == words)
      let size = (11 + 3 * 8 + 11 + 3) * 8
      #expect(journal.state[0] == .full(byteCount: size, isLast: true) && journal.state[1] == .free)
      #expect(journal.calls == 1 && journal.writer.hasEnded && journal.state.hasLast)
    }
  }

  @Test("What comes behind the end is refused, and counted as that and nothing else")
  func afterEnd() throws {
    let journal = try Journal()
    #expect(journal.add())
    journal.writer.end(at: .zero)
    let bytes = journal.bytes
    // One at a time there is room for, and more than there is.
    for _ in 0..<1200 { #expect(!journal.add(at: 5)) }
    var losses = TraceLosses()
    losses.afterEnd = 1200
    #expect(journal.writer.losses == losses && journal.bytes == bytes && journal.calls == 1)
  }

  @Test("A writer that goes without an end leaves what there is to be sealed, and one that has ended does not again")
  func abandoned() throws {
    let head = try JournalHead(session: SessionHeader(), halfBytes: 1, nonce: 7, owner: .current)
    for isEnded in [false, true] {
      let memory = try JournalMemory.anonymous(head)
      let state = memory.state
      var writer = JournalWriter(memory)
      let isTaken = writer.append(Event(.idle), at: .zero, in: Catalog())
      #expect(isTaken && state[0] == .filling)
      if isEnded { writer.end(at: .zero) }
      _ = consume writer
      #expect(state[0] == .full(byteCount: (11 + 8 + (isEnded ? 14 : 0)) * 8, isLast: true))
      #expect(state.wake.sleep(after: -1) == 1)
    }
  }

  // MARK: - Halves

  @Test("Each half says at both ends how far the session had come, and the sealing side is called for each")
  func halves() throws {
    let journal = try Journal()
    #expect(
      journal.begin(0) == JournalBegin(generation: 1, nextSequence: 0, lastTime: .zero, bases: .init(), losses: .init())
    )
    #expect(!journal.add(at: 1 << 60) && journal.add(at: 7) && journal.add(at: 3))
    journal.writer.note(refused: 4)
    #expect(journal.add(.timerFired, at: 8) { $0.timer = TimerID(5) })
    let count = 3 + journal.fill(at: 9)
    // What was dropped and what comes then have numbers of their own.
    #expect(!journal.add(at: 9) && journal.state[0] == .full(byteCount: Journal.full, isLast: false))
    #expect(journal.state[1] == .filling && journal.calls == 2)
    var losses = TraceLosses()
    (losses.refused, losses.clamped) = (5, 1)
    var bases = SegmentBases()
    bases.timers = 6
    let half = count / 2
    let close = JournalBegin(
      generation: 1, nextSequence: Int32(half) + 1, lastTime: Ticks(9), bases: bases, losses: losses)
    #expect(count % 2 == 0 && journal.close(0) == close)
    var next = close
    next.generation = 2
    #expect(journal.begin(1) == next)
    losses.dropped = 2
    #expect(journal.writer.losses == losses && journal.memory.losses == losses)
    #expect(journal.writer.nextSequence == Int32(count) + 3 && journal.writer.lastTime == Ticks(9))
    // The first half is free again: what it says of the round before is gone.
    journal.memory.release(0)
    #expect(journal.add(at: 10))
    next = JournalBegin(
      generation: 3, nextSequence: Int32(count) + 3, lastTime: Ticks(9), bases: bases, losses: losses)
    #expect(journal.begin(0) == next && journal.records(0).count == 1 && journal.calls == 3)
    #expect(journal.state[0] == .filling && journal.state[1] == .full(byteCount: Journal.full, isLast: false))
    #expect(journal.memory.filledBytes(of: 0, generation: 3) == 19 * 8)
  }

  @Test("The sealing side is called for the first event that finds no room, and for every thousandth or so")
  func calls() throws {
    let journal = try Journal()
    _ = journal.fill()
    #expect(journal.calls == 2)
    for _ in 0..<1022 { #expect(!journal.add()) }
    #expect(journal.calls == 2)
    for _ in 0..<2 { #expect(!journal.add()) }
    #expect(journal.calls == 3 && journal.writer.losses.dropped == 1025)
  }

  @Test("One whose file was taken away is left for the other one as soon as it has an event, and not again")
  func left() throws {
    let journal = try Journal()
    journal.state.isLeft = true
    // Without an event it would be no chunk.
    #expect(journal.add() && journal.state[0] == .filling && journal.writer.generation == 1)
    #expect(journal.add() && journal.state[1] == .filling && journal.writer.generation == 2)
    #expect(!journal.state.isLeft && journal.state[0] == .full(byteCount: (11 + 8 + 11) * 8, isLast: false))
    journal.memory.release(0)
    for _ in 0..<3 { #expect(journal.add()) }
    #expect(journal.writer.generation == 2 && journal.records(1).count == 4)
    // Where the other one is not free it stays.
    journal.state[0] = .full(byteCount: 8, isLast: false)
    journal.state.isLeft = true
    #expect(journal.add() && journal.writer.generation == 2 && journal.state.isLeft)
    let isReady = journal.writer.isReady(for: Event(.idle), at: .zero, in: Catalog())
    #expect(!isReady)
  }

  @Test("Events wait for room as long as they may, all of one time together, and others do once there was some")
  func patience() throws {
    let patience: Int64 = 30
    let journal = try Journal(patienceMilliseconds: patience)
    func milliseconds(_ add: () -> Bool) -> Int64 {
      let start = SystemClock.nanoseconds()
      #expect(!add())
      return (SystemClock.nanoseconds() - start) / 1_000_000
    }
    for _ in 0..<2 * Journal.events { #expect(journal.add(at: 5)) }
    for round in 0..<2 as Range<Int64> {
      #expect(milliseconds { journal.add(at: 10 * round + 6) } >= patience)
      // Nothing else does before there is room.
      let others = (0..<9).map { number in milliseconds { journal.add(at: 10 * round + 7 + number / 3) } }
      #expect(others.contains { $0 < patience })
      guard round == 0 else { break }
      journal.memory.release(0)
      for _ in 0..<Journal.events { #expect(journal.add(at: 10)) }
    }
    #expect(journal.writer.generation == 3)
  }

  // MARK: - What is refused

  @Test("Numbers and times go up to what a trace can hold, and what is beyond is refused")
  func limits() throws {
    let journal = try Journal()
    let (sequence, time) = (SlotCheck.sequenceLimit, SlotCheck.timeLimit)
    #expect(journal.add(at: 4) { $0.sequence = sequence - 1 } && journal.writer.nextSequence == sequence)
    #expect(!journal.add(at: time) && journal.writer.nextSequence == sequence + 1)
    #expect(!journal.add(at: 5) && journal.writer.nextSequence == sequence + 1)
    let last = try Journal()
    #expect(last.add(at: time - 1) { $0.sequence = sequence } && last.writer.nextSequence == sequence + 1)
    #expect(!last.add(at: 0) && last.writer.losses.refused == 1 && last.writer.losses.clamped == 0)
    #expect(last.records(0).map { [$0[1], $0[3] & 0xFFFF_FFFF] } == [[UInt64(time) - 1, UInt64(sequence)]])
    // One that has a number of its own, in range or not.
    #expect(last.add(at: time - 1) { $0.sequence = 3 } && !last.add(at: 0) { $0.sequence = .max })
    #expect(last.writer.losses.refused == 2 && last.memory.losses.refused == 2)
  }

  @Test("An event is ready to be written where all is in order, and only there")
  func ready() throws {
    func isReady(at time: Int64 = 5, _ change: (inout Event) -> Void = { _ in }) throws -> Bool {
      let journal = try Journal()
      #expect(journal.add(at: 5) { $0.sequence = SlotCheck.sequenceLimit - 1 })
      var event = Event(.idle)
      change(&event)
      let isReady = journal.writer.isReady(for: event, at: Ticks(time), in: Catalog())
      guard isReady else { return false }
      // Then it is written as by the longer way.
      let other = try Journal()
      #expect(other.add(at: 5) { $0.sequence = SlotCheck.sequenceLimit - 1 })
      #expect(other.append(event, at: Ticks(time)))
      journal.writer.write(event, at: Ticks(time))
      #expect(journal.bytes == other.bytes && journal.writer.nextSequence == other.writer.nextSequence)
      #expect(journal.writer.lastTime == Ticks(time))
      return true
    }
    let limit = SlotCheck.sequenceLimit
    #expect(try isReady() && isReady { $0.sequence = limit } && isReady(at: SlotCheck.timeLimit - 1))
    #expect(try !isReady { $0.sequence = limit + 1 } && !isReady(at: SlotCheck.timeLimit) && !isReady(at: 4))
    let journal = try Journal()
    #expect(journal.add(at: 5) { $0.sequence = limit })
    let isReady = journal.writer.isReady(for: Event(.idle), at: Ticks(5), in: Catalog())
    #expect(!isReady)
  }

  @Test("There is room for an event as long as it fits with all popups that lost, and not a byte longer")
  func room() throws {
    let journal = try Journal()
    let room = JournalWriter.eventRoom
    #expect(room == 96)
    while journal.writer.limit - journal.writer.position >= room {
      let isReady = journal.writer.isReady(for: Event(.idle), at: .zero, in: Catalog())
      #expect(isReady && journal.add() && journal.writer.generation == 1)
    }
    let isReady = journal.writer.isReady(for: Event(.idle), at: .zero, in: Catalog())
    #expect(!isReady && journal.add() && journal.writer.generation == 2)
    #expect(journal.state[0] == .full(byteCount: Journal.full, isLast: false))
  }
}

@Suite("The state of a journal")
struct JournalStateTests {
  @Test("A half is what it was made, of any size, and the other one stays what it was")
  func halves() {
    let state = JournalState()
    #expect(state[0] == .free && state[1] == .free && !state.isStuck && !state.isLeft)
    for half in [
      JournalState.Half.filling, .free, .full(byteCount: 8, isLast: false), .full(byteCount: 1 << 24, isLast: true),
    ] {
      state[1] = half
      #expect(state[1] == half && state[0] == .free)
      #expect(state.hasLast == (half == .full(byteCount: 1 << 24, isLast: true)))
    }
    #expect(!state.isStuck && !state.isLeft)
  }

  @Test("Only a free one can be taken, and once")
  func taking() {
    let state = JournalState()
    state[1] = .full(byteCount: 16, isLast: false)
    #expect(state.take(0) && !state.take(0) && !state.take(1))
    #expect(state[0] == .filling && state[1] == .full(byteCount: 16, isLast: false))
  }

  @Test("What one side is told stays so until it is told otherwise, whatever else is")
  func flags() {
    let state = JournalState()
    for isStuck in [true, false] {
      for isLeft in [true, false] {
        (state.isStuck, state.isLeft) = (isStuck, isLeft)
        #expect(state.isStuck == isStuck && state.isLeft == isLeft && state[0] == .free && state[1] == .free)
      }
    }
  }

  @Test("Nobody waits for what is free already, or never will be; else for the time there is")
  func waiting() {
    let state = JournalState()
    #expect(state.wait(for: 0, nanoseconds: 1 << 60) == 1 << 60)
    state[0] = .filling
    state.isStuck = true
    #expect(state.wait(for: 0, nanoseconds: 1 << 60) == 1 << 60)
    state.isStuck = false
    #expect(state.wait(for: 0, nanoseconds: 0) == 0 && state.wait(for: 0, nanoseconds: -5) == 0)
    let start = SystemClock.nanoseconds()
    #expect(state.wait(for: 0, nanoseconds: 5_000_000) == 0)
    #expect(SystemClock.nanoseconds() - start >= 5_000_000)
  }
}

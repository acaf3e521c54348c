import CJournal
import PopSystem
import PopupScheduling

/// Puts events into a journal, and before each what it refers to and the half does not say yet.
///
/// Belongs to one thread at a time. Only ``goOn(at:)`` waits, and nothing allocates but where the session comes to know new entries.
@safe
struct JournalWriter: ~Copyable {
  private(set) var losses = TraceLosses()
  /// The sequence number the next event gets that has none.
  private(set) var nextSequence: Int32 = 0
  private(set) var lastTime = Ticks.zero

  let memory: JournalMemory
  /// Where it begins; beside it, for every event asks.
  private let base: UnsafeMutableRawPointer
  private let state: JournalState
  private let head: JournalHead
  private let forks: UInt64
  private var half = 0
  /// Where the next record goes, and the first byte that is not the half's any more.
  private(set) var position = 0
  private(set) var limit = 0
  private(set) var generation: UInt64 = 0
  private(set) var seed: UInt64 = 0
  /// The first word of an event without popups that lost, but for its check, and what its check begins with but for its offset.
  private var eventTag: UInt64 = 0
  private var eventSum: UInt64 = 0
  private var factors = JournalRecord.Factors()
  private(set) var hasEnded = false
  /// How long the events of one time wait for room at most, in nanoseconds, and how long those of the time under way still may.
  private let patience: Int64
  private var patienceLeft: Int64
  private var patienceTime = Ticks(-1)
  /// Whether some have waited in vain since there was room last: then no others do.
  private var hasWaitedInVain = false
  var written = WrittenEntries()

  private static let endRoom = (JournalBegin.words + 3) * JournalLayout.word
  static let eventRoom = JournalRecord.eventWords * JournalLayout.word + EventLog.overLimit * 4

  init(_ memory: JournalMemory, patienceMilliseconds: Int64 = 0) {
    self.memory = memory
    unsafe base = memory.base
    state = memory.state
    head = memory.head
    patience = max(0, min(patienceMilliseconds, 1 << 32)) * 1_000_000
    patienceLeft = patience
    poptrace_watch_forks()
    forks = poptrace_forks()
    begin(half: 0)
  }

  deinit {
    // The session was not ended: what there is becomes an unfinished trace.
    if !hasEnded, forks == poptrace_forks() {
      state[half] = .full(byteCount: position - head.start(of: half), isLast: true)
      state.wake.wake()
    }
  }

  /// Whether all that is left to do for an event over which no popup lost is ``write(_:at:)``; else ``append(_:at:over:in:)`` is for all cases.
  @inline(__always)
  mutating func isReady(for event: Event, at time: Ticks, in catalog: borrowing Catalog) -> Bool {
    guard limit &- position >= Self.eventRoom, forks == poptrace_forks() else { return false }
    guard !state.isLeft else { return false }
    // With the limit of what any trace can hold, as below.
    guard event.sequence <= SlotCheck.sequenceLimit, nextSequence <= SlotCheck.sequenceLimit else { return false }
    guard time >= lastTime, time.rawValue < SlotCheck.timeLimit else { return false }
    return written.covers(event, catalog)
  }

  /// Writes an event for which ``isReady(for:at:in:)`` holds.
  @inline(__always)
  mutating func write(_ event: Event, at time: Ticks) {
    let sequence = event.sequence >= 0 ? event.sequence : nextSequence
    lastTime = time
    write(event, sequence, time, LostPopups())
    nextSequence = sequence &+ 1
  }

  /// Adds an event; false where it was refused or dropped, which is counted.
  @inline(__always)
  mutating func append(
    _ event: Event, at time: Ticks, over lost: LostPopups = LostPopups(), in catalog: borrowing Catalog
  ) -> Bool {
    let sequence = event.sequence >= 0 ? event.sequence : nextSequence
    guard limit &- position >= Self.eventRoom && forks == poptrace_forks() || goOn(at: time) else {
      return drop(sequence)
    }
    if state.isLeft { leave() }
    // No trace can hold what is beyond.
    guard sequence <= SlotCheck.sequenceLimit, time.rawValue < SlotCheck.timeLimit else { return refuse(sequence) }
    switch ensureWritten(event, lost, catalog, at: time) {
    case .written: break
    case .noRoom: return drop(sequence)
    case .unsound: return refuse(sequence)
    }
    if time < lastTime { clamp() } else { lastTime = time }
    write(event, sequence, lastTime, lost)
    nextSequence = sequence &+ 1
    return true
  }

  /// Ends the session, or leaves off: what there is will be sealed. Nothing can be added afterwards.
  mutating func end(at time: Ticks?) {
    guard !hasEnded, forks == poptrace_forks() else { return }
    hasEnded = true
    let ended = time.map { max($0, lastTime) }
    close()
    write(.end, words: 3) { slot in
      slot[1] = ended == nil ? 0 : 1
      slot[2] = UInt64(bitPattern: ended?.rawValue ?? 0)
    }
    // There is no room for anything behind it.
    limit = position
    state[half] = .full(byteCount: position - head.start(of: half), isLast: true)
    state.wake.wake()
  }

  private mutating func begin(half: Int) {
    self.half = half
    state[half] = .filling
    state.isLeft = false
    generation += 1
    position = head.start(of: half)
    limit = position + head.halfBytes - Self.endRoom
    seed = JournalRecord.seed(nonce: head.nonce, generation: generation, offset: 0)
    eventTag = JournalRecord.tag(.event, words: JournalRecord.eventWords, generation: generation)
    eventSum = JournalRecord.sum(seed, eventTag)
    written.begin(generation)
    let begin = soFar
    write(.begin, words: JournalBegin.words) { slot in begin.store(in: slot) }
  }

  private mutating func close() {
    limit += Self.endRoom
    let close = soFar
    write(.close, words: JournalBegin.words) { slot in close.store(in: slot) }
  }

  private var soFar: JournalBegin {
    JournalBegin(
      generation: generation, nextSequence: nextSequence, lastTime: lastTime, bases: written.bases, losses: losses)
  }

  /// Goes on in the other half once it is free; says whether it is. One that is being sealed is waited for, no longer than the events of one time
  /// may wait: a turn, whose events have one time, can bring more of them than both halves have room for.
  @inline(never)
  mutating func goOn(at time: Ticks) -> Bool {
    guard !hasEnded, forks == poptrace_forks() else { return false }
    if state[1 - half] != .free {
      if time > patienceTime, !hasWaitedInVain { (patienceTime, patienceLeft) = (time, patience) }
      patienceLeft = state.wait(for: 1 - half, nanoseconds: patienceLeft)
      hasWaitedInVain = patienceLeft == 0
    }
    guard state.take(1 - half) else { return false }
    hasWaitedInVain = false
    turn()
    return true
  }

  /// Goes on in the other half, where that is free, because this one is in a file that somebody took away.
  ///
  /// A half without an event stays: it would be no chunk, and each round is one.
  @inline(never)
  private mutating func leave() {
    guard position > head.start(of: half) + JournalBegin.words * JournalLayout.word, state.take(1 - half) else {
      return
    }
    turn()
  }

  private mutating func turn() {
    close()
    state[half] = .full(byteCount: position - head.start(of: half), isLast: false)
    begin(half: 1 - half)
    state.wake.wake()
  }

  @inline(never)
  private mutating func drop(_ sequence: Int32) -> Bool {
    // In a child process the memory is the parent's journal, which the child must not touch.
    guard forks == poptrace_forks() else { return false }
    if hasEnded {
      losses.afterEnd += 1
      return false
    }
    advance(past: sequence)
    losses.dropped += 1
    memory.store(losses.dropped, at: JournalLayout.dropped)
    // The sealing side may have given up for want of storage; there may be some now.
    if losses.dropped & 1023 == 1 { state.wake.wake() }
    return false
  }

  @inline(never)
  private mutating func refuse(_ sequence: Int32) -> Bool {
    advance(past: sequence)
    note(refused: 1)
    return false
  }

  private mutating func advance(past sequence: Int32) { nextSequence = min(sequence, SlotCheck.sequenceLimit) + 1 }

  mutating func note(refused count: Int64) {
    losses.refused += count
    memory.store(losses.refused, at: JournalLayout.refused)
  }

  @inline(never)
  private mutating func clamp() {
    losses.clamped += 1
    memory.store(losses.clamped, at: JournalLayout.clamped)
  }

  @inline(__always)
  private mutating func write(_ event: Event, _ sequence: Int32, _ time: Ticks, _ lost: LostPopups) {
    // Inside of the half: the caller has made sure of the room.
    let slot = unsafe JournalSlot(base, at: position, words: JournalRecord.eventWords &+ lost.words)
    slot.fetchAhead()
    let word1 = UInt64(bitPattern: time.rawValue)
    let word2 = UInt64(bitPattern: event.value)
    let word3 = Self.pair(sequence, event.cause)
    let word4 = Self.pair(event.popup.rawValue, event.page.rawValue)
    let word5 = Self.pair(event.generation, event.timer.rawValue)
    let word6 = Self.pair(event.name.rawValue, event.attributes)
    let word7 =
      UInt64(event.scene) | UInt64(event.scheduler) << 16 | UInt64(event.kind.rawValue) << 32 | UInt64(event.code) << 40
      | UInt64(event.flags.rawValue) << 48 | UInt64(truncatingIfNeeded: lost.count) << 56
    slot[1] = word1
    slot[2] = word2
    slot[3] = word3
    slot[4] = word4
    slot[5] = word5
    slot[6] = word6
    slot[7] = word7
    if lost.isEmpty {
      let offset = UInt64(truncatingIfNeeded: position) &* JournalRecord.offsetFactor
      let check = JournalRecord.check(
        sum: eventSum &+ offset, word1, word2, word3, word4, word5, word6, word7, by: factors)
      slot.finish(eventTag | check & JournalRecord.checkMask)
      position = position &+ JournalRecord.eventWords &* JournalLayout.word
    } else {
      for index in 0..<lost.words { slot[JournalRecord.eventWords &+ index] = lost.word(index) }
      finish(.event, slot)
    }
  }

  @inline(__always)
  static func pair(_ low: Int32, _ high: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: low)) | UInt64(UInt32(bitPattern: high)) << 32
  }

  /// Writes a record whose words behind the first are stored by the caller; false where it does not fit.
  @discardableResult
  @inline(__always)
  mutating func write(_ kind: JournalRecord.Kind, words: Int, _ store: (JournalSlot) -> Void) -> Bool {
    guard position &+ words &* JournalLayout.word <= limit else { return false }
    let slot = unsafe JournalSlot(base, at: position, words: words)
    store(slot)
    finish(kind, slot)
    return true
  }

  @inline(__always)
  private mutating func finish(_ kind: JournalRecord.Kind, _ slot: JournalSlot) {
    let tag = JournalRecord.tag(kind, words: slot.words, generation: generation)
    let seed = seed &+ UInt64(truncatingIfNeeded: position) &* JournalRecord.offsetFactor
    let check = JournalRecord.check(seed, tag, words: slot.words, by: factors) { index in slot[index] }
    slot.finish(tag | check & JournalRecord.checkMask)
    position = position &+ slot.words &* JournalLayout.word
  }
}

/// The popups that lost by a decision, of which a journal keeps the first 8: a plain value, whatever collection they came in.
struct LostPopups {
  private(set) var count = 0
  private var ids = SIMD8<Int32>(repeating: -1)

  @inline(__always)
  init() {}

  @inline(__always)
  init(_ popups: some Collection<PopupID>) {
    var index = popups.startIndex
    while index != popups.endIndex, count < EventLog.overLimit {
      ids[count] = popups[index].rawValue
      count &+= 1
      popups.formIndex(after: &index)
    }
  }

  @inline(__always)
  var isEmpty: Bool { count == 0 }
  @inline(__always)
  subscript(_ index: Int) -> PopupID { PopupID(ids[index]) }
  @inline(__always)
  var words: Int { (count &+ 1) / 2 }
  /// Two of them as a word; -1 where there is no second.
  @inline(__always)
  func word(_ index: Int) -> UInt64 { JournalWriter.pair(ids[2 * index], ids[2 * index + 1]) }

  @inline(__always)
  func areBelow(_ limit: Int) -> Bool {
    for index in 0..<count where ids[index] < 0 || Int(ids[index]) >= limit { return false }
    return true
  }
}

import PopSystem
import PopupScheduling

/// The thread that keeps the last minutes of a session, and writes them out when a snapshot is asked for: one a recording, asleep nearly always.
final class SnapshotThread {
  private let wake: WakeUp
  private let requests: SnapshotRequests
  private let store: SnapshotStore
  private let recording: TraceRecording
  private var writing = TraceWriter.Options()
  private var stretch: SnapshotStretch
  private var halves: JournalHalves
  private var snapshots = 0
  /// Why all that a half had is missing, once there was one that could not be read.
  private var loss: TraceError?

  private let trigger: SnapshotTrigger?
  private var triggersLeft: Int
  /// What it said when it looked last, and the time of the last event that it saw.
  private var knownCauses: Set<SnapshotTrigger.Cause> = []
  private var judgedTime = Ticks.zero
  /// Where the turns end that it has not looked at yet, and when it may look again.
  private var unjudgedEnd: Int32?
  private var nextLook: Int64 = 0

  init(
    _ memory: JournalMemory, _ requests: SnapshotRequests, into store: SnapshotStore, _ options: RecorderOptions,
    _ snapshots: SnapshotOptions, _ recording: TraceRecording
  ) {
    wake = memory.state.wake
    self.requests = requests
    self.store = store
    self.recording = recording
    (writing.level, writing.compresses) = (options.level, options.compresses)
    halves = JournalHalves(memory)
    stretch = SnapshotStretch(header: memory.head.session, snapshots)
    trigger = memory.head.session.marksReentrantStimuli ? snapshots.trigger : nil
    triggersLeft = snapshots.mostByTrigger
  }

  func run() {
    var (calls, lastTurnEnd) = (0, Int32(0))
    while true {
      calls = wake.sleep(after: calls, most: pause)
      // First what is asked for: everything recorded before the request is there by then.
      let open = requests.takeOpen()
      if trigger != nil, open.turnEnd != lastTurnEnd || open.count > 0 { unjudgedEnd = open.turnEnd }
      lastTurnEnd = open.turnEnd
      var hasEnded = false
      while !hasEnded, let full = halves.full {
        take(full.byteCount)
        hasEnded = full.isLast
        if !hasEnded { halves.release() }
      }
      if trigger != nil, hasEnded { unjudgedEnd = .max }
      let isLookDue = unjudgedEnd != nil && (open.count > 0 || hasEnded || SystemClock.nanoseconds() >= nextLook)
      // What there is of the half that is being filled, if any; it is taken again, without that, when it is full.
      if !hasEnded, isLookDue || open.wantsSnapshot, case let byteCount = halves.filledBytes, byteCount > 0 {
        take(byteCount)
      }
      let reason = isLookDue ? look() : nil
      if reason != nil || open.wantsSnapshot {
        answer(open.count, reason ?? SnapshotOptions.askedReason)
      } else if open.count > 0 {
        requests.answer(open.count)
      }
      stretch.forget()
      guard hasEnded else { continue }
      // Requests that came while the end was being taken in are answered as well; later ones are refused.
      let late = requests.takeOpen()
      if late.wantsSnapshot { answer(late.count, SnapshotOptions.askedReason) }
      requests.close()
      recording.note(loss.map { .failure($0) } ?? .success(.ended), isLast: true)
      return
    }
  }

  private var pause: Int? {
    unjudgedEnd == nil ? nil : Int(max(0, nextLook - SystemClock.nanoseconds()) / 1_000_000) + 1
  }

  /// Has the trigger look at the turns that are whole by now; gives why a snapshot is due, if one is.
  private func look() -> String? {
    let turnEnd = unjudgedEnd.take() ?? 0
    guard let trigger, triggersLeft > 0, let session = stretch.wholeTurns(before: turnEnd) else { return nil }
    let start = SystemClock.nanoseconds()
    let causes = trigger.causes(session)
    let end = SystemClock.nanoseconds()
    // Of its thread's time it has a twentieth.
    nextLook = end + 20 * (end - start)
    let new = causes.first { $0.time >= judgedTime && !knownCauses.contains($0) }
    knownCauses = Set(causes)
    judgedTime = session.log.events.last?.time ?? judgedTime
    guard let new, requests.isOpenForMore else { return nil }
    triggersLeft -= 1
    return new.reason
  }

  /// Takes what is in the first bytes of a half. Where that cannot be read its events are missing, and the next half's are not.
  private func take(_ byteCount: Int) {
    do throws(TraceError) {
      var records = try halves.records(in: byteCount)
      stretch.take(&records)
      stretch.note(recording.losses)
    } catch {
      loss = error
      recording.note(.failure(error))
    }
  }

  private func answer(_ count: Int, _ reason: String) {
    do throws(TraceError) {
      let session = stretch.snapshot(number: snapshots + 1, reason)
      var writer = TraceWriter(options: writing)
      try writer.append(session)
      let bytes = try writer.finish()
      let path = try TraceError.catching { () throws(SystemError) in try store.add(bytes, number: snapshots + 1) }
      snapshots += 1
      recording.note(loss.map { .failure($0) } ?? .success(.open))
      requests.answer(count, path: path)
    } catch {
      // Before the answer, because a caller that waits for it looks at the problem next.
      recording.note(.failure(error))
      requests.answer(count)
    }
  }
}

enum SnapshotStore: Sendable {
  case files(String)
  case memory(MemorySink)

  static let unfinishedExtension = ".part"

  /// Adds a snapshot; gives its path, which is empty in memory.
  ///
  /// A file has its name when it is whole, and not before.
  func add(_ bytes: [UInt8], number: Int) throws(SystemError) -> String {
    switch self {
    case .memory(let sink):
      sink.append(bytes)
      return ""
    case .files(let base):
      let path = base + "-snapshot-\(number)" + TraceRecording.traceExtension
      let unfinished = path + Self.unfinishedExtension
      return try FileSystem.withDraft(unfinished) { () throws(SystemError) in
        let file = try SystemFile.open(unfinished, .update)
        try file.truncate(to: 0)
        try file.write(bytes, at: 0)
        try file.sync()
        try FileSystem.replace(path, with: unfinished)
        return path
      }
    }
  }
}

/// What the thread that takes snapshots is asked for, and what it has done.
final class SnapshotRequests: Sendable {
  private struct State {
    /// How often a snapshot, or a look, was asked for; of these requests so many are answered, and some not taken up yet.
    var asked = 0
    var answered = 0
    var open = Open()
    var paths: [String] = []
    var hasClosed = false
  }

  struct Open {
    var count = 0
    var wantsSnapshot = false
    /// The number of the first event behind all turns that are known to be whole.
    var turnEnd: Int32 = 0
  }

  private let most: Int
  private let watchesTurns: Bool
  private let wake: WakeUp
  private let answers = WakeUp()
  private let state = Locked(State())

  init(most: Int, watchesTurns: Bool = false, wake: WakeUp) {
    self.most = most
    self.watchesTurns = watchesTurns
    self.wake = wake
  }

  var paths: [String] { state.withLock { $0.paths } }

  /// Asks for a snapshot of all that was recorded until now; false where there are as many as there may be, or the recording is over.
  func ask() -> Bool {
    let isTaken = state.withLock { state in
      // One under way will be there; those asked for together become one.
      let count = state.paths.count + (state.asked > state.answered ? 1 : 0)
      guard !state.hasClosed, state.open.wantsSnapshot || count < most else { return false }
      state.asked += 1
      state.open.count += 1
      state.open.wantsSnapshot = true
      return true
    }
    if isTaken { wake.wake() }
    return isTaken
  }

  func turnEnded(before sequence: Int32) {
    guard watchesTurns else { return }
    state.withLock { $0.open.turnEnd = sequence }
    wake.wake()
  }

  func takeOpen() -> Open {
    state.withLock { state in
      let open = state.open
      state.open = Open(turnEnd: open.turnEnd)
      return open
    }
  }

  var isOpenForMore: Bool { state.withLock { $0.paths.count < most } }

  /// So many requests have been answered: by a snapshot, or by none where it was not wanted or could not be stored.
  func answer(_ count: Int, path: String? = nil) {
    state.withLock { state in
      state.answered += count
      if let path { state.paths.append(path) }
    }
    answers.wake()
  }

  func close() {
    state.withLock { state in
      state.hasClosed = true
      state.answered = state.asked
    }
    answers.wake()
  }

  /// Waits until all that has been asked for until now is answered, and the trigger has looked at what was recorded until now.
  func waitUntilAnswered() {
    let wanted = state.withLock { state in
      guard !state.hasClosed else { return state.answered }
      state.asked += 1
      state.open.count += 1
      return state.asked
    }
    wake.wake()
    var calls = 0
    while state.withLock({ $0.answered < wanted }) { calls = answers.sleep(after: calls) }
  }
}

/// What a snapshot is made of: the stretch of a session as a journal's halves tell of it.
struct SnapshotStretch {
  private var builder: JournalSessionBuilder
  private var stretch: SessionStretch

  init(header: SessionHeader, _ options: SnapshotOptions) {
    builder = JournalSessionBuilder(Session(header: header))
    let kept = header.tick.ticks(ceilingMilliseconds: max(0, min(options.keptSeconds, 1 << 32)) * 1000)
    stretch = SessionStretch(mostEvents: options.mostEvents, kept: kept)
  }

  /// Takes a half's events over, as many as it has by now; those that were taken before are left out.
  mutating func take(_ half: inout JournalRecords) {
    builder.take(&half)
    builder.leaveOutWhatCannotBeWritten()
    stretch.append(of: builder.session.log)
    builder.session.log.removeAll()
  }

  mutating func note(_ losses: TraceLosses) { builder.note(losses) }
  mutating func forget() { stretch.forget(builder.session.header, builder.session.catalog) }

  private func session() -> Session { stretch.session(builder.session.header, builder.session.catalog).session }

  /// The stretch up to the last turn that is known to be whole; nil where there is none behind the prefix.
  ///
  /// - Parameter turnEnd: The number of the first event that may be of a turn under way. A later turn shows that those before it are whole.
  func wholeTurns(before turnEnd: Int32) -> Session? {
    var end = stretch.count
    if let last = stretch.log.events.last, last.sequence >= turnEnd { end = stretch.lastTurn }
    guard end > stretch.prefixCount else { return nil }
    var session = session()
    session.log.events.removeLast(stretch.count - end)
    session.gaps.removeAll { $0 >= end }
    session.leaveOutUnmentionedEntries()
    return session
  }

  mutating func snapshot(number: Int, _ reason: String) -> Session {
    forget()
    var session = session()
    session.header.session += "-snapshot-\(number)"
    session.header.metadata.removeAll { $0.name == SnapshotOptions.reasonName }
    session.header.metadata.append(HeaderEntry(SnapshotOptions.reasonName, reason))
    session.header.metadata.sort { $0.name < $1.name }
    session.leaveOutUnmentionedEntries()
    return session
  }
}

import PopSystem
import PopupScheduling

/// The thread that keeps the last minutes of a session, and writes them out when a snapshot is asked for: one a recording, asleep but for a few
/// milliseconds every some thousand events, and for its trigger's looks at what was recorded.
final class SnapshotThread {
  private let wake: WakeUp
  private let requests: SnapshotRequests
  private let store: SnapshotStore
  private let recording: TraceRecording
  private let writing: TraceWriter.Options
  private var stretch: SnapshotStretch
  private var halves: JournalHalves
  private var snapshots = 0
  /// Why all that a half had is missing, once there was one that could not be read.
  private var loss: TraceError?

  private let trigger: SnapshotTrigger?
  /// How many snapshots the trigger may still have taken.
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
    var writing = TraceWriter.Options()
    writing.level = options.level
    writing.compresses = options.compresses
    self.writing = writing
    halves = JournalHalves(memory)
    stretch = SnapshotStretch(header: memory.head.session, snapshots)
    trigger = memory.head.session.marksReentrantStimuli ? snapshots.trigger : nil
    triggersLeft = snapshots.mostByTrigger
  }

  /// Begins to work. The thread holds this object until the recording has ended.
  static func start(_ make: @escaping @Sendable () -> SnapshotThread) throws(TraceError) {
    try TraceError.catching { () throws(SystemError) in try DetachedThread.run { make().run() } }
  }

  private func run() {
    var calls = 0
    var lastTurnEnd: Int32 = 0
    while true {
      calls = wake.sleep(after: calls, most: pause)
      // First what is asked for: everything recorded before the request is there by then.
      let open = requests.takeOpen()
      if trigger != nil, open.turnEnd != lastTurnEnd || open.count > 0 { unjudgedEnd = open.turnEnd }
      lastTurnEnd = open.turnEnd
      let hasEnded = takeFullHalves()
      if trigger != nil, hasEnded { unjudgedEnd = .max }
      let isLookDue = unjudgedEnd != nil && (open.count > 0 || hasEnded || SystemClock.nanoseconds() >= nextLook)
      if !hasEnded, isLookDue || open.wantsSnapshot { takeFillingHalf() }
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

  /// For how many milliseconds it sleeps where nobody calls: until the trigger may look at what it has not seen.
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

  /// Takes every full half, the older one first; says whether the session has ended with one.
  private func takeFullHalves() -> Bool {
    while let full = halves.full {
      take(full.byteCount)
      if full.isLast { return true }
      halves.release()
    }
    return false
  }

  /// Takes what there is of the half that is being filled; it is taken again, without that, when it is full.
  private func takeFillingHalf() {
    let byteCount = halves.filledBytes
    // Nothing yet, not even its beginning.
    if byteCount > 0 { take(byteCount) }
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
      recording.note(loss.map { .failure($0) } ?? .success(.waiting))
      requests.answer(count, path: path)
    } catch {
      // Before the answer, because a caller that waits for it looks at the problem next.
      recording.note(.failure(error))
      requests.answer(count)
    }
  }
}

/// Where the snapshots of a session go.
enum SnapshotStore: Sendable {
  /// Into files of their own: the path in front of `-snapshot-1.poptrace`.
  case files(String)
  /// One after another into memory.
  case memory(MemorySink)

  /// What an unfinished file's name ends with.
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
      do throws(SystemError) {
        let file = try SystemFile.open(unfinished, .update)
        try file.truncate(to: 0)
        try file.write(bytes, at: 0)
        try file.sync()
        try FileSystem.replace(path, with: unfinished)
        return path
      } catch {
        // It is not to take up room that is short anyway; whether that works changes nothing.
        try? FileSystem.remove(unfinished)
        throw error
      }
    }
  }
}

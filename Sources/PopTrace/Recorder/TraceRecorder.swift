import PopSystem
public import PopupScheduling

/// Records a session while it happens: each event takes as long as it takes to write it into memory.
///
/// ```swift
/// var recorder = try TraceRecorder(header: header, directory: directory, name: "launch-1")
/// recorder.record(event, at: event.time, in: catalog)
/// …
/// recorder.end(at: now)
/// ```
///
/// Events go into a journal, a file of fixed size that is mapped into memory: what ``record(_:at:in:)`` has returned from is in it even
/// when the process is killed the moment after. The journal has two halves. While one is filled, a thread of its own makes a chunk of the
/// other and appends it to the trace. When both are full, an event waits for that thread, all events of a turn together no longer than
/// ``RecorderOptions/patienceMilliseconds``; then events are dropped and counted, and their sequence numbers are missing in the trace. Nothing
/// else on the recording side waits, locks or (once the session's names are known) allocates.
///
/// The journal's blocks are there before it is mapped, so that a full disk is no signal. One thing is: where somebody cuts the journal's file off
/// while it is mapped, the next store behind its end is SIGBUS, and the process dies. No library can keep that from happening: a handler for a
/// signal is the whole process's, and the app's crash reporter wants its own. The sealing thread looks at the file ten times a second while events
/// come, and every second while none do. It makes one that was cut off as long as it was; the app then goes on, and
/// ``TraceRecording/problem`` says so to the end.
///
/// To take the file away, as clearing a cache does, is harmless: the trace is made of the mapping. What has been recorded is in another file by the
/// second of these looks, or at once with ``TraceRecording/flush()``, and what is recorded then goes there. Only where the process is killed before
/// is what it had recorded lost with the directory. ``TraceRecording/problem`` names the loss for as long.
///
/// It cannot be copied, and so belongs to one thread at a time; ``SharedTraceRecorder`` is for all. Ending it uses it up: what would come
/// after the end does not compile.
public struct TraceRecorder: ~Copyable {
  /// The recording as others see it: to flush it, to know what was lost, to wait for its end.
  public let recording: TraceRecording
  private var journal: JournalWriter

  /// Begins a recording in a directory, as `NAME.popjournal` and later `NAME.poptrace`.
  ///
  /// - Parameter header: What is known of the session; what the recorder counts (`ended`, `clampedTimes` …) is set by it.
  /// - Throws: A ``TraceError`` (`unwritable`) where there is no room for the journal, or no right to write it, or a session of that name.
  /// - Complexity: Some hundred microseconds: nothing waits for the storage.
  public init(
    header: SessionHeader, directory: String, name: String, options: RecorderOptions = RecorderOptions()
  ) throws(TraceError) {
    let head = try options.head(of: header)
    let path = directory + "/" + name
    let destination: Destination
    if let snapshots = options.snapshots {
      // Nothing is stored before there is a reason to.
      destination = .snapshots(.files(path), snapshots)
    } else {
      let trace = path + TraceRecording.traceExtension
      let journal = path + TraceRecording.journalExtension
      guard FileSystem.identity(of: trace) == nil else {
        throw TraceError(.unwritable, "There is a trace \(trace) already.")
      }
      let memory = try TraceError.catching { () throws(SystemError) in try JournalMemory.create(journal, head) }
      destination = .trace(memory, FileSink(path: trace, journal: journal), path: trace)
    }
    try self.init(head, in: destination, options)
  }

  /// Begins a recording in memory, for tests and for callers without a place for files; ``TraceRecording/bytes`` is the trace once it has
  /// ended, or all snapshots one after another.
  public init(header: SessionHeader, options: RecorderOptions = RecorderOptions()) throws(TraceError) {
    let head = try options.head(of: header)
    let destination: Destination
    if let snapshots = options.snapshots {
      destination = .snapshots(.memory(MemorySink()), snapshots)
    } else {
      destination = .trace(try Self.anonymous(head), MemorySink(), path: "")
    }
    try self.init(head, in: destination, options)
  }

  private static func anonymous(_ head: JournalHead) throws(TraceError) -> JournalMemory {
    try TraceError.catching { () throws(SystemError) in try JournalMemory.anonymous(head) }
  }

  /// Where a recording goes.
  private enum Destination {
    /// All of it into a trace, by way of a journal.
    case trace(JournalMemory, any TraceSink, path: String)
    /// The last minutes of it, when there is a reason to.
    case snapshots(SnapshotStore, SnapshotOptions)
  }

  private init(_ head: JournalHead, in destination: Destination, _ options: RecorderOptions) throws(TraceError) {
    let memory: JournalMemory
    let recording: TraceRecording
    switch destination {
    case .trace(let journal, let sink, let path):
      memory = journal
      recording = TraceRecording(memory, sink: sink, path: path)
      do throws(TraceError) {
        try SealingThread.start { SealingThread(journal, into: sink, options, recording) }
      } catch {
        // A journal without an event, which nobody will ever complete while this process lives.
        try? sink.finish()
        throw error
      }
    case .snapshots(let store, let snapshots):
      let kept = try Self.anonymous(head)
      memory = kept
      let requests = SnapshotRequests(
        most: snapshots.most, watchesTurns: snapshots.trigger != nil, wake: kept.state.wake)
      var sink = MemorySink()
      if case .memory(let all) = store { sink = all }
      recording = TraceRecording(memory, sink: sink, requests: requests)
      try SnapshotThread.start { SnapshotThread(kept, requests, into: store, options, snapshots, recording) }
    }
    journal = JournalWriter(memory, patienceMilliseconds: options.patienceMilliseconds)
    self.recording = recording
  }

  /// What has been lost so far.
  public var losses: TraceLosses { journal.losses }

  /// The time of the last event.
  var lastTime: Ticks { journal.lastTime }

  /// Records an event at a time.
  ///
  /// - Parameters:
  ///   - event: The event. One without a sequence number gets the next one.
  ///   - time: When it happened; a time earlier than the last one is taken for the last one and counted (TimeAndTurns, *Times never
  ///     decrease*).
  ///   - catalog: What the event refers to.
  /// - Returns: Whether it was taken. One that was is in the trace whatever happens to the process; one that was not is counted in ``losses``.
  /// - Complexity: O(1), some 150 instructions; some 400 more for attributes, a page or a name that the half of the journal does not know yet.
  @discardableResult
  public mutating func record(_ event: Event, at time: Ticks, in catalog: borrowing Catalog) -> Bool {
    guard journal.isReady(for: event, at: time, in: catalog) else {
      return add(event, at: time, in: catalog)
    }
    return write(event, at: time)
  }

  // Functions of the recorder that are called last, and not inlined: neither the question nor the answers have to keep for one another what
  // they have in registers, of which there are too few for all.
  @inline(never)
  private mutating func write(_ event: Event, at time: Ticks) -> Bool {
    journal.write(event, at: time)
    return true
  }

  @inline(never)
  private mutating func add(_ event: Event, at time: Ticks, in catalog: borrowing Catalog) -> Bool {
    journal.append(event, at: time, in: catalog)
  }

  /// Records a decision with the popups that lost, of which the first 8 are kept.
  @discardableResult
  public mutating func record(
    _ event: Event, at time: Ticks, over: ArraySlice<PopupID>, in catalog: borrowing Catalog
  ) -> Bool {
    journal.append(event, at: time, over: LostPopups(over), in: catalog)
  }

  /// Says that a turn is over: what the trigger of snapshots has to say of it, it says now, and not when the next turn begins.
  public mutating func turnEnded() { recording.requests?.turnEnded(before: journal.nextSequence) }

  /// Takes note of calls that were refused before they became events, such as one about a popup that was never submitted.
  public mutating func note(refused count: Int) { journal.note(refused: Int64(count)) }

  /// Ends the session, and the recording with it.
  ///
  /// The trace is completed in the background; should the process be killed before that, recovery completes it all the same.
  ///
  /// - Parameter time: When the session ended.
  public consuming func end(at time: Ticks) { journal.end(at: time) }
}

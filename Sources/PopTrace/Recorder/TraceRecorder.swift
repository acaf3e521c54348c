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
/// A full disk is no signal, because the journal's blocks are there before it is mapped. Where somebody cuts its file off, the next store behind
/// its end is SIGBUS, and no library can keep that from happening: a handler for a signal is the whole process's. <doc:Recording> says what else
/// can happen to the file; ``TraceRecording/problem`` names what is lost with it.
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
    try self.init(header, options, at: directory + "/" + name)
  }

  /// Begins a recording in memory, for tests and for callers without a place for files; ``TraceRecording/bytes`` is the trace once it has
  /// ended, or all snapshots one after another.
  public init(header: SessionHeader, options: RecorderOptions = RecorderOptions()) throws(TraceError) {
    try self.init(header, options, at: nil)
  }

  /// - Parameter path: The path of the session's files, but for their extensions; nil for memory.
  private init(_ header: SessionHeader, _ options: RecorderOptions, at path: String?) throws(TraceError) {
    let head = try options.head(of: header)
    let memory: JournalMemory
    if let snapshots = options.snapshots {
      // The journal is in memory, for nothing is stored before there is a reason to.
      memory = try Self.anonymous(head)
      let sink = MemorySink()
      let store = path.map { SnapshotStore.files($0) } ?? .memory(sink)
      let requests = SnapshotRequests(
        most: snapshots.most, watchesTurns: snapshots.trigger != nil, wake: memory.state.wake)
      let recording = TraceRecording(memory, sink: sink, requests: requests)
      try Self.start { SnapshotThread(memory, requests, into: store, options, snapshots, recording).run() }
      self.recording = recording
    } else {
      let trace = path.map { $0 + TraceRecording.traceExtension } ?? ""
      let sink: any TraceSink
      if let path {
        let journal = path + TraceRecording.journalExtension
        guard FileSystem.identity(of: trace) == nil else {
          throw TraceError(.unwritable, "There is a trace \(trace) already.")
        }
        memory = try TraceError.catching { () throws(SystemError) in try JournalMemory.create(journal, head) }
        sink = FileSink(path: trace, journal: journal)
      } else {
        memory = try Self.anonymous(head)
        sink = MemorySink()
      }
      let recording = TraceRecording(memory, sink: sink, path: trace)
      do throws(TraceError) {
        try Self.start { SealingThread(memory, into: sink, options, recording).run() }
      } catch {
        // A journal without an event, which nobody will ever complete while this process lives.
        try? sink.finish()
        throw error
      }
      self.recording = recording
    }
    journal = JournalWriter(memory, patienceMilliseconds: options.patienceMilliseconds)
  }

  private static func anonymous(_ head: JournalHead) throws(TraceError) -> JournalMemory {
    try TraceError.catching { () throws(SystemError) in try JournalMemory.anonymous(head) }
  }

  private static func start(_ work: @escaping @Sendable () -> Void) throws(TraceError) {
    try TraceError.catching { () throws(SystemError) in try DetachedThread.run(work) }
  }

  /// What has been lost so far.
  public var losses: TraceLosses { journal.losses }
  var lastTime: Ticks { journal.lastTime }

  /// Records an event at a time.
  ///
  /// An event without a sequence number gets the next one. A time earlier than the last one is taken for the last one and counted (TimeAndTurns,
  /// *Times never decrease*).
  ///
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
  public consuming func end(at time: Ticks) { journal.end(at: time) }
}

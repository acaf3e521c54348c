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
/// when the process is killed the moment after. While one of its halves is filled, a thread of its own makes a chunk of the other and appends it
/// to the trace. When both are full, an event waits for that thread (``RecorderOptions/patienceMilliseconds``); then events are dropped and
/// counted. Nothing else on the recording side waits, locks or (once the session's names are known) allocates.
///
/// It belongs to one thread at a time; ``SharedTraceRecorder`` is for all. <doc:Recording> says what can happen to the journal's file.
public struct TraceRecorder: ~Copyable {
  /// The recording as others see it: to flush it, to know what was lost, to wait for its end.
  public let recording: TraceRecording
  private var journal: JournalWriter

  /// Begins a recording in a directory, as `NAME.popjournal` and later `NAME.poptrace`.
  ///
  /// - Parameters:
  ///   - header: What is known of the session; what the recorder counts (`ended`, `clampedTimes` …) is set by it.
  ///   - directory: Where both files are. It must be there.
  ///   - name: The name of both files, without an extension.
  ///   - options: How large the journal is, how long events wait, and when snapshots are taken.
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

  /// - Parameters:
  ///   - path: The path of the session's files, but for their extensions; nil for memory.
  ///   - prefixEvents: How many of the session's first events stand for what was before it.
  init(
    _ header: SessionHeader, _ options: RecorderOptions, at path: String?, prefixEvents: Int = 0
  ) throws(TraceError) {
    let head = try options.head(of: header, prefixEvents: prefixEvents)
    // With snapshots the journal is in memory, for nothing is stored before there is a reason to.
    let files = options.snapshots == nil ? path : nil
    let trace = files.map { $0 + TraceRecording.traceExtension } ?? ""
    let journalPath = files.map { $0 + TraceRecording.journalExtension } ?? ""
    if files != nil, FileSystem.identity(of: trace) != nil {
      throw TraceError(.unwritable, "There is a trace \(trace) already.")
    }
    let memory = try TraceError.catching { () throws(SystemError) in
      files == nil ? try JournalMemory.anonymous(head) : try JournalMemory.create(journalPath, head)
    }
    let sink: any TraceSink
    let recording: TraceRecording
    let work: @Sendable () -> Void
    if let snapshots = options.snapshots {
      let kept = MemorySink()
      let store = path.map { SnapshotStore.files($0) } ?? .memory(kept)
      let requests = SnapshotRequests(
        most: snapshots.most, watchesTurns: snapshots.trigger != nil, wake: memory.state.wake)
      sink = kept
      recording = TraceRecording(memory, sink: kept, requests: requests)
      work = { SnapshotThread(memory, requests, into: store, options, snapshots, recording).run() }
    } else {
      sink = files == nil ? MemorySink() : FileSink(path: trace, journal: journalPath)
      recording = TraceRecording(memory, sink: sink, path: trace)
      work = { SealingThread(memory, into: sink, options, recording).run() }
    }
    do throws(TraceError) {
      try TraceError.catching { () throws(SystemError) in try DetachedThread.run(work) }
    } catch {
      // A journal without an event, which nobody will ever complete while this process lives.
      try? sink.finish()
      throw error
    }
    self.recording = recording
    journal = JournalWriter(memory, patienceMilliseconds: options.patienceMilliseconds)
  }

  /// What has been lost so far.
  public var losses: TraceLosses { journal.losses }
  var lastTime: Ticks { journal.lastTime }

  /// Records an event at a time.
  ///
  /// An event without a sequence number gets the next one. A time earlier than the last one is taken for that and counted (TimeAndTurns,
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

  /// Records the events of a log from an index on, at their times.
  mutating func record(from index: Int, of log: borrowing EventLog, in catalog: borrowing Catalog) {
    for index in index..<log.events.count {
      let event = log.events[index]
      if event.overCount == 0 {
        record(event, at: event.time, in: catalog)
      } else {
        record(event, at: event.time, over: log.over(of: event), in: catalog)
      }
    }
  }

  /// Says that a turn is over: what the trigger of snapshots has to say of it, it says now, and not when the next turn begins.
  public mutating func turnEnded() { recording.requests?.turnEnded(before: journal.nextSequence) }
  /// Takes note of calls that were refused before they became events, such as one about a popup that was never submitted.
  public mutating func note(refused count: Int) { journal.note(refused: Int64(count)) }
  /// Ends the session, and the recording with it.
  ///
  /// The trace is completed in the background, or, should the process be killed before, by recovery.
  public consuming func end(at time: Ticks) { journal.end(at: time) }
}

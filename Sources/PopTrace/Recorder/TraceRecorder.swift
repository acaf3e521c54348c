public import PopupScheduling

/// Records a session while it happens, at a few nanoseconds an event (design 10).
///
/// ```swift
/// var recorder = try TraceRecorder(header: header, directory: directory, name: "launch-1")
/// recorder.record(event, at: event.time, in: catalog)
/// …
/// recorder.end(at: now)
/// ```
///
/// Events go into a journal, a file of fixed size that is mapped into memory: what ``record(_:at:in:)`` has returned from is in it even when the
/// process is killed the moment after. The journal has two halves. While one is filled, a thread of its own makes a chunk of the other and appends
/// it to the trace; when both are full, events are dropped and counted, and their sequence numbers are missing in the trace. Nothing on the
/// recording side waits, locks or (once the session's names are known) allocates.
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
  /// - Throws: A ``TraceError`` (`unwritable`) where there is no room for the journal, or no right to write it.
  public init(
    header: SessionHeader, directory: String, name: String, options: RecorderOptions = RecorderOptions()
  ) throws(TraceError) {
    let head = try options.head(of: header)
    let path = directory + "/" + name
    let memory = try JournalMemory.create(path + TraceRecording.journalExtension, head)
    let sink = FileSink(
      path: path + TraceRecording.traceExtension, journal: path + TraceRecording.journalExtension)
    try self.init(head, memory, sink, options, path: path + TraceRecording.traceExtension)
  }

  /// Begins a recording in memory, for tests and for whoever has no place for files; ``TraceRecording/bytes`` is the trace once it has ended.
  public init(header: SessionHeader, options: RecorderOptions = RecorderOptions()) throws(TraceError) {
    let head = try options.head(of: header)
    try self.init(head, try JournalMemory.anonymous(head), MemorySink(), options, path: "")
  }

  private init(
    _ head: JournalHead, _ memory: JournalMemory, _ sink: any TraceSink, _ options: RecorderOptions, path: String
  ) throws(TraceError) {
    let state = JournalState()
    let wake = WakeUp()
    let recording = TraceRecording(memory: memory, sink: sink, path: path)
    journal = JournalWriter(memory: memory, head: head, state: state, wake: wake)
    self.recording = recording
    try SealingThread.start {
      SealingThread(
        memory: memory, head: head, state: state, wake: wake, sink: sink, byteLimit: options.byteLimit,
        compression: options.compression
      ) { recording.note($0, isLast: $1) }
    }
  }

  /// What has been lost so far.
  public var losses: TraceLosses { journal.losses }

  /// Records an event at a time.
  ///
  /// - Parameters:
  ///   - event: The event. One without a sequence number gets the next one.
  ///   - time: When it happened; a time earlier than the last one is taken for the last one and counted (semantics A5).
  ///   - catalog: What the event refers to.
  /// - Returns: Whether it was taken. One that was is in the trace whatever happens to the process; one that was not is counted in ``losses``.
  /// - Complexity: O(1), about 10 ns; once more for each name, page and popup that the half of the journal does not know yet.
  @discardableResult
  public mutating func record(_ event: Event, at time: Ticks, in catalog: borrowing Catalog) -> Bool {
    journal.append(event, at: time, over: EmptyCollection(), in: catalog)
  }

  /// Records a decision with the popups that lost, of which the first 8 are kept.
  @discardableResult
  public mutating func record(
    _ event: Event, at time: Ticks, over: ArraySlice<PopupID>, in catalog: borrowing Catalog
  ) -> Bool {
    journal.append(event, at: time, over: over, in: catalog)
  }

  /// Takes note of calls that were refused before they became events, such as one about a popup that nobody submitted.
  public mutating func note(refused count: Int) { journal.note(refused: Int64(count)) }

  /// Ends the session, and the recording with it.
  ///
  /// The trace is completed in the background; should the process be killed before that, whoever recovers the journal completes it all the same.
  ///
  /// - Parameter time: When the session ended.
  public consuming func end(at time: Ticks) { journal.end(at: time) }
}

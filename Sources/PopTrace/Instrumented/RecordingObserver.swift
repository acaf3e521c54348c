public import PopupScheduling

/// Records every event of an app's scheduler, and has full chunks written elsewhere than on the main thread.
///
/// A recording costs the main actor a few nanoseconds an event; compression and writing happen in tasks of their own, one after another.
public struct RecordingObserver: EventObserver {
  /// What records.
  public let recorder: TraceRecorder
  private let write: @Sendable (Result<[UInt8], TraceError>) -> Void
  /// The writing under way, after which the next chunk is written.
  private var writing: Task<Void, Never>?

  /// Makes an observer.
  ///
  /// - Parameters:
  ///   - recorder: What records.
  ///   - write: Takes the bytes of the trace as they come, in order; appended to one file they are the trace. Called on no particular
  ///     thread, never twice at once.
  public init(recorder: TraceRecorder, write: @escaping @Sendable (Result<[UInt8], TraceError>) -> Void) {
    self.recorder = recorder
    self.write = write
  }

  public mutating func observe(_ event: Event, in log: borrowing EventLog, _ catalog: borrowing Catalog) {
    let isFull =
      event.overCount == 0
      ? recorder.record(event, at: event.time) : recorder.record(event, at: event.time, over: log.over(of: event))
    if isFull { seal(copy catalog) }
  }

  private mutating func seal(_ catalog: Catalog) {
    let before = writing
    writing = Task.detached { [recorder, write] in
      await before?.value
      write(Result { () throws(TraceError) in try recorder.seal(catalog) })
    }
  }

  /// Ends the recording: what is left is written, and the trace is complete.
  ///
  /// - Parameters:
  ///   - catalog: What the events refer to.
  ///   - ended: When the session ended.
  public mutating func finish(_ catalog: Catalog, ended: Ticks) async {
    await writing?.value
    writing = nil
    write(Result { () throws(TraceError) in try recorder.finish(catalog, ended: ended) })
  }
}

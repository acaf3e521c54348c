public import PopupScheduling

/// Records every event of an app's scheduler.
///
/// Owned by its scheduler, and lent by ``PopupScheduler/withObserver(_:)``. One that is off costs a branch a decision.
public struct RecordingObserver: ~Copyable {
  /// The recording under way; nil where none ever was.
  public let recording: TraceRecording?
  /// Events that came after the recording's end.
  public private(set) var eventsAfterEnd = 0
  /// What names are called in the recording; nil where they stay as they are.
  public let alias: (@Sendable (String, NameRole) -> String)?
  private var recorder: TraceRecorder?
  /// Whether a turn is being observed, and when the recording is to end once that is whole.
  private var isInTurn = false
  private var endsAt: Ticks?

  /// Makes an observer that records.
  ///
  /// - Parameter privacy: What names are called in the recording; nil where they stay as they are.
  public init(_ recorder: consuming TraceRecorder, privacy: RecordingPrivacy? = nil) {
    recording = recorder.recording
    if let privacy {
      alias = { text, role in privacy.alias(of: text, role) }
    } else {
      alias = nil
    }
    self.recorder = consume recorder
  }

  /// Makes an observer that does not record.
  public init() {
    recording = nil
    alias = nil
    recorder = nil
  }

  /// Whether events are being recorded.
  public var isOn: Bool { recorder != nil }

  /// Ends the recording, with the turn under way where there is one; what comes later is counted and not recorded.
  public mutating func end(at time: Ticks) {
    if isInTurn { endsAt = time } else { recorder.take()?.end(at: time) }
  }
}

extension RecordingObserver: EventObserver {
  /// What comes after a recording's end is counted; a session that was never recorded costs nothing but this.
  public var isListening: Bool { recording != nil }

  public mutating func observe(_ event: Event, in log: borrowing EventLog, _ catalog: borrowing Catalog) {
    guard recorder != nil else {
      if recording != nil { eventsAfterEnd += 1 }
      return
    }
    isInTurn = true
    if event.overCount == 0 {
      recorder?.record(event, at: event.time, in: catalog)
    } else {
      recorder?.record(event, at: event.time, over: log.over(of: event), in: catalog)
    }
  }

  public mutating func turnEnded(in catalog: borrowing Catalog) {
    recorder?.turnEnded()
    isInTurn = false
    if let time = endsAt.take() { end(at: time) }
  }

  public mutating func refused(_ count: Int) { recorder?.note(refused: count) }
}

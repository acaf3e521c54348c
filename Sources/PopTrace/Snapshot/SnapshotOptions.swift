/// How a recorder keeps the last minutes of a session and writes them out only when something is wrong, or the app asks.
///
/// ```swift
/// var options = RecorderOptions()
/// options.snapshots = SnapshotOptions()
/// let recording = PopupRecording(directory: directory, options: options)
/// let scheduler = InstrumentedPopupScheduler(presenter: presenter, recording: recording)
/// // The user says that something was odd:
/// recording.takeSnapshot()
/// ```
///
/// Nothing is stored before a snapshot is taken, and of a process that is killed without one nothing is left. A snapshot is a trace of its own
/// beside those of whole sessions. It begins with a marked prefix, the stimuli from before that still count (``SessionHeader/prefixEvents``),
/// at the last moment before the kept minutes at which nothing was open: replays begin there, and identity is checked from there on.
public struct SnapshotOptions: Hashable, Sendable {
  /// How much of a session is kept, in seconds of its time.
  public var keptSeconds: Int64 = 300
  /// The on-line rules that have a snapshot taken.
  public var rules = SnapshotReason.rules
  /// How many snapshots the rules have taken of one session at most.
  public var mostByRules = 3
  /// How many snapshots are taken of one session at most, those the app asks for included.
  public var most = 16
  /// The most events that are kept, 64 bytes each; where something was open at every moment among so many, the snapshot begins with a gap.
  public var mostEvents = 32_768

  /// Makes options that suit a phone: five minutes.
  public init() {}
}

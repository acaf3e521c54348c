public import PopupScheduling

/// How a recorder keeps the last minutes of a session and writes them out only when something is wrong, or the app asks.
///
/// ```swift
/// var options = RecorderOptions()
/// options.snapshots = SnapshotOptions(trigger: .audit())
/// let store = TraceStore(directory: directory, options: options)
/// let scheduler = InstrumentedPopupScheduler(presenter: presenter, store: store)
/// // The user says that something was odd:
/// store.takeSnapshot()
/// ```
///
/// Before the first snapshot nothing is stored. A process that is killed before it leaves nothing. A snapshot is a trace of its own beside those
/// of whole sessions. It begins with a marked prefix, the stimuli from before that still count (``SessionHeader/prefixEvents``), at the last
/// moment before the kept minutes at which nothing was open: replays begin there, and identity is checked from there on.
public struct SnapshotOptions: Hashable, Sendable {
  /// How much of a session is kept, in seconds of its time.
  public var keptSeconds: Int64 = 300
  /// What has a snapshot taken without being asked; nil where the app alone does. `PopAudit` has one that knows the audit's rules.
  ///
  /// It works where re-entrant stimuli are marked, as in all that a scheduler here records.
  public var trigger: SnapshotTrigger?
  /// How many snapshots the trigger has taken of one session at most.
  public var mostByTrigger = 3
  /// How many snapshots are taken of one session at most, those the app asks for included.
  public var most = 16
  /// The most events that are kept, 64 bytes each; where something was open at every moment among so many, the snapshot begins with a gap.
  ///
  /// While a trigger looks at them, or a snapshot is written, there is a copy of them.
  public var mostEvents = 32_768

  /// Makes options that suit a phone: five minutes.
  public init(trigger: SnapshotTrigger? = nil) { self.trigger = trigger }

  /// The name of the metadata that says why a snapshot was taken.
  public static let reasonName = "snapshot"
  /// What it says where the app asked for the snapshot.
  public static let askedReason = "asked"
}

/// Looks at the last minutes of a session while it is recorded, and says why a snapshot of them is to be taken.
///
/// It works on the recording's own thread, and looks at turns that are whole: after each, but for a twentieth of the time at most.
public struct SnapshotTrigger: Hashable, Sendable {
  /// A reason to take a snapshot, which counts once.
  public struct Cause: Hashable, Sendable {
    /// What the snapshot's metadata says, such as an audit rule.
    public var reason: String
    /// When it came.
    public var time: Ticks
    /// The number of the popup it is about; negative for none.
    public var popup: Int64

    /// Makes a reason to take a snapshot.
    public init(_ reason: String, at time: Ticks, popup: Int64 = -1) {
      self.reason = reason
      self.time = time
      self.popup = popup
    }
  }

  /// What tells it from other triggers.
  public let name: String
  /// Every cause there is in the last minutes of a session.
  let causes: @Sendable (_ session: Session) -> [Cause]

  /// Makes a trigger.
  ///
  /// - Parameters:
  ///   - name: What tells it from other triggers.
  ///   - causes: Gives every cause there is in the last minutes of a session, in order; those that were there before do not count again.
  public init(_ name: String, causes: @escaping @Sendable (_ session: Session) -> [Cause]) {
    self.name = name
    self.causes = causes
  }

  public static func == (one: SnapshotTrigger, other: SnapshotTrigger) -> Bool { one.name == other.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

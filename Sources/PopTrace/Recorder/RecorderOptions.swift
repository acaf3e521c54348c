import PopSystem
public import PopupScheduling

/// How a session is recorded.
public struct RecorderOptions: Hashable, Sendable {
  /// The bytes of one half of the journal, of which there are two: 32 KiB … 16 MiB, made whole pages of memory.
  ///
  /// An event takes 64 bytes. One that needs more names than a half has room for is left out and counted as refused.
  public var journalHalfBytes = 288 * 1024
  /// How long the events of one turn wait at most for the sealing thread, in milliseconds, where both halves are full, before they are dropped.
  ///
  /// Nothing waits where nothing can be stored, or, after a wait in vain, before there is room again.
  public var patienceMilliseconds: Int64 = 50
  /// The zstd level, 1 … 22.
  public var level: Int32 = 3
  /// Whether chunks are compressed.
  public var compresses = true
  /// The most bytes of the trace, but for its first two chunks; before there are more the recording stops, as if the session had been killed.
  public var byteLimit = 8 << 20
  /// Keeps the last minutes only, to be written out when something is wrong or the app asks; nil to record whole sessions.
  public var snapshots: SnapshotOptions?

  /// Makes the options for the field.
  public init() {}
  var compression: ZstdFrame.Compression { compresses ? .zstd(level: level) : .none }

  func head(of header: SessionHeader, prefixEvents: Int = 0) throws(TraceError) -> JournalHead {
    var header = header.storable
    // What is counted, or comes to be known, while it is recorded: a header that was used before says it of another session.
    (header.ended, header.isRecovered, header.prefixEvents) = (nil, false, prefixEvents)
    (header.clampedTimes, header.refusedEvents, header.droppedEvents) = (0, 0, 0)
    return try JournalHead(session: header, halfBytes: journalHalfBytes, nonce: RandomNumber.next(), owner: .current)
  }
}

/// How a recorder keeps the last minutes of a session and writes them out only when something is wrong, or the app asks
/// (<doc:Recording#Snapshots>).
///
/// A snapshot begins with a marked prefix, the stimuli from before that still count (``SessionHeader/prefixEvents``), at the last moment before
/// the kept minutes at which nothing was open.
public struct SnapshotOptions: Hashable, Sendable {
  /// How much of a session is kept, in seconds of its time.
  public var keptSeconds: Int64 = 300
  /// What has a snapshot taken without being asked, where re-entrant stimuli are marked; nil where the app alone does. `PopAudit` has one.
  public var trigger: SnapshotTrigger?
  /// How many snapshots the trigger has taken of one session at most.
  public var mostByTrigger = 3
  /// How many snapshots are taken of one session at most, those the app asks for included.
  public var most = 16
  /// The most events that are kept, 64 bytes each; where something was open at every moment among so many, the snapshot begins with a gap.
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
  let causes: @Sendable (_ session: Session) -> [Cause]

  /// Makes a trigger.
  ///
  /// - `causes`: Gives every cause there is in the last minutes of a session, in order; those that were there before do not count again.
  public init(_ name: String, causes: @escaping @Sendable (_ session: Session) -> [Cause]) {
    self.name = name
    self.causes = causes
  }

  public static func == (one: SnapshotTrigger, other: SnapshotTrigger) -> Bool { one.name == other.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

import PopSystem

/// How a session is recorded.
public struct RecorderOptions: Hashable, Sendable {
  /// The bytes of one half of the journal, of which there are two: 32 KiB … 16 MiB, made whole pages of memory. An event takes 64 bytes.
  ///
  /// The default has room for a chunk of some 4,000 events and the names they need. An event that needs more names than a half has room for,
  /// such as a popup that asks for thousands of pages, is left out and counted as refused.
  public var journalHalfBytes = 288 * 1024
  /// How long the events of one turn wait at most for the sealing thread, in milliseconds, where both halves are full, before they are dropped.
  ///
  /// Only a turn of some thousand events ever waits, such as signing out with thousands of popups in the queue, and some milliseconds a half. Where
  /// nothing can be stored, or the trace is as long as it may be, nothing waits; after a wait in vain nothing does before there is room again.
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

  func head(of header: SessionHeader) throws(TraceError) -> JournalHead {
    var header = header.storable
    // What is counted, or comes to be known, while it is recorded: a header that was used before says it of another session.
    (header.ended, header.isRecovered, header.prefixEvents) = (nil, false, 0)
    (header.clampedTimes, header.refusedEvents, header.droppedEvents) = (0, 0, 0)
    return try JournalHead(session: header, halfBytes: journalHalfBytes, nonce: RandomNumber.next(), owner: .current)
  }
}

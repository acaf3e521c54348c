import PopupScheduling

/// Writes sessions as a `.poptrace` file (design 6).
///
/// ```swift
/// var writer = TraceWriter()
/// try writer.append(session)
/// let bytes = try writer.finish()
/// ```
public struct TraceWriter: Sendable {
  /// How a file is written.
  public struct Options: Hashable, Sendable {
    /// How many events a chunk holds at most, 1 … 262,144: about 4,096 in the field, 32,768 in archives.
    public var eventsPerChunk = 4096
    /// The zstd level, 1 … 22: 3 in the field, 19 in archives.
    public var level: Int32 = 3
    /// Whether chunks are compressed, where there is a library for it. Otherwise they are frames of raw blocks, which zstd reads as well.
    public var compresses = true
    /// Whether small sessions share chunks. A chunk is then written only when it is full, which suits archives and not a recorder.
    public var sharesChunks = false
    /// Makes the options for files written in the field.
    public init() {}

    /// The options for archives: many sessions, written once and read often.
    public static var archive: Options {
      var options = Options()
      options.eventsPerChunk = 32768
      options.level = 19
      options.sharesChunks = true
      return options
    }

    var compression: ZstdFrame.Compression { compresses ? .zstd(level: level) : .none }
  }

  private let options: Options
  private var encoder = ChunkEncoder()
  private var file = TraceFileBuilder()
  private var sessions = 0

  /// Makes a writer of an empty file.
  public init(options: Options = Options()) {
    self.options = options
  }

  /// Adds a whole session.
  ///
  /// - Throws: A ``TraceError`` (`unwritable`) where the session holds what a trace cannot: events out of order, slots a kind does not have,
  ///   references to nothing.
  public mutating func append(_ session: Session) throws(TraceError) {
    if let flaw = SessionCheck(limits: .none, takesAnyLength: true).flaw(in: session) {
      throw TraceError(.unwritable, "\(flaw.message) Mend whatever made the session.")
    }
    let limit = min(max(options.eventsPerChunk, 1), ChunkHead.eventLimit)
    let count = session.log.events.count
    var bases = SegmentBases()
    var start = 0
    repeat {
      if encoder.eventCount >= limit { try flush() }
      let end = min(count, start + limit - encoder.eventCount)
      let piece = SegmentPiece(session: sessions, events: start..<end, isFirst: start == 0, isLast: end == count)
      try SlotCheck.check(piece, of: session)
      encoder.add(piece, of: session, bases: &bases)
      start = end
    } while start < count
    if !options.sharesChunks { try flush() }
    sessions += 1
  }

  /// Ends the file with its seek table and hands its bytes over; the writer then begins another file.
  public mutating func finish() throws(TraceError) -> [UInt8] {
    try flush()
    sessions = 0
    return file.finish()
  }

  private mutating func flush() throws(TraceError) {
    guard encoder.segmentCount > 0 else { return }
    file.append(try encoder.finish(number: file.chunkCount, options.compression))
  }
}

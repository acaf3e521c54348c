import PopupScheduling

/// Writes sessions as a `.poptrace` file (<doc:TraceFormat#Overview>).
///
/// ```swift
/// var writer = TraceWriter()
/// try writer.append(session)
/// let bytes = try writer.finish()
/// ```
///
/// A long file does not have to be in memory: what ``takeBytes()`` hands over after each session, and ``finish()`` at the end, is the file.
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
  public init(options: Options = Options()) { self.options = options }

  /// Adds a whole session.
  ///
  /// - Throws: A ``TraceError`` (`unwritable`) where the session holds what a trace cannot: events out of order, slots a kind does not
  /// have, references to nothing.
  public mutating func append(_ session: Session) throws(TraceError) {
    if let flaw = SessionCheck(limits: .none, takesAnyLength: true).flaw(in: session) {
      throw TraceError(.unwritable, "\(flaw.message) Mend whatever made the session.")
    }
    let limit = min(max(options.eventsPerChunk, 1), ChunkHead.eventLimit)
    let count = session.log.events.count
    var bases = SegmentBases()
    var start = 0
    repeat {
      // What goes on with a session stands first in its chunk.
      if encoder.eventCount >= limit || encoder.isNearlyFull || start > 0 { try flush() }
      let end = min(count, start + limit - encoder.eventCount)
      let piece = SegmentPiece(session: sessions, events: start..<end, isFirst: start == 0, isLast: end == count)
      if let (index, what) = SlotCheck.violation(in: session, piece.events) {
        let kind = session.log.events[index].kind.wireName
        throw TraceError(.unwritable, "Event \(index) (\(kind)) \(what). Mend whatever made the session.")
      }
      let mentions = SegmentMentions(piece, of: session, bases: bases)
      if mentions.isHeavy(session.catalog) {
        try flush()
        try addAlone(piece, of: session, mentions, &bases)
      } else {
        let isAlone = !options.sharesChunks && file.chunkCount == 0
        encoder.add(piece, of: session, mentions, bases: &bases, isAlone: isAlone)
      }
      start = end
    } while start < count
    if !options.sharesChunks { try flush() }
    sessions += 1
  }

  /// Hands over the bytes that are ready and were not handed over before: whole chunks.
  public mutating func takeBytes() -> [UInt8] { file.takeBytes() }

  /// Ends the file with its seek table and hands over those of its bytes that ``takeBytes()`` did not; the writer then begins another file.
  public mutating func finish() throws(TraceError) -> [UInt8] {
    try flush()
    sessions = 0
    return file.finish()
  }

  /// The file of some sessions.
  mutating func file(of sessions: [Session]) throws(TraceError) -> [UInt8] {
    for session in sessions { try append(session) }
    return try finish()
  }

  /// Adds a piece that asks for much: it gets chunks of its own, as many as it takes.
  private mutating func addAlone(
    _ piece: SegmentPiece, of session: Session, _ mentions: SegmentMentions, _ bases: inout SegmentBases
  ) throws(TraceError) {
    var piece = piece
    for table in SegmentBases.tables {
      while bases[keyPath: table] < mentions.bases[keyPath: table] {
        try addTable(table, upTo: mentions.bases[keyPath: table], piece, of: session, &bases)
        piece.isFirst = false
      }
    }
    let rest = SegmentMentions(piece, of: session, bases: bases)
    guard try !addChunk(piece, of: session, rest, &bases, isDivisible: piece.events.count > 1) else { return }
    for half in piece.halves {
      try addAlone(half, of: session, SegmentMentions(half, of: session, bases: bases), &bases)
    }
  }

  /// Adds a chunk that has nothing but entries of tables, as many as fit and not more than are asked for.
  private mutating func addTable(
    _ table: WritableKeyPath<SegmentBases, Int>, upTo end: Int, _ piece: SegmentPiece, of session: Session,
    _ bases: inout SegmentBases
  ) throws(TraceError) {
    let start = piece.events.lowerBound
    let head = SegmentPiece(session: piece.session, events: start..<start, isFirst: piece.isFirst, isLast: false)
    var count = SegmentMentions.heavy
    while true {
      var wanted = bases
      wanted[keyPath: table] = min(end, wanted[keyPath: table] + count)
      let mentions = SegmentMentions(upTo: wanted, of: session, bases: bases)
      if try addChunk(head, of: session, mentions, &bases, isDivisible: count > 1) { return }
      count /= 2
    }
  }

  /// Adds a chunk; where it would be too large and less can be tried, false, and everything is as before.
  private mutating func addChunk(
    _ piece: SegmentPiece, of session: Session, _ mentions: SegmentMentions, _ bases: inout SegmentBases,
    isDivisible: Bool
  ) throws(TraceError) -> Bool {
    let before = bases
    encoder.add(piece, of: session, mentions, bases: &bases)
    do {
      try flush()
      return true
    } catch {
      guard error.code == .tooLarge, isDivisible else { throw error }
      (encoder, bases) = (ChunkEncoder(), before)
      return false
    }
  }

  private mutating func flush() throws(TraceError) {
    guard encoder.segmentCount > 0 else { return }
    file.append(try encoder.finish(number: file.chunkCount, options.compression))
  }
}

#if Tool
import PopReport
import PopTrace
import PopupScheduling

/// The journal of a session that was not recovered: `X.popjournal`, beside `X.poptrace` or without it.
struct JournalBeside {
  /// What such a file's name ends in.
  static let suffix = ".popjournal"
  /// The most bytes that are read of one; those of a recorder have far fewer.
  private static let limit = 1 << 27

  let path: String
  private let reader: JournalReader

  /// The journal beside a trace; nil where there is none that can be read, which then is as good as none.
  static func of(trace path: String, limits: ResourceLimits) -> JournalBeside? {
    guard let journal = self.path(besideTrace: path) else { return nil }
    return try? JournalBeside(journal, limits: limits)
  }

  /// Where a trace's journal is; nil where there is none.
  static func path(besideTrace path: String) -> String? {
    guard path.hasSuffix(".poptrace") else { return nil }
    let journal = String(path.dropLast(".poptrace".count)) + suffix
    return Platform.kind(of: journal) == .file ? journal : nil
  }

  /// Opens a journal.
  init(_ path: String, limits: ResourceLimits) throws(CommandFailure) {
    self.path = path
    let source = try ByteSource(path)
    var bytes: [UInt8] = []
    while let block = try source.block(at: bytes.count) {
      bytes += block
      guard bytes.count <= Self.limit else {
        throw CommandFailure("the file has more than \(Self.limit) bytes, too many for a journal", input: path)
      }
    }
    do { reader = try JournalReader(bytes, limits: limits) } catch { throw CommandFailure(error, input: path) }
  }

  /// What the journal alone knows; nil where that is no event.
  func session() throws(CommandFailure) -> Session? {
    var session = Session(header: reader.header)
    _ = try complete(&session)
    return session.log.events.isEmpty ? nil : session
  }

  /// Adds to the last session of a trace what only its journal has.
  ///
  /// - Returns: How many events were added.
  func complete(_ session: inout Session) throws(CommandFailure) -> Int { try join(&session).addedEvents }

  /// Adds to the last session of a trace what only its journal has, and says what that was.
  func join(_ session: inout Session) throws(CommandFailure) -> JournalReader.Remains {
    guard session.header.session == reader.header.session, !session.isScenario, !session.isFinished else {
      return JournalReader.Remains()
    }
    do { return try reader.complete(&session) } catch { throw CommandFailure(error, input: path) }
  }

  /// What is known of the session before anything of it is.
  var beginning: Session { Session(header: reader.header) }
}
#endif

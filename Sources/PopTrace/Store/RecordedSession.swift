import PopSystem
import PopupScheduling

/// A session that is complete, or the short ones of a day in one file (<doc:Recording#Short-sessions>), leased to whoever asked for it.
///
/// Nobody else gets it meanwhile, in this process or in another one, and no limit takes it away.
///
/// A lease ends with ``TraceStore/remove(_:)``, ``TraceStore/keep(_:)`` or ``TraceStore/failed(_:retryAfterSeconds:)``, with its process, or
/// after a day.
public struct RecordedSession: Hashable, Sendable {
  /// How a session came to its end.
  public enum End: Hashable, Sendable {
    /// The app ended its recording; of several sessions, each of them.
    case ended
    /// The process was killed, or crashed: the next launch completed the trace. Of several sessions, one of them at least.
    case killed
    /// It is a snapshot, of a session that went on.
    case snapshot
  }

  /// What its files are called, without extension; sorted by it, the oldest comes first.
  public var name: String
  /// The path of its trace, as long as the lease lasts.
  public var path: String
  /// The bytes of its trace.
  public var byteCount: Int
  /// When it was last written, in seconds since 1970.
  public var modified: Int64
  /// How many sessions are in its file.
  public var sessions = 0
  /// When it began, as its header says; of several sessions, the first one.
  public var began = ""
  public var end = End.ended
  /// How many events it has, and how many more there were that are missing: no room was left for them, or what had them was damaged.
  public var events = 0
  public var lost = 0

  /// Reads what a session's trace says; nil where it is no whole trace.
  init?(_ entry: RecordingDirectory.Entry, path: String) {
    guard let bytes = try? SystemFile.open(path, .read).contents(), TraceInfo(bytes).damage.isEmpty,
      var reader = try? TraceReader(bytes)
    else { return nil }
    (name, self.path, byteCount, modified) = (entry.name, path, entry.byteCount, entry.modified)
    var session = Session()
    while true {
      guard let isThere = try? reader.next(&session) else { return nil }
      guard isThere else { break }
      add(session)
    }
    guard sessions > 0 else { return nil }
  }

  private mutating func add(_ session: Session) {
    if sessions == 0 { began = session.header.started }
    sessions += 1
    if session.header.metadata.contains(where: { $0.name == SnapshotOptions.reasonName }) {
      end = .snapshot
    } else if !session.isFinished {
      end = .killed
    }
    events += session.log.events.count
    let missing =
      session.gaps.isEmpty ? 0 : Int(session.log.events.last?.sequence ?? -1) + 1 - session.log.events.count
    lost += max(missing, Int(clamping: session.header.droppedEvents))
  }
}

/// What stands between the name of a session and the extension of its trace while somebody has it, or has given it back for later.
///
/// All of it is in the file's name, for a name is changed by one process alone: whoever renames the file has it.
enum TraceLease: Hashable {
  case free
  /// Of a process, since the file got its name.
  case taken(by: ProcessIdentity)
  /// Not before a time, in seconds since 1970.
  case later(Int64)
  /// Of a process that puts it into the file with a number.
  case joined(by: ProcessIdentity, into: UInt64)

  private static let (takenMark, laterMark, joinedMark) = (".leased-", ".later-", ".joined-")
  /// After so many seconds a lease ends, whatever its process does.
  static let longest: Int64 = 86_400

  /// Divides the name of a trace's file, without its extension.
  static func read(_ file: String) -> (name: String, lease: TraceLease) {
    if let (name, text) = RecordingDirectory.divide(file, at: takenMark) {
      let nobody = ProcessIdentity(number: 0, started: 0, boot: 0)
      return (name, .taken(by: ProcessIdentity(nameText: text) ?? nobody))
    }
    if let (name, text) = RecordingDirectory.divide(file, at: laterMark) {
      return (name, .later(text.split(separator: "-").first.flatMap { Int64($0) } ?? 0))
    }
    if let (name, text) = RecordingDirectory.divide(file, at: joinedMark),
      let process = ProcessIdentity(nameText: text),
      let number = text.split(separator: "-").last.flatMap({ UInt64($0, radix: 16) })
    {
      return (name, .joined(by: process, into: number))
    }
    return (file, .free)
  }

  /// The name of the trace's file, without its extension. A random number makes each lease another one: whoever has lost one cannot end the next.
  func name(of session: String) -> String {
    let number = String(RandomNumber.next(), radix: 16)
    return switch self {
    case .free: session
    case .taken(let process): session + Self.takenMark + process.nameText + "-" + number
    case .later(let time): session + Self.laterMark + "\(time)-" + number
    case .joined(let process, let file):
      session + Self.joinedMark + process.nameText + "-" + String(file, radix: 16)
    }
  }

  /// Whether nobody else may have the trace now.
  ///
  /// - Parameter changed: When the file got its name, in seconds since 1970.
  func isOver(at now: Int64, changed: Int64) -> Bool {
    switch self {
    case .free: true
    case .taken(let process): changed < now - Self.longest || !process.isAlive(lastWritten: changed)
    case .later(let time): time <= now
    case .joined: false
    }
  }
}

#if Tool
import PopTrace
import PopupScheduling

/// The journals of a session that was not recovered: `X.popjournal`, or `X.popjournal.claimed-…`, beside `X.poptrace` or without it.
struct JournalBeside {
  private static let limit = 1 << 27

  private var journals: [(path: String, reader: JournalReader)] = []
  private(set) var failures: [CommandFailure] = []

  /// Where the name of a file begins in its path.
  static func nameStart(of path: String) -> String.Index {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
  }

  /// What the path of a journal's trace is, there or not; nil for what is no journal by its name.
  static func trace(ofJournal path: String) -> String? {
    let start = nameStart(of: path)
    guard let name = RecordingDirectory.sessionName(ofJournal: String(path[start...])) else { return nil }
    return path[..<start] + name + ".poptrace"
  }

  /// Nil for a trace that has none; throws where none of a session without a trace can be read.
  init?(of input: String, _ inputs: InputList) throws(CommandFailure) {
    let isAlone = Self.trace(ofJournal: input) != nil
    let paths = inputs.journals(of: input)
    guard isAlone || !paths.isEmpty else { return nil }
    for path in paths {
      do throws(CommandFailure) {
        journals.append((path, try Self.reader(path, inputs.limits)))
      } catch {
        failures.append(error)
      }
    }
    if isAlone, journals.isEmpty, let failure = failures.first { throw failure }
    journals.sort { $0.reader.lastGeneration < $1.reader.lastGeneration }
  }

  private static func reader(_ path: String, _ limits: ResourceLimits) throws(CommandFailure) -> JournalReader {
    let bytes = try ByteSource(path).all(atMost: limit, "the file has more than \(limit) bytes, too many for a journal")
    do { return try JournalReader(bytes, limits: limits) } catch { throw CommandFailure(error, input: path) }
  }

  var isReadable: Bool { !journals.isEmpty }

  /// The last session of a trace, where there is one, with what only its journals have, and behind it the sessions that only they know.
  ///
  /// - `isOpen`: Whether something may be missing at its end.
  func complete(
    _ last: Session?, isOpen: Bool
  ) throws(CommandFailure) -> (sessions: [Session], remains: JournalReader.Remains) {
    var sessions = last.map { [$0] } ?? []
    var remains = JournalReader.Remains()
    for (path, reader) in journals {
      let name = reader.header.session
      let index = sessions.lastIndex { $0.header.session == name && !$0.isScenario } ?? sessions.count
      if index == sessions.count {
        sessions.append(Session(header: reader.header))
      } else if sessions[index].isFinished || !isOpen && index == 0 && last != nil {
        continue
      }
      let found: JournalReader.Remains
      do { found = try reader.complete(&sessions[index]) } catch { throw CommandFailure(error, input: path) }
      if found.addedEvents > 0 { sessions[index].header.isRecovered = true }
      remains.addedEvents += found.addedEvents
      remains.unsoundEvents += found.unsoundEvents
      remains.holes += found.holes
    }
    sessions.removeAll { $0.log.events.isEmpty && last == nil }
    return (sessions, remains)
  }
}
#endif

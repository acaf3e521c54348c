import PopSystem

// The short sessions of one day share a file, and in it a chunk: each by itself takes twice the bytes (<doc:Recording#Short-sessions>).
extension RecordingDirectory {
  /// The most bytes of a trace that is put together with others, and of all that are put into one.
  private static let (shortBytes, sharedBytes) = (8 << 10, 32 << 10)

  /// Puts short sessions of one day into one file.
  ///
  /// A trace gets a name that says in which file it will be before that file is there, and nobody is given such a file while there are traces of
  /// that name. So whoever is killed meanwhile leaves each session once: ``settle()`` takes away what is in the file, and frees what is in none.
  ///
  /// - Parameter open: The paths of traces that somebody is still at.
  func joinShortSessions(except open: Set<String>) throws(SystemError) {
    try settle()
    var day: Substring?
    var together: [Entry] = []
    for entry in try entries() where isShort(entry) && !open.contains(tracePath(of: entry)) {
      let own = Self.day(of: entry.name)
      if own != day || together.reduce(entry.byteCount, { $0 + $1.byteCount }) > Self.sharedBytes {
        try join(together)
        (day, together) = (own, [])
      }
      together.append(entry)
    }
    try join(together)
  }

  private func isShort(_ entry: Entry) -> Bool {
    entry.trace != nil && entry.journals.isEmpty && entry.byteCount <= Self.shortBytes
      && Self.day(of: entry.name) != nil && entry.lease.isOver(at: WallClock.seconds(), changed: entry.leased)
  }

  /// The day that a session's name begins with; nil for a name that somebody else made.
  private static func day(of name: String) -> Substring? {
    let (day, time) = (name.prefix(8), name.dropFirst(8))
    return day.utf8.count == 8 && day.utf8.allSatisfy({ 48...57 ~= $0 }) && time.first == "T" ? day : nil
  }

  private func join(_ entries: [Entry]) throws(SystemError) {
    guard entries.count > 1 else { return }
    let lease = TraceLease.joined(by: .current, into: RandomNumber.next())
    var members: [Entry] = []
    do throws(SystemError) {
      var sessions: [Session] = []
      for entry in entries {
        guard try FileSystem.rename(tracePath(of: entry), to: tracePath(of: lease.name(of: entry.name))) else {
          continue
        }
        members.append(entry)
        let own = Self.sessions(in: try SystemFile.open(tracePath(of: lease.name(of: entry.name)), .read).contents())
        if own.isEmpty { try free([members.removeLast()], from: lease) }
        sessions += own
      }
      guard members.count > 1, let bytes = Self.sharedFile(of: sessions), let first = members.first else {
        return try free(members, from: lease)
      }
      let name = lease.sharedName(after: first.name, sessions: sessions.count)
      try publish(bytes, as: tracePath(of: name), modified: members.reduce(0) { max($0, $1.modified) })
    } catch {
      // What is in no file yet is a session of its own again; whether that can be said now changes nothing.
      try? free(members, from: lease)
      throw error
    }
    for member in members { try FileSystem.remove(tracePath(of: lease.name(of: member.name))) }
  }

  private func publish(_ bytes: [UInt8], as path: String, modified: Int64) throws(SystemError) {
    let draft = path + JournalLayout.draftMark + String(RandomNumber.next(), radix: 16)
    try FileSystem.withDraft(draft) { () throws(SystemError) in
      let file = try SystemFile.open(draft, .createNew)
      try file.write(bytes, at: 0)
      // As old as what is in it: it is not kept longer for being put together.
      try file.setModified(modified)
      try file.sync()
      try FileSystem.replace(path, with: draft)
    }
    FileSystem.syncDirectory(self.path)
  }

  private func free(_ members: [Entry], from lease: TraceLease) throws(SystemError) {
    for member in members {
      _ = try FileSystem.rename(tracePath(of: lease.name(of: member.name)), to: tracePath(of: member.name))
    }
  }

  /// Clears up after processes that are gone: traces that are in a file now are taken away, and the others are free again.
  private func settle() throws(SystemError) {
    let left = try entries().filter { entry in
      if case .joined(let process, _) = entry.lease { return !process.isAlive(lastWritten: entry.leased) }
      return false
    }
    guard !left.isEmpty else { return }
    // Looked at only now: the file may have come just before its process went.
    let superseded = Self.superseded(among: try FileSystem.names(in: path))
    for entry in left {
      if superseded.contains((entry.trace ?? "") + TraceRecording.traceExtension) {
        try FileSystem.remove(tracePath(of: entry))
      } else {
        _ = try FileSystem.rename(tracePath(of: entry), to: tracePath(of: entry.name))
      }
    }
  }

  /// The sessions of a trace; none where it is not whole, or is a snapshot, which somebody waits for.
  private static func sessions(in bytes: [UInt8]) -> [Session] {
    var sessions: [Session] = []
    guard TraceInfo(bytes).isWhole, var reader = try? TraceReader(bytes) else { return [] }
    while true {
      var session = Session()
      guard let isThere = try? reader.next(&session) else { return [] }
      guard isThere else { return sessions }
      if session.header.metadata.contains(where: { $0.name == SnapshotOptions.reasonName }) { return [] }
      sessions.append(session)
    }
  }

  /// A file of all sessions that gives each of them back as it was; nil where that cannot be.
  private static func sharedFile(of sessions: [Session]) -> [UInt8]? {
    var writer = TraceWriter(options: .archive)
    guard sessions.count > 1, let bytes = try? writer.file(of: sessions) else { return nil }
    return text(of: self.sessions(in: bytes)) == text(of: sessions) ? bytes : nil
  }

  private static func text(of sessions: [Session]) -> [UInt8] {
    var text: [UInt8] = []
    for session in sessions { JSONLines.write(session, into: &text) }
    return text
  }

  /// Of the name of a file that sessions share, how many there are and the file's number.
  private static func divide(shared name: String) -> (sessions: Int, number: UInt64)? {
    guard let (_, text) = divide(name, at: TraceLease.sharedMark) else { return nil }
    let fields = text.split(separator: "-")
    guard fields.count == 2, let others = Int(fields[0]), (1..<1 << 20).contains(others) else { return nil }
    return UInt64(fields[1], radix: 16).map { (others + 1, $0) }
  }

  /// Of the names of files in a directory, those of traces that are in a file with others as well, because a process was killed in between.
  package static func superseded(among files: [String]) -> Set<String> {
    let traces = files.filter { $0.hasSuffix(TraceRecording.traceExtension) }
      .map { ($0, TraceLease.read(String($0.dropLast(TraceRecording.traceExtension.count)))) }
    let shared = Set(traces.compactMap { number(ofShared: $0.1.name) })
    return Set(
      traces.compactMap { file, held in
        if case .joined(_, let number) = held.lease, shared.contains(number) { file } else { nil }
      })
  }

  static func number(ofShared name: String) -> UInt64? { divide(shared: name)?.number }
  static func sessionCount(of name: String) -> Int { divide(shared: name)?.sessions ?? 1 }
}

extension TraceLease {
  fileprivate static let sharedMark = "+"

  /// The name of the file that sessions are put into: the oldest one's, how many more there are, and a number.
  fileprivate func sharedName(after first: String, sessions: Int) -> String {
    guard case .joined(_, let number) = self else { return first }
    let name = RecordingDirectory.divide(first, at: Self.sharedMark)?.before ?? first
    return name + Self.sharedMark + "\(sessions - 1)-" + String(number, radix: 16)
  }
}

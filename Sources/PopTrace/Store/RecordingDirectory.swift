import PopSystem

package struct RecordingDirectory: Sendable {
  let path: String

  /// Stands between the name of a claimed journal and the identity of the process that has claimed it.
  static let claimMark = ".claimed-"

  struct Entry: Hashable, Sendable {
    var name: String
    /// The name of its trace's file, without the extension; nil where there is none.
    var trace: String?
    /// Who has the trace, since its file got that name, in seconds since 1970.
    var lease = TraceLease.free
    var leased: Int64 = 0
    /// The file names of its journals; a second one only where a recovery was cut short.
    var journals: [String] = []
    var byteCount = 0
    var modified: Int64 = 0
  }

  private func names() throws(SystemError) -> [String] {
    try FileSystem.names(in: path, withHidden: true).filter { PathText.shown($0) == $0 }
  }

  func entries() throws(SystemError) -> [Entry] {
    var entries: [String: Entry] = [:]
    for file in try names() {
      guard let status = FileSystem.status(of: path + "/" + file) else { continue }
      let isTrace = file.hasSuffix(TraceRecording.traceExtension)
      let trace = isTrace ? String(file.dropLast(TraceRecording.traceExtension.count)) : nil
      let held = trace.map { TraceLease.read($0) }
      guard let name = held?.name ?? Self.sessionName(ofJournal: file) else { continue }
      var entry = entries[name] ?? Entry(name: name)
      if let trace, let held {
        (entry.trace, entry.lease, entry.leased) = (trace, held.lease, status.changed)
      } else {
        entry.journals.append(file)
      }
      entry.byteCount += status.size
      entry.modified = max(entry.modified, status.modified)
      entries[name] = entry
    }
    return entries.values.sorted { $0.name < $1.name }
  }

  package static func sessionName(ofJournal file: String) -> String? {
    let suffix = TraceRecording.journalExtension
    if file.hasSuffix(suffix) { return String(file.dropLast(suffix.count)) }
    return divide(file, at: suffix + claimMark)?.before
  }

  /// The process that a journal's name says; nil where it says none.
  static func process(of file: String, behind mark: String) -> ProcessIdentity? {
    guard let (_, text) = divide(file, at: TraceRecording.journalExtension + mark) else { return nil }
    return ProcessIdentity(nameText: text) ?? ProcessIdentity(number: 0, started: 0, boot: 0)
  }

  /// Looks for the mark byte by byte, as file systems compare names: a directory may have a file for each of very many sessions.
  static func divide(_ file: String, at mark: String) -> (before: String, after: Substring)? {
    var rest = file.utf8[...]
    while let start = rest.firstIndex(of: mark.utf8[mark.startIndex]) {
      rest = rest[start...]
      if rest.starts(with: mark.utf8) {
        return (String(file[..<start]), file[rest.index(start, offsetBy: mark.utf8.count)...])
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  func tracePath(of name: String) -> String { path + "/" + name + TraceRecording.traceExtension }
  func tracePath(of entry: Entry) -> String { tracePath(of: entry.trace ?? entry.name) }

  /// Makes a session's trace this process's own for a while; nil where another caller was faster, or its trace cannot be read.
  func lease(_ entry: Entry) throws(SystemError) -> RecordedSession? {
    let leased = tracePath(of: TraceLease.taken(by: .current).name(of: entry.name))
    guard try FileSystem.rename(tracePath(of: entry), to: leased) else { return nil }
    if let session = RecordedSession(entry, path: leased) { return session }
    _ = try FileSystem.rename(leased, to: tracePath(of: entry.name))
    return nil
  }

  /// Gives a lease back; nothing happens where it has ended meanwhile.
  func giveBack(_ session: RecordedSession, as lease: TraceLease) throws(SystemError) {
    _ = try FileSystem.rename(session.path, to: tracePath(of: lease.name(of: session.name)))
  }

  /// Removes what was never finished, because the process that wrote it is gone; later files may still be at it.
  func removeDrafts(olderThan time: Int64) throws(SystemError) {
    for file in try names() {
      let isDraft =
        file.hasPrefix(InstallSalt.name + "-")
        || file.hasSuffix(TraceRecording.traceExtension + SnapshotStore.unfinishedExtension)
        || Self.divide(file, at: TraceRecording.traceExtension + JournalLayout.draftMark) != nil
      let owner = Self.process(of: file, behind: JournalLayout.draftMark)
      guard isDraft || owner != nil, let status = FileSystem.status(of: path + "/" + file), status.modified < time,
        owner?.isAlive(lastWritten: status.changed) != true
      else { continue }
      try FileSystem.remove(path + "/" + file)
    }
  }

  /// Makes a journal this process's own, so that no other works on it at the same time; nil where another one was faster.
  func claim(_ journal: String, of name: String) throws(SystemError) -> String? {
    let claimed =
      name + TraceRecording.journalExtension + Self.claimMark + ProcessIdentity.current.nameText + "-"
      + String(RandomNumber.next(), radix: 16)
    return try FileSystem.rename(path + "/" + journal, to: path + "/" + claimed) ? claimed : nil
  }

  /// Gives a claimed journal back, so that whoever comes next may take it, this process included.
  func release(_ claimed: String, of name: String) {
    let journal = path + "/" + name + TraceRecording.journalExtension
    guard FileSystem.identity(of: journal) == nil else { return }
    _ = try? FileSystem.rename(path + "/" + claimed, to: journal)
  }

  /// Whether a process that records into a journal, or is completing it, is still there.
  ///
  /// - Throws: A ``TraceError`` where the journal cannot be read, which says nothing of its process, or is none.
  func hasLivingOwner(_ journal: String) throws(TraceError) -> Bool {
    let changed = FileSystem.status(of: path + "/" + journal)?.changed ?? WallClock.seconds()
    if let claimant = Self.process(of: journal, behind: Self.claimMark), claimant.isAlive(lastWritten: changed) {
      return true
    }
    let bytes = try TraceError.catching { () throws(SystemError) in
      try SystemFile.openIfThere(path + "/" + journal, .read)?.read(first: JournalLayout.text)
    }
    guard let bytes else { return false }
    guard bytes.count == JournalLayout.text, bytes.word(at: 0) == JournalLayout.magic else {
      throw TraceError(.notATrace, "\(path)/\(journal) is no journal of a recording; it is left where it is.")
    }
    return JournalHead.owner(in: bytes).isAlive(lastWritten: changed)
  }

  func remove(_ entry: Entry) throws(SystemError) {
    for journal in entry.journals {
      // One that another process is completing is its own.
      guard let claimed = try claim(journal, of: entry.name) else { return }
      try FileSystem.remove(path + "/" + claimed)
    }
    try FileSystem.remove(tracePath(of: entry))
  }
}

import PopSystem

package struct RecordingDirectory: Sendable {
  let path: String

  /// Stands between the name of a claimed journal and the identity of the process that has claimed it.
  static let claimMark = ".claimed-"

  struct Entry: Hashable, Sendable {
    var name: String
    var hasTrace = false
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
      guard let name = trace ?? Self.sessionName(ofJournal: file) else { continue }
      var entry = entries[name] ?? Entry(name: name)
      if isTrace { entry.hasTrace = true } else { entry.journals.append(file) }
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

  private static func divide(_ file: String, at mark: String) -> (before: String, after: Substring)? {
    var start = file.startIndex
    while start < file.endIndex {
      if file[start...].hasPrefix(mark) { return (String(file[..<start]), file[start...].dropFirst(mark.count)) }
      start = file.index(after: start)
    }
    return nil
  }

  func tracePath(of name: String) -> String { path + "/" + name + TraceRecording.traceExtension }

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
    try FileSystem.remove(tracePath(of: entry.name))
  }

  static func isReadable(_ path: String) -> Bool {
    guard let bytes = try? SystemFile.open(path, .read).contents() else { return false }
    let info = TraceInfo(bytes)
    return info.damage.isEmpty && !info.chunks.isEmpty
  }
}

/// A directory with the traces and journals of sessions.
struct RecordingDirectory: Sendable {
  let path: String

  /// Stands between the name of a claimed journal and the identity of the process that has claimed it.
  static let claimMark = ".claimed-"

  /// A session's files.
  struct Entry: Hashable, Sendable {
    var name: String
    var hasTrace = false
    /// The file names of its journals; a second one only where a recovery was cut short.
    var journals: [String] = []
    var byteCount = 0
    var modified: Int64 = 0
  }

  /// The sessions there are, the oldest first.
  func entries() throws(TraceError) -> [Entry] {
    var entries: [String: Entry] = [:]
    for file in try FileSystem.names(in: path) {
      guard let status = FileSystem.status(of: path + "/" + file) else { continue }
      var isTrace = false
      let name: String
      if file.hasSuffix(TraceRecording.traceExtension) {
        name = String(file.dropLast(TraceRecording.traceExtension.count))
        isTrace = true
      } else if let journal = Self.sessionName(ofJournal: file) {
        name = journal
      } else {
        continue
      }
      var entry = entries[name] ?? Entry(name: name)
      if isTrace { entry.hasTrace = true } else { entry.journals.append(file) }
      entry.byteCount += status.size
      entry.modified = max(entry.modified, status.modified)
      entries[name] = entry
    }
    return entries.values.sorted { $0.name < $1.name }
  }

  /// The session of a journal, claimed or not; nil for another file.
  static func sessionName(ofJournal file: String) -> String? {
    let suffix = TraceRecording.journalExtension
    if file.hasSuffix(suffix) { return String(file.dropLast(suffix.count)) }
    var start = file.startIndex
    let mark = suffix + claimMark
    while start < file.endIndex {
      if file[start...].hasPrefix(mark) { return String(file[..<start]) }
      start = file.index(after: start)
    }
    return nil
  }

  func tracePath(of name: String) -> String { path + "/" + name + TraceRecording.traceExtension }

  /// Removes snapshots that are not whole, because the app was killed while it wrote them.
  ///
  /// - Parameter time: Files written later, in seconds since 1970, may still be at it.
  func removeUnfinished(olderThan time: Int64) throws(TraceError) {
    for file in try FileSystem.names(in: path)
    where file.hasSuffix(TraceRecording.traceExtension + SnapshotStore.unfinishedExtension) {
      guard let status = FileSystem.status(of: path + "/" + file), status.modified < time else { continue }
      try FileSystem.remove(path + "/" + file)
    }
  }

  /// Takes all files of a session away.
  func remove(_ entry: Entry) throws(TraceError) {
    for journal in entry.journals { try FileSystem.remove(path + "/" + journal) }
    try FileSystem.remove(tracePath(of: entry.name))
  }
}

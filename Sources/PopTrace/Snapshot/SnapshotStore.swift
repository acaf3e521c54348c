/// Where the snapshots of a session go.
enum SnapshotStore: Sendable {
  /// Into files of their own: the path in front of `-snapshot-1.poptrace`.
  case files(String)
  /// One after another into memory.
  case memory(MemorySink)

  /// What an unfinished file's name ends with.
  static let unfinishedExtension = ".part"

  /// Adds a snapshot; gives its path, which is empty in memory.
  ///
  /// A file has its name when it is whole, and not before.
  func add(_ bytes: [UInt8], number: Int) throws(TraceError) -> String {
    switch self {
    case .memory(let sink):
      sink.append(bytes)
      return ""
    case .files(let base):
      let path = base + "-snapshot-\(number)" + TraceRecording.traceExtension
      let unfinished = path + Self.unfinishedExtension
      do throws(TraceError) {
        let file = try SystemFile.open(unfinished, .update)
        try file.truncate(to: 0)
        try file.write(bytes, at: 0)
        try file.sync()
        guard try FileSystem.rename(unfinished, to: path) else {
          throw TraceError(.unwritable, "Somebody took \(unfinished) away while it was written.")
        }
        return path
      } catch {
        // It is not to take up room that is short anyway; whether that works changes nothing.
        try? FileSystem.remove(unfinished)
        throw error
      }
    }
  }
}

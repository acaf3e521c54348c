/// Where the bytes of a trace go while it is recorded.
///
/// Belongs to the sealing thread, which alone adds to it.
protocol TraceSink: AnyObject, Sendable {
  /// How many bytes it has.
  var byteCount: Int { get }

  /// Adds bytes, all of them or none.
  func append(_ bytes: [UInt8]) throws(TraceError)

  /// Everything has been added: what was only needed until then can go.
  func finish() throws(TraceError)
}

/// A trace in memory.
@safe
final class MemorySink: TraceSink {
  private let mutex = Mutex()
  // Touched with the lock only.
  private nonisolated(unsafe) var storedBytes: [UInt8] = []

  /// The bytes so far.
  var bytes: [UInt8] { mutex.withLock { unsafe storedBytes } }
  var byteCount: Int { bytes.count }

  func append(_ bytes: [UInt8]) { mutex.withLock { unsafe storedBytes += bytes } }
  func finish() {}
}

/// A trace in a file, which is made when there is something to put into it, beside its journal.
@safe
final class FileSink: TraceSink {
  private let path: String
  private let journal: String
  // Of the sealing thread alone.
  private nonisolated(unsafe) var storedByteCount: Int

  var byteCount: Int { unsafe storedByteCount }

  /// - Parameter byteCount: How many bytes the file has already.
  init(path: String, journal: String, byteCount: Int = 0) {
    self.path = path
    self.journal = journal
    unsafe storedByteCount = byteCount
  }

  func append(_ bytes: [UInt8]) throws(TraceError) {
    let file = try SystemFile.open(path, .update)
    do throws(TraceError) {
      // Whatever stands behind is the beginning of something that was never finished.
      try file.truncate(to: byteCount)
      try file.write(bytes, at: byteCount)
      // The half these bytes were made of is overwritten next.
      try file.sync()
    } catch {
      // A full disk may have taken a part; without it the file is what it was.
      try? file.truncate(to: byteCount)
      throw error
    }
    unsafe storedByteCount += bytes.count
  }

  func finish() throws(TraceError) { try FileSystem.remove(journal) }
}

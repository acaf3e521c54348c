#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Where the bytes of a trace go while it is recorded.
///
/// Belongs to the sealing thread, which alone adds to it.
protocol TraceSink: AnyObject, Sendable {
  /// How many bytes it has.
  var byteCount: Int { get }

  /// Adds bytes, all of them or none.
  ///
  /// - Returns: False where what had been added before is gone: nothing is added then, and it is empty again.
  func append(_ bytes: [UInt8]) throws(TraceError) -> Bool

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

  @discardableResult
  func append(_ bytes: [UInt8]) -> Bool {
    mutex.withLock { unsafe storedBytes += bytes }
    return true
  }
  func finish() {}
}

/// A trace in a file, which is made when there is something to put into it, beside its journal.
///
/// The file stays open, so that one that somebody takes away is not lost while the process lives, and a directory that cannot be looked into
/// any more is no hindrance.
@safe
final class FileSink: TraceSink {
  private let path: String
  private let journal: String
  // Of the sealing thread alone.
  private nonisolated(unsafe) var trace: OpenTrace?

  var byteCount: Int { unsafe trace?.byteCount ?? 0 }

  /// - Parameter trace: The file that is gone on with; nil where a new one is made.
  init(path: String, journal: String, trace: OpenTrace? = nil) {
    self.path = path
    self.journal = journal
    unsafe self.trace = trace
  }

  func append(_ bytes: [UInt8]) throws(TraceError) -> Bool {
    guard let open = unsafe trace else {
      unsafe trace = try OpenTrace(path, bytes)
      return true
    }
    guard try open.hasAll else {
      unsafe trace = nil
      return false
    }
    if open.isAt(path) {
      try open.append(bytes)
    } else {
      // Somebody took it away or put another one in its place, and it still is what it was.
      unsafe trace = try OpenTrace(path, try open.bytes + bytes)
    }
    return true
  }

  func finish() throws(TraceError) {
    FileSystem.syncDirectory(RecordingDirectory.path(of: path))
    try FileSystem.remove(journal)
  }
}

/// A trace's file that is being added to.
final class OpenTrace {
  private let file: SystemFile
  /// How many of its bytes are whole chunks; whatever stands behind is the beginning of something that was never finished.
  private(set) var byteCount: Int
  /// Its first and last bytes, to tell whether it was written to by somebody else.
  private var edges: (first: [UInt8], last: [UInt8])

  /// Takes a file over that is there.
  init(_ file: consuming SystemFile, byteCount: Int, of bytes: [UInt8]) {
    self.file = file
    self.byteCount = byteCount
    edges = Self.edges(of: bytes[..<byteCount])
  }

  /// Makes a file, which has its name once it has these bytes.
  ///
  /// - Parameter replaces: Whether it takes the place of what is there; else a trace that somebody put there gets another name.
  init(_ path: String, _ bytes: [UInt8], replaces: Bool = false) throws(TraceError) {
    try FileSystem.makeDirectory(RecordingDirectory.path(of: path))
    let draft = path + RecordingDirectory.draftMark + String(RandomNumber.next(), radix: 16)
    file = try SystemFile.open(draft, .createNew)
    byteCount = bytes.count
    edges = Self.edges(of: bytes[...])
    do throws(TraceError) {
      try file.write(bytes, at: 0)
      try file.sync()
      if !replaces { try RecordingDirectory.setAside(path) }
      guard try FileSystem.rename(draft, to: path) else {
        throw TraceError(.unwritable, "Somebody took \(draft) away while it was written.")
      }
    } catch {
      try? FileSystem.remove(draft)
      throw error
    }
  }

  /// Whether all that was added to it is in it as it was.
  var hasAll: Bool {
    get throws(TraceError) {
      guard try file.size() >= byteCount else { return false }
      let last = try file.read(first: edges.last.count, from: byteCount - edges.last.count)
      return try file.read(first: edges.first.count) == edges.first && last == edges.last
    }
  }

  /// Whether a path leads to it, as far as that can be told.
  func isAt(_ path: String) -> Bool {
    guard let status = try? file.status(), status.st_nlink > 0 else { return false }
    // In a directory that cannot be looked into it is taken to be.
    guard let there = FileSystem.identity(of: path) else { return errno != ENOENT }
    return there == FileIdentity(status)
  }

  /// All that was added to it.
  var bytes: [UInt8] {
    get throws(TraceError) { try file.read(first: byteCount) }
  }

  func append(_ bytes: [UInt8]) throws(TraceError) {
    do throws(TraceError) {
      try file.truncate(to: byteCount)
      try file.write(bytes, at: byteCount)
      // The half these bytes were made of is overwritten next.
      try file.sync()
    } catch {
      // A full disk may have taken a part; without it the file is what it was.
      try? file.truncate(to: byteCount)
      throw error
    }
    byteCount += bytes.count
    edges.last = Self.edges(of: bytes[...]).last
  }

  private static func edges(of bytes: ArraySlice<UInt8>) -> (first: [UInt8], last: [UInt8]) {
    (Array(bytes.prefix(64)), Array(bytes.suffix(64)))
  }
}

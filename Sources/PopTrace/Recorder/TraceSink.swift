import PopSystem

/// Where the bytes of a trace go while it is recorded.
///
/// Belongs to the sealing thread, which alone adds to it.
protocol TraceSink: AnyObject, Sendable {
  var byteCount: Int { get }

  /// Adds bytes, all of them or none; false where what had been added before is gone: nothing is added then, and it is empty again.
  func append(_ bytes: [UInt8]) throws(SystemError) -> Bool

  /// Everything has been added: what was only needed until then can go.
  func finish() throws(SystemError)
}

final class MemorySink: TraceSink {
  private let stored = Locked<[UInt8]>([])

  var bytes: [UInt8] { stored.withLock { $0 } }
  var byteCount: Int { bytes.count }

  @discardableResult
  func append(_ bytes: [UInt8]) -> Bool {
    stored.withLock { $0 += bytes }
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

  init(path: String, journal: String, trace: OpenTrace? = nil) {
    self.path = path
    self.journal = journal
    unsafe self.trace = trace
  }

  func append(_ bytes: [UInt8]) throws(SystemError) -> Bool {
    guard let open = unsafe trace else {
      unsafe trace = try OpenTrace(path, bytes)
      return true
    }
    guard try open.hasAll else {
      unsafe trace = nil
      return false
    }
    // In a directory that cannot be looked into it is taken to be there.
    if open.file.isAt(path) ?? true {
      try open.append(bytes)
    } else {
      // Somebody took it away or put another one in its place, and it still is what it was.
      unsafe trace = try OpenTrace(path, try open.file.read(first: open.byteCount) + bytes)
    }
    return true
  }

  func finish() throws(SystemError) {
    FileSystem.syncDirectory(FileSystem.directory(of: path))
    try FileSystem.remove(journal)
  }

  final class OpenTrace {
    fileprivate let file: SystemFile
    /// How many of its bytes are whole chunks; whatever stands behind is the beginning of something that was never finished.
    fileprivate private(set) var byteCount: Int
    /// Its first and last bytes, to tell whether it was written to by somebody else.
    private var edges: (first: [UInt8], last: [UInt8])

    init(_ file: SystemFile, byteCount: Int, of bytes: [UInt8]) {
      self.file = file
      self.byteCount = byteCount
      let whole = bytes[..<byteCount]
      edges = (Array(whole.prefix(64)), Array(whole.suffix(64)))
    }

    /// Makes a file, which has its name once it has these bytes; unless it replaces a trace that somebody put there, that gets another name.
    convenience init(_ path: String, _ bytes: [UInt8], replaces: Bool = false) throws(SystemError) {
      try FileSystem.makeDirectory(FileSystem.directory(of: path))
      let draft = path + JournalLayout.draftMark + String(RandomNumber.next(), radix: 16)
      self.init(try SystemFile.open(draft, .createNew), byteCount: bytes.count, of: bytes)
      try FileSystem.withDraft(draft) { () throws(SystemError) in
        try file.write(bytes, at: 0)
        try file.sync()
        if !replaces { try Self.setAside(path) }
        try FileSystem.replace(path, with: draft)
      }
    }

    /// Gives a trace another name, under which it is a session of its own; a file in which no chunk is whole is nobody's.
    static func setAside(_ path: String) throws(SystemError) {
      guard FileSystem.kind(of: path) == .file, let file = try SystemFile.openIfThere(path, .read) else { return }
      guard !TraceInfo(try file.contents()).chunks.isEmpty else { return }
      let name = path.dropLast(TraceRecording.traceExtension.count) + "-other-" + String(RandomNumber.next(), radix: 16)
      _ = try FileSystem.rename(path, to: name + TraceRecording.traceExtension)
    }

    fileprivate var hasAll: Bool {
      get throws(SystemError) {
        guard try file.size() >= byteCount else { return false }
        let last = try file.read(first: edges.last.count, from: byteCount - edges.last.count)
        return try file.read(first: edges.first.count) == edges.first && last == edges.last
      }
    }

    func append(_ bytes: [UInt8]) throws(SystemError) {
      guard !bytes.isEmpty else { return }
      do throws(SystemError) {
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
      edges.last = Array(bytes.suffix(64))
    }
  }
}

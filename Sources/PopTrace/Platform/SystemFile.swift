#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// An open file of the system, closed when it goes.
///
/// No lock is ever taken on one: a process that is suspended with a file lock in a shared container is killed for it (0xdead10cc).
@safe
struct SystemFile: ~Copyable {
  let descriptor: Int32
  /// The path it was opened by, for messages.
  let path: String

  /// How a file is opened.
  enum Mode: Sendable {
    /// For reading what is there.
    case read
    /// For reading and writing; it must not be there yet.
    case createNew
    /// For reading and writing what may be there already.
    case update
    /// For reading and writing what is there.
    case existing
  }

  static func open(_ path: String, _ mode: Mode) throws(TraceError) -> SystemFile {
    guard let file = try openIfThere(path, mode) else {
      errno = ENOENT
      throw FileSystem.failure(mode == .read ? .unreadable : .unwritable, "open", path)
    }
    return file
  }

  /// Opens a file; nil where there is none, which is something else than one that cannot be opened.
  static func openIfThere(_ path: String, _ mode: Mode) throws(TraceError) -> SystemFile? {
    let flags =
      switch mode {
      case .read: O_RDONLY
      case .createNew: O_RDWR | O_CREAT | O_EXCL
      case .update: O_RDWR | O_CREAT
      case .existing: O_RDWR
      }
    let descriptor = FileSystem.retrying { unsafe FileSystem.open(path, flags | O_CLOEXEC, 0o600) }
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw FileSystem.failure(mode == .read ? .unreadable : .unwritable, "open", path)
    }
    let file = SystemFile(descriptor: descriptor, path: path)
    #if canImport(Darwin)
      // Class C, "protected until first user authentication": with complete protection the pages of a mapped file are gone when the phone
      // locks, and touching one is SIGBUS. Where the system does not know the call the file stays as it was made.
      if mode != .read { _ = fcntl(descriptor, F_SETPROTECTIONCLASS, 3) }
    #endif
    return file
  }

  deinit { _ = close(descriptor) }

  /// Its size in bytes.
  func size() throws(TraceError) -> Int { Int(try status().st_size) }

  /// What the system knows of it.
  func status() throws(TraceError) -> stat {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw FileSystem.failure(.unreadable, "look at", path) }
    return status
  }

  /// All of its bytes, as many as a limit allows.
  func read(upTo limit: Int) throws(TraceError) -> [UInt8] {
    let size = try size()
    guard size <= limit else {
      throw TraceError(.tooLarge, "\(path) has \(size) bytes, more than the \(limit) such a file can have.")
    }
    return try read(first: size)
  }

  /// Its first bytes, or those from an offset on; fewer where there are not as many.
  func read(first size: Int, from offset: Int = 0) throws(TraceError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    var filled = 0
    while filled < size {
      let count = unsafe bytes.withUnsafeMutableBytes { bytes in
        unsafe pread(descriptor, bytes.baseAddress! + filled, size - filled, off_t(offset + filled))
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileSystem.failure(.unreadable, "read", path) }
      // Another writer has made the file shorter meanwhile.
      guard count > 0 else { break }
      filled += count
    }
    bytes.removeLast(size - filled)
    return bytes
  }

  /// Writes bytes at an offset, all of them.
  func write(_ bytes: [UInt8], at offset: Int) throws(TraceError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe pwrite(descriptor, bytes.baseAddress! + written, bytes.count - written, off_t(offset + written))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileSystem.failure(.unwritable, "write to", path) }
      written += count
    }
  }

  /// Makes it as long as that.
  func truncate(to size: Int) throws(TraceError) {
    guard FileSystem.retrying({ ftruncate(descriptor, off_t(size)) }) == 0 else {
      throw FileSystem.failure(.unwritable, "change the size of", path)
    }
  }

  /// Makes it that many bytes of zeros and gives it blocks for all of them, so that a store into a mapping of it cannot find the disk full
  /// later (which would be SIGBUS). Nothing is written where the system can promise blocks, which takes it some microseconds.
  func allocate(_ size: Int) throws(TraceError) {
    #if canImport(Darwin)
      var request = fstore_t(
        fst_flags: UInt32(F_ALLOCATECONTIG), fst_posmode: F_PEOFPOSMODE, fst_offset: 0, fst_length: off_t(size),
        fst_bytesalloc: 0)
      var isPromised = unsafe fcntl(descriptor, F_PREALLOCATE, &request) != -1
      if !isPromised {
        request.fst_flags = UInt32(F_ALLOCATEALL)
        isPromised = unsafe fcntl(descriptor, F_PREALLOCATE, &request) != -1
      }
      // The blocks are there now, and the size is still what it was.
      if isPromised { return try truncate(to: size) }
      guard errno == ENOTSUP else { throw FileSystem.failure(.unwritable, "find room for", path) }
    #else
      var code: Int32
      repeat { code = posix_fallocate(descriptor, 0, off_t(size)) } while code == EINTR
      guard code != 0 else { return }
      guard code == EOPNOTSUPP || code == EINVAL else {
        errno = code
        throw FileSystem.failure(.unwritable, "find room for", path)
      }
    #endif
    // A file system that cannot promise blocks gives them for what is written.
    let zeros = [UInt8](repeating: 0, count: 65_536)
    var offset = 0
    while offset < size {
      try write(size - offset < zeros.count ? Array(zeros[..<(size - offset)]) : zeros, at: offset)
      offset += zeros.count
    }
  }

  /// Has the system put what was written where it survives a power cut.
  func sync() throws(TraceError) {
    #if canImport(Darwin)
      if fcntl(descriptor, F_BARRIERFSYNC) != -1 { return }
    #endif
    guard FileSystem.retrying({ fsync(descriptor) }) == 0 else {
      throw FileSystem.failure(.unwritable, "store", path)
    }
  }
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// An open file of the system, closed when it goes; paths are as PathText says.
///
/// No lock is ever taken on one: a process that is suspended with a file lock in a shared container is killed for it (0xdead10cc).
@safe
package final class SystemFile: Sendable {
  private let descriptor: Int32
  package let path: String
  // Set by whoever closes it, after the last call.
  private nonisolated(unsafe) var isClosed = false

  package enum Mode: Hashable, Sendable {
    /// For reading what is there; standard input for `-`.
    case read
    /// For reading and writing, for its owner alone; it must not be there yet.
    case createNew
    /// For reading and writing what may be there already.
    case update
    /// For reading and writing what is there.
    case existing
    /// For writing; it is emptied where it is there already.
    case replace
    /// For writing; it must not be there yet, and gets the mode of another file where that is there.
    case draft(isPrivate: Bool, like: String)
    /// For writing at its end.
    case append
  }

  init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  package static func standard(error: Bool) -> SystemFile {
    SystemFile(descriptor: error ? 2 : 1, path: error ? "standard error" : "standard output")
  }

  package static func open(_ path: String, _ mode: Mode) throws(SystemError) -> SystemFile {
    guard let file = try openIfThere(path, mode) else {
      throw SystemError("open", path, isReading: mode == .read, number: ENOENT)
    }
    return file
  }

  /// Opens a file; nil where there is none, which is something else than one that cannot be opened.
  package static func openIfThere(_ path: String, _ mode: Mode) throws(SystemError) -> SystemFile? {
    if mode == .read, path == "-" { return SystemFile(descriptor: 0, path: path) }
    let (flags, permissions): (Int32, mode_t) =
      switch mode {
      case .read: (O_RDONLY, 0)
      case .createNew: (O_RDWR | O_CREAT | O_EXCL, 0o600)
      case .update: (O_RDWR | O_CREAT, 0o600)
      case .existing: (O_RDWR, 0)
      case .replace: (O_WRONLY | O_CREAT | O_TRUNC, 0o666)
      case .draft(let isPrivate, _): (O_WRONLY | O_CREAT | O_EXCL, isPrivate ? 0o600 : 0o666)
      case .append: (O_WRONLY | O_CREAT | O_APPEND, 0o666)
      }
    let name = PathText.bytes(of: path)
    let descriptor = SystemError.retrying { unsafe systemOpen(name, flags | O_CLOEXEC, permissions) }
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw SystemError("open", path, isReading: mode == .read)
    }
    switch mode {
    case .read, .replace, .append: break
    case .draft(_, let other):
      if let status = FileSystem.systemStatus(of: other) { _ = fchmod(descriptor, status.st_mode & 0o7777) }
    case .createNew, .update, .existing:
      #if canImport(Darwin)
        // Class C, "protected until first user authentication": with complete protection the pages of a mapped file are gone when the phone
        // locks, and touching one is SIGBUS. Where the system does not know the call the file stays as it was made.
        _ = fcntl(descriptor, F_SETPROTECTIONCLASS, 3)
      #endif
    }
    return SystemFile(descriptor: descriptor, path: path)
  }

  /// Makes a file without a name, gone when it is closed.
  package static func nameless() throws(SystemError) -> SystemFile {
    let path = (CurrentProcess.environment("TMPDIR") ?? "/tmp") + "/poptrace-XXXXXX"
    var template = PathText.bytes(of: path)
    let descriptor = unsafe mkstemp(&template)
    guard descriptor >= 0 else { throw SystemError("make", path) }
    _ = unsafe unlink(template)
    return SystemFile(descriptor: descriptor, path: path)
  }

  deinit { if descriptor > 2, unsafe !isClosed { _ = systemClose(descriptor) } }

  /// Closes it, and says whether all that was written has its place. Nothing can be done with it afterwards.
  package func close() throws(SystemError) {
    unsafe isClosed = true
    guard systemClose(descriptor) == 0 else { throw SystemError("close", path) }
  }

  private func status() throws(SystemError) -> stat {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError("look at", path, isReading: true) }
    return status
  }

  package func size() throws(SystemError) -> Int { Int(try status().st_size) }

  /// How many bytes it has; nil where it is no file, such as a pipe.
  package var fileSize: Int? {
    guard let status = try? status(), status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Whether a path leads to it; nil where the system does not say.
  package func isAt(_ path: String) -> Bool? {
    guard let status = try? status() else { return nil }
    guard status.st_nlink > 0 else { return false }
    guard let there = FileSystem.identity(of: path) else { return errno == ENOENT || errno == ENOTDIR ? false : nil }
    return there == FileIdentity(status)
  }

  package var isTerminal: Bool { isatty(descriptor) == 1 }

  package var columns: Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Where its first byte from an offset on is that is in no hole, its end where there is none; the offset itself where nobody knows.
  package func data(from offset: Int) -> Int {
    #if canImport(Darwin)
      let whence = SEEK_DATA
    #else
      // The name stands behind a macro that is not imported.
      let whence: Int32 = 3
    #endif
    let data = Int(lseek(descriptor, off_t(offset), whence))
    guard data < 0 else { return data }
    return errno == ENXIO ? max(offset, fileSize ?? 0) : offset
  }

  package func contents() throws(SystemError) -> [UInt8] { try read(first: size()) }

  /// Its first bytes, or those from an offset on; fewer where there are not as many.
  package func read(first size: Int, from offset: Int = 0) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    // Another writer may make the file shorter meanwhile.
    while bytes.count < size, try read(size - bytes.count, at: offset + bytes.count, into: &bytes) > 0 {}
    return bytes
  }

  /// Reads at most so many bytes from an offset on, or behind those that were read last, and adds them; says how many there were, 0 at the end.
  package func read(_ count: Int, at offset: Int? = nil, into bytes: inout [UInt8]) throws(SystemError) -> Int {
    var got = 0
    // Into memory of its own: what is added to must not be cleared first.
    let block = unsafe [UInt8](unsafeUninitializedCapacity: count) { block, initialized in
      guard let start = block.baseAddress else { return }
      got = SystemError.retrying {
        guard let offset else { return unsafe systemRead(descriptor, start, count) }
        return unsafe pread(descriptor, start, count, off_t(offset))
      }
      initialized = max(got, 0)
    }
    guard got >= 0 else { throw SystemError("read", path, isReading: true) }
    if bytes.isEmpty, bytes.capacity < got { bytes = block } else { bytes += block }
    return got
  }

  package func rewind() { _ = lseek(descriptor, 0, SEEK_SET) }

  /// Writes bytes, all of them, from an offset on, or behind those that were written last.
  package func write(_ bytes: [UInt8], at offset: Int? = nil) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        let (start, count) = unsafe (bytes.baseAddress! + written, bytes.count - written)
        return SystemError.retrying {
          guard let offset else { return unsafe systemWrite(descriptor, start, count) }
          return unsafe pwrite(descriptor, start, count, off_t(offset + written))
        }
      }
      guard count > 0 else { throw SystemError("write to", path) }
      written += count
    }
  }

  package func truncate(to size: Int) throws(SystemError) {
    guard SystemError.retrying({ ftruncate(descriptor, off_t(size)) }) == 0 else {
      throw SystemError("change the size of", path)
    }
  }

  /// Makes it that many bytes of zeros and gives it blocks for all of them, so that a store into a mapping of it cannot find the disk full
  /// later (which would be SIGBUS). Nothing is written where the system can promise blocks, which takes it some microseconds.
  package func allocate(_ size: Int) throws(SystemError) {
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
      guard errno == ENOTSUP else { throw SystemError("find room for", path) }
    #else
      var code: Int32
      repeat { code = posix_fallocate(descriptor, 0, off_t(size)) } while code == EINTR
      guard code != 0 else { return }
      guard code == EOPNOTSUPP || code == EINVAL else { throw SystemError("find room for", path, number: code) }
    #endif
    // A file system that cannot promise blocks gives them for what is written.
    for offset in stride(from: 0, to: size, by: 65_536) {
      try write([UInt8](repeating: 0, count: min(size - offset, 65_536)), at: offset)
    }
  }

  /// Has it count as written last at a time, in seconds since 1970.
  package func setModified(_ seconds: Int64) throws(SystemError) {
    let time = timespec(tv_sec: time_t(seconds), tv_nsec: 0)
    guard unsafe futimens(descriptor, [time, time]) == 0 else { throw SystemError("set the time of", path) }
  }

  /// Has the system put what was written where it survives a power cut.
  package func sync() throws(SystemError) {
    #if canImport(Darwin)
      if fcntl(descriptor, F_BARRIERFSYNC) != -1 { return }
    #endif
    guard SystemError.retrying({ fsync(descriptor) }) == 0 else { throw SystemError("store", path) }
  }

  /// Maps a part of it into memory, at a place of the system's choice or, in one step, in the place of what is mapped there.
  @unsafe
  func map(_ range: Range<Int>, at place: UnsafeMutableRawPointer? = nil) throws(SystemError) -> UnsafeMutableRawPointer
  {
    let flags = unsafe place == nil ? MAP_SHARED : MAP_SHARED | MAP_FIXED
    let start = unsafe mmap(
      place, range.count, PROT_READ | PROT_WRITE, flags, descriptor, off_t(range.lowerBound))
    guard let start = unsafe start, unsafe start != MAP_FAILED else { throw SystemError("map", path) }
    return unsafe start
  }
}

// The calls whose names are those of members above.

@unsafe private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
  unsafe open(path, flags, mode)
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

@unsafe private func systemRead(_ descriptor: Int32, _ start: UnsafeMutableRawPointer, _ count: Int) -> Int {
  unsafe read(descriptor, start, count)
}

@unsafe private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
  unsafe write(descriptor, start, count)
}

/// Memory that is mapped from a file, or that is of nobody else. Its place never changes.
@safe
package struct MappedMemory: ~Copyable, @unchecked Sendable {
  /// Where it begins. Who writes where, and when, is the owner's to say.
  package let base: UnsafeMutableRawPointer
  package let byteCount: Int

  package init(_ file: SystemFile, byteCount: Int) throws(SystemError) {
    unsafe base = try file.map(0..<byteCount)
    self.byteCount = byteCount
  }

  package init(byteCount: Int) throws(SystemError) {
    let base = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let base = unsafe base, unsafe base != MAP_FAILED else { throw SystemError("find memory for", "a journal") }
    unsafe self.base = unsafe base
    self.byteCount = byteCount
  }

  deinit { unsafe munmap(base, byteCount) }

  package func map(_ range: Range<Int>, from file: SystemFile) throws(SystemError) {
    precondition(range.lowerBound >= 0 && range.upperBound <= byteCount)
    // A call that fails may leave nothing in that place. Whether the system gives such a mapping is seen somewhere else before.
    guard unsafe munmap(try file.map(range), range.count) == 0 else { throw SystemError("map", file.path) }
    _ = unsafe try file.map(range, at: base + range.lowerBound)
  }

  package func sync(first size: Int) throws(SystemError) {
    guard SystemError.retrying({ unsafe msync(base, size, MS_SYNC) }) == 0 else {
      throw SystemError("store", "the journal")
    }
  }

  /// The bytes of a page of memory, which is 4 KiB here and 16 KiB on phones: asked for, never assumed.
  package static let pageSize = max(4096, Int(sysconf(Int32(_SC_PAGESIZE))))
}

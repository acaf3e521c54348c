#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The operating system: the only file of the commands that speaks to it.
enum Platform {
  /// Why a system call failed, in words.
  struct Problem: Error, Hashable {
    var code: Int32
    var text: String

    init(_ code: Int32) {
      self.code = code
      text = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }

    /// The problem that the last call left behind.
    static var last: Problem { Problem(errno) }
    /// Whoever read the other end has gone.
    var isBrokenPipe: Bool { code == EPIPE }
  }

  /// What a path leads to.
  enum Kind { case file, directory, special, missing }

  static func kind(of path: String) -> Kind {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return .missing }
    return switch status.st_mode & S_IFMT {
    case S_IFDIR: .directory
    case S_IFREG: .file
    default: .special
    }
  }

  /// The whole of a file; of standard input for `-`.
  static func contents(of path: String) throws(Problem) -> [UInt8] {
    if path == "-" { return try contents(ofDescriptor: 0, expecting: 0) }
    let descriptor = unsafe open(path, O_RDONLY)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    var status = stat()
    let size = unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    return try contents(ofDescriptor: descriptor, expecting: size)
  }

  private static func contents(ofDescriptor descriptor: Int32, expecting size: Int) throws(Problem) -> [UInt8] {
    var bytes: [UInt8] = []
    var filled = 0
    // One byte more than expected, so that the end shows without growing.
    var capacity = max(size, 0) + 1
    while true {
      if bytes.count < capacity { bytes.append(contentsOf: repeatElement(0, count: capacity - bytes.count)) }
      let room = bytes.count - filled
      let start = filled
      let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress! + start, room) }
      if count < 0 {
        if errno == EINTR { continue }
        throw .last
      }
      if count == 0 { break }
      filled += count
      if filled == bytes.count { capacity = max(bytes.count * 2, 65_536) }
    }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }

  /// The names in a directory, without those that begin with a dot, in order of their bytes.
  static func names(in directory: String) throws(Problem) -> [String] {
    guard let stream = unsafe opendir(directory) else { throw .last }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Opens a file for writing, empty.
  static func create(_ path: String) throws(Problem) -> Int32 {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard descriptor >= 0 else { throw .last }
    return descriptor
  }

  static func finish(_ descriptor: Int32) throws(Problem) {
    guard close(descriptor) == 0 else { throw .last }
  }

  /// Puts a finished file in the place of another, in one step.
  static func rename(_ old: String, to new: String) throws(Problem) {
    #if canImport(Glibc)
      let result = unsafe Glibc.rename(old, new)
    #elseif canImport(Musl)
      let result = unsafe Musl.rename(old, new)
    #else
      let result = unsafe Darwin.rename(old, new)
    #endif
    guard result == 0 else { throw .last }
  }

  static func remove(_ path: String) { _ = unsafe unlink(path) }

  /// Writes all of it.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Problem) {
    var written = 0
    while written < bytes.count {
      let start = written
      let count = unsafe bytes.withUnsafeBytes {
        unsafe systemWrite(descriptor, $0.baseAddress! + start, $0.count - start)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw .last
      }
      written += count
    }
  }

  @unsafe private static func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, start, count)
    #elseif canImport(Musl)
      unsafe Musl.write(descriptor, start, count)
    #else
      unsafe Darwin.write(descriptor, start, count)
    #endif
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// How many columns a terminal has; nil where it is none.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// A variable of the environment; nil where it is not set.
  static func environment(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }

  /// How many processors may be used.
  static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Nanoseconds on a clock that never steps back.
  static var nanoseconds: UInt64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  static func end(_ code: Int32) -> Never { exit(code) }
}

#if Tool
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
    /// There is nothing of that name.
    var isMissing: Bool { code == ENOENT || code == ENOTDIR }
    /// There is something of that name already.
    var isTaken: Bool { code == EEXIST }
    /// The reader of the other end has gone.
    var isBrokenPipe: Bool { code == EPIPE }
  }

  /// What a path leads to.
  enum Kind { case file, directory, special, missing }

  static func kind(of path: String) -> Kind {
    guard let status = status(of: path) else { return .missing }
    return switch status.st_mode & S_IFMT {
    case S_IFDIR: .directory
    case S_IFREG: .file
    default: .special
    }
  }

  /// What a path leads to, through all links; of standard input for `-`. Nil where it leads nowhere.
  static func identity(of path: String) -> FileIdentity? {
    guard let status = status(of: path) else { return nil }
    return FileIdentity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
  }

  /// What tells the place that a file has, or will have, from every other: the same for all paths that lead there.
  static func place(of path: String) -> String {
    let target = (try? target(of: path)) ?? path
    if let file = identity(of: target) { return "\(file.device):\(file.number)" }
    let slash = target.lastIndex(of: "/").map { target.index(after: $0) } ?? target.startIndex
    let folder = identity(of: slash == target.startIndex ? "." : String(target[..<slash]))
    return "\(folder.map { "\($0.device):\($0.number)" } ?? "?")/\(target[slash...])"
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    let result = path == "-" ? unsafe fstat(0, &status) : unsafe stat(PathText.bytes(of: path), &status)
    return result == 0 ? status : nil
  }

  /// The arguments of the program, which may be any bytes.
  static var arguments: [String] {
    var arguments: [String] = []
    for index in 0..<Int(CommandLine.argc) {
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { continue }
      arguments.append(unsafe text(argument))
    }
    return arguments
  }

  @unsafe private static func text(_ name: UnsafePointer<CChar>) -> String {
    PathText.text(of: unsafe UnsafeBufferPointer(start: name, count: strlen(name)).map { UInt8(bitPattern: $0) })
  }

  /// Opens a file for reading; standard input for `-`.
  static func open(_ path: String) throws(Problem) -> Int32 {
    if path == "-" { return 0 }
    let descriptor = unsafe systemOpen(PathText.bytes(of: path), O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { throw .last }
    return descriptor
  }

  static func closeFile(_ descriptor: Int32) { if descriptor > 2 { _ = close(descriptor) } }

  /// How many bytes a file has; nil for what is no file, such as a pipe.
  static func size(of descriptor: Int32) -> Int? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// How many bytes a file has that is not open; nil for what is none.
  static func size(ofFile path: String) -> Int? {
    guard let status = status(of: path), status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Reads at most so many bytes and adds them; says how many there were, 0 at the end.
  static func read(_ count: Int, from descriptor: Int32, into bytes: inout [UInt8]) throws(Problem) -> Int {
    try unsafe add(count, to: &bytes) { unsafe systemRead(descriptor, $0, $1) }
  }

  /// Reads at most so many bytes from an offset of a file on and adds them; says how many there were, 0 at the end.
  static func read(
    _ count: Int, at offset: Int, from descriptor: Int32, into bytes: inout [UInt8]
  ) throws(Problem) -> Int {
    try unsafe add(count, to: &bytes) { unsafe pread(descriptor, $0, $1, off_t(offset)) }
  }

  /// Adds what a call reads into the memory that it is given.
  private static func add(
    _ count: Int, to bytes: inout [UInt8], _ read: (UnsafeMutableRawPointer, Int) -> Int
  ) throws(Problem) -> Int {
    var got = 0
    // Into memory of its own: what is added to must not be cleared first.
    let block = unsafe [UInt8](unsafeUninitializedCapacity: count) { block, initialized in
      guard let start = block.baseAddress else { return }
      repeat { got = unsafe read(start, count) } while got < 0 && errno == EINTR
      initialized = max(got, 0)
    }
    guard got >= 0 else { throw .last }
    if bytes.isEmpty, bytes.capacity < got { bytes = block } else { bytes += block }
    return got
  }

  /// The names in a directory, without those that begin with a dot, in order of their bytes.
  static func names(in directory: String) throws(Problem) -> [String] {
    guard let stream = unsafe opendir(PathText.bytes(of: directory)) else { throw .last }
    defer { unsafe closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 1) {
          unsafe UnsafeBufferPointer(start: $0, count: strlen($0)).map { UInt8(bitPattern: $0) }
        }
      }
      if name.first != UInt8(ascii: ".") { names.append(name) }
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }.map { PathText.text(of: $0) }
  }

  /// Opens a file for writing, empty.
  ///
  /// - Parameters:
  ///   - isFresh: Whether there must be no such file yet.
  ///   - isPrivate: Whether it is for its owner alone.
  ///   - other: A file that is to be replaced by it, and whose mode it gets.
  static func create(
    _ path: String, isFresh: Bool = false, isPrivate: Bool = false, like other: String? = nil
  ) throws(Problem) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | (isFresh ? O_EXCL : 0)
    let descriptor = unsafe systemOpen(PathText.bytes(of: path), flags, isPrivate ? 0o600 : 0o666)
    guard descriptor >= 0 else { throw .last }
    if let other, let status = status(of: other) { _ = fchmod(descriptor, status.st_mode & 0o7777) }
    return descriptor
  }

  /// A file that is written to at its end, made where there is none.
  static func append(_ path: String) throws(Problem) -> Int32 {
    let descriptor = unsafe systemOpen(PathText.bytes(of: path), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .last }
    return descriptor
  }

  /// A file without a name, gone when it is closed.
  static func createNameless() throws(Problem) -> Int32 {
    var template = PathText.bytes(of: (environment("TMPDIR") ?? "/tmp") + "/poptrace-XXXXXX")
    let descriptor = unsafe mkstemp(&template)
    guard descriptor >= 0 else { throw .last }
    _ = unsafe unlink(template)
    return descriptor
  }

  /// Makes a directory, unless there is one.
  static func makeDirectory(_ path: String) throws(Problem) {
    guard kind(of: path) != .directory else { return }
    guard unsafe mkdir(PathText.bytes(of: path), 0o777) == 0 else { throw .last }
  }

  /// Where a file's first byte from an offset on is that is in no hole, its end where there is none; the offset itself where nobody knows.
  static func data(from offset: Int, of descriptor: Int32) -> Int {
    #if canImport(Darwin)
    let whence = SEEK_DATA
    #else
    // The name stands behind a macro that is not imported.
    let whence: Int32 = 3
    #endif
    let data = Int(lseek(descriptor, off_t(offset), whence))
    guard data < 0 else { return data }
    return errno == ENXIO ? max(offset, size(of: descriptor) ?? 0) : offset
  }

  static func rewind(_ descriptor: Int32) { _ = lseek(descriptor, 0, SEEK_SET) }

  /// Where a path leads when it is a link, and on to where that one leads; the path itself where it is no link.
  static func target(of path: String) throws(Problem) -> String {
    var path = path
    var buffer = [CChar](repeating: 0, count: 4096)
    for _ in 0..<40 {
      let count = unsafe readlink(PathText.bytes(of: path), &buffer, buffer.count)
      guard count > 0 else { return path }
      let target = PathText.text(of: buffer.prefix(count).map { UInt8(bitPattern: $0) })
      if target.hasPrefix("/") {
        path = target
      } else if let slash = path.lastIndex(of: "/") {
        path = path[...slash] + target
      } else {
        path = target
      }
    }
    throw Problem(ELOOP)
  }

  /// The directory that paths begin at; the root where that is not known.
  static var workingDirectory: String {
    guard let path = unsafe getcwd(nil, 0) else { return "/" }
    defer { unsafe free(path) }
    return unsafe text(path)
  }

  /// The number of this process.
  static var process: Int32 { getpid() }

  static func finish(_ descriptor: Int32) throws(Problem) {
    guard close(descriptor) == 0 else { throw .last }
  }

  /// Puts a finished file in the place of another, in one step.
  static func rename(_ old: String, to new: String) throws(Problem) {
    guard unsafe systemRename(PathText.bytes(of: old), PathText.bytes(of: new)) == 0 else { throw .last }
  }

  static func remove(_ path: String) { _ = unsafe unlink(PathText.bytes(of: path)) }

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

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// How many columns a terminal has; nil where there is no terminal.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// A variable of the environment; nil where it is not set.
  static func environment(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }

  /// How many processors may be used.
  static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The seconds since the beginning of 1970, in UTC; only for the day on which something is judged.
  static var secondsSince1970: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec)
  }

  /// Nanoseconds on a clock that never steps back.
  static var nanoseconds: UInt64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  static func end(_ code: Int32) -> Never { exit(code) }

  /// What a program said, and how it ended.
  struct Answer {
    var output: [UInt8]
    /// Its exit status; -1 where a signal ended it.
    var status: Int32
  }

  /// Runs a program that is looked for on the search path, without a shell and without input, and waits for its end.
  ///
  /// - Parameters:
  ///   - variables: What it finds in its environment beside our own.
  ///   - count: When it has said more bytes than this, it is heard no longer.
  ///   - hearsErrors: Whether what it says on standard error is a part of the answer, or is lost.
  static func answer(
    of program: String, _ arguments: [String], with variables: [String: String], atMost count: Int, hearsErrors: Bool
  ) throws(Problem) -> Answer {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw .last }
    defer { for end in ends where end >= 0 { _ = close(end) } }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    if hearsErrors {
      unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    for (name, value) in variables { _ = unsafe setenv(name, value, 1) }
    var words: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var child = pid_t()
    let code = unsafe posix_spawnp(&child, program, &actions, nil, &words, environ)
    guard code == 0 else { throw Problem(code) }
    _ = close(ends[1])
    ends[1] = -1
    var output: [UInt8] = []
    var problem: Problem?
    do { while output.count <= count, try read(1 << 16, from: ends[0], into: &output) > 0 {} } catch { problem = error }
    _ = close(ends[0])
    ends[0] = -1
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
    if let problem { throw problem }
    return Answer(output: output, status: status & 0x7F == 0 ? status >> 8 & 0xFF : -1)
  }
}

// The calls whose names are those of members above.

@unsafe private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
  unsafe open(path, flags, mode)
}

@unsafe private func systemRead(_ descriptor: Int32, _ start: UnsafeMutableRawPointer, _ count: Int) -> Int {
  unsafe read(descriptor, start, count)
}

@unsafe private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
  unsafe write(descriptor, start, count)
}

@unsafe private func systemRename(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 {
  unsafe rename(old, new)
}
#endif

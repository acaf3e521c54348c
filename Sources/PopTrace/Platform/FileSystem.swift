#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The calls of the system about files that are not open, with errors as sentences.
enum FileSystem {
  /// The bytes of a page of memory, which is 4 KiB here and 16 KiB on phones: asked for, never assumed.
  static let pageSize = max(4096, Int(sysconf(Int32(_SC_PAGESIZE))))

  /// Calls the system again where a signal came between.
  static func retrying(_ call: () -> Int32) -> Int32 {
    while true {
      let result = call()
      if result != -1 || errno != EINTR { return result }
    }
  }

  /// `open` is variadic in C; this is its form with a mode.
  @unsafe
  static func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    #if canImport(Darwin)
      unsafe Darwin.open(path, flags, mode)
    #elseif canImport(Glibc)
      unsafe Glibc.open(path, flags, mode)
    #elseif canImport(Musl)
      unsafe Musl.open(path, flags, mode)
    #else
      unsafe Android.open(path, flags, mode)
    #endif
  }

  /// The error for a call that has just failed.
  static func failure(_ code: TraceError.Code, _ what: String, _ path: String) -> TraceError {
    let number = errno
    let reason = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    return TraceError(code, "Cannot \(what) \(path): \(reason).")
  }

  /// Makes a directory, and those above it that are missing; one that is there already will do.
  static func makeDirectory(_ path: String) throws(TraceError) {
    if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try makeDirectory(String(path[..<slash]))
      if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    }
    throw failure(.unwritable, "make the directory", path)
  }

  /// The names of what is in a directory, sorted; those that are not UTF-8 are left out.
  static func names(in directory: String) throws(TraceError) -> [String] {
    guard let stream = unsafe opendir(directory) else { throw failure(.unreadable, "look into", directory) }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(validatingCString: $0) }
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Takes a file away; that it is not there is no error.
  static func remove(_ path: String) throws(TraceError) {
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw failure(.unwritable, "remove", path) }
  }

  /// Gives a file another name in one step; false where it is not there any more.
  static func rename(_ path: String, to other: String) throws(TraceError) -> Bool {
    #if canImport(Darwin)
      let result = unsafe Darwin.rename(path, other)
    #elseif canImport(Glibc)
      let result = unsafe Glibc.rename(path, other)
    #elseif canImport(Musl)
      let result = unsafe Musl.rename(path, other)
    #else
      let result = unsafe Android.rename(path, other)
    #endif
    if result == 0 { return true }
    guard errno == ENOENT else { throw failure(.unwritable, "rename", path) }
    return false
  }

  /// Gives a draft its name for good, unless another file has that name already; false then, and nothing has changed.
  static func publish(_ draft: String, as name: String) throws(TraceError) -> Bool {
    if unsafe Self.systemLink(draft, name) == 0 {
      // Should that fail the file has two names, and the draft's goes when it is old.
      try? remove(draft)
      return true
    }
    switch errno {
    case EEXIST: return false
    // Where a file can have one name only.
    case EPERM, ENOTSUP, EMLINK, ENOSYS:
      guard identity(of: name) == nil else { return false }
      return try rename(draft, to: name)
    default: throw failure(.unwritable, "make", name)
    }
  }

  @unsafe
  private static func systemLink(_ path: String, _ name: String) -> Int32 {
    #if canImport(Darwin)
      unsafe Darwin.link(path, name)
    #elseif canImport(Glibc)
      unsafe Glibc.link(path, name)
    #elseif canImport(Musl)
      unsafe Musl.link(path, name)
    #else
      unsafe Android.link(path, name)
    #endif
  }

  /// A file's size in bytes, and when it was last written, and written or renamed, in seconds since 1970; nil where there is none.
  static func status(of path: String) -> (size: Int, modified: Int64, changed: Int64)? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let (modified, changed) = (Int64(status.st_mtimespec.tv_sec), Int64(status.st_ctimespec.tv_sec))
    #else
      let (modified, changed) = (Int64(status.st_mtim.tv_sec), Int64(status.st_ctim.tv_sec))
    #endif
    return (Int(status.st_size), modified, max(modified, changed))
  }

  /// Which file a path leads to; nil where there is none, or the system does not say.
  static func identity(of path: String) -> FileIdentity? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return FileIdentity(status)
  }

  /// Has the system store a directory's entries; where it cannot, they are stored when it likes.
  static func syncDirectory(_ path: String) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    _ = close(descriptor)
  }

  /// Keeps a directory out of backups, where the system knows how.
  static func excludeFromBackup(_ path: String) {
    #if canImport(Darwin)
      // The property list of the string `com.apple.backupd`, in binary form: what the flag of a URL comes down to.
      let text = Array("com.apple.backupd".utf8)
      var value = Array("bplist00".utf8) + [0x5F, 0x10, UInt8(text.count)] + text
      let table = UInt8(value.count)
      value += [
        0x08, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, table,
      ]
      _ = unsafe setxattr(path, "com.apple.metadata:com_apple_backup_excludeItem", value, value.count, 0, 0)
    #endif
  }
}

/// A file, whatever it is called.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

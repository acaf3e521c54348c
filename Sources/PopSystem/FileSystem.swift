#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The calls of the system about files that are not open. Paths are as PathText says; `-` is standard input.
package enum FileSystem {
  package enum Kind: Sendable { case file, directory, special, missing }

  package static func kind(of path: String) -> Kind {
    guard let status = systemStatus(of: path) else { return .missing }
    return switch status.st_mode & S_IFMT {
    case S_IFDIR: .directory
    case S_IFREG: .file
    default: .special
    }
  }

  static func systemStatus(of path: String) -> stat? {
    var status = stat()
    let result = path == "-" ? unsafe fstat(0, &status) : unsafe stat(PathText.bytes(of: path), &status)
    return result == 0 ? status : nil
  }

  /// A file's size in bytes, and when it was last written, and written or renamed, in seconds since 1970; nil where there is none.
  package static func status(of path: String) -> (size: Int, modified: Int64, changed: Int64)? {
    guard let status = systemStatus(of: path) else { return nil }
    #if canImport(Darwin)
      let (modified, changed) = (Int64(status.st_mtimespec.tv_sec), Int64(status.st_ctimespec.tv_sec))
    #else
      let (modified, changed) = (Int64(status.st_mtim.tv_sec), Int64(status.st_ctim.tv_sec))
    #endif
    return (Int(status.st_size), modified, max(modified, changed))
  }

  package static func size(ofFile path: String) -> Int? {
    guard let status = systemStatus(of: path), status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  package static func identity(of path: String) -> FileIdentity? { systemStatus(of: path).map { FileIdentity($0) } }

  /// What tells the place that a file has, or will have, from every other: the same for all paths that lead there.
  package static func place(of path: String) -> String {
    let target = (try? target(of: path)) ?? path
    if let file = identity(of: target) { return "\(file.device):\(file.number)" }
    let folder = identity(of: directory(of: target)).map { "\($0.device):\($0.number)" } ?? "?"
    return "\(folder)/\(target.split(separator: "/", omittingEmptySubsequences: false).last ?? "")"
  }

  /// Where a path leads when it is a link, and on to where that one leads; the path itself where it is no link.
  package static func target(of path: String) throws(SystemError) -> String {
    var path = path
    var buffer = [CChar](repeating: 0, count: 4096)
    for _ in 0..<40 {
      let count = unsafe readlink(PathText.bytes(of: path), &buffer, buffer.count)
      guard count > 0 else { return path }
      let target = PathText.text(of: buffer.prefix(count).map { UInt8(bitPattern: $0) })
      let slash = target.hasPrefix("/") ? nil : path.lastIndex(of: "/")
      path = (slash.map { String(path[...$0]) } ?? "") + target
    }
    throw SystemError("follow", path, isReading: true, number: ELOOP)
  }

  package static func directory(of file: String) -> String {
    guard let slash = file.lastIndex(of: "/") else { return "." }
    return slash == file.startIndex ? "/" : String(file[..<slash])
  }

  /// The names of what is in a directory, in order of their bytes; hidden ones begin with a dot.
  package static func names(in directory: String, withHidden: Bool = false) throws(SystemError) -> [String] {
    guard let stream = unsafe opendir(PathText.bytes(of: directory)) else {
      throw SystemError("look into", directory, isReading: true)
    }
    defer { unsafe closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = unsafe readdir(stream) {
      // A name may be longer than the field that it begins in: where names are 255 characters, these may be more than 255 bytes.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: UInt8.self, capacity: MemoryLayout.size(ofValue: field.pointee)) { start in
          let length = unsafe start.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe strlen($0) }
          return unsafe Array(UnsafeBufferPointer(start: start, count: length))
        }
      }
      let isHidden = name.first == UInt8(ascii: ".")
      guard !isHidden || withHidden && name != Array(".".utf8) && name != Array("..".utf8) else { continue }
      names.append(name)
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }.map { PathText.text(of: $0) }
  }

  /// Makes a directory, and those above it that are missing; one that is there already will do.
  /// Others cannot look into it.
  package static func makeDirectory(_ path: String) throws(SystemError) {
    if unsafe mkdir(PathText.bytes(of: path), 0o700) == 0 || errno == EEXIST { return }
    if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try makeDirectory(String(path[..<slash]))
      if unsafe mkdir(PathText.bytes(of: path), 0o700) == 0 || errno == EEXIST { return }
    }
    throw SystemError("make the directory", path)
  }

  /// Makes one directory that others can look into, unless there is one.
  package static func makeSharedDirectory(_ path: String) throws(SystemError) {
    guard kind(of: path) != .directory else { return }
    guard unsafe mkdir(PathText.bytes(of: path), 0o777) == 0 else { throw SystemError("make the directory", path) }
  }

  package static func remove(_ path: String) throws(SystemError) {
    guard unsafe unlink(PathText.bytes(of: path)) == 0 || errno == ENOENT else { throw SystemError("remove", path) }
  }

  /// Gives a file another name in one step; false where it is not there any more.
  package static func rename(_ path: String, to other: String) throws(SystemError) -> Bool {
    if unsafe systemRename(PathText.bytes(of: path), PathText.bytes(of: other)) == 0 { return true }
    guard errno == ENOENT else { throw SystemError("rename", path) }
    return false
  }

  /// Puts a finished file in the place of another, in one step.
  package static func replace(_ path: String, with draft: String) throws(SystemError) {
    guard try !rename(draft, to: path) else { return }
    var error = SystemError("Somebody took \(draft) away while it was written.")
    error.number = ENOENT
    throw error
  }

  /// Makes something with the help of a draft, which goes where that fails.
  package static func withDraft<Result>(
    _ draft: String, _ body: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      // A draft is not to take up room that is short anyway; whether that works changes nothing.
      try? remove(draft)
      throw error
    }
  }

  /// Gives a draft its name for good, unless another file has that name already; false then, and nothing has changed.
  package static func publish(_ draft: String, as name: String) throws(SystemError) -> Bool {
    if unsafe link(PathText.bytes(of: draft), PathText.bytes(of: name)) == 0 {
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
    default: throw SystemError("make", name)
    }
  }

  /// Has the system store a directory's entries; where it cannot, they are stored when it likes.
  package static func syncDirectory(_ path: String) {
    let descriptor = unsafe open(PathText.bytes(of: path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    _ = close(descriptor)
  }

  /// Where this system has programs keep files that are theirs alone.
  package static var applicationSupport: String {
    let home = CurrentProcess.environment("HOME") ?? "."
    #if canImport(Darwin)
      return home + "/Library/Application Support"
    #else
      return CurrentProcess.environment("XDG_DATA_HOME") ?? home + "/.local/share"
    #endif
  }

  package static func excludeFromBackup(_ path: String) {
    #if canImport(Darwin)
      // The property list of the string `com.apple.backupd`, in binary form: what the flag of a URL comes down to.
      let text = Array("com.apple.backupd".utf8)
      var value = Array("bplist00".utf8) + [0x5F, 0x10, UInt8(text.count)] + text
      let table = UInt8(value.count)
      value += [
        0x08, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, table,
      ]
      let name = "com.apple.metadata:com_apple_backup_excludeItem"
      _ = unsafe setxattr(PathText.bytes(of: path), name, value, value.count, 0, 0)
    #endif
  }
}

@unsafe private func systemRename(_ path: UnsafePointer<CChar>, _ other: UnsafePointer<CChar>) -> Int32 {
  unsafe rename(path, other)
}

/// What tells a file from every other, under all its names: its device and its number there.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let number: UInt64

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

/// Names of files as text, even where their bytes are not.
///
/// A file's name is bytes, and not all of them are UTF-8. Each byte that is no UTF-8 becomes a character of a private-use range, and back
/// again where the system is asked; ``shown(_:)`` is what people see of it.
package enum PathText {
  /// The characters U+10FF80 … U+10FFFF stand for the bytes 80 … FF.
  private static let base: UInt32 = 0x10FF00

  package static func text(of bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    var index = 0
    while index < bytes.count {
      var parser = Unicode.UTF8.ForwardParser()
      var rest = bytes[index...].makeIterator()
      // A name that has such characters itself must not be taken for another.
      if case .valid(let encoded) = parser.parseScalar(from: &rest), case let scalar = Unicode.UTF8.decode(encoded),
        byte(of: scalar) == nil
      {
        text.append(scalar)
        index += encoded.count
      } else {
        text.append(Unicode.Scalar(base + UInt32(bytes[index])) ?? "\u{FFFD}")
        index += 1
      }
    }
    return String(text)
  }

  package static func bytes(of text: String) -> [CChar] {
    var bytes: [CChar] = []
    bytes.reserveCapacity(text.utf8.count + 1)
    for scalar in text.unicodeScalars {
      if let byte = byte(of: scalar) {
        bytes.append(CChar(bitPattern: byte))
      } else {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { bytes.append(CChar(bitPattern: byte)) }
      }
    }
    bytes.append(0)
    return bytes
  }

  /// The text with `\xff` for every byte that is no UTF-8.
  package static func shown(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { byte(of: $0) != nil }) else { return text }
    return text.unicodeScalars.map { scalar in
      byte(of: scalar).map { "\\x" + String($0, radix: 16) } ?? String(scalar)
    }.joined()
  }

  private static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    scalar.value >= base + 0x80 ? UInt8(truncatingIfNeeded: scalar.value) : nil
  }
}

package struct SystemError: Error, Hashable, Sendable {
  /// Whether something was to be read or looked at, and not written or made.
  package var isReading = false
  package var number: Int32 = 0
  package var message: String

  package init(_ message: String) { self.message = message }

  /// The error of a call that failed, by default of the last call.
  package init(_ what: String, _ path: String, isReading: Bool = false, number: Int32 = errno) {
    self.isReading = isReading
    self.number = number
    message = "Cannot \(what) \(path): \(Self.reason(number))."
  }

  package var reason: String { Self.reason(number) }
  package var isMissing: Bool { number == ENOENT || number == ENOTDIR }
  package var isTaken: Bool { number == EEXIST }
  package var isBrokenPipe: Bool { number == EPIPE }

  private static func reason(_ number: Int32) -> String {
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
  }

  /// Calls the system again where a signal came between.
  static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result != -1 || errno != EINTR { return result }
    }
  }
}

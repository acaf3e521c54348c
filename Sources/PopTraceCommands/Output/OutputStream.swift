#if Tool
import PopReport
import PopSystem

/// Standard output, standard error or a file, with what can be shown there.
final class OutputStream {
  /// What the place can do.
  let style: Style
  /// Whether a person looks at it as it is written.
  let isTerminal: Bool
  /// Nil once it is closed.
  private var file: SystemFile?
  private let isStandard: Bool
  private let path: String
  /// The file that takes its place under ``path`` when all is written; nil for a stream.
  private let draft: String?
  private var pending: [UInt8] = []

  private init(_ file: SystemFile, path: String, draft: String? = nil, style: Style) {
    isTerminal = false
    isStandard = false
    self.file = file
    self.path = path
    self.draft = draft
    self.style = style
  }

  /// Standard output (1) or standard error (2).
  static func standard(_ number: Int32, color: ColorChoice) -> OutputStream {
    OutputStream(standard: .standard(error: number == 2), color: color)
  }

  private init(standard file: SystemFile, color: ColorChoice) {
    isTerminal = file.isTerminal
    isStandard = true
    path = file.path
    draft = nil
    style = Style(hasColor: color.isOn(isTerminal: isTerminal), width: Self.columns(of: file))
    self.file = file
  }

  /// A file, which stands under its name only when it is whole. A link stays one, and what it leads to is written; the mode stays, too.
  ///
  /// - Parameter isPrivate: Whether a new file is for its owner alone.
  static func file(
    _ path: String, color: ColorChoice, isPrivate: Bool = false
  ) throws(CommandFailure) -> OutputStream {
    let style = Style(hasColor: color == .always, width: Style.plain.width)
    do {
      let kind = FileSystem.kind(of: path)
      // A device or a pipe cannot be replaced by a file.
      guard kind == .missing || kind == .file else {
        return OutputStream(try SystemFile.open(path, .replace), path: path, style: style)
      }
      let target = try FileSystem.target(of: path)
      let file = try draft(beside: target, isPrivate: isPrivate)
      let draft = file.path
      return OutputStream(file, path: target, draft: draft, style: style)
    } catch {
      throw CommandFailure(error, doing: "write", path)
    }
  }

  /// A file to which others write as well: what is written comes behind what is there.
  static func appending(to path: String) throws(CommandFailure) -> OutputStream {
    do {
      return OutputStream(try SystemFile.open(path, .append), path: path, style: .plain)
    } catch {
      throw CommandFailure(error, doing: "write", path)
    }
  }

  /// A file of its own beside the one it will replace: no existing file is overwritten.
  private static func draft(beside target: String, isPrivate: Bool) throws(SystemError) -> SystemFile {
    var attempt = 0
    while true {
      let path = "\(target).\(CurrentProcess.number)\(attempt == 0 ? "" : "-\(attempt)").part"
      do {
        return try SystemFile.open(path, .draft(isPrivate: isPrivate, like: target))
      } catch {
        guard error.isTaken, attempt < 100 else { throw error }
        attempt += 1
      }
    }
  }

  /// Adds text; written when there is enough of it.
  func write(_ text: String) throws(CommandFailure) { try write(Array(text.utf8)) }

  /// Adds bytes; written when there are enough of them.
  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    // What is long is not copied once more.
    guard bytes.count < 65_536 else {
      try flush()
      return try put(bytes)
    }
    pending += bytes
    if isTerminal || pending.count >= 65_536 { try flush() }
  }

  /// Writes what is pending.
  func flush() throws(CommandFailure) {
    guard !pending.isEmpty else { return }
    defer { pending.removeAll(keepingCapacity: true) }
    try put(pending)
  }

  private func put(_ bytes: [UInt8]) throws(CommandFailure) {
    do {
      try file?.write(bytes)
    } catch {
      // The reader has seen enough: end the way a program does that SIGPIPE ends.
      if error.isBrokenPipe { CurrentProcess.end(141) }
      throw CommandFailure(error, doing: "write", path)
    }
  }

  /// Writes what is pending and, for a file, puts it in its place.
  func finish() throws(CommandFailure) {
    try flush()
    guard !isStandard, let file = file.take() else { return }
    do {
      try file.close()
      if let draft { try FileSystem.replace(path, with: draft) }
    } catch {
      throw CommandFailure(error, doing: "write", path)
    }
  }

  /// Leaves no half-written file behind.
  func discard() {
    pending = []
    if let draft, file != nil { try? FileSystem.remove(draft) }
  }

  private static func columns(of file: SystemFile) -> Int {
    if let text = CurrentProcess.environment("COLUMNS"), let columns = Int(text), columns > 0 {
      return min(columns, 1000)
    }
    return file.isTerminal ? file.columns ?? 80 : Style.plain.width
  }
}
#endif

#if Tool
import PopReport

/// Standard output, standard error or a file, with what can be shown there.
final class OutputStream {
  /// What the place can do.
  let style: Style
  /// Whether a person looks at it as it is written.
  let isTerminal: Bool
  private let descriptor: Int32
  private let path: String
  /// The file that takes its place under ``path`` when all is written; nil for a stream.
  private let draft: String?
  private var pending: [UInt8] = []
  private var isClosed = false

  private init(descriptor: Int32, path: String, draft: String?, style: Style, isTerminal: Bool) {
    self.descriptor = descriptor
    self.path = path
    self.draft = draft
    self.style = style
    self.isTerminal = isTerminal
  }

  /// Standard output (1) or standard error (2).
  static func standard(_ descriptor: Int32, color: ColorChoice) -> OutputStream {
    let isTerminal = Platform.isTerminal(descriptor)
    let style = Style(
      hasColor: color.isOn(isTerminal: isTerminal),
      width: columns(of: descriptor, isTerminal: isTerminal))
    return OutputStream(
      descriptor: descriptor, path: descriptor == 1 ? "standard output" : "standard error", draft: nil, style: style,
      isTerminal: isTerminal)
  }

  /// A file, which stands under its name only when it is whole. A link stays one, and what it leads to is written; the mode stays, too.
  ///
  /// - Parameter isPrivate: Whether a new file is for its owner alone.
  static func file(
    _ path: String, color: ColorChoice, isPrivate: Bool = false
  ) throws(CommandFailure) -> OutputStream {
    let style = Style(hasColor: color == .always, width: Style.plain.width)
    do {
      let kind = Platform.kind(of: path)
      // A device or a pipe cannot be replaced by a file.
      guard kind == .missing || kind == .file else {
        let descriptor = try Platform.create(path)
        return OutputStream(descriptor: descriptor, path: path, draft: nil, style: style, isTerminal: false)
      }
      let target = try Platform.target(of: path)
      let (descriptor, draft) = try draft(beside: target, isPrivate: isPrivate)
      return OutputStream(descriptor: descriptor, path: target, draft: draft, style: style, isTerminal: false)
    } catch {
      throw CommandFailure(error, doing: "write", path)
    }
  }

  /// A file to which others write as well: what is written comes behind what is there.
  static func appending(to path: String) throws(CommandFailure) -> OutputStream {
    do {
      return OutputStream(
        descriptor: try Platform.append(path), path: path, draft: nil, style: .plain, isTerminal: false)
    } catch {
      throw CommandFailure(error, doing: "write", path)
    }
  }

  /// A file of its own beside the one it will replace: no existing file is overwritten.
  private static func draft(
    beside target: String, isPrivate: Bool
  ) throws(Platform.Problem) -> (descriptor: Int32, path: String) {
    var attempt = 0
    while true {
      let path = "\(target).\(Platform.process)\(attempt == 0 ? "" : "-\(attempt)").part"
      do {
        return (try Platform.create(path, isFresh: true, isPrivate: isPrivate, like: target), path)
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
      try Platform.write(bytes, to: descriptor)
    } catch {
      // The reader has seen enough: end the way a program does that SIGPIPE ends.
      if error.isBrokenPipe { Platform.end(141) }
      throw CommandFailure(error, doing: "write", path)
    }
  }

  /// Writes what is pending and, for a file, puts it in its place.
  func finish() throws(CommandFailure) {
    try flush()
    guard descriptor > 2, !isClosed else { return }
    isClosed = true
    do {
      try Platform.finish(descriptor)
      if let draft { try Platform.rename(draft, to: path) }
    } catch {
      throw CommandFailure(error, doing: "write", path)
    }
  }

  /// Leaves no half-written file behind.
  func discard() {
    pending = []
    if let draft, !isClosed { Platform.remove(draft) }
  }

  private static func columns(of descriptor: Int32, isTerminal: Bool) -> Int {
    if let text = Platform.environment("COLUMNS"), let columns = Int(text), columns > 0 { return min(columns, 1000) }
    guard isTerminal else { return Style.plain.width }
    return Platform.columns(of: descriptor) ?? 80
  }
}
#endif

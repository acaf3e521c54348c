#if Tool
import ArgumentParser
import PopDocument
import PopReport
import PopSystem

/// Standard output, standard error or a file, with what can be shown there.
final class OutputStream {
  let style: Style
  let isTerminal: Bool
  private var file: SystemFile?
  private let isStandard: Bool
  private let path: String
  /// The file that takes its place under ``path`` when all is written; nil for a stream.
  private let draft: String?
  private var pending: [UInt8] = []

  private init(_ file: SystemFile, path: String, draft: String? = nil, style: Style, isStandard: Bool = false) {
    isTerminal = isStandard && file.isTerminal
    self.isStandard = isStandard
    self.file = file
    self.path = path
    self.draft = draft
    self.style = style
  }

  static func standard(_ number: Int32, color: ColorChoice = .never) -> OutputStream {
    let file = SystemFile.standard(error: number == 2)
    let style = Style(hasColor: color.isOn(isTerminal: file.isTerminal), width: columns(of: file))
    return OutputStream(file, path: file.path, style: style, isStandard: true)
  }

  static func to(_ path: String, color: ColorChoice = .never) throws(CommandFailure) -> OutputStream {
    path == "-" ? standard(1, color: color) : try file(path, color: color)
  }

  /// Has all of it written, and puts it in its place; leaves nothing half-written behind.
  func whole<Result>(_ body: (OutputStream) throws(CommandFailure) -> Result) throws(CommandFailure) -> Result {
    do {
      let result = try body(self)
      try finish()
      return result
    } catch {
      discard()
      throw error
    }
  }

  /// A file, which stands under its name only when it is whole; a new one may be for its owner alone. A link stays one, and the mode stays, too.
  static func file(
    _ path: String, color: ColorChoice = .never, isPrivate: Bool = false
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
    do { return OutputStream(try SystemFile.open(path, .append), path: path, style: .plain) } catch {
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

  func write(_ text: String) throws(CommandFailure) { try write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    // What is long is not copied once more.
    guard bytes.count < 65_536 else {
      try flush()
      return try put(bytes)
    }
    pending += bytes
    if isTerminal || pending.count >= 65_536 { try flush() }
  }

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

enum ColorChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
  case auto, always, never

  static var allValueStrings: [String] { allCases.map { $0.rawValue } }

  /// Else not where `NO_COLOR` is set and not empty (no-color.org), and only on a terminal that knows more than plain text.
  func isOn(isTerminal: Bool) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if let value = CurrentProcess.environment("NO_COLOR"), !value.isEmpty { return false }
      return isTerminal && CurrentProcess.environment("TERM") != "dumb"
    }
  }
}

/// How far a command has come, on one line of a terminal; silent everywhere else.
final class ProgressBar {
  private let stream: OutputStream?
  private var lastDrawn: Int64 = 0
  private var isVisible = false
  private let start = SystemClock.nanoseconds()

  /// Makes a bar on standard error; a silent one where that is no terminal, or nothing is to be said.
  init(isQuiet: Bool) {
    let stream = OutputStream.standard(2, color: .never)
    let isWatched = stream.isTerminal && CurrentProcess.environment("TERM") != "dumb"
    self.stream = isQuiet || !isWatched || CurrentProcess.environment("CI") != nil ? nil : stream
  }

  /// Says how much of something was done, and of how many sessions where they are counted; redraws at most ten times a second.
  func update(_ what: String, done: Int, of all: Int, sessions: Int? = nil) {
    guard let stream else { return }
    let now = SystemClock.nanoseconds()
    guard now - lastDrawn > 100_000_000 else { return }
    lastDrawn = now
    isVisible = true
    let share = all > 0 ? min(20, done * 20 / all) : 0
    let bar = String(repeating: "█", count: share) + String(repeating: "░", count: 20 - share)
    let pace = Self.pace(done: done, of: all, sessions: sessions, nanoseconds: now - start)
    let text = truncated("\(bar) \(grouping(done)) of \(grouping(all)) \(what)\(pace)", to: stream.style.width - 1)
    try? stream.write("\r\u{1b}[K" + text)
  }

  /// `, 12,345 sessions/s, 1:05 left`; nothing in the first second, and no more than the rate where the end is not known.
  static func pace(done: Int, of all: Int, sessions: Int?, nanoseconds: Int64) -> String {
    let milliseconds = Int(nanoseconds / 1_000_000)
    guard milliseconds >= 1000 else { return "" }
    var text = ""
    if let sessions, sessions > 0 { text += ", \(grouping(sessions * 1000 / milliseconds)) sessions/s" }
    // One input may hold anything, so that how many are done says little before there are some.
    guard done >= 4, done < all else { return text }
    let seconds = milliseconds / 1000 * (all - done) / done
    let rest = seconds % 60 < 10 ? "0\(seconds % 60)" : "\(seconds % 60)"
    return text + ", \(seconds / 60):\(rest) left"
  }

  func clear() {
    guard isVisible, let stream else { return }
    isVisible = false
    try? stream.write("\r\u{1b}[K")
  }
}
#endif

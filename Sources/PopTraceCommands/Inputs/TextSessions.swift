#if Tool
import PopTrace

/// The sessions of a text, one after another: no more of it is held than one of them and what was read with it.
struct TextSessions {
  private let source: ByteSource
  private let limits: ResourceLimits
  /// How many bytes were read.
  private var bytesRead = 0
  /// What was read and not yet handed out.
  private var text: [UInt8] = []
  /// Where in it the line begins that is looked at next.
  private var lineStart = 0
  /// How far that line was looked at.
  private var scanned = 0
  /// How many lines came before the text, and how many of it were looked at.
  private var linesBefore = 0
  private var lines = 0
  private var hasContent = false
  private var isAtEnd = false
  /// The fields of the headers so far whose text is empty.
  private(set) var emptyFields: Set<String> = []
  /// The sessions of a piece that were not yet handed out.
  private var ready: [Session] = []

  /// The longest line: no line that means anything comes near it.
  static let longestLine = 1 << 24

  init(_ source: ByteSource, limits: ResourceLimits) {
    self.source = source
    self.limits = limits
  }

  /// The next session; nil when there are no more.
  mutating func next() throws(CommandFailure) -> Session? {
    while ready.isEmpty {
      guard let piece = try nextPiece() else { return nil }
      do {
        var reader = JSONLinesReader(piece.bytes, limits: limits, linesBefore: piece.linesBefore)
        while let session = try reader.next() { ready.append(session) }
        emptyFields.formUnion(reader.emptyFields)
      } catch {
        throw CommandFailure(error, input: source.path)
      }
      ready.reverse()
    }
    return ready.removeLast()
  }

  /// The lines from one header to the next.
  private mutating func nextPiece() throws(CommandFailure) -> (bytes: [UInt8], linesBefore: Int)? {
    guard !isAtEnd else { return nil }
    while true {
      while let end = try endOfLine() {
        if hasContent, HeaderLine.isOne(text, lineStart..<end) { return cut(at: lineStart) }
        if !hasContent { hasContent = text[lineStart..<end].contains { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D } }
        lines += 1
        lineStart = end + 1
        scanned = lineStart
      }
      guard let block = try source.block(at: bytesRead) else { break }
      bytesRead += block.count
      guard text.count <= limits.memoryBytes - block.count else {
        throw CommandFailure(limits.error(.memoryBytes, "The session has more text than memory"), input: source.path)
      }
      text += block
    }
    // The last line may lack its end.
    if hasContent, HeaderLine.isOne(text, lineStart..<text.count) { return cut(at: lineStart) }
    isAtEnd = true
    let rest = (text, linesBefore)
    text = []
    return rest
  }

  private mutating func cut(at index: Int) -> (bytes: [UInt8], linesBefore: Int) {
    let piece = (Array(text[..<index]), linesBefore)
    text.removeFirst(index)
    linesBefore += lines
    lines = 0
    lineStart = 0
    scanned = 0
    hasContent = false
    return piece
  }

  /// Where the line ends that begins at ``lineStart``; nil where more must be read to know.
  private mutating func endOfLine() throws(CommandFailure) -> Int? {
    if let end = text[scanned...].firstIndex(of: 0x0A) { return end }
    scanned = text.count
    guard text.count - lineStart <= Self.longestLine else {
      throw CommandFailure(
        "line \(linesBefore + lines + 1) is longer than \(Self.longestLine) bytes, so this is no JSON Lines; "
          + "every event has a line of its own", input: source.path)
    }
    return nil
  }
}

/// Tells the lines that begin a session from the others, without reading them in full.
private enum HeaderLine {
  private static let key = Array("poptrace".utf8)

  /// Whether a line is an object with `"poptrace"` among its own keys.
  ///
  /// Where the key is written with escapes it is not seen, and the session is read together with the one before it.
  static func isOne(_ text: [UInt8], _ line: Range<Int>) -> Bool {
    var depth = 0
    var index = line.lowerBound
    while index < line.upperBound {
      switch text[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        let start = index + 1
        index = start
        while index < line.upperBound, text[index] != UInt8(ascii: "\"") {
          index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        if depth == 1, index - start == key.count, isKey(text, start, line.upperBound) { return true }
      default: break
      }
      index += 1
    }
    return false
  }

  private static func isKey(_ text: [UInt8], _ start: Int, _ end: Int) -> Bool {
    guard start + key.count < end, text[start..<start + key.count].elementsEqual(key) else { return false }
    let rest = text[(start + key.count + 1)..<max(end, start + key.count + 1)]
    return rest.first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: ":")
  }
}
#endif

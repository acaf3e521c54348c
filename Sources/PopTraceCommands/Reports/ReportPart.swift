#if Tool
import PopDocument

/// One of the reports that are merged, line by line.
struct ReportPart {
  /// The file, as the user named it.
  let path: String
  private(set) var partial = PartialReport()
  /// The line that comes next, and its bytes; nil at the end.
  private(set) var next: (entry: PartialReport.Entry, bytes: [UInt8])?
  private let source: ByteSource
  private var read = 0
  private var pending: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  /// Opens a report, and reads its first line.
  init(_ path: String) throws(CommandFailure) {
    self.path = path
    source = try ByteSource(path)
    try advance()
    guard case .head = next?.entry else {
      do { try partial.finish() } catch { throw CommandFailure(error, in: path) }
      throw CommandFailure("the file is no report", input: path)
    }
    try advance()
  }

  /// What the report is about.
  var head: ReportHead { partial.head ?? ReportHead(policy: "", reference: "") }

  /// Goes to the next line.
  mutating func advance() throws(CommandFailure) {
    next = nil
    guard let line = try nextLine() else {
      do { try partial.finish() } catch { throw CommandFailure(error, in: path) }
      return
    }
    do {
      let entry = try partial.take(line)
      next = (entry, line)
    } catch {
      throw CommandFailure(error, in: path)
    }
    if case .end = next?.entry {
      next = nil
      guard try nextLine() == nil else {
        throw CommandFailure("something follows the summary; give every report as a file of its own", input: path)
      }
    }
  }

  /// The next line without its line feed; nil at the end of the file.
  private mutating func nextLine() throws(CommandFailure) -> [UInt8]? {
    var searched = start
    while true {
      if let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return Array(pending[start..<end])
      }
      searched = pending.count
      guard !isAtEnd, let block = try source.block(at: read) else {
        isAtEnd = true
        guard start < pending.count else { return nil }
        defer { start = pending.count }
        return Array(pending[start...])
      }
      read += block.count
      pending.removeFirst(start)
      searched -= start
      start = 0
      pending += block
    }
  }
}

extension CommandFailure {
  /// What is wrong with a report, in a file.
  init(_ error: ReportError, in path: String) {
    self.init(error.line.map { "line \($0): \(error.message)" } ?? error.message, input: path)
  }
}
#endif

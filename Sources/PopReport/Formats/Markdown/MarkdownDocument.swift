/// A text in Markdown that grows block by block, and never beyond a number of bytes.
///
/// What there is no room for, or more of than its part of the document may show, is counted.
struct MarkdownDocument {
  /// What was written so far.
  private(set) var text = ""
  /// How many rows were left out for want of room.
  private(set) var cut = 0
  private let limit: Int

  /// What a table may have.
  struct Table {
    /// What stands over it; empty for nothing.
    var heading: String
    /// A sentence under the heading; empty for none.
    var words = ""
    /// The titles of its columns.
    var columns: [String]
    /// The rows, escaped already.
    var rows: [[String]]
    /// How many rows there are beyond them.
    var more = 0
  }

  /// Room that is kept for the last lines.
  static let reserve = 400

  /// Begins a document of at most so many bytes.
  init(limit: Int) { self.limit = limit - Self.reserve }

  /// Adds a block with an empty line behind it; nothing where there is no room.
  ///
  /// - Returns: Whether there was.
  @discardableResult
  mutating func add(_ block: String) -> Bool {
    let block = block + "\n\n"
    guard text.utf8.count + block.utf8.count <= limit else {
      cut += 1
      return false
    }
    text += block
    return true
  }

  /// Adds a table with as many rows as there is room for, at most so many.
  mutating func add(_ table: Table, rows shown: Int) {
    guard !table.rows.isEmpty else { return }
    var block = table.heading.isEmpty ? "" : "### \(table.heading)\n\n"
    if !table.words.isEmpty { block += table.words + "\n\n" }
    block += Self.line(table.columns) + Self.line(table.columns.map { _ in "---" })
    var size = text.utf8.count + block.utf8.count
    var count = 0
    for row in table.rows.prefix(shown) {
      let line = Self.line(row)
      // A line with the count of the others must follow.
      guard size + line.utf8.count + 60 <= limit else { break }
      block += line
      size += line.utf8.count
      count += 1
    }
    guard count > 0 else {
      cut += table.rows.count
      return
    }
    cut += min(shown, table.rows.count) - count
    let more = table.rows.count - count + table.more
    if more > 0 { block += "\n… and \(grouping(more)) more\n" }
    text += block + "\n"
  }

  /// The document with its last line, which says what was cut.
  func finished() -> [UInt8] {
    guard cut > 0 else { return Array(text.utf8) }
    let line = "\(counted(cut, "row")) left out for want of room; `--format json` has all."
    return Array((text + line + "\n").utf8)
  }

  private static func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
}

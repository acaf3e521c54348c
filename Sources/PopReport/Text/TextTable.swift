/// Rows of cells, laid out in columns as wide as their widest cell.
///
/// ```swift
/// var table = TextTable([.left, .right])
/// table.add(["v2", "12"])
/// table.lines(style: .plain)
/// ```
package struct TextTable: Sendable {
  /// On which side of its column a cell stands.
  package enum Alignment: Sendable { case left, right }

  /// A cell: text, and the look it has where looks are possible.
  package struct Cell: Sendable, ExpressibleByStringLiteral {
    /// What it says.
    package var text: String
    /// How it looks.
    package var look: Look?

    /// Makes a cell.
    package init(_ text: String, _ look: Look? = nil) {
      self.text = text
      self.look = look
    }

    package init(stringLiteral text: String) { self.init(text) }
  }

  private let alignments: [Alignment]
  private var rows: [[Cell]] = []

  /// Makes an empty table with these columns.
  package init(_ alignments: [Alignment]) { self.alignments = alignments }

  /// Adds a row; cells beyond the last column are left out.
  package mutating func add(_ cells: [Cell]) { rows.append(cells) }

  /// The rows as lines, without trailing spaces.
  package func lines(style: Style, gap: Int = 2) -> [String] {
    var widths = Array(repeating: 0, count: alignments.count)
    for row in rows {
      for (column, cell) in row.enumerated() where column < widths.count {
        widths[column] = max(widths[column], displayWidth(cell.text))
      }
    }
    return rows.map { row in
      var line = ""
      var pending = 0
      for (column, cell) in row.enumerated() where column < widths.count {
        let padding = widths[column] - displayWidth(cell.text)
        if alignments[column] == .right { pending += padding }
        if !cell.text.isEmpty {
          line += String(repeating: " ", count: pending) + style.dress(cell.text, cell.look)
          pending = 0
        }
        if cell.text.isEmpty, alignments[column] == .left { pending += padding }
        if !cell.text.isEmpty, alignments[column] == .left { pending = padding }
        pending += gap
      }
      return line
    }
  }
}

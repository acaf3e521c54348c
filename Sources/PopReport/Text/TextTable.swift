/// Rows of cells, laid out in columns as wide as their widest cell.
///
/// ```swift
/// var table = TextTable([.left, .right])
/// table.add(["v2", "12"])
/// table.lines(style: .plain)
/// ```
public struct TextTable: Sendable {
  /// On which side of its column a cell stands.
  public enum Alignment: Sendable { case left, right }

  /// A cell: text, and the look it has where looks are possible.
  public struct Cell: Sendable, ExpressibleByStringLiteral {
    /// What it says.
    public var text: String
    /// How it looks.
    public var look: Look?

    /// Makes a cell.
    public init(_ text: String, _ look: Look? = nil) {
      self.text = text
      self.look = look
    }

    public init(stringLiteral text: String) { self.init(text) }
  }

  private let alignments: [Alignment]
  private var rows: [[Cell]] = []

  /// Makes an empty table with these columns.
  public init(_ alignments: [Alignment]) { self.alignments = alignments }

  /// Adds a row; cells beyond the last column are left out.
  public mutating func add(_ cells: [Cell]) { rows.append(cells) }

  /// The rows as lines, without trailing spaces.
  public func lines(style: Style, gap: Int = 2) -> [String] {
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

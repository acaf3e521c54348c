import PopDocument

package struct TextTable: Sendable {
  package enum Alignment: Sendable { case left, right }

  package struct Cell: Sendable, ExpressibleByStringLiteral {
    package var text: String
    package var look: Look?

    package init(_ text: String, _ look: Look? = nil) {
      self.text = text
      self.look = look
    }

    package init(stringLiteral text: String) { self.init(text) }
  }

  private let alignments: [Alignment]
  private var rows: [[Cell]]

  package init(_ alignments: [Alignment], _ rows: [[Cell]] = []) {
    self.alignments = alignments
    self.rows = rows
  }

  /// Adds a row; cells beyond the last column are left out.
  package mutating func add(_ cells: [Cell]) { rows.append(cells) }

  package func text(style: Style) -> String { lines(style: style).joined(separator: "\n") + "\n" }

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

package typealias Cell = TextTable.Cell

/// How many columns of a terminal a text takes: two for a wide character, none for a combining one.
///
/// An approximation of Unicode's East Asian Width, good enough to keep columns straight.
package func displayWidth(_ text: String) -> Int {
  // Without a look at what Unicode says of each character, which most texts do not need.
  if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
  var width = 0
  for character in text {
    guard let first = character.unicodeScalars.first else { continue }
    width += isWide(first) ? 2 : (first.properties.generalCategory == .nonspacingMark ? 0 : 1)
  }
  return width
}

/// The text, cut to at most so many columns, with `…` where something is missing.
package func truncated(_ text: String, to width: Int) -> String {
  guard displayWidth(text) > width else { return text }
  guard width > 0 else { return "" }
  var result = ""
  var used = 0
  for character in text {
    let next = displayWidth(String(character))
    guard used + next < width else { break }
    result.append(character)
    used += next
  }
  return result + "…"
}

/// The text in lines of at most so many columns, broken between words.
package func wrapped(_ text: String, to width: Int) -> [String] {
  // A path is worth a long line, a name of hundreds of letters is not.
  packed(text.split(separator: " ").map { truncated(String($0), to: max(width, 200)) }, to: width)
}

/// Parts, as many to a line as at most so many columns have room for.
func packed(_ parts: [String], to width: Int) -> [String] {
  var lines: [String] = []
  for part in parts {
    if let last = lines.last, displayWidth(last) + 1 + displayWidth(part) <= width {
      lines[lines.count - 1] += " " + part
    } else {
      lines.append(part)
    }
  }
  return lines
}

private func isWide(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case ..<0x1100: false
  case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfaff,
    0xfe30...0xfe6f, 0xff01...0xff60, 0xffe0...0xffe6, 0x1f300...0x1f64f, 0x1f900...0x1f9ff, 0x20000...0x3fffd:
    true
  default: false
  }
}

package enum Look: Sendable {
  case heading, bad, good, warning, faint, strong

  fileprivate var code: String {
    switch self {
    case .heading: "1"
    case .bad: "31"
    case .good: "32"
    case .warning: "33"
    case .faint: "2"
    case .strong: "1"
    }
  }
}

/// What the stream to which text goes can do: colour or not, and how many columns there are.
///
/// Computed once for each stream and handed down; nothing below asks the environment.
package struct Style: Hashable, Sendable {
  package var hasColor: Bool
  package var width: Int

  package init(hasColor: Bool, width: Int) {
    self.hasColor = hasColor
    self.width = width
  }

  /// A file or a pipe: no colour, 100 columns.
  package static let plain = Style(hasColor: false, width: 100)

  package func dress(_ text: String, _ look: Look?) -> String {
    guard hasColor, let look else { return text }
    return "\u{1b}[\(look.code)m\(text)\u{1b}[0m"
  }
}

extension ShellCommand {
  /// The command on lines that a shell takes for one; an option stays beside its value, whatever the width.
  func lines(width: Int) -> [String] {
    var parts: [String] = []
    for word in words {
      if word.hasPrefix("--") || parts.isEmpty { parts.append(word) } else { parts[parts.count - 1] += " " + word }
    }
    var lines: [String] = []
    for (index, part) in parts.enumerated() {
      // Where more follows, there must be room for the mark that says so.
      let room = width - (index + 1 < parts.count ? 2 : 0)
      if let last = lines.last, displayWidth(last) + 1 + displayWidth(part) <= room {
        lines[lines.count - 1] = last + " " + part
      } else {
        lines.append(part)
      }
    }
    return lines.enumerated().map { $0.offset + 1 < lines.count ? $0.element + " \\" : $0.element }
  }
}

import PopDocument

/// The report as Markdown: what does not fit is left out, and counted in the last line.
struct MarkdownReport: ReportWriter {
  let byteLimit: Int
  private let limits: MarkdownSections.Limits

  /// A comment on a pull request, which has at most 65,536 characters.
  static func comment(byteLimit: Int = 65_000) -> MarkdownReport {
    MarkdownReport(
      byteLimit: byteLimit,
      limits: MarkdownSections.Limits(failures: 20, examples: 1, events: 12, rows: 10, breakdownRows: 5))
  }

  /// A step summary of GitHub Actions, which drops one of more than a mebibyte as a whole.
  static func stepSummary(byteLimit: Int = 1_048_576) -> MarkdownReport {
    MarkdownReport(
      byteLimit: byteLimit,
      limits: MarkdownSections.Limits(failures: 1000, examples: 5, events: 40, rows: 200, breakdownRows: 50))
  }

  mutating func end(_ report: ReportDocument) -> [UInt8] {
    var sections = MarkdownSections(report: report, limits: limits, document: MarkdownDocument(limit: byteLimit))
    sections.write()
    return sections.document.finished()
  }
}

/// A text in Markdown that grows block by block, and never beyond a number of bytes.
///
/// What there is no room for, or more of than its part of the document may show, is counted.
struct MarkdownDocument {
  private(set) var text = ""
  private(set) var cut = 0
  private let limit: Int

  static let reserve = 400

  init(limit: Int) { self.limit = limit - Self.reserve }

  /// Adds a block with an empty line behind it; nothing where there is no room.
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

  /// Adds a table with as many rows as there is room for.
  mutating func addTable(_ heading: String, _ words: String, _ columns: [String], _ rows: [[String]], more: Int) {
    guard !rows.isEmpty else { return }
    var block = "### \(heading)\n\n" + (words.isEmpty ? "" : words + "\n\n")
    block += Self.line(columns) + Self.line(columns.map { _ in "---" })
    var count = 0
    for line in rows.map(Self.line) {
      // A line with the count of the others must follow.
      guard text.utf8.count + block.utf8.count + line.utf8.count + 60 <= limit else { break }
      block += line
      count += 1
    }
    cut += rows.count - count
    guard count > 0 else { return }
    let more = rows.count - count + more
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

/// Text from traces and configurations as it stands in Markdown: none of it can become markup, a link, a mention or a reference.
enum MarkdownText {
  /// A name as code, which nothing else is made of; as ``prose(_:limit:)`` where it has characters that end code or a cell of a table.
  static func name(_ text: String, limit: Int = 120) -> String {
    let text = told(text, limit: limit)
    guard !text.isEmpty else { return "" }
    let isPlain = !text.utf8.contains { [UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "\\")].contains($0) }
    // Spaces at the ends would be taken off, and spaces alone are no code.
    guard isPlain, text.first != " ", text.last != " " else { return prose(text, limit: limit) }
    return "`\(text)`"
  }

  /// A text as prose: punctuation that Markdown knows is a character reference, and what GitHub and GitLab make mentions, references, emoji
  /// and links of when the markup is already gone is broken up by a space of no width.
  static func prose(_ text: String, limit: Int = 400) -> String {
    var result = ""
    var word = ""
    let scalars = Array(told(text, limit: limit).unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : " "
      let isWord = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      if isWord || scalar.value >= 0x80 {
        result.unicodeScalars.append(scalar)
      } else {
        switch scalar {
        // Spaces at the start make code, a number with a point or bracket behind it a list.
        case " " where result.isEmpty: result += reference(scalar)
        case _ where (scalar == "." || scalar == ")") && isNumber(result): result += reference(scalar)
        case " ", ",", ";", "?", "'", "\"", "(", ")", "/": result.unicodeScalars.append(scalar)
        case "." where word.lowercased() != "www": result.unicodeScalars.append(scalar)
        // A sentence may have these; what is made of them has a word, a bracket or slashes behind it.
        case _ where ":%!".unicodeScalars.contains(scalar) && " ,;)".unicodeScalars.contains(next):
          result.unicodeScalars.append(scalar)
        case "-", "+", "=":
          // At the start of a line they make lists and headings; after letters they make references such as GH-1.
          result += result.isEmpty || word == "GH" ? reference(scalar) : String(scalar)
        default: result += reference(scalar)
        }
      }
      word = isWord ? word + String(scalar) : ""
      if word.utf8.count > 8 { word = "…" }
    }
    return result
  }

  private static func isNumber(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// A character reference; behind what begins a mention or reference, a space of no width.
  private static func reference(_ scalar: Unicode.Scalar) -> String {
    let breaks = "@#!~%$&:^-_".unicodeScalars.contains(scalar)
    return "&#\(scalar.value);" + (breaks ? "&#8203;" : "")
  }
}

extension ReportFormat {
  package static let markdown = ReportFormat("markdown", "a comment on a pull request") { _ in MarkdownReport.comment()
  }
  package static let githubSummary = ReportFormat("github-summary", "a step summary of GitHub Actions") { _ in
    MarkdownReport.stepSummary()
  }
}

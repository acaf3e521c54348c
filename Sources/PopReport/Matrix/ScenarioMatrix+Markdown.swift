import PopAudit

extension ScenarioMatrix {
  /// The matrix as a table in Markdown: errors in bold, warnings plain, a dash where there is neither.
  package var markdown: String {
    var lines = [line(["scenario"] + columns.map(\.name)), line(Array(repeating: "---", count: columns.count + 1))]
    for row in rows { lines.append(line(["`\(row.scenario)`"] + row.cells.map(Self.cell))) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  private static func cell(_ rules: [Rule]) -> String {
    guard !rules.isEmpty else { return "–" }
    return rules.map { $0.severity == .error ? "**\($0.id)**" : $0.id }.joined(separator: "<br>")
  }

  /// A text with everything between two marker lines replaced; nil where the markers are missing.
  ///
  /// The markers are `<!-- NAME:begin -->` and `<!-- NAME:end -->`, each a line of its own.
  package static func replacing(section name: String, of text: String, with content: String) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let begin = lines.firstIndex(of: "<!-- \(name):begin -->"),
      let end = lines.firstIndex(of: "<!-- \(name):end -->"),
      begin < end
    else { return nil }
    let body = content.hasSuffix("\n") ? String(content.dropLast()) : content
    return (lines[...begin] + [Substring(body)] + lines[end...]).joined(separator: "\n")
  }
}

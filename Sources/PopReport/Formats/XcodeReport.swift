package import PopDocument

/// The report as lines that Xcode shows: `path:line:1: error: message`.
///
/// There is an error if and only if the verdict is that the candidate makes things worse, as the exit code says it; warnings are warnings,
/// and what rests on assumptions, is accepted, ignored or no more than a note is a note. Findings that are known are left out.
package struct XcodeReport: ReportWriter {
  /// How many lines of each sort there are at most; the last line counts the others.
  package static let limit = 500

  package mutating func end(_ report: ReportDocument) -> [UInt8] {
    let locator = FindingLocator(report)
    let isWorse = report.summary.verdict == .worse
    var lines: [String] = []
    var counts: [String: Int] = [:]
    func add(_ sort: String, _ location: FindingLocation, _ message: String) {
      counts[sort, default: 0] += 1
      guard counts[sort, default: 0] <= Self.limit else { return }
      lines.append("\(Self.plain(location.path)):\(location.line):1: \(sort): \(Self.plain(message))")
    }
    for finding in report.findings {
      guard let sort = Self.sort(of: finding, isWorse: isWorse) else { continue }
      add(
        sort, locator.location(of: finding),
        "\(finding.title): \(told(finding.reason)); \(told(finding.judgementWords)), \(finding.often(in: report)); "
          + "more: \(finding.command)")
    }
    for (threshold, _, words) in report.brokenLimits {
      add(isWorse ? "error" : "warning", locator.location(of: threshold), "\(threshold.name): \(words)")
    }
    let cut = counts.values.reduce(0) { $0 + max(0, $1 - Self.limit) }
    let rest = cut > 0 ? " \(grouping(cut)) more lines are left out." : ""
    // Where nothing else is an error, the verdict itself is, so that the lines say what the exit code does.
    let isError = isWorse && counts["error"] == nil
    let sort = isError ? "error" : isWorse || report.summary.verdict == .fine ? "note" : "warning"
    counts = [:]
    add(sort, locator.whole, VerdictSentence(report).text + rest)
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private static func sort(of finding: JudgedFinding, isWorse: Bool) -> String? {
    switch finding.judgement.word {
    case .fails, .worse, .expired: isWorse ? "error" : "warning"
    case .warns: "warning"
    case .accepted, .ignored, .assumed, .notes: "note"
    case .known: nil
    }
  }

  /// Nothing in a text may look like the sort of a line: Xcode takes the last one it finds.
  private static func plain(_ text: String) -> String {
    var result = ""
    for character in told(text, limit: 2000) {
      let isSort = ["error", "warning", "note"].contains { result.suffix($0.count).lowercased() == $0 }
      if character == ":", isSort { result += " " }
      result.append(character)
    }
    return result
  }
}

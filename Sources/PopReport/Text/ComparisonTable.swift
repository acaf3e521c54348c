import PopAudit
package import PopDocument
import PopReplay

/// Several policies over the same sessions, in a line each.
package struct ComparisonTable: Sendable {
  private var rows: [(head: ReportHead, summary: ReportSummary)] = []

  package init() {}

  package mutating func add(_ head: ReportHead, _ summary: ReportSummary) { rows.append((head, summary)) }

  package func text(style: Style) -> String {
    var table = TextTable([.left, .right, .right, .right, .right, .right, .right, .right, .left])
    let titles = [
      "policy", "new errors", "in sessions", "warnings", "mended", "outcomes changed", "coverage", "assumed", "verdict",
    ]
    table.add(titles.map { TextTable.Cell($0, .faint) })
    for (head, summary) in rows {
      let coverage = summary.coverage
      let look: Look = summary.verdict == .fine ? .good : summary.verdict == .incomplete ? .warning : .bad
      table.add([
        TextTable.Cell(printable(head.policy), .heading), TextTable.Cell(grouping(summary.regressions)),
        TextTable.Cell(grouping(summary.regressedSessions)),
        TextTable.Cell(grouping(summary.findings.new[.warning])),
        TextTable.Cell(grouping(summary.findings.fixed[.error])), TextTable.Cell(grouping(summary.changes.changed)),
        TextTable.Cell(percent(coverage.reachedReactions, of: coverage.reachedReactions + coverage.unreachedReactions)),
        TextTable.Cell(grouping(summary.grades[.assumed])), TextTable.Cell(summary.verdict.rawValue, look),
      ])
    }
    return table.lines(style: style).joined(separator: "\n") + "\n"
  }
}

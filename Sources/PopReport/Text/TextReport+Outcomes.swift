import PopAudit
import PopReplay

extension TextReport {
  /// Adds the outcomes that changed, by popup name and change.
  func addOutcomes(_ summary: ReportSummary, to lines: inout [String]) {
    guard summary.changes.changed > 0 else { return }
    lines.append("")
    let kinds = OutcomeChange.Kind.allCases.filter { $0 != .same && summary.changes[$0] > 0 }
      .sorted { OutcomeGroup.weight(of: $0) < OutcomeGroup.weight(of: $1) }
      .map { "\(grouping(summary.changes[$0])) \($0.rawValue)" }.joined(separator: ", ")
    let all = grouping(summary.changes.total)
    lines.append(
      heading("OUTCOMES", "\(grouping(summary.changes.changed)) of \(all) popups differ: \(kinds)"))
    let sorted = outcomes.sorted(by: OutcomeGroup.comesFirst)
    let baseline = head.baseline == "recorded" ? "recorded" : printable(head.baseline)
    let names = sorted.prefix(limits.outcomes).map { min(24, displayWidth(printable($0.key.name))) }.max() ?? 0
    let half = max(20, (style.width - names - 37) / 2)
    var table = TextTable([.left, .left, .right, .left, .left, .left])
    table.add([
      "  ", TextTable.Cell("popup", .faint), TextTable.Cell("times", .faint), TextTable.Cell(baseline + ", ms", .faint),
      TextTable.Cell(printable(head.policy), .faint), TextTable.Cell("certainty", .faint),
    ])
    for group in sorted.prefix(limits.outcomes) {
      table.add([
        TextTable.Cell("  " + group.key.change.rawValue, look(of: group.key.change)),
        TextTable.Cell(truncated(printable(group.key.name), to: 24)), TextTable.Cell(grouping(group.count)),
        TextTable.Cell(truncated(describe(group.example.recorded, group.key.change), to: half)),
        TextTable.Cell(truncated(describe(group.example.candidate, group.key.change), to: half)),
        TextTable.Cell(group.grade.rawValue, group.grade == .assumed ? .warning : .faint),
      ])
    }
    lines += table.lines(style: style)
    if sorted.count > limits.outcomes {
      lines.append("  … and \(grouping(sorted.count - limits.outcomes)) more; --all or --format json has all")
    }
  }

  /// A run in a few words: `1,300–4,210`, where it matters the page, and how it ended where that is not the usual way.
  private func describe(_ run: RunReport?, _ change: OutcomeChange.Kind) -> String {
    guard let run else { return "never submitted" }
    guard let first = run.shown.first else { return "never, \(printable(run.end))" }
    var text = first.from.grouped + "–" + (first.until?.grouped ?? "")
    if change == .moved, !first.pageClass.isEmpty { text += " " + printable(first.pageClass) }
    if run.shown.count > 1 { text += " and \(run.shown.count - 1)× more" }
    return run.end == "dismissed" ? text : text + ", " + printable(run.end)
  }

  private func look(of change: OutcomeChange.Kind) -> Look? {
    switch change {
    case .lost, .moved: .bad
    case .gained, .reordered, .later: .warning
    case .earlier: .good
    case .same: nil
    }
  }
}

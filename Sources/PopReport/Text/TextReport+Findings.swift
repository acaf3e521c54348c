import PopAudit
import PopReplay

extension TextReport {
  /// Adds the findings of one status: those that most deserve it at length, more in a line each, and how many are left out.
  func addFindings(_ status: FindingStatus, _ summary: ReportSummary, to lines: inout [String]) {
    let groups = findings.filter { $0.key.status == status }.sorted(by: FindingGroup.comesFirst)
    guard !groups.isEmpty else { return }
    lines.append("")
    lines.append(heading(title(of: status), counts(of: status, summary)))
    let detailed = status == .same ? 0 : limits.detailed
    for (place, group) in groups.prefix(detailed).enumerated() {
      if place > 0 { lines.append("") }
      addGroup(group, to: &lines)
    }
    let rest = groups.dropFirst(detailed)
    if detailed > 0, !rest.isEmpty { lines.append("") }
    var table = TextTable([.left, .left, .left, .left])
    for group in rest.prefix(limits.listed) {
      table.add([
        TextTable.Cell("  " + group.key.rule.severity.rawValue, look(of: group)),
        TextTable.Cell(group.key.rule.id, .strong), TextTable.Cell(subject(of: group)), TextTable.Cell(often(group)),
      ])
    }
    lines += table.lines(style: style)
    if rest.count > limits.listed {
      let left = grouping(rest.count - limits.listed)
      lines.append("  … and \(left) more kinds of finding; --all or --format json has all")
    }
  }

  private func title(of status: FindingStatus) -> String {
    switch status {
    case .new: head.baseline == "none" ? "FOUND" : "BREAKS"
    case .fixed: "MENDS"
    case .same: "AS BEFORE"
    }
  }

  private func counts(of status: FindingStatus, _ summary: ReportSummary) -> String {
    Severity.allCases.compactMap { severity in
      let count = summary.findings[status][severity]
      guard count > 0 else { return nil }
      return severity == .info ? "\(grouping(count)) info" : counted(count, severity.rawValue)
    }.joined(separator: ", ")
  }

  private func addGroup(_ group: FindingGroup, to lines: inout [String]) {
    let severity = style.dress(group.key.rule.severity.rawValue, look(of: group))
    let rule = style.dress(group.key.rule.id, .strong)
    lines.append("  \(severity) \(rule)  \(subject(of: group))  \(style.dress(often(group), .faint))")
    for line in wrapped(printable(group.example.because), to: style.width - 4) { lines.append("    " + line) }
    if !group.example.timeline.isEmpty {
      lines.append(style.dress("    \(printable(group.trace)), session \(printable(group.session))", .faint))
      addTimeline(group.example.timeline, to: &lines)
    }
  }

  private func subject(of group: FindingGroup) -> String {
    var text = printable(group.key.name)
    if !group.key.otherName.isEmpty { text += text.isEmpty ? "" : " and " + printable(group.key.otherName) }
    if !group.key.pageClass.isEmpty { text += (text.isEmpty ? "" : " ") + "on " + printable(group.key.pageClass) }
    return text
  }

  private func often(_ group: FindingGroup) -> String {
    var text = group.count == 1 ? "once" : group.count == 2 ? "twice" : "\(grouping(group.count)) times"
    if group.sessions > 1 { text += " in \(grouping(group.sessions)) sessions" }
    if group.assumed == group.count {
      text += ", assumed"
    } else if group.assumed > 0 {
      text += ", \(grouping(group.assumed)) of them assumed"
    }
    return text
  }

  private func look(of group: FindingGroup) -> Look? {
    if group.key.status == .fixed { return .good }
    return switch group.key.rule.severity {
    case .error: .bad
    case .warning: .warning
    case .info: .faint
    }
  }

  /// Adds events as a table of time, name and what they say; those that show a finding are marked.
  func addTimeline(_ timeline: [TimelineLine], to lines: inout [String]) {
    var table = TextTable([.left, .right, .left, .left])
    for line in timeline {
      let isGap = line.event == nil
      table.add([
        TextTable.Cell(line.isWitness ? "    ▸" : "     ", .bad),
        TextTable.Cell(isGap ? "" : line.time.grouped, .faint),
        TextTable.Cell(line.kind, line.isWitness ? .strong : .faint),
        TextTable.Cell(printable(line.detail), line.isWitness ? nil : .faint),
      ])
    }
    lines += table.lines(style: style)
  }
}

import PopAudit
import PopDocument
import PopReplay

/// All findings of one rule and status: the groups of equal ones, the worst first.
struct RuleFindings {
  let rule: Rule
  let groups: [FindingGroup]

  var count: Int { groups.reduce(0) { $0 + $1.count } }
  var assumed: Int { groups.reduce(0) { $0 + $1.assumed } }

  /// By severity, then what rests on no assumption, then by frequency; ties by name.
  static func comesFirst(_ lhs: RuleFindings, _ rhs: RuleFindings) -> Bool {
    if lhs.rule.severity != rhs.rule.severity { return lhs.rule.severity < rhs.rule.severity }
    let left = lhs.count - lhs.assumed
    let right = rhs.count - rhs.assumed
    if left != right { return left > right }
    if lhs.count != rhs.count { return lhs.count > rhs.count }
    return lhs.rule.id < rhs.rule.id
  }
}

extension TextReport {
  /// Adds the findings of one status, rule by rule: the worst with sentence and timeline, the others in a line.
  func addFindings(_ status: FindingStatus, _ summary: ReportSummary, to lines: inout [String]) {
    let rules = rules(of: status)
    guard !rules.isEmpty else { return }
    lines.append("")
    lines.append(heading(title(of: status), counts(of: status, summary)))
    let detailed = detailedRules(of: status)
    for (index, rule) in rules.prefix(detailed).enumerated() {
      if index > 0 { lines.append("") }
      addRule(rule, status, to: &lines)
    }
    let rest = rules.dropFirst(detailed)
    if detailed > 0, !rest.isEmpty { lines.append("") }
    var table = TextTable([.left, .left, .left])
    for rule in rest {
      table.add([
        TextTable.Cell("  " + rule.rule.severity.rawValue, look(of: rule.rule, status)),
        TextTable.Cell(rule.rule.id, .strong), TextTable.Cell(often(rule)),
      ])
    }
    lines += table.lines(style: style)
  }

  private func rules(of status: FindingStatus) -> [RuleFindings] {
    let groups = findings.filter { $0.key.status == status }.sorted(by: FindingGroup.comesFirst)
    return Rule.allCases.compactMap { rule in
      let own = groups.filter { $0.key.rule == rule }
      return own.isEmpty ? nil : RuleFindings(rule: rule, groups: own)
    }.sorted(by: RuleFindings.comesFirst)
  }

  private func detailedRules(of status: FindingStatus) -> Int {
    switch status {
    case .new: limits.newRules
    case .fixed: limits.fixedRules
    case .same: limits.sameRules
    }
  }

  private func title(of status: FindingStatus) -> String {
    switch status {
    case .new: head.reference == "none" ? "FOUND" : "BREAKS"
    case .fixed: "MENDS"
    case .same: "AS BEFORE"
    }
  }

  private func counts(of status: FindingStatus, _ summary: ReportSummary) -> String {
    var parts: [String] = []
    for severity in Severity.allCases where summary.findings[status][severity] > 0 {
      let count = summary.findings[status][severity]
      switch severity {
      case .error where status == .new && head.reference != "none": parts.append(newErrors(summary.findings.newErrors))
      case .info: parts.append("\(grouping(count)) info")
      case .error, .warning: parts.append(counted(count, severity.rawValue))
      }
    }
    return parts.joined(separator: parts[0].contains(";") || parts[0].contains(":") ? "; " : ", ")
  }

  /// `31 errors: 20 certain, 11 robust (whatever users do); 133 more assumed`.
  private func newErrors(_ grades: GradeCounts) -> String {
    let firm = grades.certain + grades[.robust]
    guard firm > 0 else { return "\(counted(grades[.assumed], "error")), assumed" }
    var text = counted(firm, "error")
    if grades[.robust] > 0 {
      let certain = grades.certain > 0 ? "\(grouping(grades.certain)) certain, " : ""
      text += ": \(certain)\(grouping(grades[.robust])) robust (whatever users do)"
    }
    if grades[.assumed] > 0 { text += "; \(grouping(grades[.assumed])) more assumed" }
    return text
  }

  /// A rule: how often, the worst example with its sentence and timeline, and what else it found.
  private func addRule(_ rule: RuleFindings, _ status: FindingStatus, to lines: inout [String]) {
    let severity = style.dress(rule.rule.severity.rawValue, look(of: rule.rule, status))
    lines.append("  \(severity) \(style.dress(rule.rule.id, .strong))  \(style.dress(often(rule), .faint))")
    guard let worst = rule.groups.first else { return }
    if limits.examples > 1 {
      for one in rule.groups.flatMap(\.all) { addExample(one.finding, one.trace, one.session, to: &lines) }
    } else {
      addExample(worst.example, worst.trace, worst.session, to: &lines)
    }
    defer { lines.append(style.dress("    more: poptrace rules \(rule.rule.id)", .faint)) }
    guard rule.groups.count > 1 else { return }
    lines.append(style.dress("    by popup:", .faint))
    var table = TextTable([.left, .left])
    for group in rule.groups.prefix(limits.groups) {
      table.add([TextTable.Cell("      " + subject(of: group)), TextTable.Cell(often(group), .faint)])
    }
    lines += table.lines(style: style)
    let left = rule.groups.count - limits.groups
    if left > 0 { lines.append("      … and \(grouping(left)) more; --all or --format json has all") }
  }

  /// A finding with its sentence and the events that show it.
  func addExample(_ finding: FindingReport, _ trace: String, _ session: String, to lines: inout [String]) {
    for line in wrapped(printable(finding.because), to: style.width - 4) { lines.append("    " + line) }
    if let certainty = certainty(of: finding) {
      for line in wrapped(printable(certainty), to: style.width - 4) {
        lines.append("    " + style.dress(line, finding.isAssumed ? .warning : .faint))
      }
    }
    guard !finding.timeline.isEmpty else { return }
    // What is gone from the second of two traces was in the first.
    let trace = head.purpose == .comparison && finding.status == .fixed ? head.reference : trace
    lines.append(style.dress("    \(printable(trace)), session \(printable(session))", .faint))
    addTimeline(finding.timeline, to: &lines)
    let command = head.explainCommand(for: finding, trace: trace, session: session).lines(width: style.width - 9)
    for (index, line) in command.enumerated() {
      lines.append(style.dress((index == 0 ? "    why: " : "         ") + line, .faint))
    }
  }

  /// `robust, in 11 of 11 runs`; `assumed since 41,975 ms: Loading #4 was never answered in the recording; in 7 of 11 runs`.
  private func certainty(of finding: FindingReport) -> String? {
    guard finding.grade > .derived, head.purpose == .replay else { return nil }
    let runs = finding.held.map { "in \(grouping($0.count)) of \(counted($0.runs, "run"))" }
    if finding.grade == .robust { return "robust" + (runs.map { ", " + $0 } ?? "") }
    let why = finding.assumption?.sentence ?? "assumed"
    return why + (runs.map { "; " + $0 } ?? "")
  }

  private func subject(of group: FindingGroup) -> String {
    var text = printable(group.key.name)
    if !group.key.otherName.isEmpty { text += (text.isEmpty ? "" : " and ") + printable(group.key.otherName) }
    if !group.key.pageClass.isEmpty { text += (text.isEmpty ? "" : " ") + "on " + printable(group.key.pageClass) }
    return text
  }

  private func often(_ rule: RuleFindings) -> String { times(rule.count) + assumed(rule.assumed, of: rule.count) }

  private func often(_ group: FindingGroup) -> String {
    let sessions = group.sessions > 1 ? " in \(grouping(group.sessions)) sessions" : ""
    return times(group.count) + sessions + assumed(group.assumed, of: group.count)
  }

  private func times(_ count: Int) -> String {
    count == 1 ? "once" : count == 2 ? "twice" : "\(grouping(count)) times"
  }

  private func assumed(_ assumed: Int, of count: Int) -> String {
    if assumed == 0 { return "" }
    return assumed == count ? ", assumed" : ", \(grouping(assumed)) of them assumed"
  }

  private func look(of rule: Rule, _ status: FindingStatus) -> Look? {
    if status == .fixed { return .good }
    return switch rule.severity {
    case .error: .bad
    case .warning: .warning
    case .info: .faint
    }
  }

  /// Adds events as a table of time, name and what they say; those that show a finding are marked.
  func addTimeline(_ timeline: [TimelineLine], to lines: inout [String]) {
    let times = timeline.map { $0.time.grouped.count }.max() ?? 0
    let kinds = timeline.map { displayWidth($0.kind) }.max() ?? 0
    let room = max(20, style.width - times - kinds - 11)
    var table = TextTable([.left, .right, .left, .left])
    for line in timeline {
      let isGap = line.event == nil
      table.add([
        TextTable.Cell(line.isWitness ? "    ▸" : "     ", .bad),
        TextTable.Cell(isGap ? "" : line.time.grouped, .faint),
        TextTable.Cell(line.kind, line.isWitness ? .strong : .faint),
        TextTable.Cell(truncated(printable(line.detail), to: room), line.isWitness ? nil : .faint),
      ])
    }
    lines += table.lines(style: style)
  }
}

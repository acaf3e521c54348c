package import PopAudit
package import PopDocument
import PopReplay

extension TextReport {
  /// Which findings a text report may show with the events around them: of those that are the same to a reader the first one, and the first
  /// that rests on no assumption. Which outcomes it may show with their runs: likewise the first of each grade that is better than those before.
  /// Each thread may have one of its own: whichever is the first of all is the first of its thread.
  package struct ExampleChooser: Sendable {
    /// Whether one that rests on no assumption is among those that were chosen.
    private var isCertain: [FindingGroup.Key: Bool] = [:]
    private var bestGrades: [OutcomeGroup.Key: Grade] = [:]

    package init() {}

    package mutating func chooses(_ judged: ComparedFinding, words: EventDescriber) -> Bool {
      let finding = judged.finding
      let key = FindingGroup.Key(
        status: judged.status, rule: finding.rule.number, name: words.name(of: finding.popup),
        otherName: words.name(of: finding.other), pageClass: words.className(of: finding.page))
      let known = isCertain[key]
      guard known == nil || known == false && !judged.isAssumed else { return false }
      isCertain[key] = !judged.isAssumed
      return true
    }

    package mutating func chooses(_ outcome: ComparedOutcome, words: EventDescriber) -> Bool {
      guard let change = outcome.change else { return true }
      let key = OutcomeGroup.Key(change: change, name: words.name(of: outcome.popup))
      if let known = bestGrades[key], known <= outcome.grades.worst { return false }
      bestGrades[key] = outcome.grades.worst
      return true
    }
  }

  func addFindings(_ status: FindingStatus, _ summary: ReportSummary, to lines: inout [String]) {
    let rules = rules(of: status)
    guard !rules.isEmpty else { return }
    addHeading(title(of: status), counts(of: status, summary), to: &lines)
    let detailed =
      switch status {
      case .new: limits.newRules
      case .fixed: limits.fixedRules
      case .same: limits.sameRules
      }
    for (index, rule) in rules.prefix(detailed).enumerated() {
      if index > 0 { lines.append("") }
      addRule(rule, status, to: &lines)
    }
    let rest = rules.dropFirst(detailed)
    if detailed > 0, !rest.isEmpty { lines.append("") }
    addTable([.left, .left, .left], rest, most: .max, to: &lines) {
      [Cell("  " + $0.rule.severity.rawValue, look(of: $0.rule, status)), Cell($0.rule.id, .strong), Cell(often($0))]
    }
  }

  private func rules(of status: FindingStatus) -> [RuleFindings] {
    let all = findings.filter { $0.key.status == status }
    return Rule.allCases.compactMap { rule in
      let own = all.filter { $0.key.rule == rule.number }
      return own.isEmpty ? nil : RuleFindings(rule: rule, groups: own.sorted(by: FindingGroup.comesFirst))
    }.sorted(by: RuleFindings.comesFirst)
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

  private func addRule(_ rule: RuleFindings, _ status: FindingStatus, to lines: inout [String]) {
    let severity = style.dress(rule.rule.severity.rawValue, look(of: rule.rule, status))
    lines.append("  \(severity) \(style.dress(rule.rule.id, .strong))  \(style.dress(often(rule), .faint))")
    guard let worst = rule.groups.first else { return }
    for one in limits.examples > 1 ? rule.groups.flatMap(\.all) : [worst.example] {
      addExample(one.finding, one.trace, one.session, to: &lines)
    }
    defer { lines.append(style.dress("    more: poptrace rules \(rule.rule.id)", .faint)) }
    guard rule.groups.count > 1 else { return }
    lines.append(style.dress("    by popup:", .faint))
    addTable([.left, .left], rule.groups, most: limits.groups, indent: 6, to: &lines) {
      [Cell("      " + $0.key.subject), Cell(often($0), .faint)]
    }
  }

  func addExample(_ finding: FindingReport, _ trace: String, _ session: String, to lines: inout [String]) {
    add(finding.because, to: &lines)
    if let certainty = certainty(of: finding) { add(certainty, finding.isAssumed ? .warning : .faint, to: &lines) }
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

  private func often(_ rule: RuleFindings) -> String { times(rule.count) + assumed(rule.assumed, of: rule.count) }

  private func often(_ group: FindingGroup) -> String {
    let sessions = group.sessions > 1 ? " in \(grouping(group.sessions)) sessions" : ""
    return times(group.count) + sessions + assumed(group.assumed, of: group.count)
  }

  private func times(_ count: Int) -> String { count == 1 ? "once" : count == 2 ? "twice" : "\(grouping(count)) times" }

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

  func addTimeline(_ timeline: [TimelineLine], to lines: inout [String]) {
    let times = timeline.map { $0.time.grouped.count }.max() ?? 0
    let kinds = timeline.map { displayWidth($0.kind) }.max() ?? 0
    let room = max(20, style.width - times - kinds - 11)
    addTable([.left, .right, .left, .left], timeline, most: .max, to: &lines) { line in
      [
        Cell(line.isWitness ? "    ▸" : "     ", .bad), Cell(line.event == nil ? "" : line.time.grouped, .faint),
        Cell(line.kind, line.isWitness ? .strong : .faint),
        Cell(truncated(printable(line.detail), to: room), line.isWitness ? nil : .faint),
      ]
    }
  }

  struct RuleFindings {
    let rule: Rule
    let groups: [FindingGroup]

    var count: Int { groups.reduce(0) { $0 + $1.count } }
    var assumed: Int { groups.reduce(0) { $0 + $1.assumed } }

    /// By severity, then what rests on no assumption, then by frequency; ties by name.
    static func comesFirst(_ lhs: RuleFindings, _ rhs: RuleFindings) -> Bool { lhs.rank < rhs.rank }
    private var rank: (Severity, Int, Int, String) { (rule.severity, assumed - count, -count, rule.id) }
  }
}

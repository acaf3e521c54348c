import PopAudit
package import PopDocument
import PopReplay

/// The report for people: what the candidate breaks, what it mends, which outcomes changed, and how far that can be relied on.
///
/// What is the same in many sessions is shown once, with how often it happened and one example; the worst and most frequent comes first. All
/// text from a trace is made `printable(_:)`.
package struct TextReport {
  var head: ReportHead
  let style: Style
  var limits: Limits
  private(set) var findings: [FindingGroup] = []
  private(set) var outcomes: [OutcomeGroup] = []
  private(set) var mismatches: [SessionReport] = []
  private(set) var losses: [(trace: String, session: String, loss: String)] = []
  private(set) var remarks: [(trace: String, session: String, remark: String, isScenario: Bool)] = []
  private(set) var remarkCounts = (scenarios: 0, recordings: 0)
  private var findingsByKey: [FindingGroup.Key: FindingGroup] = [:]
  private var outcomesByKey: [OutcomeGroup.Key: OutcomeGroup] = [:]
  private var sessions = 0

  package struct Limits: Hashable, Sendable {
    /// Rules with new findings that are shown with sentence and timeline; the others get a line each.
    package var newRules = 4
    /// The same for findings that are gone.
    package var fixedRules = 2
    /// The same for findings that both runs have.
    package var sameRules = 0
    package var groups = 3
    package var outcomes = 8
    /// Sessions that do not give their recording back, inputs that cannot be read, and lossy sessions.
    package var sessions = 3
    /// Findings of one rule that are shown with sentence and timeline.
    package var examples = 1

    package static let usual = Limits()
    package static let none = Limits(
      newRules: .max, fixedRules: .max, sameRules: .max, groups: .max, outcomes: .max, sessions: .max, examples: .max)
  }

  package init(_ head: ReportHead, style: Style, limits: Limits = .usual) {
    self.head = head
    self.style = style
    self.limits = limits
  }

  package mutating func add(_ session: SessionReport) {
    for index in session.findings.indices { addFinding(index, of: session) }
    for index in session.outcomes.indices { addOutcome(index, of: session) }
    if session.mismatch != nil, mismatches.count < limits.sessions { mismatches.append(session) }
    if losses.count < limits.sessions {
      for loss in session.losses { losses.append((session.trace, session.session, loss)) }
    }
    if session.isScenario {
      remarkCounts.scenarios += session.remarks.count
    } else {
      remarkCounts.recordings += session.remarks.count
    }
    if remarks.count(where: { $0.isScenario == session.isScenario }) < limits.sessions {
      for remark in session.remarks { remarks.append((session.trace, session.session, remark, session.isScenario)) }
    }
    sessions += 1
  }

  private mutating func addFinding(_ index: Int, of session: SessionReport) {
    let key = FindingGroup.Key(
      status: session.findings[index].status, rule: session.findings[index].rule.number,
      name: session.findings[index].name, otherName: session.findings[index].otherName,
      pageClass: session.findings[index].pageClass)
    let group = findingsByKey[key] ?? FindingGroup(key, session.found(index))
    if group.count == 0 {
      findingsByKey[key] = group
      findings.append(group)
    }
    let isCertain = session.findings[index].grade != .assumed
    if isCertain, group.example.finding.grade == .assumed { group.example = session.found(index) }
    if limits.examples > 1 { group.all.append(session.found(index)) }
    group.count(isAssumed: !isCertain, inSession: sessions)
  }

  private mutating func addOutcome(_ index: Int, of session: SessionReport) {
    guard let change = session.outcomes[index].change, change != .same else { return }
    let key = OutcomeGroup.Key(change: change, name: session.outcomes[index].name)
    let group = outcomesByKey[key] ?? OutcomeGroup(key, example: session.outcomes[index], in: session)
    if group.count == 0 {
      outcomesByKey[key] = group
      outcomes.append(group)
    }
    group.count += 1
    if session.outcomes[index].grades.worst < group.grade { group.show(session.outcomes[index], in: session) }
  }

  package func text(
    _ summary: ReportSummary, groups: [GroupTable] = [], forecast: ForecastComparison? = nil
  ) -> String {
    // Scenarios have no recording to be compared with.
    guard head.reference != "recorded" || summary.scenarios == 0 || summary.scenarios < summary.sessions else {
      var report = self
      report.head.reference = "none"
      return report.text(summary, groups: groups, forecast: forecast)
    }
    var lines: [String] = []
    addHead(summary, to: &lines)
    addUnjudged(summary, to: &lines)
    for status in [FindingStatus.new, .fixed, .same] { addFindings(status, summary, to: &lines) }
    addOutcomes(summary, to: &lines)
    addCoverage(summary, to: &lines)
    addGroups(groups, to: &lines)
    if let forecast { addForecast(forecast, to: &lines) }
    lines.append("")
    if let observed = observed(summary) { add(observed, indent: 0, .warning, to: &lines) }
    lines.append(verdict(summary))
    if let forecast { lines.append(Self.worth(of: forecast)) }
    return lines.joined(separator: "\n") + "\n"
  }

  var against: String {
    switch head.reference {
    case "none": "by itself"
    case "recorded": "against the recording"
    default: "against " + printable(head.reference)
    }
  }

  func addHead(_ summary: ReportSummary, to lines: inout [String]) {
    var what = "\(counted(summary.sessions, "session")), \(counted(summary.events, "event"))"
    if head.reference == "recorded", summary.scenarios > 0 {
      what += head.purpose == .replay ? "; scenarios, judged by themselves: " : "; scenarios, not recorded: "
      what += grouping(summary.scenarios)
    }
    guard head.purpose != .recording else {
      let met = style.dress("MET", .heading) + " " + met(summary)
      return lines += [met, style.dress("as recorded: " + what, .faint)]
    }
    guard head.purpose != .verification else {
      let word = summary.verdict == .failed ? "Checked" : "Verified"
      return lines.append(style.dress(word, .heading) + ": " + what)
    }
    lines.append("\(style.dress(printable(head.policy), .heading)) \(against): \(what)")
  }

  func addHeading(_ title: String, _ rest: String, to lines: inout [String]) {
    lines += ["", style.dress(title, .heading) + (rest.isEmpty ? "" : "  " + rest)]
  }

  func add(_ text: String, indent: Int = 4, _ look: Look? = nil, to lines: inout [String]) {
    let spaces = String(repeating: " ", count: indent)
    lines += wrapped(printable(text), to: style.width - indent).map { spaces + style.dress($0, look) }
  }

  func addTable<Element>(
    _ columns: [TextTable.Alignment], _ elements: some Collection<Element>, most: Int, indent: Int = 2,
    to lines: inout [String], _ row: (Element) -> [Cell]
  ) {
    lines += TextTable(columns, elements.prefix(most).map(row)).lines(style: style)
    addMore(elements.count - min(elements.count, most), "; --all or --format json has all", indent: indent, to: &lines)
  }

  func addMore(_ count: Int, _ what: String = "", indent: Int = 2, to lines: inout [String]) {
    if count > 0 { lines.append(String(repeating: " ", count: indent) + "… and \(grouping(count)) more\(what)") }
  }
}

extension TextReport: ReportWriter {
  package mutating func add(_ session: SessionReport, json: [UInt8]) -> [UInt8] {
    add(session)
    return []
  }

  package mutating func end(_ whole: ReportDocument) -> [UInt8] {
    head = whole.head
    return Array(text(whole).utf8)
  }
}

extension TextReport {
  package static func comparison(of reports: [ReportDocument], style: Style) -> String {
    var table = TextTable([.left, .right, .right, .right, .right, .right, .right, .right, .left])
    let titles = [
      "policy", "new errors", "in sessions", "warnings", "mended", "outcomes changed", "coverage", "assumed", "verdict",
    ]
    table.add(titles.map { Cell($0, .faint) })
    for report in reports {
      let (summary, coverage) = (report.summary, report.summary.coverage)
      let counts = [
        summary.regressions, summary.regressedSessions, summary.findings.new[.warning], summary.findings.fixed[.error],
        summary.changes.changed,
      ].map { Cell(grouping($0)) }
      table.add(
        [Cell(printable(report.head.policy), .heading)] + counts + [
          Cell(percent(coverage.reachedReactions, of: coverage.reactions)), Cell(grouping(summary.grades[.assumed])),
          Cell(summary.verdict.rawValue, look(of: summary.verdict)),
        ])
    }
    return table.text(style: style)
  }

  /// The findings of all sessions that are the same to a reader: rule, popup, partner and page class are.
  ///
  /// No value, for it is looked up, added to and sorted.
  final class FindingGroup {
    struct Key: Hashable, Sendable {
      var status: FindingStatus
      /// The rule's number.
      var rule: Int
      var name: String
      var otherName: String
      var pageClass: String

      // Few keys differ in nothing but their status or partner.
      func hash(into hasher: inout Hasher) {
        hasher.combine(rule)
        hasher.combine(name)
        hasher.combine(pageClass)
      }

      /// `Coupon and Loading on HomePage`, `printable(_:)`.
      var subject: String { findingSubject(name, otherName, pageClass, printable) }
    }

    typealias Found = (finding: FindingReport, trace: String, session: String)

    let key: Key
    /// The one shown for all: the first that rests on no assumption, else the first.
    fileprivate(set) var example: Found
    private(set) var count = 0
    private(set) var sessions = 0
    private(set) var assumed = 0
    fileprivate(set) var all: [Found] = []
    private var lastSession = -1

    init(_ key: Key, _ example: Found) {
      self.key = key
      self.example = example
    }

    var rule: Rule { example.finding.rule }

    func count(isAssumed: Bool, inSession index: Int) {
      count += 1
      if isAssumed { assumed += 1 }
      if lastSession != index { sessions += 1 }
      lastSession = index
    }

    /// The worst first, then what most sessions have, then what happens most often; ties by name.
    static func comesFirst(_ lhs: FindingGroup, _ rhs: FindingGroup) -> Bool {
      let (left, right) = (lhs.rank, rhs.rank)
      guard left == right else { return left < right }
      return (lhs.key.name, lhs.key.otherName, lhs.key.pageClass) < (rhs.key.name, rhs.key.otherName, rhs.key.pageClass)
    }

    private var rank: (Severity, Int, Int, Int, String) {
      (rule.severity, assumed < count ? 0 : 1, -sessions, -count, rule.id)
    }
  }
}

extension SessionReport {
  fileprivate func found(_ index: Int) -> TextReport.FindingGroup.Found { (findings[index], trace, session) }
}

import PopAudit
import PopReplay
import PopTrace

@testable import PopDocument

/// A gate's report with a finding of every judgement, and the sessions it is made of; every text in it is what the maker of a trace chose.
struct SampleGate {
  /// What makers of traces might call things.
  static let nastyNames = [
    "<script>alert(1)</script>", "a|b", "a\\|b", "`tick` ``two``", "\u{202E}evil\u{2066}", "x\r\n::error::boom",
    "%0A::error::x", "]]>", "\"quoted\" & 'x'", "@octocat #1 !2 GH-3 org/repo#4", "[a](http://evil.example)",
    "![i](https://evil.example/x.png)", "=1+1", "+1", "-1", "@SUM(1)", "\u{0}\u{1B}[31mred", "a\u{FFFE}\u{FFFF}b",
    "$(rm) $x$", "path:1:1: error: x", "<!-- --> --> <![CDATA[", "www.evil.example", "   ", "弹窗 😀", "{0} {{x}}",
    "##[error]boom", "~~~\n```\n# heading", "\n\n- item\n1. one", "\\", "*b* _i_ ~~s~~", "&lt;b&gt; &#64;x :smile:",
    "C:\\x, y; z", "'", "a@b.example", "\u{2028}\u{2029}", "| --- |", "../../x", "1. one", "2) two", "- item",
    "> quote", "    code", "====", "# x", "//host/x", "%zz",
  ]

  let name: String
  var head: ReportHead
  var sessions: [SessionReport] = []
  var report: ReportDocument

  /// Every judgement, with the status, rule and grade it may have.
  static func judgements(_ name: String) -> [(Rule, FindingStatus, Grade, FindingJudgement)] {
    let excuse = Excuse(reason: name + " reason", owner: name + " owner", expires: CalendarDay("2027-01-31"))
    let past = Excuse(reason: name + " reason", expires: CalendarDay("2026-01-31"))
    return [
      (.wrongPage, .new, .exact, .fails), (.overlap, .new, .robust, .fails),
      (.zombie, .new, .derived, .worse(accepted: SessionShare(1, of: 300), excuse)),
      (.lostPopup, .new, .exact, .expired(past)),
      (.lostKeepalive, .new, .exact, .accepted(SessionShare(2, of: 1300), excuse)),
      (.duplicate, .new, .exact, .ignored(Excuse(reason: name))), (.flicker, .new, .exact, .warns),
      (.fifoViolation, .new, .derived, .warns), (.stuckQueue, .new, .assumed, .assumed),
      (.lateShow, .new, .exact, .notes), (.cover, .same, .exact, .known), (.fault, .fixed, .exact, .known),
    ]
  }

  init(_ name: String = "coupon", gate hasGate: Bool = true) {
    self.name = name
    head = ReportHead(policy: name, reference: "recorded")
    var provenance = ReportProvenance(tool: "0.1.0")
    provenance.policyFile = "policies/\(name).yml"
    provenance.policyText = "base: v6\n"
    provenance.options = [.init("seed", "1")]
    head.provenance = provenance
    head.premises = PremisesReport(visits: .free, origin: .unread)
    report = ReportDocument(head: head, summary: ReportSummary(), findings: [])
    addSessions()
    for session in sessions { report.summary.add(session) }
    for entry in [
      NotJudged(trace: "field/\(name)-lost.poptrace", sessions: 0, because: "\(name) cannot be opened."),
      NotJudged(trace: sessions[0].trace, session: name, sessions: 1, because: "\(name) is broken."),
    ] { report.summary.add(entry) }
    addFindings()
    if hasGate { report.gate = gate() }
  }

  private mutating func addSessions() {
    for (index, trace) in ["field/\(name)-1.poptrace", "field/\(name)-2.poptrace"].enumerated() {
      for number in 1...2 {
        var session = SampleSessions.session("\(name) \(number)", outcomes: [SampleSessions.later(name)])
        session.trace = trace
        session.index = number
        session.digest = UInt64(index * 10 + number)
        session.facts.app = name
        session.facts.build = "1042"
        session.facts.policy = "v5"
        session.facts.arms = [HeaderEntry(name, name)]
        session.length = SampleSessions.milliseconds(20_000)
        sessions.append(session)
      }
    }
    for (index, entry) in Self.judgements(name).enumerated() {
      sessions[index % sessions.count].findings.append(finding(index, entry.0, entry.1, entry.2))
    }
    // The first failure is in all of them.
    for index in 1..<sessions.count { sessions[index].findings.insert(sessions[0].findings[0], at: 0) }
    var left = SampleSessions.session("\(name) unknown")
    left.trace = sessions[0].trace
    left.identity = .unknownPolicy
    left.mismatch = SessionReport.Mismatch(because: "\(name) is not known.")
    sessions.append(left)
  }

  private func finding(_ index: Int, _ rule: Rule, _ status: FindingStatus, _ grade: Grade) -> FindingReport {
    var finding = SampleSessions.wrongPage(name, grade: grade)
    finding.rule = rule
    finding.status = status
    finding.otherName = index == 1 ? "\(name) other" : ""
    finding.other = index == 1 ? 5 : nil
    finding.pageClass = name + "Page"
    finding.fingerprint = Self.fingerprint(index)
    return finding
  }

  static func fingerprint(_ index: Int) -> String {
    let digits = String(index, radix: 16)
    return "f" + String(repeating: "0", count: 15 - digits.count) + digits
  }

  private mutating func addFindings() {
    for (index, entry) in Self.judgements(name).enumerated() {
      let having = sessions.filter { $0.findings.contains { $0.fingerprint == Self.fingerprint(index) } }
      var judged = JudgedFinding(
        having[0].findings.first { $0.fingerprint == Self.fingerprint(index) }!, severity: entry.0.severity)
      judged.judgement = entry.3
      judged.sessions = having.count
      judged.firmSessions = entry.2 == .assumed ? 0 : having.count
      judged.positions = having.map { .init(trace: $0.trace, session: $0.session) }
      report.findings.append(judged)
    }
    report.findings.sort(by: JudgedFinding.comesFirst)
  }

  private mutating func gate() -> GateReport {
    var gate = GateReport(asOf: CalendarDay("2026-11-22")!)
    gate.configuration = "\(name).poptrace.yml"
    var broken = ThresholdReport(metric: "wait-p95", scope: "popup \(name)")
    broken.reference = MetricValue(millionths: 2_100_000_000, .milliseconds)
    broken.candidate = MetricValue(millionths: 3_200_500_000, .milliseconds)
    broken.evidence = .worse
    broken.limits = [.init("max: 3000 ms", isBroken: true), .init("max-increase: 90%", isBroken: false)]
    broken.change = .init(low: 400_000, measured: 524_047, high: 813_000)
    broken.line = 7
    var shown = ThresholdReport(metric: "shown", scope: "all popups")
    shown.candidate = MetricValue(millionths: 50_000, .share)
    gate.thresholds = [broken, shown]
    var baseline = BaselineReport(file: "\(name).baseline")
    baseline.accepted = 3
    baseline.risen = [
      .init(
        words: "leaving: \(name) → zombie", accepted: SessionShare(1, of: 300), now: SessionShare(4, of: 4), line: 3),
      .init(words: "leaving: \(name) → cover", accepted: SessionShare(0, of: 300), now: SessionShare(3, of: 4)),
    ]
    baseline.stale = [
      .init(fingerprint: nil, words: "leaving: \(name) → lost-popup", line: 4),
      .init(fingerprint: "00000000000000ee", words: "lost-popup \(name)", line: 9),
    ]
    gate.baseline = baseline
    var blame = BlameReport()
    blame.keys = [
      .init("leaving", candidate: name, reference: "park", line: 3), .init("levels", candidate: "1", reference: "2"),
    ]
    blame.rows = [
      .init(fingerprint: Self.fingerprint(0), alone: ["leaving"], sessions: 3),
      .init(fingerprint: Self.fingerprint(1), pairs: [["levels", "leaving"]], sessions: 1),
      .init(fingerprint: Self.fingerprint(2), sessions: 1),
    ]
    blame.leftOut = 2
    gate.blame = blame
    var breakdown = GateReport.Breakdown("build")
    breakdown.rows = [.init(name, hurt: SessionShare(3, of: 4)), .init("", hurt: SessionShare(0, of: 1))]
    breakdown.rows[0].failures = 7
    breakdown.leftOut = 4
    gate.breakdowns = [breakdown]
    var hurt = GateReport.HurtSession(.init(trace: sessions[0].trace, session: name))
    (hurt.app, hurt.build, hurt.policy) = (name, "1042", "v5")
    (hurt.failures, hurt.rules) = (2, [.wrongPage, .overlap])
    gate.hurt = [hurt]
    gate.hurtSessions = 4
    gate.acceptCommand = ["poptrace", "bless", "--reason", "WHY"]
    gate.remarks = ["\(name) matched nothing."]
    report.summary.gateFailures = 5
    return gate
  }

  /// Replaces what a gate would have found by one finding many times over.
  func repeated(_ count: Int, as judgement: FindingJudgement = .fails) -> SampleGate {
    var sample = self
    let example = report.findings[0].example
    sample.report.findings = (0..<count).map { index in
      var copy = example
      copy.fingerprint = Self.fingerprint(index)
      var finding = JudgedFinding(copy, severity: .error)
      finding.judgement = judgement
      finding.sessions = 1
      finding.firmSessions = 1
      finding.positions = [.init(trace: sessions[0].trace, session: name)]
      return finding
    }
    sample.sessions = [sample.sessions[0]]
    sample.sessions[0].findings = sample.report.findings.map(\.example)
    sample.report.summary = ReportSummary()
    for session in sample.sessions { sample.report.summary.add(session) }
    sample.report.summary.gateFailures = judgement.isFailure ? count : 0
    return sample
  }
}

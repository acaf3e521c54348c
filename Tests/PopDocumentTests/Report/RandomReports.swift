import PopAudit
import PopReplay
import PopTrace
import PopupScheduling

@testable import PopDocument

/// Makes reports on sessions that have everything a report can have, by a seed.
struct RandomReports {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// A number below a bound.
  mutating func number(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  private mutating func isSo() -> Bool { number(below: 2) == 0 }

  private mutating func pick<Element>(_ list: [Element]) -> Element { list[number(below: list.count)] }

  private mutating func text() -> String {
    pick(["Coupon", "", "a\"b\\c", "Zeile\n2", "\u{202E}abc", "é", "{}", "🙂", "/", "\u{0}"])
  }

  private mutating func time() -> Milliseconds {
    Milliseconds(microseconds: Int64(number(below: 1 << 30)) * (isSo() ? 1000 : 1))
  }

  private mutating func lines() -> [TimelineLine] {
    (0..<number(below: 3)).map { _ in
      TimelineLine(
        event: isSo() ? Int32(number(below: 1000)) : nil, time: time(), kind: "popup.shown", detail: text(),
        isWitness: isSo())
    }
  }

  private mutating func run() -> RunReport {
    var run = RunReport(waited: isSo() ? time() : nil, end: pick(["dismissed", "waiting", "dropped:expired"]))
    for _ in 0..<number(below: 3) {
      let hasPage = isSo()
      run.shown.append(
        RunReport.Stay(
          from: time(), until: isSo() ? time() : nil, page: hasPage ? Int64(number(below: 9)) : nil,
          pageClass: hasPage ? text() : ""))
    }
    run.preempted = number(below: 2)
    return run
  }

  /// A report on one session.
  mutating func session(trace: String, index: Int) -> SessionReport {
    var session = SessionReport(trace: trace, session: "s\(index)")
    session.index = index
    session.digest = isSo() ? UInt64(number(below: 1 << 30)) : nil
    session.facts.app = text()
    session.facts.build = text()
    session.facts.policy = pick(["v3", ""])
    session.facts.arms = isSo() ? [HeaderEntry("arm", text())] : []
    session.facts.metadata = isSo() ? [HeaderEntry("plan", text())] : []
    session.length = time()
    session.events = number(below: 1000)
    session.isScenario = number(below: 9) == 0
    session.identity = pick(IdentityWord.allCases)
    if number(below: 5) == 0 {
      session.mismatch = SessionReport.Mismatch(because: text() + "!", recorded: lines(), replayed: lines())
    }
    if number(below: 9) == 0 { session.failure = "It is too large." }
    session.coverage.reached = number(below: 100)
    session.coverage.unreachedReactions = number(below: 100)
    if isSo() {
      session.assumption = AssumptionReport(
        reason: pick(Assumption.Reason.allCases), time: time(), popup: isSo() ? 3 : nil, because: text())
    }
    session.hasErrorInSomeRun = isSo()
    session.hasErrorInEveryRun = isSo()
    session.affectedEstimates = isSo() ? number(below: 17) : nil
    session.losses = isSo() ? [text()] : []
    session.remarks = isSo() ? [text()] : []
    for _ in 0..<number(below: 4) { session.findings.append(finding(session.assumption)) }
    for _ in 0..<number(below: 4) {
      let outcome = outcome(session.assumption)
      session.grades.add(outcome.grade)
      if let change = outcome.change { session.changes[change] += 1 }
      session.outcomes.append(outcome)
    }
    return session
  }

  private mutating func finding(_ assumption: AssumptionReport?) -> FindingReport {
    let (hasPopup, hasOther, hasPage) = (isSo(), isSo(), isSo())
    var finding = FindingReport(
      rule: pick(Rule.allCases), status: pick(FindingStatus.allCases), popup: hasPopup ? 4 : nil,
      name: hasPopup ? text() : "",
      other: hasOther ? 5 : nil, otherName: hasOther ? text() : "", page: hasPage ? 2 : nil,
      pageClass: hasPage ? text() : "", time: time(), because: text(), fingerprint: "0123456789abcdef",
      witness: [1, Int32(number(below: 100))], grade: pick(Grade.allCases))
    if isSo() { finding.held = ComparedFinding.Held(in: number(below: 11), of: 11) }
    if finding.isAssumed { finding.assumption = assumption }
    finding.timeline = lines()
    return finding
  }

  private mutating func outcome(_ assumption: AssumptionReport?) -> OutcomeReport {
    var outcome = OutcomeReport(
      popup: Int64(number(below: 99)), name: text(), recorded: isSo() ? run() : nil, candidate: isSo() ? run() : nil,
      change: isSo() ? pick(OutcomeChange.Kind.allCases) : nil,
      grades: AspectGrades(shown: pick(Grade.allCases), where: pick(Grade.allCases), end: pick(Grade.allCases)))
    if isSo() { outcome.attributes = OutcomeReport.Attributes(kind: pick(PopupKind.allCases), level: -3) }
    if isSo() {
      outcome.firstShown = OutcomeReport.FirstShown(
        earliest: isSo() ? time() : nil, latest: isSo() ? time() : nil)
    }
    if outcome.grade == .assumed { outcome.assumption = assumption }
    return outcome
  }
}

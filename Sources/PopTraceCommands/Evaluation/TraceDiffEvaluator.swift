#if Tool
import PopAudit
import PopReplay
import PopDocument
import PopTrace
import PopupScheduling

/// The sessions that others are compared with, by name, else by index.
struct BaselineSessions: Sendable {
  /// What could not be read of them, so that what it is the counterpart of is not judged.
  private(set) var failures: [(failure: CommandFailure, unread: NotJudged)] = []
  private var byName: [String: SessionOrigin] = [:]
  private var byIndex: [SessionOrigin] = []

  /// Reads them all.
  ///
  /// - Throws: Where not one of them can be read, or one is a scenario.
  init(_ inputs: InputList) throws(CommandFailure) {
    for input in inputs.paths {
      var lost = 0
      do {
        var source = try SessionSource(input, of: inputs)
        lost = 1
        while let session = try source.next() { try add(session, of: input, inputs.shown(input)) }
      } catch {
        guard error.status == .failed else { throw error }
        let unread = NotJudged(trace: inputs.shown(input), sessions: lost, because: error.message)
        failures.append((error, unread))
      }
    }
    if byIndex.isEmpty, let first = failures.first { throw first.failure }
  }

  private mutating func add(_ session: Session, of input: String, _ name: String) throws(CommandFailure) {
    guard !session.isScenario else {
      throw CommandFailure(
        "diff compares recordings; run scenarios with record, or name policies", input: input, status: .usage)
    }
    let origin = SessionOrigin(input: name, index: byIndex.count + 1, session: session)
    byIndex.append(origin)
    if !session.header.session.isEmpty { byName[session.header.session] = origin }
  }

  /// The counterpart of a session; nil where there is none.
  func counterpart(of session: Session, index: Int) -> SessionOrigin? {
    let name = session.header.session
    if !name.isEmpty, let found = byName[name] { return found }
    guard byIndex.indices.contains(index - 1) else { return nil }
    let found = byIndex[index - 1]
    return name.isEmpty || found.session.header.session.isEmpty ? found : nil
  }
}

/// Compares recordings with others of the same sessions.
struct TraceDiffEvaluator: SessionEvaluator {
  let baseline: BaselineSessions
  private var first = RecordedRun()
  private var second = RecordedRun()
  private var diff = OutcomeDiff()
  private var checker: IdentityChecker

  init(baseline: BaselineSessions, checker: IdentityChecker) {
    self.baseline = baseline
    self.checker = checker
    diff.listsEverything = true
  }

  mutating func reports(on origin: SessionOrigin, for form: EvaluationForm) -> [SessionReport] {
    [report(on: origin, for: form)]
  }

  mutating func run(of origin: SessionOrigin) -> Session? { origin.session }

  mutating func baselineRun(of origin: SessionOrigin) -> Session? {
    baseline.counterpart(of: origin.session, index: origin.index)?.session
  }

  private mutating func report(on origin: SessionOrigin, for form: EvaluationForm) -> SessionReport {
    var report = SessionReport(origin)
    let session = origin.session
    guard !session.isScenario else {
      report.losses.append("a scenario, which nothing can be compared with; run it with record")
      return report
    }
    guard let other = baseline.counterpart(of: session, index: origin.index) else {
      report.losses.append("there is no session of this name or place to compare it with")
      return report
    }
    let (before, after) = (checker.check(other.session), checker.check(session))
    let (left, right) = (before.judgedPart(of: other.session), after.judgedPart(of: session))
    first.read(left)
    second.read(right)
    report.addUnjudged(after, of: session)
    // What the other one lacks is not compared either.
    var lacking = SessionReport(other)
    lacking.addUnjudged(before, of: other.session)
    report.losses += lacking.losses.map { "in \(other.input): \($0)" }
    report.remarks += lacking.remarks.map { "in \(other.input): \($0)" }
    addFindings(to: &report, form)
    diff.compare(first.tracker, second.tracker, by: RunAlignment(left, right))
    addOutcomes(to: &report, form)
    return report
  }

  private func addFindings(to report: inout SessionReport, _ form: EvaluationForm) {
    for index in second.findings.indices {
      let isOld = first.fingerprints.contains(second.fingerprints[index])
      report.findings.append(second.report(index, isOld ? .same : .new, form))
    }
    for index in first.findings.indices where !second.fingerprints.contains(first.fingerprints[index]) {
      report.findings.append(first.report(index, .fixed, form))
    }
  }

  private func addOutcomes(to report: inout SessionReport, _ form: EvaluationForm) {
    for change in diff.changes {
      report.changes[change.kind] += 1
      report.grades.add(.exact)
      guard form.listsAllOutcomes || change.kind != .same else { continue }
      let words = change.candidate.isNone ? first.words : second.words
      let popup = change.candidate.isNone ? change.recorded : change.candidate
      report.outcomes.append(
        OutcomeReport(
          popup: words.number(of: popup), name: words.name(of: popup),
          recorded: first.tracker.outcome(of: change.recorded).map { RunReport($0, words: first.words) },
          candidate: second.tracker.outcome(of: change.candidate).map { RunReport($0, words: second.words) },
          change: change.kind))
    }
  }
}
#endif

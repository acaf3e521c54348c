import PopAudit
import PopReport
import PopTrace
import PopupScheduling

extension SessionReport {
  /// Begins the report on a session.
  init(_ origin: SessionOrigin) {
    self.init(trace: origin.input, session: origin.session.label(place: origin.place))
    events = origin.session.events.count
    losses = SessionWords.losses(of: origin.session)
  }

  /// Adds what the comparison of two runs of one session gives.
  ///
  /// - Parameters:
  ///   - baseline: The run to compare with; nil where there is none, everything is then new.
  ///   - candidate: The run that is judged.
  ///   - session: The session both are of.
  ///   - diff: Compares the outcomes; its memory is used again.
  ///   - form: What the report is for: people are shown the events around a finding, programs every outcome.
  mutating func compare(
    _ baseline: AuditedRun?, _ candidate: AuditedRun, of session: Session, with diff: inout OutcomeDiff,
    for form: OutputFormat
  ) {
    let words = EventWords(log: session.log, catalog: candidate.catalog, tick: session.header.tick)
    let baselineWords = EventWords(
      log: session.log, catalog: baseline?.catalog ?? candidate.catalog, tick: session.header.tick)
    addFindings(baseline, baselineWords, candidate, words, form)
    coverage = candidate.coverage
    let none = OutcomeTracker()
    diff.listsEverything = true
    diff.compare(baseline?.tracker ?? none, candidate.tracker, in: candidate.catalog)
    for change in diff.changes {
      let popup = change.candidate.isNone ? change.recorded : change.candidate
      let grade = candidate.grade(of: popup)
      grades.count(grade)
      let kind = baseline == nil ? OutcomeChange.Kind.same : change.kind
      changes[kind] += 1
      guard form == .json || kind != .same else { continue }
      let judged = JudgedOutcome(
        popup: popup, spec: candidate.tracker.spec(of: popup), recorded: baseline?.tracker.outcome(of: change.recorded),
        candidate: candidate.tracker.outcome(of: change.candidate), change: kind, grade: grade)
      outcomes.append(OutcomeReport(judged, words: words))
    }
  }

  /// Adds the findings of two runs, each in the words of its own.
  mutating func addFindings(
    _ baseline: AuditedRun?, _ baselineWords: EventWords, _ candidate: AuditedRun, _ words: EventWords,
    _ form: OutputFormat
  ) {
    for (place, finding) in candidate.findings.enumerated() {
      let fingerprint = candidate.fingerprints[place]
      let isKnown = baseline?.fingerprints.contains(fingerprint) ?? false
      add(
        JudgedFinding(
          finding, status: isKnown ? .same : .new, fingerprint: fingerprint, isAssumed: candidate.isAssumed(finding)),
        of: candidate, words, form)
    }
    guard let baseline else { return }
    for (place, finding) in baseline.findings.enumerated() {
      let fingerprint = baseline.fingerprints[place]
      guard !candidate.fingerprints.contains(fingerprint) else { continue }
      add(JudgedFinding(finding, status: .fixed, fingerprint: fingerprint), of: baseline, baselineWords, form)
    }
  }

  private mutating func add(_ judged: JudgedFinding, of run: AuditedRun, _ words: EventWords, _ form: OutputFormat) {
    var judged = judged
    if form == .text {
      judged.excerpt = Excerpt(of: run.log, around: judged.finding.witness, context: 2, limit: 12)
    }
    findings.append(FindingReport(judged, words: words))
  }
}

import PopReplay
import PopTrace
import PopupScheduling

extension Evaluator {
  /// Tells new findings, those that both runs have, and those that are gone.
  ///
  /// A gap belongs to the recording and not to a policy: it is there whatever the candidate does (<doc:AuditWords#Severity>).
  mutating func compareFindings(
    _ session: Session, _ found: AuditedRun, _ baseline: Baseline, _ verdict: inout SessionVerdict,
    excerptsOf isShown: (ComparedFinding) -> Bool
  ) {
    guard !found.findings.isEmpty || (baseline.isPresent && !baseline.run.findings.isEmpty) else { return }
    for (index, finding) in found.findings.enumerated() {
      let fingerprint = found.fingerprints[index]
      let isOld = baseline.isPresent && baseline.run.fingerprints.contains(fingerprint)
      verdict.findings.append(
        ComparedFinding(
          finding, status: isOld ? .same : .new, fingerprint: fingerprint, isAssumed: isAssumed(finding, baseline)))
    }
    let ownCount = verdict.findings.count
    addExcerpts(of: run.log, to: &verdict.findings, 0..<ownCount, where: isShown)
    if baseline.isPresent { addBaseline(found, baseline, &verdict) }
    if options.excerpts == .all, verdict.findings.count > ownCount {
      addExcerpts(
        of: baseline.isRecording ? session.log : baseline.run.log, to: &verdict.findings,
        ownCount..<verdict.findings.count, where: isShown)
    }
    for finding in verdict.findings { verdict.counts.add(finding) }
  }

  /// Adds what only the baseline has.
  private func addBaseline(_ found: AuditedRun, _ baseline: Baseline, _ verdict: inout SessionVerdict) {
    var gaps: [ComparedFinding] = []
    for (index, finding) in baseline.run.findings.enumerated() {
      let fingerprint = baseline.run.fingerprints[index]
      if found.fingerprints.contains(fingerprint) { continue }
      if let cut = baseline.cut, finding.time >= cut, finding.rule != .traceGap { continue }
      if let standstill = baseline.standstill, finding.time > standstill, finding.rule != .traceGap { continue }
      if finding.rule == .traceGap {
        gaps.append(ComparedFinding(finding, status: .same, fingerprint: fingerprint))
      } else {
        verdict.findings.append(ComparedFinding(finding, status: .fixed, fingerprint: fingerprint))
      }
    }
    verdict.findings.append(contentsOf: gaps)
  }

  /// Whether a finding of the candidate rests on an assumption: before the first one took effect, nothing does (Grades, *Assumed
  /// findings*). Where the recording breaks off, it is an assumption that the recorded policy would not have come to the same.
  private func isAssumed(_ finding: Finding, _ baseline: Baseline) -> Bool {
    // A run that stands still would do so with any other assumption, so its end there rests on none.
    if finding.rule == .fault, replayer.standstill == finding.time { return false }
    if let cut = baseline.cut, finding.time >= cut { return true }
    guard let first = replayer.firstAssumption, finding.time >= first else { return false }
    if finding.time == first, finding.witness.allSatisfy({ $0 <= replayer.lastCertain }) { return false }
    return finding.popup.isNone || replayer.grade(of: finding.popup) == .assumed
  }

  private func wantsExcerpt(_ finding: ComparedFinding) -> Bool {
    switch options.excerpts {
    case .none: false
    case .new: finding.status == .new
    case .all: true
    }
  }

  private func addExcerpts(
    of log: EventLog, to findings: inout [ComparedFinding], _ indices: Range<Int>,
    where isShown: (ComparedFinding) -> Bool
  ) {
    var rest = options.excerptsPerSession
    for index in indices where rest > 0 && wantsExcerpt(findings[index]) {
      rest -= 1
      guard isShown(findings[index]) else { continue }
      findings[index].excerpt = Excerpt(
        of: log, around: findings[index].finding.witness, context: options.excerptContext, limit: options.excerptLimit)
    }
  }
}

import PopReplay
import PopTrace
import PopupScheduling

extension Evaluator {
  /// Tells new findings, those that both runs have, and those that are gone.
  ///
  /// A gap belongs to the recording, and a misuse to the app: it is there whatever the candidate does (<doc:AuditWords#Severity>).
  mutating func compareFindings(
    _ session: Session, _ found: AuditedRun, _ reference: Reference, _ verdict: inout SessionVerdict,
    excerptsOf isShown: (ComparedFinding) -> Bool
  ) {
    for (index, finding) in found.findings.enumerated() {
      let fingerprint = found.fingerprints[index]
      let isOld = reference.isPresent && reference.run.fingerprints.contains(fingerprint)
      // The run gives the app another popup to be wrong about, and no more.
      if reference.isPresent, !isOld, finding.rule == .appMisuse { continue }
      var compared = ComparedFinding(finding, status: isOld ? .same : .new, fingerprint: fingerprint)
      compared.grade = grade(of: compared, reference, robustness.held(index))
      if compared.grade > .derived { compared.held = robustness.held(index) }
      verdict.findings.append(compared)
    }
    let ownCount = verdict.findings.count
    addExcerpts(of: judged.run.log, to: &verdict.findings, 0..<ownCount, where: isShown)
    if reference.isPresent { addReference(found, reference, &verdict) }
    if options.excerpts == .all, verdict.findings.count > ownCount {
      addExcerpts(
        of: reference.isRecording ? session.log : reference.run.log, to: &verdict.findings,
        ownCount..<verdict.findings.count, where: isShown)
    }
    for found in verdict.findings { verdict.counts.add(found.status, found.finding.rule.severity, found.grade) }
  }

  private func addReference(_ found: AuditedRun, _ reference: Reference, _ verdict: inout SessionVerdict) {
    var others: [ComparedFinding] = []
    for (index, finding) in reference.run.findings.enumerated() {
      let fingerprint = reference.run.fingerprints[index]
      if found.fingerprints.contains(fingerprint) { continue }
      if let cut = reference.cut, finding.time >= cut, finding.rule.isOfPolicy { continue }
      if let standstill = reference.standstill, finding.time > standstill, finding.rule.isOfPolicy { continue }
      if !finding.rule.isOfPolicy {
        others.append(ComparedFinding(finding, status: .same, fingerprint: fingerprint))
      } else {
        var compared = ComparedFinding(finding, status: .fixed, fingerprint: fingerprint)
        compared.grade = gradeOfAbsence(finding, reference, robustness.missing(index))
        if compared.grade > .derived { compared.held = robustness.missing(index) }
        verdict.findings.append(compared)
      }
    }
    verdict.findings.append(contentsOf: others)
  }

  /// How far it can be relied on that the candidate has a finding, and where it is new that the reference has not (Grades, *Grades of findings*).
  ///
  /// - `held`: In how many of the session's runs it is; nil where only one was played.
  private func grade(of compared: ComparedFinding, _ reference: Reference, _ held: ComparedFinding.Held?) -> Grade {
    let certain = certainGrade(of: compared.finding, reference)
    let isAbsenceCertain = compared.status != .new || compared.finding.time < reference.assumedFrom
    if let certain, isAbsenceCertain { return certain }
    guard certain != nil || (held.map { $0.count == $0.runs } ?? false) else { return .assumed }
    guard isAbsenceCertain || (reference.wasContinued && !reference.hasInSomeRun(compared.fingerprint)) else {
      return .assumed
    }
    return .robust
  }

  /// The grade of a finding that rests on no assumption; nil where it does, as where the reference's run stood still before it.
  private func certainGrade(of finding: Finding, _ reference: Reference) -> Grade? {
    let certain: Grade = finding.time < judged.replayer.firstDifference ?? .distantFuture ? .exact : .derived
    // A run that stands still would do so with any other assumption, so its end there rests on none.
    if finding.rule == .fault, judged.replayer.standstill == finding.time { return certain }
    if let cut = reference.cut, finding.time >= cut { return nil }
    guard let first = judged.replayer.firstAssumption, finding.time >= first else { return certain }
    if finding.time == first, finding.witness.allSatisfy({ $0 <= judged.replayer.lastCertain }) { return certain }
    return finding.popup.isNone || judged.replayer.grade(of: finding.popup) == .assumed ? nil : certain
  }

  /// How far it can be relied on that the candidate does not have a finding of the reference.
  private func gradeOfAbsence(_ finding: Finding, _ reference: Reference, _ missing: ComparedFinding.Held?) -> Grade {
    guard let first = judged.replayer.firstAssumption, finding.time >= first else { return .derived }
    return (missing.map { $0.count == $0.runs } ?? false) ? .robust : .assumed
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

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
    let findings = found.findings
    for index in findings.indices {
      let fingerprint = found.fingerprints[index]
      let isOld = reference.isPresent && reference.run.fingerprints.contains(fingerprint)
      // The run gives the app another popup to be wrong about, and no more.
      if reference.isPresent, !isOld, findings[index].rule == .appMisuse { continue }
      let held = robustness.held(index)
      let grade = grade(of: findings[index], isNew: !isOld, fingerprint, reference, held)
      verdict.findings.append(
        ComparedFinding(
          findings[index], status: isOld ? .same : .new, fingerprint: fingerprint, grade: grade, held: held))
    }
    let ownCount = verdict.findings.count
    options.addExcerpts(of: judged.run.log, to: &verdict.findings, 0..<ownCount, where: isShown)
    if reference.isPresent { addReference(found.fingerprints, reference, &verdict) }
    if options.excerpts == .all, verdict.findings.count > ownCount {
      options.addExcerpts(
        of: reference.isRecording ? session.log : reference.run.log, to: &verdict.findings,
        ownCount..<verdict.findings.count, where: isShown)
    }
    for index in verdict.findings.indices {
      let severity = verdict.findings[index].finding.rule.severity
      verdict.counts.add(verdict.findings[index].status, severity, verdict.findings[index].grade)
    }
  }

  private func addReference(_ found: FingerprintList, _ reference: Reference, _ verdict: inout SessionVerdict) {
    var others: [ComparedFinding] = []
    let findings = reference.run.findings
    let end = min(
      reference.cut ?? .distantFuture, reference.standstill.map { Ticks($0.rawValue + 1) } ?? .distantFuture)
    for index in findings.indices where !found.contains(reference.run.fingerprints[index]) {
      let fingerprint = reference.run.fingerprints[index]
      guard findings[index].rule.isOfPolicy else {
        others.append(ComparedFinding(findings[index], status: .same, fingerprint: fingerprint))
        continue
      }
      guard findings[index].time < end else { continue }
      let missing = robustness.missing(index)
      let grade = gradeOfAbsence(since: findings[index].time, missing)
      verdict.findings.append(
        ComparedFinding(findings[index], status: .fixed, fingerprint: fingerprint, grade: grade, held: missing))
    }
    verdict.findings.append(contentsOf: others)
  }

  /// How far it can be relied on that the candidate has a finding, and where it is new that the reference has not (Grades, *Grades of findings*).
  ///
  /// - `held`: In how many of the session's runs it is; nil where only one was played.
  private func grade(
    of finding: Finding, isNew: Bool, _ fingerprint: Fingerprint, _ reference: Reference, _ held: ComparedFinding.Held?
  ) -> Grade {
    let certain = certainGrade(of: finding, reference)
    let isAbsenceCertain = !isNew || finding.time < reference.assumedFrom
    if let certain, isAbsenceCertain { return certain }
    guard certain != nil || held?.isAlways == true else { return .assumed }
    return isAbsenceCertain || (reference.wasContinued && !reference.hasInSomeRun(fingerprint)) ? .robust : .assumed
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
  private func gradeOfAbsence(since time: Ticks, _ missing: ComparedFinding.Held?) -> Grade {
    guard let first = judged.replayer.firstAssumption, time >= first else { return .derived }
    return missing?.isAlways == true ? .robust : .assumed
  }
}

extension EvaluationOptions {
  fileprivate func addExcerpts(
    of log: EventLog, to findings: inout [ComparedFinding], _ indices: Range<Int>,
    where isShown: (ComparedFinding) -> Bool
  ) {
    var rest = excerptsPerSession
    for index in indices where rest > 0 && (excerpts == .all || excerpts == .new && findings[index].status == .new) {
      rest -= 1
      guard isShown(findings[index]) else { continue }
      findings[index].excerpt = Excerpt(
        of: log, around: findings[index].finding.witness, context: excerptContext, limit: excerptLimit)
    }
  }
}

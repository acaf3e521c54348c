public import PopAudit
public import PopReplay
public import PopupScheduling

extension FindingReport {
  /// Puts a judged finding into words.
  ///
  /// - Parameter words: The words of the run it was found in.
  public init(_ judged: JudgedFinding, words: EventWords) {
    let finding = judged.finding
    self.init(
      finding.rule, judged.status,
      popup: finding.popup.isNone ? nil : words.number(of: finding.popup), name: words.name(of: finding.popup),
      other: finding.other.isNone ? nil : words.number(of: finding.other), otherName: words.name(of: finding.other),
      page: finding.page.isNone ? nil : words.number(of: finding.page), pageClass: words.className(of: finding.page),
      time: words.time(finding.time), because: finding.because, fingerprint: judged.fingerprint.description,
      witness: finding.witness, grade: judged.isAssumed ? .assumed : .derived)
    timeline = Timeline.lines(
      of: judged.excerpt, witness: finding.witness, popups: [finding.popup, finding.other], words: words)
  }
}

extension OutcomeReport {
  /// Puts a judged outcome into words.
  public init(_ judged: JudgedOutcome, words: EventWords) {
    self.init(
      popup: words.number(of: judged.popup), name: words.name(of: judged.popup),
      recorded: judged.recorded.map { RunReport($0, words: words) },
      candidate: judged.candidate.map { RunReport($0, words: words) },
      change: judged.change ?? .same, grade: judged.grade)
  }
}

extension RunReport {
  /// Puts what became of a popup into words.
  public init(_ outcome: RunOutcome, words: EventWords) {
    self.init(
      shown: outcome.shown.map { stay in
        Stay(
          from: words.time(stay.from), until: stay.until.map { words.time($0) },
          page: stay.page.isNone ? nil : words.number(of: stay.page), pageClass: words.className(of: stay.page))
      },
      waited: outcome.waited.map { words.time($0) }, end: outcome.end.description)
  }
}

extension SessionReport.Mismatch {
  /// Puts the place where a recording and its replay part into words.
  ///
  /// - Parameters:
  ///   - difference: Where they part.
  ///   - policy: The name of the recorded policy.
  ///   - log: The recording.
  ///   - words: The words of the recording.
  public init(_ difference: Identity.Difference, policy: String, log: EventLog, words: EventWords) {
    let place = difference.position
    let recorded = difference.expected.map { words.sentence(of: $0, in: log) } ?? "the end"
    let replayed = difference.actual.map { words.sentence(of: $0, in: EventLog()) } ?? "nothing"
    self.init(
      because: "\(policy) does not give its own recording back. Event \(place) was recorded as: \(recorded); "
        + "replayed, it is: \(replayed). The trace, the app's instrumentation, or \(policy) itself is not what it was.",
      recorded: Timeline.window(at: place, in: log, words: words))
  }
}

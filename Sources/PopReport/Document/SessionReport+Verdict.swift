public import PopAudit
import PopReplay
import PopupScheduling

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

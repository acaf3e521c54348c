package import PopAudit
package import PopReplay
package import PopTrace

/// A finding in the words of its session.
package struct FindingReport: Hashable, Sendable {
  package var rule = Rule.overlap
  package var status = FindingStatus.new
  /// The number of the popup it is about, and its name.
  package var popup: Int64?
  package var name = ""
  /// The same of the other popup that has a part in it.
  package var other: Int64?
  package var otherName = ""
  package var page: Int64?
  package var pageClass = ""
  package var time = Milliseconds(microseconds: 0)
  /// Why it is one.
  package var because = ""
  /// What is the same of it in every session, build and run (Diff, *Fingerprints*).
  package var fingerprint = ""
  /// The events that show it, by their numbers in the run it was found in.
  package var witness: [Int32] = []
  package var grade = Grade.exact
  /// In how many runs of its session it is so; nil where there is no need to ask.
  package var held: ComparedFinding.Held?
  /// Why it is ``PopReplay/Grade/assumed``; nil where it is not.
  package var assumption: AssumptionReport?
  /// The events around the witnesses, for people; empty where they were not asked for.
  package var timeline: [TimelineLine] = []

  /// Whether it rests on an assumption, and is not the same whatever is assumed.
  package var isAssumed: Bool { grade == .assumed }

  /// Whether it is a new error, assumed or not.
  package var isNewError: Bool { RegressionCriterion.isNewError(status, rule.severity) }
}

extension FindingReport: Fielded {
  package static var blank: Self { Self() }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("rule", &rule)
    form.derived("severity", rule.severity)
    try form.field("status", &status)
    try form.field("popup", &popup)
    try form.field("name", &name, orNullUnless: popup != nil)
    try form.field("other", &other)
    try form.field("otherName", &otherName, orNullUnless: other != nil)
    try form.field("page", &page)
    try form.field("pageClass", &pageClass, orNullUnless: page != nil)
    try form.field("t", &time)
    try form.field("because", &because, .notEmpty)
    try form.field("fingerprint", &fingerprint, .fingerprint)
    try form.field("witness", &witness)
    form.derived("assumed", isAssumed)
    try form.field("grade", &grade)
    try form.field("held", ifAny: &held, .any, about: "In how many runs of its session it is so.")
    form.derived("why", ifAny: assumption?.sentence)
    if form.isWhole { try form.field("timeline", &timeline, unless: []) }
  }
}

extension ComparedFinding.Held: Fielded {
  package static var blank: Self { Self(in: 0, of: 0) }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("in", &count)
    try form.field("of", &runs)
  }
}

extension FindingReport {
  /// Puts a judged finding into words.
  ///
  /// - Parameter assumption: What its session's replay first assumed.
  package init(_ judged: ComparedFinding, since assumption: AssumptionReport? = nil, words: EventDescriber) {
    let finding = judged.finding
    self.init(
      rule: finding.rule, status: judged.status, popup: words.known(finding.popup),
      name: words.name(of: finding.popup), other: words.known(finding.other), otherName: words.name(of: finding.other),
      page: words.known(finding.page), pageClass: words.className(of: finding.page), time: words.time(finding.time),
      because: finding.because, fingerprint: judged.fingerprint.description, witness: finding.witness,
      grade: judged.grade, held: judged.held, assumption: judged.isAssumed ? assumption : nil,
      timeline: Timeline.lines(
        of: judged.excerpt, witness: finding.witness, popups: [finding.popup, finding.other], words: words))
  }
}

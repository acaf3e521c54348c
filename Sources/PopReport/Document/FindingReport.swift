package import PopAudit
package import PopReplay
package import PopTrace

/// A finding in the words of its session.
package struct FindingReport: Hashable, Sendable {
  /// The rule.
  package var rule: Rule
  /// Whether both runs have it.
  package var status: FindingStatus
  /// The number of the popup it is about.
  package var popup: Int64?
  /// That popup's name.
  package var name: String
  /// The number of the other popup.
  package var other: Int64?
  /// The other popup's name.
  package var otherName: String
  /// The number of the page.
  package var page: Int64?
  /// The page's class.
  package var pageClass: String
  /// When it happened.
  package var time: Milliseconds
  /// Why it is one.
  package var because: String
  /// What is the same of it in every session, build and run (Diff, *Fingerprints*).
  package var fingerprint: String
  /// The events that show it, by their numbers in the run it was found in.
  package var witness: [Int32]
  /// How far it can be relied on.
  package var grade: Grade
  /// In how many runs of its session it is so; nil where there is no need to ask.
  package var held: ComparedFinding.Held?
  /// Why it is ``PopReplay/Grade/assumed``; nil where it is not.
  package var assumption: AssumptionReport?
  /// The events around the witnesses, for people; empty where they were not asked for.
  package var timeline: [TimelineLine] = []

  /// Makes a finding.
  package init(
    _ rule: Rule, _ status: FindingStatus, popup: Int64? = nil, name: String = "", other: Int64? = nil,
    otherName: String = "",
    page: Int64? = nil, pageClass: String = "", time: Milliseconds, because: String, fingerprint: String,
    witness: [Int32], grade: Grade = .exact
  ) {
    self.rule = rule
    self.status = status
    self.popup = popup
    self.name = name
    self.other = other
    self.otherName = otherName
    self.page = page
    self.pageClass = pageClass
    self.time = time
    self.because = because
    self.fingerprint = fingerprint
    self.witness = witness
    self.grade = grade
  }

  /// Whether it rests on an assumption, and is not the same whatever is assumed.
  package var isAssumed: Bool { grade == .assumed }

  /// Whether it is a new error, assumed or not.
  package var isNewError: Bool { status == .new && rule.severity == .error }
}

public import PopAudit
public import PopTrace

/// A finding in the words of its session.
public struct FindingReport: Hashable, Sendable {
  /// The rule.
  public var rule: Rule
  /// Whether both runs have it.
  public var status: FindingStatus
  /// The number of the popup it is about.
  public var popup: Int64?
  /// That popup's name.
  public var name: String
  /// The number of the other popup.
  public var other: Int64?
  /// The other popup's name.
  public var otherName: String
  /// The number of the page.
  public var page: Int64?
  /// The page's class.
  public var pageClass: String
  /// When it happened.
  public var time: Milliseconds
  /// Why it is one.
  public var because: String
  /// What is the same of it in every session, build and run (Diff, *Fingerprints*).
  public var fingerprint: String
  /// The events that show it, by their numbers in the run it was found in.
  public var witness: [Int32]
  /// Whether it rests on an assumption of the replay.
  public var isAssumed: Bool
  /// The events around the witnesses, for people; empty where nobody asked for them.
  public var timeline: [TimelineLine] = []

  /// Makes a finding.
  public init(
    _ rule: Rule, _ status: FindingStatus, popup: Int64? = nil, name: String = "", other: Int64? = nil,
    otherName: String = "",
    page: Int64? = nil, pageClass: String = "", time: Milliseconds, because: String, fingerprint: String,
    witness: [Int32], isAssumed: Bool = false
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
    self.isAssumed = isAssumed
  }

  /// Whether it fails a build: a new error that does not rest on an assumption (Diff, *Fingerprints*; Grades, *What fails a build*).
  public var isRegression: Bool { isNewError && !isAssumed }

  /// Whether it is a new error, assumed or not.
  public var isNewError: Bool { status == .new && rule.severity == .error }
}

package import PopReplay

/// What a report's replays take for granted of users (CausalReplay, *Premises*).
package struct PremisesReport: Hashable, Sendable {
  /// Whether users visit pages past a popup.
  package var visits: ReplayOptions.Visits
  /// Why that is taken for granted.
  package var origin: Origin
  /// What the users of the corpus were seen to do; nil where nobody looked.
  package var seen: Seen?

  /// Where what is taken for granted of visits comes from.
  package enum Origin: String, FieldWord, Hashable, Sendable {
    /// The inputs were counted.
    case auto
    /// A file of premises says so.
    case file
    /// An option does.
    case option
    /// The inputs cannot be read twice.
    case unread
  }

  /// What the users of a corpus were seen to do, as far as a report says it.
  package struct Seen: Hashable, Sendable {
    /// How many visits past a popup there were, and how many were to be expected.
    package var visits = VisitCounts()
    package var sessions = 0
    /// The digest of all that was seen.
    package var digest = ""
  }

  package init(visits: ReplayOptions.Visits, origin: Origin, premises: Premises? = nil) {
    self.visits = visits
    self.origin = origin
    seen = premises.map { Seen(visits: $0.visits, sessions: $0.sessions, digest: $0.digest) }
  }

  /// `visits wait (auto: 2 of 61 expected visits under a popup)`.
  package var sentence: String {
    "visits \(visits.rawValue) (" + reason + ")"
  }

  private var reason: String {
    switch origin {
    case .option: return "as asked for"
    case .unread: return "the input is read only once"
    case .auto, .file:
      guard let counts = seen?.visits else { return origin.rawValue }
      return "\(origin.rawValue): \(grouping(counts.seen)) of "
        + "\(counted(counts.expected, "expected visit")) under a popup"
    }
  }

  /// What else is the same in all runs of a session.
  package static var others: String { "known dwells hold, unseen decisions are answered by nothing" }
}

// MARK: - Fields

extension PremisesReport: FieldValue {
  package func write(to form: inout FieldWriter) {
    form.json.open(UInt8(ascii: "["))
    VisitsPremise(report: self).write(to: &form)
    for (premise, words) in [("dwells", "known dwells hold"), ("unseen", "unseen decisions are answered by nothing")] {
      form.json.object {
        $0.member("premise", premise)
        $0.member("holds", words)
      }
    }
    form.json.close(UInt8(ascii: "]"))
  }

  package static func read(_ json: JSONFields) throws(ReportError) -> PremisesReport {
    guard let visits = try json.elements.first else { throw json.mistake("There is no premise here") }
    return try VisitsPremise.read(visits).report
  }
}

/// What is taken for granted of visits: the first of the premises.
struct VisitsPremise: Fielded {
  var report = PremisesReport(visits: .free, origin: .auto)

  static var blank: Self { Self() }

  mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    form.constant("premise", "visits")
    try form.field("holds", &report.visits)
    try form.field("by", &report.origin)
    var digest = report.seen?.digest
    if form.isReading {
      try form.field("digest", ifAny: &digest)
      guard let digest else { return }
      var seen = PremisesReport.Seen(digest: digest)
      var expected = DecimalNumber(number: 0)
      try form.field("seen", &seen.visits.seen)
      try form.field("expected", &expected)
      try form.field("sessions", &seen.sessions)
      seen.visits.expectedMillionths = expected.number
      report.seen = seen
    } else {
      form.derived("seen", ifAny: report.seen?.visits.seen)
      form.derived(
        "expected", ifAny: report.seen.map { DecimalNumber(number: $0.visits.expectedMillionths) }, .atLeastZero)
      form.derived("sessions", ifAny: report.seen?.sessions)
      form.derived("digest", ifAny: digest)
    }
  }
}

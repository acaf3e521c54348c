package import PopReplay
package import PopTrace

package struct ReportHead: Hashable, Sendable, Fielded {
  package static let schema: StaticString = "poptrace.report/1"

  package var policy: String
  /// What it was compared with: `recorded`, the name of a policy or trace, or `none`.
  package var reference: String
  package var purpose: Purpose

  /// What a replay takes for granted of users; nil where nothing was replayed.
  package var premises: PremisesReport?

  /// What it was made with, for whoever wants to make it again; nil where that is of no use.
  package var provenance: ReportProvenance?

  package enum Purpose: String, FieldWord, Hashable, Sendable {
    case replay
    /// Recordings were checked for giving themselves back.
    case verification
    case comparison
    /// Recordings were looked at by themselves.
    case recording
  }

  package init(policy: String, reference: String, purpose: Purpose = .replay, premises: PremisesReport? = nil) {
    self.policy = policy
    self.reference = reference
    self.purpose = purpose
    self.premises = premises
  }

  package static var blank: Self { Self(policy: "", reference: "") }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    form.constant("schema", Self.schema)
    try form.field("policy", &policy)
    try form.field("baseline", &reference)
    if form.isWhole { try form.field("purpose", &purpose) }
    try form.field("premises", ifAny: &premises)
    try form.field("provenance", ifAny: &provenance)
  }
}

/// What a report was made with, as far as that decides what it says: two that agree in this can be merged.
package struct ReportProvenance: Hashable, Sendable, Fielded {
  package var tool: String
  /// The file the candidate was read from, as the user named it; empty where it is known by name.
  package var policyFile = ""
  /// The candidate's whole configuration, and that of what it was compared with; empty where there is none.
  package var policyText = ""
  package var referenceText = ""
  /// What was asked for beyond that, in a fixed order.
  package var options: [Option] = []
  /// Which parts of the inputs were judged; nil for all of them.
  package var shards: Shards?

  /// An option, named as on the command line, without dashes, with its value as text.
  package typealias Option = HeaderEntry

  package init(tool: String) { self.tool = tool }
  package static var blank: Self { Self(tool: "") }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("tool", &tool, .notEmpty)
    try form.field("policyFile", &policyFile, unless: "")
    try form.field("policy", &policyText, unless: "")
    try form.field("baseline", &referenceText, unless: "")
    var named = NamedTexts(options)
    try form.field("options", &named)
    options = named.texts
    try form.field("shards", ifAny: &shards, .shards)
  }
}

extension ReportProvenance {
  /// Texts under names that the program does not know beforehand.
  /// The option that says what sessions are grouped by.
  package static let groups = "groups"

  package struct NamedTexts: FieldValue {
    let texts: [HeaderEntry]

    package init(_ texts: [HeaderEntry]) { self.texts = texts }

    package func write(to json: inout JSONWriter) {
      json.object { for text in texts { $0.member(named: text.name, text.value) } }
    }

    package static func read(_ json: JSONFields) throws(ReportError) -> NamedTexts {
      NamedTexts(try json.members.map { member throws(ReportError) in HeaderEntry(member.name, try member.value.text) })
    }
  }
}

/// What a report's replays take for granted of users (CausalReplay, *Premises*).
package struct PremisesReport: Hashable, Sendable {
  package var visits: ReplayOptions.Visits
  package var origin: Origin
  /// What the users of the corpus were seen to do; nil where nobody looked.
  package var seen: Seen?

  package enum Origin: String, FieldWord, Hashable, Sendable {
    case auto
    case file
    case option
    /// The inputs cannot be read twice.
    case unread
  }

  /// What the users of a corpus were seen to do, as far as a report says it.
  package struct Seen: Hashable, Sendable {
    package var visits = VisitCounts()
    package var sessions = 0
    package var digest = ""
  }

  package init(visits: ReplayOptions.Visits, origin: Origin, premises: Premises? = nil) {
    self.visits = visits
    self.origin = origin
    seen = premises.map { Seen(visits: $0.visits, sessions: $0.sessions, digest: $0.digest) }
  }

  /// `visits wait (auto: 2 of 61 expected visits under a popup)`.
  package var sentence: String { "visits \(visits.rawValue) (" + reason + ")" }

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

  package static var others: String { "known dwells hold, unseen decisions are answered by nothing" }
}

extension PremisesReport: FieldValue {
  package func write(to json: inout JSONWriter) {
    json.array {
      VisitsPremise(report: self).write(to: &$0)
      $0.object(["premise": "dwells", "holds": "known dwells hold"])
      $0.object(["premise": "unseen", "holds": "unseen decisions are answered by nothing"])
    }
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
      var expected = FixedDecimal(number: 0)
      try form.field("seen", &seen.visits.seen)
      try form.field("expected", &expected)
      try form.field("sessions", &seen.sessions)
      seen.visits.expectedMillionths = expected.number
      report.seen = seen
    } else {
      form.derived("seen", ifAny: report.seen?.visits.seen)
      form.derived(
        "expected", ifAny: report.seen.map { FixedDecimal(number: $0.visits.expectedMillionths) }, .atLeastZero)
      form.derived("sessions", ifAny: report.seen?.sessions)
      form.derived("digest", ifAny: digest)
    }
  }
}

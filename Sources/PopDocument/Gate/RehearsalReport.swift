/// What a gate is worth, as nights tell that were drawn from sessions of one corpus (<doc:Gate#Rehearsal>).
package struct RehearsalReport: Hashable, Sendable {
  /// The candidate, and what it is compared with.
  package var policy: String
  package var reference: String
  /// How many nights were drawn, and by what.
  package var nights: Int
  package var seed: UInt64
  /// How many sessions there are to draw from, and how many a night has.
  package var sessions = 0
  package var sessionsPerNight = 0
  /// How many sessions were left out, for there were too many.
  package var leftOut = 0
  /// How many nights fail though nothing has changed.
  package var failed = 0
  /// Empty where there are too few sessions.
  package var parts: [Part] = []

  package struct Part: Hashable, Sendable {
    /// What it looks at.
    package enum Kind: String, FieldWord, Hashable, Sendable {
      /// Errors that nobody accepted.
      case newErrors = "new-errors"
      /// The share of the sessions that has what was accepted.
      case shares
      /// A limit on a metric.
      case limits
    }

    package var kind: Kind
    /// Which of them, in words.
    package var words: String
    /// In how many sessions of the corpus it is; nil for what is not in any.
    package var now: SessionShare?
    /// How many nights it fails by chance.
    package var failed: Int
    /// The smallest worsening that it finds nine times in ten: in millionths of the sessions that have one more error, or of the metric's value;
    /// nil where it finds none.
    package var found: Int?

    package init(_ kind: Kind, _ words: String, now: SessionShare? = nil, failed: Int = 0, found: Int?) {
      self.kind = kind
      self.words = words
      self.now = now
      self.failed = failed
      self.found = found
    }
  }

  package init(policy: String, reference: String, nights: Int, seed: UInt64) {
    self.policy = policy
    self.reference = reference
    self.nights = nights
    self.seed = seed
  }

  /// For programs: `poptrace.rehearsal/1`.
  package var json: [UInt8] { FieldWriter.bytes(of: self) + [UInt8(ascii: "\n")] }
}

extension RehearsalReport: Fielded {
  package static var blank: Self { Self(policy: "", reference: "", nights: 0, seed: 0) }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    form.constant("schema", "poptrace.rehearsal/1")
    try form.field("policy", &policy)
    try form.field("baseline", &reference, .any, about: "What it is compared with: recorded, or a policy.")
    try form.field("nights", &nights, .any, about: "How many were drawn.")
    form.derived("seed", "\(seed)", .digits, about: "What they were drawn by, a whole number.")
    try form.field("sessions", &sessions, .any, about: "How many there are to draw from.")
    try form.field(
      "sessionsPerNight", &sessionsPerNight, .any,
      about:
        "How many a night has, and how many others were accepted before it; where the corpus is too small, how many it should have at least."
    )
    try form.field("leftOut", &leftOut, .any, about: "How many sessions were left out, for there were too many.")
    form.derived(
      "isTooSmall", parts.isEmpty, about: "Whether there are too few sessions for an answer; parts is empty then.")
    try form.field("failed", &failed, .any, about: "How many nights fail though nothing has changed.")
    form.rows("parts", parts, about: "")
  }
}

extension RehearsalReport.Part: Fielded {
  package static var blank: Self { Self(.newErrors, "", found: nil) }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("part", &kind)
    try form.field("words", &words, .notEmpty, about: "What it looks at, for people.")
    try form.field("now", &now, .any, about: "In how many sessions of the corpus it is, such as 57 of 300.")
    try form.field("failed", &failed, .any, about: "How many nights it fails by chance.")
    try form.field(
      "foundMillionths", &found, .any,
      about:
        "The smallest worsening that it finds nine times in ten: of a limit in millionths of the metric's value, else in millionths of the sessions, which have one more error; null where it finds none."
    )
  }
}

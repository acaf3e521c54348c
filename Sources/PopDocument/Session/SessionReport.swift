package import PopAudit
package import PopReplay
package import PopTrace

/// What came of judging one session, in the words of its catalog.
package struct SessionReport: Sendable, Fielded {
  package var trace: String
  /// Its name; its index in the input where it has none.
  package var session: String
  package var index: Int
  /// What it is the same by wherever it lies: a hash of what it holds; nil where it has no name, so that another may be like it.
  package var digest: UInt64?
  /// What its header says that tells it from others: nothing else of it is written, or read again.
  package var facts: SessionHeader
  package var events: Int
  package var length: Milliseconds
  package var isScenario: Bool
  package var identity = IdentityWord.none
  package var mismatch: Mismatch?
  /// Why it was not judged although it could be read: a limit that was met, as a full sentence; nil where it was.
  package var failure: String?
  package var coverage = Coverage()
  package var grades = GradeCounts()
  package var assumption: AssumptionReport?
  /// Whether every run of the session has a new error, though perhaps not the same one.
  package var hasErrorInEveryRun = false
  package var hasErrorInSomeRun = false
  /// Of 16 estimated runs those with a new error; nil where that was decided, or no estimate was asked for.
  package var affectedEstimates: Int?
  /// What comes of each of 16 estimated runs, for a forecast; never written. Empty where they all come to the same as the one that was judged.
  package var estimatedRuns: [EstimatedReport] = []
  package var findings: [FindingReport] = []
  /// The outcomes of the popups: all of them, or the changed ones, as the format asks.
  package var outcomes: [OutcomeReport] = []
  /// How many outcomes changed in which way, those that ``outcomes`` leaves out included.
  package var changes = ChangeCounts()
  package var notes: [NoteReport] = []
  /// Why the session was judged only in part: gaps, skipped events; empty where it was not.
  package var losses: [String]

  /// What there is to say of the session that is no loss: the stimuli of a scenario that can never happen, or that a recording ends in the
  /// middle of a turn.
  package var remarks: [String] = []

  package init(
    trace: String, session: String, index: Int = 1, digest: UInt64? = nil, facts: SessionHeader = SessionHeader(),
    events: Int = 0, length: Milliseconds = Milliseconds(microseconds: 0), isScenario: Bool = false,
    losses: [String] = []
  ) {
    (self.trace, self.session, self.index, self.digest) = (trace, session, index, digest)
    (self.facts, self.events, self.length) = (facts, events, length)
    (self.isScenario, self.losses) = (isScenario, losses)
  }

  package var position: ReportPosition { ReportPosition(trace: trace, index: index) }
  package var isJudged: Bool { failure == nil && identity.isJudged }

  /// Where a recording and the replay of its own policy part.
  package struct Mismatch: Hashable, Sendable, Fielded {
    package var because = ""
    package var recorded: [TimelineLine] = []
    package var replayed: [TimelineLine] = []

    package static var blank: Self { Self() }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      try form.field("recorded", &recorded)
      try form.field("replayed", &replayed)
    }
  }

  /// Keeps only what is about some popups: findings that one of them has a part in, their outcomes, and what is counted of these.
  package mutating func keepOnly(popups numbers: Set<Int64>) {
    func concerns(_ popup: Int64?) -> Bool { popup.map(numbers.contains) ?? false }
    findings.removeAll { !concerns($0.popup) && !concerns($0.other) }
    outcomes.removeAll { !concerns($0.popup) }
    notes.removeAll { !concerns($0.popup) }
    changes = ChangeCounts()
    grades = GradeCounts()
    for outcome in outcomes {
      if let change = outcome.change { changes[change] += 1 }
      grades[outcome.grade] += 1
    }
  }

  package static var blank: Self { Self(trace: "", session: "") }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("trace", &trace)
    try form.field("session", &session)
    if form.isWhole {
      try form.field("index", &index, .positive)
      var text = digest.map { Fingerprint(rawValue: $0) }
      try form.field("digest", ifAny: &text)
      if form.isReading { digest = text?.rawValue }
    }
    try facts.fields(&form)
    try form.field("scenario", &isScenario, unless: false)
    try form.field("length", &length)
    try form.field("events", &events)
    try form.field("identity", &identity)
    try mismatchFields(&form)
    try form.field("failure", ifAny: &failure)
    var part = CoverageFields(coverage: coverage, grades: grades)
    try form.field("coverage", &part)
    if form.isReading { (coverage, grades) = (part.coverage, part.grades) }
    try form.field("assumption", ifAny: &assumption)
    try form.field("errorInSomeRun", &hasErrorInSomeRun, unless: false)
    try form.field("errorInEveryRun", &hasErrorInEveryRun, unless: false)
    try form.field("errorInEstimates", ifAny: &affectedEstimates, .atMost(16))
    try form.field("losses", &losses, unless: [])
    try form.field("remarks", &remarks, unless: [])
    try form.field("findings", &findings)
    try form.field("outcomes", &outcomes)
    try form.field("notes", &notes, unless: [])
    if form.isReading { complete() }
  }

  private mutating func mismatchFields(_ form: inout some FieldForm) throws(ReportError) {
    var because = mismatch?.because
    try form.field("mismatch", ifAny: &because)
    guard form.isWhole, !form.isReading || because != nil else { return }
    var events = mismatch.flatMap { $0.recorded.isEmpty && $0.replayed.isEmpty ? nil : $0 }
    try form.field("mismatchEvents", ifAny: &events)
    guard form.isReading, let because else { return }
    mismatch = Mismatch(because: because, recorded: events?.recorded ?? [], replayed: events?.replayed ?? [])
  }

  private mutating func complete() {
    for index in findings.indices where findings[index].isAssumed { findings[index].assumption = assumption }
    for index in outcomes.indices {
      if let change = outcomes[index].change { changes[change] += 1 }
      if outcomes[index].grade == .assumed { outcomes[index].assumption = assumption }
    }
  }
}

/// What comes of one run of an estimate, in the words of its session's catalog.
package struct EstimatedReport: Sendable {
  package var findings: [(rule: Rule, name: String)]
  package var popups: [(name: String, waited: Milliseconds?, isShown: Bool)]

  init(_ run: EstimatedRun, words: EventDescriber) {
    findings = run.findings.map { ($0.rule, words.name(of: $0.popup)) }
    popups = run.outcomes.outcomes.map { popup in
      let waited = popup.candidate?.waited.map { words.time($0) }
      return (words.name(of: popup.popup), waited, popup.candidate?.shown.isEmpty == false)
    }
  }

  /// The run that was judged, as such a one.
  package init(_ session: SessionReport) {
    findings = session.findings.filter { $0.status != .fixed }.map { ($0.rule, $0.name) }
    popups = session.outcomes.compactMap { outcome in
      outcome.candidate.map { (outcome.name, $0.waited, !$0.shown.isEmpty) }
    }
  }
}

extension SessionHeader {
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("app", &app, unless: "")
    try form.field("build", &build, unless: "")
    try form.field("policy", &policy, unless: "")
    try form.field("started", &started, unless: "")
    try form.field("os", &os, unless: "")
    try form.field("device", &device, unless: "")
    try form.field("locale", &locale, unless: "")
    try form.field("arms", &arms, unless: [])
    try form.field("metadata", &metadata, unless: [])
  }
}

extension HeaderEntry: Fielded {
  package static var blank: Self { Self("", "") }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("name", &name)
    try form.field("value", &value)
  }
}

extension Coverage {
  package var reactions: Int { reachedReactions + unreachedReactions }
}

extension SessionReport {
  /// How much of a recording, or of all, took part, and how far the outcomes can be relied on.
  struct CoverageFields: Fielded {
    var coverage = Coverage()
    var grades = GradeCounts()

    static var blank: Self { Self() }

    mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      try form.field("reached", &coverage.reached)
      try form.field("unreached", &coverage.unreached)
      try form.field("assumed", &grades[.assumed])
      try form.field("robust", &grades[.robust])
      try form.field("derived", &grades[.derived])
      try form.field("exact", &grades[.exact])
      try form.field("beyondEnd", &coverage.beyondEnd)
      try form.field("reachedReactions", &coverage.reachedReactions)
      try form.field("unreachedReactions", &coverage.unreachedReactions)
    }
  }
}

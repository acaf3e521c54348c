package import PopAudit
package import PopReplay
package import PopTrace
package import PopupScheduling

package struct OutcomeReport: Hashable, Sendable, Fielded {
  package var popup: Int64 = 0
  package var name = ""
  /// Nil where the popup's submission is not known.
  package var attributes: Attributes?
  /// Its outcome in the run that the candidate is compared with; nil where it was never submitted there.
  package var recorded: RunReport?
  package var candidate: RunReport?
  package var change: OutcomeChange.Kind?
  package var grades = AspectGrades.exact
  /// When it comes up first in the several runs of its session; nil where one was played, or its outcome is certain.
  package var firstShown: FirstShown?
  /// Why it is `Grade.assumed`; nil where it is not.
  package var assumption: AssumptionReport?

  package struct Attributes: Hashable, Sendable {
    package var kind: PopupKind
    package var level: Int
  }

  /// In the run in which it comes soonest, and in the one in which it comes last; nil for never.
  package struct FirstShown: Hashable, Sendable, Fielded {
    package var earliest: Milliseconds?
    package var latest: Milliseconds?

    package static var blank: Self { Self() }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      try form.field("earliest", &earliest)
      try form.field("latest", &latest)
    }
  }

  package var grade: Grade { grades.worst }
  package static var blank: Self { Self() }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("popup", &popup)
    try form.field("name", &name)
    var (kind, level) = (attributes?.kind, attributes.map { Int64($0.level) })
    try form.field("kind", ifAny: &kind)
    if form.isReading, kind != nil {
      var known: Int64 = 0
      try form.field("level", &known)
      level = known
    } else {
      try form.field("level", ifAny: &level)
    }
    if form.isReading { attributes = kind.map { Attributes(kind: $0, level: Int(level ?? 0)) } }
    try form.field("recorded", &recorded)
    try form.field("candidate", &candidate)
    try form.field("change", &change)
    form.derived("grade", grade)
    try form.field("grades", &grades)
    try form.field("firstShown", ifAny: &firstShown)
    form.derived("why", ifAny: assumption?.sentence)
  }
}

/// The outcome of one popup in one run: RUN of Diff, *Outcomes*.
package struct RunReport: Hashable, Sendable, Fielded {
  package var shown: [Stay] = []
  /// From submission to the first presentation; nil where there was none.
  package var waited: Milliseconds?
  package var preempted = 0
  /// How it ended (DecisionsAndTheirFields, *How a run ends*).
  package var end = ""

  package struct Stay: Hashable, Sendable, Fielded {
    package var from = Milliseconds(microseconds: 0)
    package var until: Milliseconds?
    /// The number of the page it was shown on; nil where no page was current.
    package var page: Int64?
    package var pageClass = ""

    package static var blank: Self { Self() }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      try form.field("t", &from)
      try form.field("until", &until)
      try form.field("page", &page)
      var known = page == nil ? nil : pageClass
      try form.field("pageClass", ifAny: &known)
      if form.isReading { pageClass = known ?? "" }
    }
  }

  package static var blank: Self { Self() }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("shown", &shown)
    try form.field("waited", &waited)
    try form.field("preempted", &preempted, unless: 0, .positive)
    try form.field("end", &end, .ending)
  }
}

extension AspectGrades: Fielded {
  package static var blank: Self { .exact }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("shown", &shown)
    try form.field("where", &self.where)
    try form.field("end", &end)
  }
}

extension OutcomeReport {
  package init(popup: Int64, name: String, recorded: RunReport?, candidate: RunReport?, change: OutcomeChange.Kind?) {
    self.init(popup: popup, name: name, attributes: nil, recorded: recorded, candidate: candidate, change: change)
  }

  /// - `hasRuns`: Whether what became of the popup in either run is said, too.
  package init(
    _ judged: borrowing ComparedOutcome, since assumption: AssumptionReport? = nil, words: EventDescriber,
    hasRuns: Bool = true
  ) {
    let spec = judged.spec.isNone ? nil : words.spec(judged.spec)
    self.init(
      popup: words.number(of: judged.popup), name: words.name(of: judged.popup),
      attributes: spec.map { Attributes(kind: $0.kind, level: Int($0.level)) },
      recorded: hasRuns ? judged.recorded.map { RunReport($0, words: words) } : nil,
      candidate: hasRuns ? judged.candidate.map { RunReport($0, words: words) } : nil, change: judged.change,
      grades: judged.grades,
      firstShown: judged.firstPresentation.map {
        FirstShown(
          earliest: $0.earliest < .distantFuture ? words.time($0.earliest) : nil,
          latest: $0.latest < .distantFuture ? words.time($0.latest) : nil)
      }, assumption: judged.grades.worst == .assumed ? assumption : nil)
  }
}

extension RunReport {
  package init(_ outcome: borrowing RunOutcome, words: EventDescriber) {
    self.init(
      shown: outcome.shown.map { stay in
        Stay(
          from: words.time(stay.from), until: stay.until.map { words.time($0) }, page: words.known(stay.page),
          pageClass: words.className(of: stay.page))
      },
      waited: outcome.waited.map { words.time($0) }, preempted: outcome.preempted, end: outcome.end.description)
  }
}

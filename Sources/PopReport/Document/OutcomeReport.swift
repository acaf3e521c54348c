package import PopAudit
package import PopReplay
package import PopTrace
package import PopupScheduling

/// The outcomes of one popup in both runs.
package struct OutcomeReport: Hashable, Sendable {
  /// The popup's number.
  package var popup: Int64
  /// The popup's name.
  package var name: String
  /// What kind of popup it is, and how urgent; nil where its submission is not known.
  package var attributes: Attributes?
  /// Its outcome in the baseline; nil where it was never submitted there.
  package var recorded: RunReport?
  /// Its outcome with the candidate; nil where it was never submitted there.
  package var candidate: RunReport?
  /// In what the two differ; nil where there is nothing to compare with.
  package var change: OutcomeChange.Kind?
  /// How far the candidate's can be relied on.
  package var grades: AspectGrades
  /// When it comes up first in the run in which it comes soonest, and in the one in which it comes last; nil for never. Of no meaning unless
  /// ``isSpread``.
  package var earliest: Milliseconds?
  package var latest: Milliseconds?
  /// Whether several runs of its session were played, and its outcome is not certain.
  package var isSpread = false
  /// Why it is ``PopReplay/Grade/assumed``; nil where it is not.
  package var assumption: AssumptionReport?

  /// Makes the outcome of a popup.
  package init(
    popup: Int64, name: String, recorded: RunReport?, candidate: RunReport?, change: OutcomeChange.Kind?,
    grades: AspectGrades = AspectGrades(shown: .exact, where: .exact, end: .exact)
  ) {
    self.popup = popup
    self.name = name
    self.recorded = recorded
    self.candidate = candidate
    self.change = change
    self.grades = grades
  }

  /// What does not change about a popup, as its submission says it.
  package struct Attributes: Hashable, Sendable {
    /// The kind.
    package var kind: PopupKind
    /// The level; the smaller the more urgent.
    package var level: Int

    /// Makes the attributes of a popup.
    package init(kind: PopupKind, level: Int) {
      self.kind = kind
      self.level = level
    }
  }

  /// The grade of its least reliable aspect.
  package var grade: Grade { grades.worst }
}

/// The outcome of one popup in one run: RUN of Diff, *Outcomes*.
package struct RunReport: Hashable, Sendable {
  /// Every presentation, in order.
  package var shown: [Stay]
  /// From submission to the first presentation; nil where there was none.
  package var waited: Milliseconds?
  /// How often it was hidden for a more urgent one.
  package var preempted = 0
  /// How it ended (DecisionsAndTheirFields, *How a run ends*).
  package var end: String

  /// Makes the outcome of a popup.
  package init(shown: [Stay] = [], waited: Milliseconds? = nil, end: String) {
    self.shown = shown
    self.waited = waited
    self.end = end
  }

  /// One presentation.
  package struct Stay: Hashable, Sendable {
    /// When it came.
    package var from: Milliseconds
    /// When it was hidden; nil while still up at the end.
    package var until: Milliseconds?
    /// The number of the page it was shown on; nil where no page was current.
    package var page: Int64?
    /// That page's class.
    package var pageClass: String

    /// Makes a presentation.
    package init(from: Milliseconds, until: Milliseconds? = nil, page: Int64? = nil, pageClass: String = "") {
      self.from = from
      self.until = until
      self.page = page
      self.pageClass = pageClass
    }
  }
}

package import PopupScheduling

/// The outcome of one popup in one run (<doc:Diff#Outcomes>, RUN).
package struct RunOutcome: Hashable, Sendable {
  package var shown: [Stay] = []
  /// From submission to the first presentation; nil where there was none, or where the submission is not known.
  package var waited: Ticks?
  package var preempted = 0
  /// How it ended, or what it was doing at the session's end.
  package var end = RunEnd(.waiting)

  package struct Stay: Hashable, Sendable {
    /// The time of `popup.shown`.
    package var from: Ticks
    /// The time of `popup.hidden`; nil while still up at the end.
    package var until: Ticks?
    package var page: PageID

    package init(from: Ticks, page: PageID) {
      self.from = from
      self.page = page
    }
  }

  package init() {}
}

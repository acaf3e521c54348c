package import PopupScheduling

/// The outcome of one popup in one run (<doc:Diff#Outcomes>, RUN).
package struct RunOutcome: Hashable, Sendable {
  /// Every presentation, in order.
  package var shown: [Stay] = []
  /// From submission to the first presentation; nil where there was none, or where the submission is not known.
  package var waited: Ticks?
  /// How often it was hidden for a more urgent one.
  package var preempted = 0
  /// How it ended, or what it was doing at the session's end.
  package var end = RunEnd(.waiting)

  /// One presentation.
  package struct Stay: Hashable, Sendable {
    /// The time of `popup.shown`.
    package var from: Ticks
    /// The time of `popup.hidden`; nil while still up at the end.
    package var until: Ticks?
    /// The page it was shown on.
    package var page: PageID

    /// Makes a presentation that is under way.
    package init(from: Ticks, page: PageID) {
      self.from = from
      self.page = page
    }
  }

  /// Makes the outcome of a popup that has just been submitted.
  package init() {}
}

import PopupScheduling

/// What is to be seen of one popup in one run.
struct PopupView {
  /// How long it has been visible up to ``since``, over all presentations.
  var seenBefore = Ticks.zero
  /// Since when it has been visible without a break, on the clock that stands still in the background; meaningful while it is up.
  var since = Ticks.zero
  /// How long it had been visible when its user could last have answered it, as far as that is noted: where a lock began, or it was hidden.
  var answerable = Ticks.zero
  /// How long it had been visible when input was first locked under it, and when it no longer was; negative where that has not been.
  var lockedFrom = Ticks(-1)
  var lockedUntil = Ticks(-1)
  /// The times of the last `popup.shown` and `popup.hidden`.
  var shownTime = Ticks.zero
  var hiddenTime = Ticks.zero
  /// The sequence numbers of the last `popup.shown` and `popup.hidden`; negative before the first.
  var shown: Int32 = -1
  var hidden: Int32 = -1
  /// The generation of the last presentation, and of the last that was hidden.
  var generation: Int32 = 0
  var hiddenGeneration: Int32 = 0
  /// Counts how often it was shown and hidden.
  var epoch: Int32 = 0
  /// Its index among those that are up; negative while it is not.
  var index: Int32 = -1

  /// Whether it is up: from `popup.shown` to `popup.hidden`.
  var isUp: Bool { index >= 0 }
}

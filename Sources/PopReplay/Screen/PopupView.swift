import PopupScheduling

/// What is to be seen of one popup in one run.
struct PopupView {
  /// How long it has been visible up to ``since``, over all presentations.
  var seenBefore = Ticks.zero
  /// Since when it has been visible without a break; meaningful while it is up and the app in the foreground.
  var since = Ticks.zero
  /// The times of the last `popup.shown` and `popup.hidden`.
  var shownTime = Ticks.zero
  var hiddenTime = Ticks.zero
  /// The sequence numbers of the last `popup.shown` and `popup.hidden`; negative before the first.
  var shown: Int32 = -1
  var hidden: Int32 = -1
  /// The generation of the last presentation.
  var generation: Int32 = 0
  /// Counts what makes plans about visible time void: shown, hidden, background, foreground.
  var epoch: Int32 = 0
  /// Its place among those that are up; negative while it is not.
  var place: Int32 = -1

  /// Whether it is up: from `popup.shown` to `popup.hidden`.
  var isUp: Bool { place >= 0 }
}

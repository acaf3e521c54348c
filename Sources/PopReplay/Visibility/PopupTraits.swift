import PopupScheduling

/// What the attributes of a popup say about its life on visibility.
struct PopupTraits {
  /// The lengths of its animations as declared; 0 for none.
  var showLength = Ticks.zero
  var hideLength = Ticks.zero
  /// The one page instance it belongs to.
  var instance = PageID.none
  /// The index of its scene among those of the session.
  var scene = 0
  /// Whether it needs no answer.
  var isExempt = false

  /// The declared length of one of its animations.
  func length(of phase: AnimationPhase) -> Ticks { phase == .show ? showLength : hideLength }
}

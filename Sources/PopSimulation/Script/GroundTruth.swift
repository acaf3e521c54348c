public import PopupScheduling

/// What the user and the app would do about one popup, whatever the policy: no policy sees it, and no trace contains it.
public struct GroundTruth: Hashable, Sendable {
  /// How long the popup has to be visible, over all presentations, before the user answers it; nil when the user never does.
  public var dwell: Ticks?
  /// How the user answers it.
  package var act = DismissalAct.button
  /// How long after the answer the user's finger strikes a second time; nil for once.
  package var secondTapAfter: Ticks?
  /// How long its content takes; nil when no answer ever comes.
  public var contentLatency: Ticks? = .zero
  /// Whether its content cannot be had.
  package var contentFails = false
  /// How late its timers fire.
  package var timerLateness = Ticks.zero
  /// How long its entry animation really takes beyond the length it declares.
  package var animationLateness = Ticks.zero
  /// How late its exit animation ends; nil for as late as the entry animation.
  package var exitLateness: Ticks?
  /// Which of its animations never ends, as is then said so long after it began; nil where both end.
  package var lostAnimation: AnimationPhase?
  /// Whether its animations end without having run to their end.
  package var cutsAnimations = false
  /// What the app submits when the user has answered it: from within its `closed` callback.
  package var followUp: PopupID = .none
  /// The page its button leads to, and after how much visible time the user taps that; ``Identifier/none`` for none.
  package var leadsTo: PageID = .none
  /// When, in visible time, the user taps it.
  package var tapAfter: Ticks?
  /// How long the user stays on the page it leads to.
  package var excursion = Ticks.zero

  /// Makes the truth of a popup that the user does not answer.
  public init() {}
}

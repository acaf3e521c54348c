import PopTrace
import PopupScheduling

/// What a session asks of its runs: every stimulus with what brings it about, and everything the recording knows of users and environment.
///
/// Compiled once per session into flat arrays whose memory is used again. Runs only look at it (``SessionPlan``): what a run changes is its own.
struct Plan: ~Copyable {
  /// The session's events, as far as they can be replayed.
  var events: [Event] = []
  /// How many of them can be: all, or those before the first gap.
  var count = 0
  /// Whether it is a scenario, to be run live.
  var isScenario = false
  /// Whether the recording says which stimuli were re-entrant.
  var marksReentrantStimuli = false
  /// When the run ends; ``Ticks/distantFuture`` for a scenario, which ends by itself.
  var end = Ticks.zero
  /// The length of a tick.
  var tick = TickLength.millisecond

  /// The stimuli other than timers, in recorded order.
  var items = OwnedArray<PlannedStimulus>()
  /// The stimuli that happen at times of their own, in the order in which they do where causes are followed. In a plain playback all of them do.
  var calendar = OwnedArray<Int32>()
  var popups = OwnedArray<PlannedPopup>()
  /// The numbers that people know popups by.
  var popupNumbers: PopupNumbers = []
  var acts = OwnedArray<ArmedAct>()
  var animations = OwnedArray<RecordedAnimation>()
  var requests = OwnedArray<RecordedRequest>()
  var timers = OwnedArray<RecordedTimer>()
  /// The recorded timers that belong to no popup.
  var looseTimers = TimerLists()
  var decisions = DecisionTable()
  /// The kinds of decisions about no popup that are causes of stimuli, a bit for each.
  var watchedLoose: UInt64 = 0
  /// For every page, the stimulus that introduces it; negative where none does.
  var introductions = OwnedArray<Int32>()
  /// The page transitions of the recording.
  var transitions = OwnedArray<RecordedTransition>()
  /// For every scene, how popups may have kept the user from a visit at the recording's end.
  var keptAtEnd = OwnedArray<KeptVisit>()
  var anchors = OwnedArray<PlannedAnchor>()
  /// For every kind of event, the first anchor that waits for one of no certain popup.
  var looseAnchors = OwnedArray<Int32>()
  /// The visible times after which users dismissed popups that are not exempt, the shortest first.
  var dwells = OwnedArray<Ticks>()
  /// The times content took, the shortest first.
  var waits = OwnedArray<Ticks>()
  /// When the user last left the app so soon after a popup went that it may be why; negative where they never did.
  var departure = Ticks(-1)
  /// Draws the answers the recording does not give.
  var draws = AnswerDraws(session: "")
  /// The schedulers of the session.
  var schedulers: [SchedulerID] = []
  /// The scenes of the session.
  var scenes = SceneTable()
  /// How its pages stand in each other.
  var tree = PlannedPages()
  /// The limit that the session goes beyond, and then nothing else is known of it; nil where it goes beyond none.
  var excess: ResourceLimits.Name?

  // What only compiling needs.

  /// For every event: the item of a stimulus, the occurrence of a decision or the timer of a firing; -2 for a decision that is a cause.
  var roles = OwnedArray<Int32>()
  /// The recorded timer of every timer number.
  var timersByNumber = OwnedArray<Int32>()
  /// The stays in the background, in order.
  var absences = OwnedArray<Absence>()
  /// When the last popup went; nil before that.
  var goneAt: Ticks?
  var visibility = Visibility()
  var onScreen = PagesOnScreen()
  /// The pages of the recording whose first appearance is a reaction, with their last did-appear; negative for the others.
  var arrivals = OwnedArray<Int32>()
  /// For every page, the transition in which it appeared last; negative where it has not.
  var arrivedIn = OwnedArray<Int32>()
  /// For every scene, the transition under way; negative where nothing moves.
  var underWay = OwnedArray<Int32>()
  private let byAddress = ByAddress()

  /// A stay in the background.
  struct Absence {
    var start: Ticks
    var end: Ticks
    /// The stimulus that began it.
    var item: Int32
  }

  /// The number that people know a popup by; -1 where there is none.
  func number(of popup: PopupID) -> Int64 {
    popup.isNone || popup.index >= popupNumbers.count ? -1 : popupNumbers[popup.index]
  }

  /// The index of an event with a sequence number; nil where it is missing.
  func index(ofSequence sequence: Int32, before limit: Int) -> Int? {
    events.index(ofSequence: sequence, before: limit)
  }
}

import PopupScheduling

/// What the recording knows of one popup.
struct PlannedPopup {
  var traits = PopupTraits()
  /// How long it had been visible, over all presentations, when its user could last have answered it; negative where it was never shown.
  var stay = Ticks(-1)
  /// The first stretch of its visible time in which input was locked, so that its user may have given up on it; negative for none.
  var lockedFrom = Ticks(-1)
  var lockedUntil = Ticks(-1)
  /// The classes of the pages it was shown on, a bit for each (``PlannedPages/place(_:)``).
  var places: UInt64 = 0
  /// The recorded length of each animation, whatever the generation; negative where none is known.
  var showLength = Ticks(-1)
  var hideLength = Ticks(-1)
  /// The stimulus that submits it; negative where none does.
  var submission: Int32 = -1
  /// The first of its armed acts.
  var firstAct: Int32 = -1
  /// The first of its recorded animations, and the last.
  var firstAnimation: Int32 = -1
  var lastAnimation: Int32 = -1
  /// The stimuli that a hiding of it triggers, and those that a content request does, by generation or ordinal: the first, and the last.
  var afterHidden = ItemList()
  var afterRequest = ItemList()
  /// The first of its content requests, and the last.
  var firstRequest: Int32 = -1
  var lastRequest: Int32 = -1
  /// The first anchor of a scenario that waits for an event of this popup.
  var firstAnchor: Int32 = -1
  /// How many dismissals by the user are known.
  var dismissals: Int32 = 0
  /// Whether content answers without a known request.
  var hasLooseAnswer = false
  /// The recorded timers of each purpose: the first, and the last.
  var timers = TimerLists()
  /// The kinds of its decisions that are causes of stimuli, a bit for each (``DecisionTable/bit(of:)``).
  var watched: UInt64 = 0
  /// Which of its animations never end, whatever the generation.
  var losesShow = false
  var losesHide = false

  /// The recorded length of one of its animations, else the declared one; 0 for none.
  func length(of phase: AnimationPhase) -> Ticks {
    let recorded = phase == .show ? showLength : hideLength
    return recorded >= .zero ? recorded : traits.length(of: phase)
  }
}

/// A list of stimuli of a plan, linked by ``PlannedStimulus/nextTriggered``.
struct ItemList {
  var first: Int32 = -1
  var last: Int32 = -1
}

/// The recorded timers of one popup, or of none: a list for every purpose.
struct TimerLists {
  var first = SIMD8<Int32>(repeating: -1)
  var last = SIMD8<Int32>(repeating: -1)

  /// The list of a purpose.
  static func list(_ purpose: TimerPurpose) -> Int { (Int(purpose.rawValue) - 1) & 7 }
}

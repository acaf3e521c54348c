import PopupScheduling

// How far everything in the plan has come.

extension Run {
  /// How far a stimulus of the plan has come.
  struct StimulusProgress {
    /// Its sequence number in this run; negative where it has not happened.
    var sequence: Int32 = -1
    /// The sequence number of its recorded cause's counterpart; negative while that has not happened.
    var cause: Int32 = -1
    var state = State.waiting
    /// Whether it comes later than planned, with the rest of its transition.
    var isShifted = false

    enum State: UInt8 { case waiting, scheduled, beyondEnd, reached, unreached }
  }

  /// How far a popup has come.
  struct PopupProgress {
    /// The next recorded timer of each purpose.
    var timers: SIMD8<Int32>
    /// The next recorded content request.
    var request: Int32
    /// The next recorded animation that may correspond.
    var animation: Int32
    /// The first of its acts that may still be to come.
    var act: Int32
    /// The first stimuli that a hiding of it, or a content request, may still trigger.
    var afterHidden: Int32
    var afterRequest: Int32
    /// The first anchor that still waits for an event of this popup.
    var anchor: Int32
    /// How many dismissals by the user are known, whose time has not come yet.
    var dismissals: Int32
    /// How many content requests there have been.
    var requests: Int32 = 0
    /// The last request; negative where content is not wanted.
    var openRequest: Int32 = -1
    /// The decision that ended it; ``Int32/max`` while it has not.
    var ended = Int32.max
    var endedTime = Ticks.distantFuture
    /// The decision that presented it first; ``Int32/max`` while none has.
    var firstShown = Int32.max
    var firstShownTime = Ticks.distantFuture
    var isSubmitted = false
    /// Whether it has been noted that the recording does not answer for its stay, or its content.
    var isStayNoted = false
    var isWaitNoted = false
  }

  /// A timer of this run.
  struct RunningTimer {
    var due: Ticks
    var setBy: Int32
    /// The recorded timer it corresponds to; negative for none.
    var recorded: Int32
    var scene: UInt16
    var scheduler: UInt16
    var isSet = true
  }

  /// A timer that came due in the background.
  struct HeldTimer {
    var timer: TimerID
    var due: Ticks
    /// Whether the recording says how long after the app's return it fires.
    var isLate: Bool
    var popupNumber: Int64
  }

  /// How far a page transition of the recording has come.
  struct TransitionProgress {
    var origin = PageID.none
    var state = State.undecided
    /// Since when it has been waiting for a popup to be answered; nil while it does not.
    var waitsSince: Ticks?
    /// For how long it waited.
    var delay = Ticks.zero

    enum State: UInt8 { case undecided, goesOn, isRefused }
  }

  /// A visit that leaves a page behind a tap, and may come sooner.
  struct EarlierReturn {
    var item: Int32
    var from: Ticks
    /// When it comes if it does not.
    var due: Ticks
  }

  /// How far an anchor of a scenario has come.
  struct AnchorProgress {
    /// How often what it waits for has happened.
    var seen = 0
    /// The next one in its list that has not had its event.
    var next: Int32
  }

  /// Begins a run in which nothing has happened.
  mutating func beginProgress(_ session: SessionPlan) {
    stimuli.removeAll()
    stimuli.append(repeating: StimulusProgress(), count: session.plan.items.count)
    popups.removeAll()
    for index in session.plan.popups.indices { popups.append(PopupProgress(session.plan.popups[index], isCausal)) }
    acts.removeAll()
    if isCausal { acts.copy(from: session.plan.acts) }
    session.plan.decisions.begin(&decisions)
    anchors.removeAll()
    for index in session.plan.anchors.indices { anchors.append(AnchorProgress(next: session.plan.anchors[index].next)) }
    looseAnchors.copy(from: session.plan.looseAnchors)
    looseTimers = session.plan.looseTimers.first
    timers.removeAll()
    heldTimers.removeAll()
    heldActs.removeAll()
    heldActsTaken = 0
    handedOver.removeAll()
    transitions.removeAll()
    transitions.append(repeating: TransitionProgress(), count: session.plan.transitions.count)
  }
}

extension Run.PopupProgress {
  init(_ planned: borrowing PlannedPopup, _ isCausal: Bool) {
    timers = planned.timers.first
    request = planned.firstRequest
    animation = planned.firstAnimation
    act = isCausal ? planned.firstAct : -1
    afterHidden = planned.afterHidden.first
    afterRequest = planned.afterRequest.first
    anchor = planned.firstAnchor
    dismissals = planned.dismissals
  }
}

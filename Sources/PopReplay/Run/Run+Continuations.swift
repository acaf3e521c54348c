import PopupScheduling

// One run for several continuations, as long as nothing is otherwise in one than in another (CausalReplay, *Continuations*).
extension Run {
  /// One of the continuations that this run stands for: what is the same in all of them is so in this one.
  var leading: Continuation { options.continuations[live.trailingZeroBitCount] }

  /// Whether this is the run that is reported, with others or alone: it comes first, and leads.
  var isMedian: Bool { leading == .median }

  var standsForSeveral: Bool { live & (live &- 1) != 0 }

  /// Has something happen at a time of its own in each continuation, or never: ``Ticks/distantFuture``.
  mutating func insert(_ event: ScheduledEvent, at time: (borrowing Run, Continuation) -> Ticks) {
    var event = event
    event.time = time(self, leading)
    if standsForSeveral {
      let (first, row) = (event.time, answers.count)
      var isSame = true
      for index in options.continuations.indices {
        let time = isLive(index) ? time(self, options.continuations[index]) : .distantFuture
        if isLive(index) {
          isSame = isSame && time == first
          event.time = min(event.time, time)
        }
        answers.append(time)
      }
      if isSame { answers.removeLast(options.continuations.count) } else { event.answers = Int32(row) }
    }
    if event.time < .distantFuture { queue.insert(event) }
  }

  /// Whether what is due happens now, in all continuations that this run stands for; it is kept where it does later.
  mutating func comes(_ due: inout ScheduledEvent) -> Bool {
    guard !isCalledOff(due) else { return false }
    if agreeOnTime(of: &due), agree(on: due) { return true }
    if due.time < .distantFuture { queue.insert(due) }
    return false
  }

  /// Whether what is due is of no use any more, so that it does not matter when it comes; or of none in this run.
  private func isCalledOff(_ due: ScheduledEvent) -> Bool {
    if case .actUnknown(_, _, ofMedian: true) = due.what { return !isMedian }
    guard due.answers >= 0 else { return false }
    return switch due.what {
    case .act(let act, let stay):
      !visibility.isUnderWay(stay) || !visibility.views[stay.popup.index].isUp || acts[Int(act)].isDone
    case .assumedDismissal(let stay): !visibility.isUnderWay(stay) || !visibility.views[stay.popup.index].isUp
    case .assumedContent(let popup, _): popups[popup.index].openRequest != due.cause
    default: false
    }
  }

  /// Whether what is due comes now in all continuations that this run stands for. Where it comes in none, its time is put right.
  private mutating func agreeOnTime(of due: inout ScheduledEvent) -> Bool {
    guard due.answers >= 0 else { return true }
    let row = Int(due.answers)
    var soonest = Ticks.distantFuture
    var owners: UInt32 = 0
    for index in options.continuations.indices where isLive(index) && answers[row + index] <= soonest {
      if answers[row + index] < soonest { owners = 0 }
      soonest = answers[row + index]
      owners |= 1 << UInt32(index)
    }
    // Those in which it came sooner have parted from this run.
    let isNow = soonest == due.time
    due.time = soonest
    guard isNow else { return false }
    guard owners == live else {
      // The one that leads goes on first.
      let leader = live & (0 &- live)
      parting = owners & leader != 0 ? owners : live & ~owners
      return false
    }
    due.answers = -1
    return true
  }

  /// Whether something is the same in all continuations that this run stands for; else those part that have it as the first one does.
  mutating func agree<Value: Equatable>(on value: (borrowing Run, Continuation) -> Value) -> Bool {
    guard standsForSeveral else { return true }
    let first = value(self, leading)
    var same: UInt32 = 0
    for index in options.continuations.indices
    where isLive(index) && value(self, options.continuations[index]) == first { same |= 1 << UInt32(index) }
    if same != live { parting = same }
    return same == live
  }

  private func isLive(_ index: Int) -> Bool { live & 1 << UInt32(index) != 0 }

  /// Takes over all that another run of the same plan has come to, and goes on with the continuations that part from it.
  mutating func part(from other: inout Run) {
    copy(from: other)
    live = other.parting
    parting = 0
    other.live &= ~other.parting
    other.parting = 0
  }

  mutating func copy(from other: borrowing Run) {
    session = other.session
    options = other.options
    isCausal = other.isCausal
    visibility.copy(from: other.visibility)
    onScreen.copy(from: other.onScreen)
    queue.copy(from: other.queue)
    visitsWait = other.visitsWait
    visits = other.visits
    earlierReturns.copy(from: other.earlierReturns)
    missingVisitFrom.copy(from: other.missingVisitFrom)
    heldVisits.copy(from: other.heldVisits)
    now = other.now
    nextSequence = other.nextSequence
    stimulus = other.stimulus
    stimulusItem = other.stimulusItem
    stimuli.copy(from: other.stimuli)
    popups.copy(from: other.popups)
    acts.copy(from: other.acts)
    decisions.copy(from: other.decisions)
    anchorsSeen.copy(from: other.anchorsSeen)
    anchorLists.copy(from: other.anchorLists)
    timerLists.copy(from: other.timerLists)
    timers.copy(from: other.timers)
    heldTimers.copy(from: other.heldTimers)
    heldActs.copy(from: other.heldActs)
    handedOver.copy(from: other.handedOver)
    transitions.copy(from: other.transitions)
    budget = other.budget
    state = other.state
    if !notes.isEmpty { notes.removeAll(keepingCapacity: true) }
    notes += other.notes
    differences.copy(from: other.differences)
    live = other.live
    parting = other.parting
    answers.copy(from: other.answers)
  }

  // MARK: What the recording does not say has to be assumed, and whatever rests on it is marked (CausalReplay, *Absence*, *Assumptions*)

  /// Something takes effect that the recording does not say, after the last event that does not rest on it: nil for the last there is.
  mutating func assume(
    _ reason: Assumption.Reason, _ popup: PopupID = .none, recorded: Int32 = -1, after sequence: Int32? = nil,
    isNoted: Bool = true
  ) {
    if isNoted { notes.append(ReplayNote(reason.note, recorded: recorded, popup: popup, time: now)) }
    guard state.firstAssumption == nil else { return }
    state.firstAssumption = Assumption(reason: reason, time: now, popup: popup, recorded: recorded)
    state.lastCertain = sequence ?? nextSequence - 1
  }

  /// Plans what to assume of a popup whose user the recording knows nothing about, or only that they looked at it for so long.
  mutating func planUnknownStay(of popup: PopupID) {
    guard popups[popup.index].dismissals <= 0, !session.plan.popups[popup.index].traits.isExempt else { return }
    guard !session.plan.isScenario || options.assumedDwell != nil else { return }
    let (stay, lockedUntil) = (session.plan.popups[popup.index].stay, session.plan.popups[popup.index].lockedUntil)
    let seen = visibility.seen(popup, at: now)
    let dwell = options.assumedDwell ?? Self.lowerMedian(session.plan.dwells) ?? ticks(3_000)
    let known = max(.zero, stay)
    // A user who is assumed to look at nothing at all answers in the very tick.
    func unknownFrom(_ continuation: Continuation) -> Ticks {
      stay >= .zero || continuation != .median ? known + Ticks(1) : min(dwell, Ticks(1))
    }
    let underWay = ScheduledEvent.Stay(popup: popup, mark: visibility.mark(of: popup))
    var due = ScheduledEvent(
      time: now, popupNumber: session.plan.number(of: popup), cause: visibility.views[popup.index].shown,
      what: .stayUnknown(underWay))
    if !popups[popup.index].isStayNoted {
      insert(due) { run, continuation in run.now + max(.zero, unknownFrom(continuation) - seen) }
    }
    if lockedUntil > seen {
      due.time = now + max(.zero, session.plan.popups[popup.index].lockedFrom - seen)
      queue.insert(due)
    }
    due.what = .assumedDismissal(underWay)
    var drawn: AnswerDraws.Entries?
    insert(due) { run, continuation in
      let answer = run.answer(
        to: .dwell, about: popup, beyond: known, assuming: dwell - known, in: continuation, &drawn)
      guard case .after(let wait) = answer else { return .distantFuture }
      return run.now + max(.zero, max(known + wait, unknownFrom(continuation)) - seen)
    }
  }

  mutating func stayBecomesUnknown(_ stay: ScheduledEvent.Stay, _ reason: Assumption.Reason? = nil) {
    let popup = stay.popup.index
    guard visibility.isUnderWay(stay), visibility.views[popup].isUp, !popups[popup].isStayNoted else { return }
    popups[popup].isStayNoted = true
    state.hasUnknownAnswer = true
    let wasSeen = session.plan.popups[popup].stay >= .zero
    assume(reason ?? (wasSeen ? .longerThanSeen : .neverAnswered), stay.popup)
  }

  mutating func dismissByAssumption(_ stay: ScheduledEvent.Stay, _ due: ScheduledEvent) -> Bool {
    let view = visibility.views[stay.popup.index]
    guard visibility.isUnderWay(stay), view.isUp else { return false }
    // An act of the very instant at which a recording ends need not be in it.
    guard session.plan.isScenario || now < session.plan.end else { return false }
    if visibility.locks > 0 {
      heldActs.append(due)
      return false
    }
    stayBecomesUnknown(stay)
    var event = Event(.popupDismissed)
    event.popup = stay.popup
    event.act = .button
    generate(event, cause: view.shownTime < now ? view.shown : -1)
    return true
  }

  mutating func request(_ decision: Event) {
    let popup = decision.popup.index
    popups[popup].requests += 1
    popups[popup].openRequest = decision.sequence
    trigger(.request, of: decision.popup, popups[popup].requests, cause: decision.sequence)
    let number = Int(popups[popup].lists.requests.first)
    let recorded = number >= 0 ? session.plan.requests[number] : nil
    if let recorded { popups[popup].lists.requests.first = recorded.next }
    guard isCausal, !session.plan.isScenario || options.assumedContent != nil else { return }
    guard recorded?.isAnswered != true, !session.plan.popups[popup].hasLooseAnswer else { return }
    planUnknownContent(decision, known: recorded?.length)
  }

  /// Plans what to assume of content that the recording never asked for, or only waited for so long.
  private mutating func planUnknownContent(_ decision: Event, known: Ticks?) {
    let assumed = options.assumedContent ?? Self.lowerMedian(session.plan.waits) ?? ticks(1_000)
    let bound = known ?? .zero
    func unknownFrom(_ continuation: Continuation) -> Ticks {
      known == nil && continuation == .median ? min(assumed, Ticks(1)) : bound + Ticks(1)
    }
    var due = ScheduledEvent(
      time: now, popupNumber: session.plan.number(of: decision.popup), cause: decision.sequence,
      what: .contentUnknown(decision.popup))
    insert(due) { run, continuation in run.now + unknownFrom(continuation) }
    var drawn: AnswerDraws.Entries?
    func time(_ run: borrowing Run, _ continuation: Continuation, isFailure: Bool) -> Ticks {
      let answer = run.answer(
        to: .content, about: decision.popup, beyond: bound, assuming: assumed - bound, in: continuation, &drawn)
      return switch answer {
      case .after(let wait) where !isFailure, .failure(let wait) where isFailure:
        run.now + max(bound + wait, unknownFrom(continuation))
      default: .distantFuture
      }
    }
    due.what = .assumedContent(decision.popup, .contentLoaded)
    insert(due) { run, continuation in time(run, continuation, isFailure: false) }
    due.what = .assumedContent(decision.popup, .contentFailed)
    insert(due) { run, continuation in time(run, continuation, isFailure: true) }
  }

  mutating func contentBecomesUnknown(_ popup: PopupID, request: Int32) {
    guard popups[popup.index].openRequest == request, !popups[popup.index].isWaitNoted else { return }
    popups[popup.index].isWaitNoted = true
    state.hasUnknownAnswer = true
    let wasAsked = session.plan.popups[popup.index].lists.requests.first >= 0
    assume(wasAsked ? .contentLongerThanSeen : .contentNeverAsked, popup)
  }

  mutating func loadByAssumption(_ popup: PopupID, _ kind: EventKind, request: Int32) -> Bool {
    guard popups[popup.index].openRequest == request else { return false }
    contentBecomesUnknown(popup, request: request)
    var event = Event(kind)
    event.popup = popup
    generate(event, cause: request)
    return true
  }

  private func ticks(_ milliseconds: Int64) -> Ticks { session.plan.tick.ticks(ceilingMilliseconds: milliseconds) }

  private static func lowerMedian(_ lengths: borrowing OwnedArray<Ticks>) -> Ticks? {
    lengths.isEmpty ? nil : lengths[(lengths.count - 1) / 2]
  }

  /// A popup is shown on a page of a class on which the recording never has it: that its user takes as long there is an assumption.
  mutating func comparePageClass(_ decision: Event) {
    let planned = session.plan.popups[decision.popup.index]
    guard isCausal, planned.pageClasses != 0, !planned.traits.isExempt,
      planned.pageClasses & session.plan.classBit(of: decision.page) == 0
    else { return }
    assume(.shownElsewhere, decision.popup, after: decision.sequence)
  }

  /// The user begins a transition, to scroll or to type without a cause: where other popups are up, it is an assumption that the user does.
  mutating func compareAudience(_ item: Int32) {
    let scene =
      stimulus.kind.isAboutPage ? onScreen.scene(of: stimulus.page) : session.plan.scenes.index(of: stimulus.scene)
    guard visibility.audiences[scene] != planned(item).audience else { return }
    assume(.userWouldHaveBeenBlocked, stimulus.popup, recorded: event(of: item).sequence)
  }

  /// What comes of something the recording does not answer, counted from the bound it gives; the median run assumes a length.
  /// What the draws take is kept for who asks about the next of them.
  func answer(
    to question: Question, about popup: PopupID, beyond known: Ticks, assuming assumed: Ticks,
    in continuation: Continuation, _ drawn: inout AnswerDraws.Entries?
  ) -> Question.Answer {
    let (draws, tick) = (session.plan.draws, session.plan.tick)
    let number = session.plan.number(of: popup)
    switch continuation {
    case .median: return .after(assumed)
    case .atOnce: return .after(Ticks(1))
    case .never: return .never
    case .drawn(let draw):
      let entries = drawn ?? draws.entries(of: question, about: number)
      drawn = entries
      return question.answer(entries[draw], tick)
    case .modelled(let draw):
      // What the users of the app do who have waited for so long; where that is not known, what the fixed table says.
      let quantile = draws.quantile(draw, of: question, about: number)
      guard let curve = options.reactions?.curve(question, about: popup) else {
        return question.answer(Int(quantile >> 28), tick)
      }
      guard let length = curve.length(at: quantile, beyond: tick.microseconds(known) / 1000) else { return .never }
      return .after(max(Ticks(1), tick.ticks(ceilingMilliseconds: length) - known))
    }
  }

  /// How much sooner than recorded an act comes that may have waited so long for a lock in the recording.
  func advance(of popup: PopupID, heldFor held: Ticks, in continuation: Continuation) -> Ticks {
    guard held > .zero, continuation != .median else { return .zero }
    // When in that time they wanted it nobody knows; any instant of it is as good as another.
    if case .modelled(let draw) = continuation { return part(of: held, draw, session.plan.number(of: popup)) }
    return drawnWait(popup, in: continuation).map { max(.zero, held - $0) } ?? .zero
  }

  /// How long the user takes to begin a visit once the popup has gone that kept it; users of the app take so long at most.
  func delay(ofVisit visit: Int32, atMost most: Ticks, in continuation: Continuation) -> Ticks {
    switch continuation {
    case .atOnce: .zero
    case .never: most
    case .median: Ticks(most.rawValue / 2)
    case .drawn(let draw), .modelled(let draw): part(of: most, draw, number(ofVisit: visit))
    }
  }

  /// How much later than recorded an act comes whose user takes a while to see the popup; negative for sooner.
  func lateness(of item: Int32, in continuation: Continuation) -> Ticks {
    continuation == .median
      ? .zero : delay(ofVisit: item, atMost: visits.reaction + visits.reaction, in: continuation) - visits.reaction
  }

  /// How much sooner than recorded a visit comes that may have waited so long for a popup in the recording.
  func advance(ofVisit visit: Int32, keptFor kept: Ticks, in continuation: Continuation) -> Ticks {
    switch continuation {
    case .median, .never: return .zero
    case .atOnce: return kept - Ticks(1)
    case .drawn(let draw):
      let entry = session.plan.draws.entry(draw, of: .dwell, about: number(ofVisit: visit))
      guard case .after(let wait) = Question.dwell.answer(entry, session.plan.tick) else { return .zero }
      return max(.zero, kept - wait)
    case .modelled(let draw): return part(of: kept, draw, number(ofVisit: visit))
    }
  }

  /// Visits are drawn apart from popups, whose numbers are not negative.
  private func number(ofVisit visit: Int32) -> Int64 { -2 - Int64(event(of: visit).sequence) }

  /// So much of a length as a draw takes.
  private func part(of length: Ticks, _ draw: Int, _ number: Int64) -> Ticks {
    let quantile = session.plan.draws.quantile(draw, of: .dwell, about: number)
    return Ticks(Int64(clamping: length.rawValue.magnitude.multipliedFullWidth(by: UInt64(quantile) << 32).high))
  }
}

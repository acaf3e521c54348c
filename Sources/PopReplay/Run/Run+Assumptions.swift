import PopupScheduling

// What the recording does not say has to be assumed, and whatever rests on it is marked (CausalReplay, *Absence*, CausalReplay,
// *Assumptions*).

extension Run {
  /// Something takes effect that the recording does not say.
  mutating func assume(
    _ reason: Assumption.Reason, _ popup: PopupID = .none, recorded: Int32 = -1, after sequence: Int32
  ) {
    guard firstAssumption == nil else { return }
    firstAssumption = Assumption(reason, time: now, popup: popup, recorded: recorded)
    lastCertain = sequence
  }

  // MARK: Visible time

  /// Plans what to assume of a popup whose user the recording knows nothing about, or only that they looked at it for so long.
  mutating func planUnknownStay(of popup: PopupID) {
    guard popups[popup.index].dismissals <= 0, !session.plan.popups[popup.index].traits.isExempt else { return }
    guard !session.plan.isScenario || options.assumedDwell != nil else { return }
    let seen = visibility.seen(popup, at: now)
    let stay = session.plan.popups[popup.index].stay
    let dwell = assumedDwell()
    let known = max(.zero, stay)
    // A user who is assumed to look at nothing at all answers in the very tick.
    let unknownFrom = stay >= .zero || !isMedian ? known + Ticks(1) : min(dwell, Ticks(1))
    let underWay = ScheduledEvent.Stay(popup: popup, mark: visibility.mark(of: popup))
    var due = ScheduledEvent(
      time: now + max(.zero, unknownFrom - seen), popupNumber: session.plan.number(of: popup),
      cause: visibility.views[popup.index].shown, what: .stayUnknown(underWay))
    if !popups[popup.index].isStayNoted { queue.insert(due) }
    if session.plan.popups[popup.index].lockedUntil > seen {
      var early = due
      early.time = now + max(.zero, session.plan.popups[popup.index].lockedFrom - seen)
      queue.insert(early)
    }
    let answer = answer(to: .dwell, about: popup, beyond: known, assuming: dwell - known)
    guard case .after(let wait) = answer else { return }
    due.time = now + max(.zero, max(known + wait, unknownFrom) - seen)
    due.what = .assumedDismissal(underWay)
    queue.insert(due)
  }

  /// Whether the recording knows of the user of a popup at this moment of its visible time that there is no answer: not beyond what it shows, nor
  /// where a lock kept the user from it there.
  func isStayKnown(_ popup: PopupID) -> Bool {
    let planned = session.plan.popups[popup.index]
    let seen = visibility.seen(popup, at: now)
    return seen <= planned.stay && seen >= planned.lockedUntil
  }

  /// From now on it is an assumption that the user still looks at a popup.
  mutating func stayBecomesUnknown(_ stay: ScheduledEvent.Stay, _ reason: Assumption.Reason? = nil) -> Bool {
    guard visibility.isUnderWay(stay), visibility.views[stay.popup.index].isUp, !popups[stay.popup.index].isStayNoted
    else { return false }
    popups[stay.popup.index].isStayNoted = true
    hasUnknownAnswer = true
    let wasSeen = session.plan.popups[stay.popup.index].stay >= .zero
    assume(reason ?? (wasSeen ? .longerThanSeen : .neverAnswered), stay.popup, after: nextSequence - 1)
    notes.append(ReplayNote(.assumed, popup: stay.popup, time: now))
    return false
  }

  mutating func dismissByAssumption(_ stay: ScheduledEvent.Stay, _ due: ScheduledEvent) -> Bool {
    let view = visibility.views[stay.popup.index]
    guard visibility.isUnderWay(stay), view.isUp else { return false }
    // An act of the very instant at which a recording ends need not be in it.
    guard session.plan.isScenario || now < session.plan.end else { return false }
    if visibility.locks > 0 {
      hold(due)
      return false
    }
    _ = stayBecomesUnknown(stay)
    var event = Event(.popupDismissed)
    event.popup = stay.popup
    event.act = .button
    generate(event, cause: view.shownTime < now ? view.shown : -1)
    return true
  }

  private func assumedDwell() -> Ticks {
    options.assumedDwell ?? Self.lowerMedian(session.plan.dwells) ?? session.plan.tick.ticks(ceilingMilliseconds: 3_000)
  }

  // MARK: Content

  /// Content is requested: the recording's answer comes, or one has to be assumed.
  mutating func request(_ decision: Event) {
    let popup = decision.popup.index
    popups[popup].requests += 1
    popups[popup].openRequest = decision.sequence
    if popups[popup].afterRequest >= 0 {
      let number = popups[popup].requests
      popups[popup].afterRequest = trigger(popups[popup].afterRequest, number, cause: decision.sequence)
    }
    let recorded = popups[popup].request
    if recorded >= 0 { popups[popup].request = session.plan.requests[Int(recorded)].next }
    guard isCausal, !session.plan.isScenario || options.assumedContent != nil else { return }
    if recorded >= 0, session.plan.requests[Int(recorded)].isAnswered { return }
    guard !session.plan.popups[popup].hasLooseAnswer else { return }
    planUnknownContent(decision, known: recorded >= 0 ? session.plan.requests[Int(recorded)].length : nil)
  }

  /// Plans what to assume of content that the recording never asked for, or only waited for so long.
  private mutating func planUnknownContent(_ decision: Event, known: Ticks?) {
    let wait = assumedWait()
    let unknownFrom = known.map { $0 + Ticks(1) } ?? (isMedian ? min(wait, Ticks(1)) : Ticks(1))
    var due = ScheduledEvent(
      time: now + unknownFrom, popupNumber: session.plan.number(of: decision.popup), cause: decision.sequence,
      what: .contentUnknown(decision.popup))
    queue.insert(due)
    let length: Ticks
    let bound = known ?? .zero
    switch answer(to: .content, about: decision.popup, beyond: bound, assuming: wait - bound) {
    case .after(let wait):
      due.what = .assumedContent(decision.popup)
      length = wait
    case .failure(let wait):
      due.what = .assumedFailure(decision.popup)
      length = wait
    case .never: return
    }
    due.time = now + max((known ?? .zero) + length, unknownFrom)
    queue.insert(due)
  }

  /// From now on it is an assumption that content has not come.
  mutating func contentBecomesUnknown(_ popup: PopupID, request: Int32) -> Bool {
    guard popups[popup.index].openRequest == request, !popups[popup.index].isWaitNoted else { return false }
    popups[popup.index].isWaitNoted = true
    hasUnknownAnswer = true
    let wasAsked = session.plan.popups[popup.index].firstRequest >= 0
    assume(wasAsked ? .contentLongerThanSeen : .contentNeverAsked, popup, after: nextSequence - 1)
    notes.append(ReplayNote(.assumed, popup: popup, time: now))
    return false
  }

  mutating func loadByAssumption(_ popup: PopupID, _ kind: EventKind, request: Int32) -> Bool {
    guard popups[popup.index].openRequest == request else { return false }
    _ = contentBecomesUnknown(popup, request: request)
    var event = Event(kind)
    event.popup = popup
    generate(event, cause: request)
    return true
  }

  private func assumedWait() -> Ticks {
    options.assumedContent ?? Self.lowerMedian(session.plan.waits)
      ?? session.plan.tick.ticks(ceilingMilliseconds: 1_000)
  }

  /// The lower median of sorted lengths; nil of nothing.
  private static func lowerMedian(_ lengths: borrowing OwnedArray<Ticks>) -> Ticks? {
    guard !lengths.isEmpty else { return nil }
    return lengths[(lengths.count - 1) / 2]
  }

  /// A popup is shown on a page of a class on which the recording never has it: that its user takes as long there is an assumption.
  mutating func comparePlace(_ decision: Event) {
    let planned = session.plan.popups[decision.popup.index]
    guard isCausal, planned.places != 0, !planned.traits.isExempt,
      planned.places & session.plan.tree.place(decision.page) == 0
    else { return }
    assume(.shownElsewhere, decision.popup, after: decision.sequence)
    notes.append(ReplayNote(.assumed, popup: decision.popup, time: now))
  }

  // MARK: What the user was doing

  /// The user begins a page transition, to scroll or to type without a cause in the recording: where other popups are up, it is an
  /// assumption that the user still does.
  mutating func compareAudience(_ item: Int32, _ event: Event) {
    let scene: Int
    if event.kind.isAboutPage {
      scene = onScreen.scene(of: event.page)
    } else {
      scene = session.plan.scenes.index(of: event.scene)
    }
    let planned = session.plan.items[Int(item)]
    guard visibility.audiences[scene] != planned.audience else { return }
    let recorded = session.plan.events[Int(planned.index)].sequence
    assume(.userWouldHaveBeenBlocked, event.popup, recorded: recorded, after: nextSequence - 1)
    notes.append(ReplayNote(.userWouldHaveBeenBlocked, recorded: recorded, popup: event.popup, time: now))
  }
}

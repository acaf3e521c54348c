import PopupScheduling

// What the recording does not say has to be assumed, and whatever rests on it is marked (CausalReplay, *Absence*, CausalReplay,
// *Assumptions*).

extension Run {
  /// Something takes effect that the recording does not say.
  mutating func assume(after sequence: Int32) {
    guard firstAssumption == nil else { return }
    firstAssumption = now
    lastCertain = sequence
  }

  // MARK: Visible time

  /// Plans what to assume of a popup whose user the recording knows nothing about, or only that they looked at it for so long.
  mutating func planUnknownStay(of popup: PopupID) {
    guard popups[popup.index].dismissals <= 0, !session.plan.popups[popup.index].traits.isExempt else { return }
    guard !session.plan.isScenario || options.assumedDwell != nil else { return }
    let seen = visibility.seen(popup, at: now)
    let dwell = assumedDwell()
    let stay = session.plan.popups[popup.index].stay
    let unknownFrom = stay >= .zero ? stay + Ticks(1) : min(dwell, Ticks(1))
    let underWay = ScheduledEvent.Stay(popup: popup, mark: visibility.mark(of: popup))
    var due = ScheduledEvent(
      time: now + max(.zero, unknownFrom - seen), popupNumber: session.plan.number(of: popup),
      cause: visibility.views[popup.index].shown, what: .stayUnknown(underWay))
    if !popups[popup.index].isStayNoted { queue.insert(due) }
    due.time = now + max(.zero, max(dwell, unknownFrom) - seen)
    due.what = .assumedDismissal(underWay)
    queue.insert(due)
  }

  /// From now on it is an assumption that the user still looks at a popup.
  mutating func stayBecomesUnknown(_ stay: ScheduledEvent.Stay) -> Bool {
    guard visibility.isUnderWay(stay), visibility.views[stay.popup.index].isUp, !popups[stay.popup.index].isStayNoted
    else { return false }
    popups[stay.popup.index].isStayNoted = true
    assume(after: nextSequence - 1)
    notes.append(ReplayNote(.assumed, popup: stay.popup, time: now))
    return false
  }

  mutating func dismissByAssumption(_ stay: ScheduledEvent.Stay, _ due: ScheduledEvent) -> Bool {
    let view = visibility.views[stay.popup.index]
    guard visibility.isUnderWay(stay), view.isUp else { return false }
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
    guard session.plan.popups[popup].answers <= 0 else { return }
    let wait = assumedWait()
    let unknownFrom = recorded >= 0 ? session.plan.requests[Int(recorded)].length + Ticks(1) : min(wait, Ticks(1))
    var due = ScheduledEvent(
      time: now + unknownFrom, popupNumber: session.plan.number(of: decision.popup), cause: decision.sequence,
      what: .contentUnknown(decision.popup))
    queue.insert(due)
    due.time = now + max(wait, unknownFrom)
    due.what = .assumedContent(decision.popup)
    queue.insert(due)
  }

  /// From now on it is an assumption that content has not come.
  mutating func contentBecomesUnknown(_ popup: PopupID, request: Int32) -> Bool {
    guard popups[popup.index].openRequest == request, !popups[popup.index].isWaitNoted else { return false }
    popups[popup.index].isWaitNoted = true
    assume(after: nextSequence - 1)
    notes.append(ReplayNote(.assumed, popup: popup, time: now))
    return false
  }

  mutating func loadByAssumption(_ popup: PopupID, request: Int32) -> Bool {
    guard popups[popup.index].openRequest == request else { return false }
    _ = contentBecomesUnknown(popup, request: request)
    var event = Event(.contentLoaded)
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
    assume(after: nextSequence - 1)
    notes.append(
      ReplayNote(
        .userWouldHaveBeenBlocked, recorded: session.plan.events[Int(planned.index)].sequence, popup: event.popup,
        time: now))
  }
}

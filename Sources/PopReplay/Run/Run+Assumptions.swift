import PopupScheduling

// What the recording does not say has to be assumed, and whatever rests on it is marked (semantics B13, B14).

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
    let known = plan.popups[popup.index]
    guard known.dismissals <= 0, !known.traits.isExempt else { return }
    guard !plan.isScenario || options.assumedDwell != nil else { return }
    let seen = screen.seen(popup, at: now)
    let dwell = assumedDwell()
    let wasShown = known.stay >= .zero
    let unknownFrom = wasShown ? known.stay + Ticks(1) : min(dwell, Ticks(1))
    var due = Due(
      time: now + max(.zero, unknownFrom - seen), popup: popup, number: plan.number(of: popup),
      mark: screen.mark(of: popup),
      cause: screen.views[popup.index].shown, kind: .popupDismissed, what: .stayUnknown)
    if !popups[popup.index].isStayNoted { agenda.insert(due) }
    due.time = now + max(.zero, max(dwell, unknownFrom) - seen)
    due.what = .assumedDismissal
    agenda.insert(due)
  }

  /// From now on it is an assumption that the user still looks at a popup.
  mutating func stayBecomesUnknown(_ due: Due) -> Bool {
    let view = screen.views[due.popup.index]
    guard screen.mark(of: due.popup) == due.mark, view.isUp, !popups[due.popup.index].isStayNoted else { return false }
    popups[due.popup.index].isStayNoted = true
    assume(after: nextSequence - 1)
    notes.append(ReplayNote(.assumed, popup: due.popup, time: now))
    return false
  }

  mutating func dismissByAssumption(_ due: Due) -> Bool {
    let view = screen.views[due.popup.index]
    guard screen.mark(of: due.popup) == due.mark, view.isUp else { return false }
    if screen.locks > 0 {
      hold(due)
      return false
    }
    _ = stayBecomesUnknown(due)
    var event = Event(.popupDismissed)
    event.popup = due.popup
    event.act = .button
    generate(event, cause: view.shownTime < now ? view.shown : -1)
    return true
  }

  private mutating func assumedDwell() -> Ticks {
    if let given = options.assumedDwell { return given }
    if let medianDwell { return medianDwell }
    let median = Self.lowerMedian(&plan.dwells) ?? plan.tick.ticks(ceilingMilliseconds: 3_000)
    medianDwell = median
    return median
  }

  // MARK: Content

  /// Content is requested: the recording's answer comes, or one has to be assumed.
  mutating func request(_ decision: Event) {
    let popup = decision.popup.index
    popups[popup].requests += 1
    popups[popup].openRequest = decision.sequence
    if plan.popups[popup].afterRequest.first >= 0 {
      trigger(\.afterRequest, of: decision.popup, popups[popup].requests, cause: decision.sequence)
    }
    let recorded = popups[popup].request
    if recorded >= 0 { popups[popup].request = plan.requests[Int(recorded)].next }
    guard isCausal, !plan.isScenario || options.assumedContent != nil else { return }
    if recorded >= 0, plan.requests[Int(recorded)].isAnswered { return }
    guard plan.popups[popup].answers <= 0 else { return }
    let wait = assumedWait()
    let unknownFrom = recorded >= 0 ? plan.requests[Int(recorded)].length + Ticks(1) : min(wait, Ticks(1))
    var due = Due(
      time: now + unknownFrom, popup: decision.popup, number: plan.number(of: decision.popup), cause: decision.sequence,
      kind: .contentLoaded,
      what: .contentUnknown)
    agenda.insert(due)
    due.time = now + max(wait, unknownFrom)
    due.what = .assumedContent
    agenda.insert(due)
  }

  /// From now on it is an assumption that content has not come.
  mutating func contentBecomesUnknown(_ due: Due) -> Bool {
    guard popups[due.popup.index].openRequest == due.cause, !popups[due.popup.index].isWaitNoted else { return false }
    popups[due.popup.index].isWaitNoted = true
    assume(after: nextSequence - 1)
    notes.append(ReplayNote(.assumed, popup: due.popup, time: now))
    return false
  }

  mutating func loadByAssumption(_ due: Due) -> Bool {
    guard popups[due.popup.index].openRequest == due.cause else { return false }
    _ = contentBecomesUnknown(due)
    var event = Event(.contentLoaded)
    event.popup = due.popup
    generate(event, cause: due.cause)
    return true
  }

  private mutating func assumedWait() -> Ticks {
    if let given = options.assumedContent { return given }
    if let medianWait { return medianWait }
    let median = Self.lowerMedian(&plan.waits) ?? plan.tick.ticks(ceilingMilliseconds: 1_000)
    medianWait = median
    return median
  }

  /// The lower median; nil of nothing.
  static func lowerMedian(_ lengths: inout [Ticks]) -> Ticks? {
    guard !lengths.isEmpty else { return nil }
    lengths.sort()
    return lengths[(lengths.count - 1) / 2]
  }

  // MARK: What the user was doing

  /// The user begins something of their own accord: in front of other popups than in the recording they might not have.
  mutating func compareAudience(_ item: Int32, _ event: Event) {
    let scene: Int
    if event.kind.isAboutPage {
      scene = stage.scene(of: event.page)
    } else {
      scene = plan.scenes.place(of: event.scene)
    }
    let planned = plan.items[Int(item)]
    guard screen.audiences[scene] != planned.audience else { return }
    assume(after: nextSequence - 1)
    notes.append(
      ReplayNote(
        .userWouldHaveBeenBlocked, recorded: plan.events[Int(planned.place)].sequence, popup: event.popup, time: now))
  }
}

import PopupScheduling

// Where users do not navigate past a popup, page visits wait until none is up, and later ones shift (CausalReplay, *Visits that wait*).
extension Run {
  struct Visits {
    var index = 0
    /// By how much visits come later than recorded, having waited, and up to when waiting has made them later.
    var shift = Ticks.zero
    var shiftedUntil = Ticks.zero
    /// Since when the next visit of the calendar has been waiting; nil while it does not.
    var waitsSince: Ticks?
    /// When the user sees that nothing keeps those any more that wait; nil while something does.
    var freeFrom: Ticks?
    /// When the last popup went of which the user has seen that it is gone.
    var noticed = Ticks(-1)
    /// How long users of the app take at most to see that, as far as was measured, and at the most.
    let reaction: Ticks
    let longestReaction: Ticks
    /// The next transition of the calendar by its index there and as a stimulus; negative for none.
    var preparedIndex = -1
    var prepared: Int32 = -1
    /// From when on that visit may come, having waited in the recording; ``Ticks/distantFuture`` where it did not.
    var earlierFrom = Ticks.distantFuture

    init(_ tick: TickLength = .millisecond, _ milliseconds: Int64 = 0) {
      reaction = tick.ticks(ceilingMilliseconds: milliseconds)
      longestReaction = tick.ticks(ceilingMilliseconds: max(milliseconds, Self.leastReaction))
    }

    /// A visit that begins so many milliseconds after a popup went may have waited for it, whatever was measured: nobody reacts at once.
    private static var leastReaction: Int64 { 300 }
  }

  /// A visit that leaves a page behind a tap, and may come sooner.
  struct EarlierReturn {
    var item: Int32
    var from: Ticks
    var due: Ticks
  }

  /// Whether a stimulus is the user on the way through the app, so that it comes later where a visit before it had to wait.
  func isVisit(_ item: Int32) -> Bool {
    switch event(of: item).kind {
    case .scrollBegan, .scrollEnded, .editBegan, .editEnded, .backPressed: true
    case let kind: kind.isAboutPage
    }
  }

  /// The next stimulus of the calendar, the visits being later than recorded; negative where there is none, or none but visits that wait.
  mutating func nextBesideVisits() -> Int32 {
    while state.calendarIndex < state.calendarCount, isVisit(calendarItem(state.calendarIndex)) {
      state.calendarIndex += 1
    }
    let other = state.calendarIndex < state.calendarCount ? calendarItem(state.calendarIndex) : -1
    let visit = nextVisit()
    guard visit >= 0, visits.waitsSince == nil, heldVisits.isEmpty else { return other }
    guard other >= 0 else { return visit }
    return (calendarTime(of: visit), visit) < (calendarTime(of: other), other) ? visit : other
  }

  private mutating func nextVisit() -> Int32 {
    while visits.index < state.calendarCount, !isVisit(calendarItem(visits.index)) { visits.index += 1 }
    if visits.index > visits.preparedIndex { prepareTransition() }
    return visits.index < state.calendarCount ? calendarItem(visits.index) : -1
  }

  /// Whether popups keep the user from a page transition that begins now: others than were up in the recording.
  private func isKept(_ item: Int32) -> Bool {
    let planned = planned(item)
    let event = event(of: item)
    // What an app does by itself at a tap needs no user.
    guard planned.traits.contains(.hasAudience), event.kind.isAboutPage, planned.trigger != .cause else { return false }
    let audience = visibility.audiences[onScreen.scene(of: event.page)]
    return audience != 0 && audience != planned.audience
  }

  /// How popups may have kept the user from a visit that begins at this instant, in this run and in the recording.
  private func keptNow(_ item: Int32) -> KeptVisit {
    visibility.kept(onScreen.scene(of: event(of: item).page), at: now)
  }
  private func recordedKept(_ item: Int32) -> KeptVisit {
    session.plan.transitions[Int(planned(item).transition)].kept
  }

  private func beginsTransition(_ item: Int32) -> Bool {
    planned(item).transition >= 0 && planned(item).traits.contains(.hasAudience)
  }

  mutating func keepsVisitWaiting(_ item: Int32) -> Bool {
    guard isKept(item) || isUnnoticed(item) else { return false }
    beginWaiting(item)
    visits.waitsSince = now
    return true
  }

  /// Whether the user may not have seen yet that the page is free: a popup has just gone that did not go just then in the recording.
  private func isUnnoticed(_ item: Int32) -> Bool {
    guard visits.reaction > .zero, beginsTransition(item), planned(item).trigger != .cause else { return false }
    let pause = keptNow(item).pause
    return pause < visits.reaction && now - pause != visits.noticed && recordedKept(item).pause != pause
  }

  /// Whether a stimulus of a transition that waits, or has waited, comes later; it is then planned anew.
  mutating func isLater(_ item: Int32, _ cause: Int32) -> Bool {
    let planned = planned(item)
    guard planned.transition >= 0, planned.isReaction else { return false }
    let transition = Int(planned.transition)
    var due = ScheduledEvent(time: now, order: planned.index, cause: cause, what: .stimulus(item: item))
    if transitions[transition].waitsSince == nil {
      if stimuli[Int(item)].isShifted {
        stimuli[Int(item)].isShifted = false
        due.time = now + transitions[transition].delay
        queue.insert(due)
        return true
      }
      guard transitions[transition].state == .undecided, isKept(item) else { return false }
      beginWaiting(item)
      transitions[transition].waitsSince = now
    }
    heldVisits.append(due)
    return true
  }

  /// A visit begins to wait; from here on later ones are later, unless another one has them wait already.
  private mutating func beginWaiting(_ item: Int32) {
    if visits.waitsSince == nil, heldVisits.isEmpty { visits.shiftedUntil = now }
    notes.append(ReplayNote(.visitWaited, recorded: event(of: item).sequence, time: now))
  }

  /// Lets those visits begin that nothing keeps any more, once the user has seen that.
  mutating func releaseVisits() {
    noteVisitsThatMayCome()
    guard parting == 0 else { return }
    let next = visits.waitsSince == nil ? -1 : nextVisit()
    let held = firstHeld
    let isNextFree = visits.waitsSince != nil && (next < 0 || !isKept(next))
    let isHeldFree = held >= 0 && !isKept(held)
    if isNextFree || isHeldFree {
      guard seesThatVisitsAreFree(isNextFree && next >= 0 ? next : held) else { return }
      if isNextFree {
        visits.waitsSince = nil
        shiftVisits()
      }
      if isHeldFree { release(Int(planned(held).transition)) }
    }
    visits.freeFrom = nil
  }

  /// The first visit that waits though the calendar does not have it; negative where none does.
  private var firstHeld: Int32 {
    guard !heldVisits.isEmpty, case .stimulus(let item) = heldVisits[0].what else { return -1 }
    return item
  }

  /// Whether the user has seen by now that nothing keeps a visit any more; how long that takes nobody knows.
  private mutating func seesThatVisitsAreFree(_ item: Int32) -> Bool {
    guard visits.reaction > .zero, item >= 0 else { return true }
    if let from = visits.freeFrom { return now >= from }
    guard agree(on: { run, continuation in run.delay(ofVisit: item, atMost: run.visits.reaction, in: continuation) })
    else { return false }
    visits.noticed = now - keptNow(item).pause
    let from = visits.noticed + delay(ofVisit: item, atMost: visits.reaction, in: leading)
    visits.freeFrom = from
    queue.insert(ScheduledEvent(time: from, what: .visitUnknown))
    state.hasUnknownAnswer = true
    assume(.visitMayHaveWaited, recorded: event(of: item).sequence, isNoted: false)
    return now >= from
  }

  /// All later visits are as much later; what two of them waited for at once counts once.
  private mutating func shiftVisits() {
    visits.shift += now - visits.shiftedUntil
    visits.shiftedUntil = now
  }

  /// A transition that waited begins, and what belongs to it comes as much later.
  private mutating func release(_ transition: Int) {
    guard let since = transitions[transition].waitsSince else { return }
    let delay = now - since
    transitions[transition].waitsSince = nil
    transitions[transition].delay = delay
    shiftVisits()
    var member = session.plan.transitions[transition].last
    while member >= 0 {
      if stimuli[Int(member)].state == .scheduled { stimuli[Int(member)].isShifted = true }
      member = planned(member).previousMember
    }
    var kept = 0
    for index in heldVisits.indices {
      var visit = heldVisits[index]
      if case .stimulus(let item) = visit.what, Int(planned(item).transition) == transition {
        stimuli[Int(item)].isShifted = false
        visit.time += delay
        queue.insert(visit)
      } else {
        heldVisits[kept] = visit
        kept += 1
      }
    }
    heldVisits.removeLast(heldVisits.count - kept)
  }

  /// Where a popup was up at the recording's end, the user may have wanted to visit a page: in a run without it the visit may come.
  mutating func planMissingVisits() {
    missingVisitFrom.removeAll()
    for scene in session.plan.keptAtEnd.indices {
      missingVisitFrom.append(.distantFuture)
      let kept = session.plan.keptAtEnd[scene]
      guard kept.pause <= visits.longestReaction else { continue }
      missingVisitFrom[scene] = session.plan.end - kept.length + Ticks(1)
      queue.insert(ScheduledEvent(time: missingVisitFrom[scene], what: .visitUnknown))
    }
  }

  /// Finds the next transition of the calendar: the user may have wanted it sooner where a popup went just before it, and all later ones.
  private mutating func prepareTransition() {
    var next = visits.index
    while next < state.calendarCount, !beginsTransition(calendarItem(next)) { next += 1 }
    visits.preparedIndex = next
    visits.prepared = next < state.calendarCount ? calendarItem(next) : -1
    visits.earlierFrom = .distantFuture
    guard visits.prepared >= 0, let kept = keptLength(visits.prepared) else { return }
    visits.earlierFrom = event(of: visits.prepared).time + visits.shift - kept + Ticks(1)
    queue.insert(ScheduledEvent(time: max(now, visits.earlierFrom), what: .visitUnknown))
  }

  /// For how long popups may have kept the user from a visit in the recording; nil where the last of them had gone too long before.
  private func keptLength(_ item: Int32) -> Ticks? {
    let kept = recordedKept(item)
    return kept.pause <= visits.longestReaction && kept.length > .zero ? kept.length : nil
  }

  /// From now on the next transition may come, which waited in the recording: nothing keeps the user from it sooner than there.
  private mutating func noteEarlierVisit() {
    let visit = visits.prepared
    let due = calendarTime(of: visit)
    guard now < due - recordedKept(visit).pause, !isKept(visit) else { return }
    guard
      visits.index != visits.preparedIndex
        || agree(on: { run, continuation in
          // Where the median run leaves a visit at its time, it is the one that says so.
          continuation == .median ? nil : run.advance(of: visit, in: continuation)
        })
    else { return }
    visits.earlierFrom = .distantFuture
    if visits.index != visits.preparedIndex {
      // Which of what the user did on the page in the recording comes before it then, nobody knows.
      open(.visitMayHaveWaited)
    } else if isMedian {
      state.hasUnknownAnswer = true
      assume(.visitMayHaveWaited, recorded: event(of: visit).sequence)
    } else {
      visits.shift = visits.shift - advance(of: visit, in: leading)
    }
  }

  /// How much sooner than it is due now a visit comes that may have waited for a popup in the recording.
  private func advance(of visit: Int32, in continuation: Continuation) -> Ticks {
    let wanted = advance(ofVisit: visit, keptFor: keptLength(visit) ?? .zero, in: continuation)
    return min(wanted, calendarTime(of: visit) - now)
  }

  /// A visit that leaves a page behind a tap is planned: the user may have wanted it sooner where a popup went just before it.
  mutating func planEarlierReturn(_ item: Int32) {
    guard beginsTransition(item), let kept = keptLength(item) else { return }
    let due = now + planned(item).delay
    let from = due - kept + Ticks(1)
    earlierReturns.append(EarlierReturn(item: item, from: from, due: due - recordedKept(item).pause))
    queue.insert(ScheduledEvent(time: max(now, from), what: .visitUnknown))
  }

  /// From now on visits may come that the recording has later, or does not have.
  private mutating func noteVisitsThatMayCome() {
    for scene in missingVisitFrom.indices where now >= missingVisitFrom[scene] && visibility.audiences[scene] == 0 {
      missingVisitFrom[scene] = .distantFuture
      if now < session.plan.end - session.plan.keptAtEnd[scene].pause { open(.visitMayHaveWaited) }
    }
    // One that has come, or may now come, need not be looked at again: only those outstanding are.
    var index = 0
    while index < earlierReturns.count {
      let visit = earlierReturns[index]
      let mayCome = now >= visit.from && now < visit.due && !isKept(visit.item)
      // How much later visits come sooner then, too, nobody knows.
      if mayCome { open(.visitMayHaveWaited) }
      guard mayCome || now >= visit.due else {
        index += 1
        continue
      }
      if let last = earlierReturns.popLast(), index < earlierReturns.count { earlierReturns[index] = last }
    }
    if now >= visits.earlierFrom, visits.prepared >= 0 { noteEarlierVisit() }
  }
}

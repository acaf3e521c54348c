import PopupScheduling

// Where users do not navigate past a popup, page visits wait until none is up, and later ones shift (CausalReplay, *Visits that wait*).

extension Run {
  /// Whether a stimulus is the user on the way through the app, so that it comes later where a visit before it had to wait.
  func isVisit(_ item: Int32) -> Bool {
    switch session.plan.events[Int(session.plan.items[Int(item)].index)].kind {
    case .scrollBegan, .scrollEnded, .editBegan, .editEnded, .backPressed: true
    case let kind: kind.isAboutPage
    }
  }

  /// The next stimulus of the calendar, the visits being later than recorded; negative where there is none, or none but visits that wait.
  mutating func nextBesideVisits() -> Int32 {
    while calendarIndex < calendarCount, isVisit(calendarItem(calendarIndex)) { calendarIndex += 1 }
    let other = calendarIndex < calendarCount ? calendarItem(calendarIndex) : -1
    let visit = nextVisit()
    guard visit >= 0, visitWaitsSince == nil, heldVisits.isEmpty else { return other }
    guard other >= 0 else { return visit }
    let (visitTime, otherTime) = (calendarTime(of: visit), calendarTime(of: other))
    return visitTime < otherTime || (visitTime == otherTime && visit < other) ? visit : other
  }

  /// The next visit of the calendar; negative where there is none.
  private mutating func nextVisit() -> Int32 {
    while visitIndex < calendarCount, !isVisit(calendarItem(visitIndex)) { visitIndex += 1 }
    if visitIndex > preparedIndex { prepareTransition() }
    return visitIndex < calendarCount ? calendarItem(visitIndex) : -1
  }

  /// Whether popups keep the user from a page transition that begins now: others than were up in the recording.
  private func isKept(_ item: Int32) -> Bool {
    let planned = session.plan.items[Int(item)]
    let event = session.plan.events[Int(planned.index)]
    // What an app does by itself at a tap needs no user.
    guard planned.traits.contains(.hasAudience), event.kind.isAboutPage, planned.trigger != .cause else { return false }
    let audience = visibility.audiences[onScreen.scene(of: event.page)]
    return audience != 0 && audience != planned.audience
  }

  /// Has the next visit of the calendar wait, where popups are in its way.
  mutating func keepsVisitWaiting(_ item: Int32) -> Bool {
    guard isKept(item) || isUnnoticed(item) else { return false }
    beginWaiting()
    visitWaitsSince = now
    noteWaiting(item)
    return true
  }

  /// Whether the user may not have seen yet that the page is free where a visit begins: a popup has just gone that did not go just then in the
  /// recording.
  private func isUnnoticed(_ item: Int32) -> Bool {
    guard reaction > .zero, beginsTransition(item), session.plan.items[Int(item)].trigger != .cause else {
      return false
    }
    let scene = onScreen.scene(of: session.plan.events[Int(session.plan.items[Int(item)].index)].page)
    let pause = visibility.kept(scene, at: now).pause
    guard pause < reaction, now - pause != noticed else { return false }
    return session.plan.transitions[Int(session.plan.items[Int(item)].transition)].kept.pause != pause
  }

  /// Whether a stimulus of a transition that waits, or has waited, comes later; it is then planned anew.
  mutating func isLater(_ item: Int32, _ cause: Int32) -> Bool {
    let planned = session.plan.items[Int(item)]
    guard planned.transition >= 0, planned.isReaction else { return false }
    let transition = Int(planned.transition)
    var due = ScheduledEvent(time: now, order: planned.index, cause: cause, what: .stimulus(item: item))
    if transitions[transition].waitsSince != nil {
      heldVisits.append(due)
      return true
    }
    if stimuli[Int(item)].isShifted {
      stimuli[Int(item)].isShifted = false
      due.time = now + transitions[transition].delay
      queue.insert(due)
      return true
    }
    guard transitions[transition].state == .undecided, isKept(item) else { return false }
    beginWaiting()
    transitions[transition].waitsSince = now
    heldVisits.append(due)
    noteWaiting(item)
    return true
  }

  /// Lets those visits begin that nothing keeps any more, once the user has seen that.
  mutating func releaseVisits() {
    noteVisitsThatMayCome()
    let next = visitWaitsSince == nil ? -1 : nextVisit()
    let held = firstHeld
    let isNextFree = visitWaitsSince != nil && (next < 0 || !isKept(next))
    let isHeldFree = held >= 0 && !isKept(held)
    guard isNextFree || isHeldFree else {
      visitsFreeFrom = nil
      return
    }
    guard seesThatVisitsAreFree(isNextFree && next >= 0 ? next : held) else { return }
    if isNextFree {
      visitWaitsSince = nil
      shiftVisits()
    }
    if isHeldFree { release(Int(session.plan.items[Int(held)].transition)) }
    visitsFreeFrom = nil
  }

  /// The first visit that waits though the calendar does not have it; negative where none does.
  private var firstHeld: Int32 {
    guard !heldVisits.isEmpty, case .stimulus(let item) = heldVisits[0].what else { return -1 }
    return item
  }

  /// Whether the user has seen by now that nothing keeps a visit any more. Where users take a while to see it, nobody knows how long it is this
  /// time.
  private mutating func seesThatVisitsAreFree(_ item: Int32) -> Bool {
    guard reaction > .zero, item >= 0 else { return true }
    if visitsFreeFrom == nil {
      let scene = onScreen.scene(of: session.plan.events[Int(session.plan.items[Int(item)].index)].page)
      noticed = now - visibility.kept(scene, at: now).pause
      let from = noticed + delay(ofVisit: item, atMost: reaction)
      visitsFreeFrom = from
      queue.insert(ScheduledEvent(time: from, what: .visitUnknown))
      hasUnknownAnswer = true
      let recorded = session.plan.events[Int(session.plan.items[Int(item)].index)].sequence
      assume(.visitMayHaveWaited, recorded: recorded, after: nextSequence - 1)
    }
    guard let from = visitsFreeFrom else { return true }
    return now >= from
  }

  /// A visit begins to wait; from here on later ones are later, unless another one has them wait already.
  private mutating func beginWaiting() {
    if visitWaitsSince == nil, heldVisits.isEmpty { visitsShiftedUntil = now }
  }

  /// All later visits are as much later; what two of them waited for at once counts once.
  private mutating func shiftVisits() {
    visitShift += now - visitsShiftedUntil
    visitsShiftedUntil = now
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
      member = session.plan.items[Int(member)].previousOfTransition
    }
    var kept = 0
    for index in heldVisits.indices {
      var visit = heldVisits[index]
      if case .stimulus(let item) = visit.what, Int(session.plan.items[Int(item)].transition) == transition {
        stimuli[Int(item)].isShifted = false
        visit.time += delay
        queue.insert(visit)
      } else {
        heldVisits[kept] = visit
        kept += 1
      }
    }
    while heldVisits.count > kept { _ = heldVisits.popLast() }
  }

  private mutating func noteWaiting(_ item: Int32) {
    let event = session.plan.events[Int(session.plan.items[Int(item)].index)]
    notes.append(ReplayNote(.visitWaited, recorded: event.sequence, time: now))
  }

  // MARK: Visits that waited in the recording

  /// Where a popup was up at the recording's end, the user may have wanted to visit a page: in a run without it the visit may come.
  mutating func planMissingVisits() {
    missingVisitFrom.removeAll()
    for scene in session.plan.keptAtEnd.indices {
      missingVisitFrom.append(.distantFuture)
      let kept = session.plan.keptAtEnd[scene]
      guard kept.pause <= longestReaction else { continue }
      missingVisitFrom[scene] = session.plan.end - kept.length + Ticks(1)
      queue.insert(ScheduledEvent(time: missingVisitFrom[scene], what: .visitUnknown))
    }
  }

  /// Finds the next transition of the calendar. Where a popup went in the recording just before it began, the user may have wanted it sooner,
  /// and all later ones.
  private mutating func prepareTransition() {
    var next = visitIndex
    while next < calendarCount, !beginsTransition(calendarItem(next)) { next += 1 }
    preparedIndex = next
    preparedVisit = next < calendarCount ? calendarItem(next) : -1
    earlierVisitFrom = .distantFuture
    guard preparedVisit >= 0 else { return }
    let planned = session.plan.items[Int(preparedVisit)]
    let kept = kept(preparedVisit)
    guard kept > .zero else { return }
    earlierVisitFrom = session.plan.events[Int(planned.index)].time + visitShift - kept + Ticks(1)
    queue.insert(ScheduledEvent(time: max(now, earlierVisitFrom), what: .visitUnknown))
  }

  /// From now on the next transition may come, which waited in the recording: nothing keeps the user from it sooner than there.
  private mutating func noteEarlierVisit() {
    let due = calendarTime(of: preparedVisit)
    guard now < due - pause(preparedVisit), !isKept(preparedVisit) else { return }
    if visitIndex != preparedIndex {
      // Which of what the user did on the page in the recording comes before it then, nobody knows.
      open(.visitMayHaveWaited, .visitMayHaveWaited)
    } else if isMedian {
      hasUnknownAnswer = true
      let recorded = session.plan.events[Int(session.plan.items[Int(preparedVisit)].index)].sequence
      assume(.visitMayHaveWaited, recorded: recorded, after: nextSequence - 1)
      notes.append(ReplayNote(.visitMayHaveWaited, recorded: recorded, time: now))
    } else {
      visitShift = visitShift - min(advance(ofVisit: preparedVisit, keptFor: kept(preparedVisit)), due - now)
    }
    earlierVisitFrom = .distantFuture
  }

  /// For how long popups may have kept the user from a visit in the recording; 0 where the last of them had gone too long before.
  private func kept(_ item: Int32) -> Ticks {
    let kept = session.plan.transitions[Int(session.plan.items[Int(item)].transition)].kept
    return kept.pause <= longestReaction ? kept.length : .zero
  }

  /// How long nothing had kept the user any more in the recording when a visit began.
  private func pause(_ item: Int32) -> Ticks {
    session.plan.transitions[Int(session.plan.items[Int(item)].transition)].kept.pause
  }

  private func beginsTransition(_ item: Int32) -> Bool {
    let planned = session.plan.items[Int(item)]
    return planned.transition >= 0 && planned.traits.contains(.hasAudience)
  }

  /// A visit that leaves a page behind a tap is planned: where a popup went in the recording just before it began, the user may have
  /// wanted it sooner.
  mutating func planEarlierReturn(_ item: Int32) {
    guard beginsTransition(item) else { return }
    let planned = session.plan.items[Int(item)]
    let kept = kept(item)
    guard kept > .zero else { return }
    let from = now + planned.delay - kept + Ticks(1)
    earlierReturns.append(EarlierReturn(item: item, from: from, due: now + planned.delay - pause(item)))
    queue.insert(ScheduledEvent(time: max(now, from), what: .visitUnknown))
  }

  /// From now on visits may come that the recording has later, or does not have.
  private mutating func noteVisitsThatMayCome() {
    for scene in missingVisitFrom.indices where now >= missingVisitFrom[scene] && visibility.audiences[scene] == 0 {
      missingVisitFrom[scene] = .distantFuture
      guard now < session.plan.end - session.plan.keptAtEnd[scene].pause else { continue }
      open(.visitMayHaveWaited, .visitMayHaveWaited)
    }
    // One that has come, or may now come, need not be looked at again: only those outstanding are.
    var index = 0
    while index < earlierReturns.count {
      let visit = earlierReturns[index]
      let mayCome = now >= visit.from && now < visit.due && !isKept(visit.item)
      // How much later visits come sooner then, too, nobody knows.
      if mayCome { open(.visitMayHaveWaited, .visitMayHaveWaited) }
      guard mayCome || now >= visit.due else {
        index += 1
        continue
      }
      if let last = earlierReturns.popLast(), index < earlierReturns.count { earlierReturns[index] = last }
    }
    if now >= earlierVisitFrom, preparedVisit >= 0 { noteEarlierVisit() }
  }
}

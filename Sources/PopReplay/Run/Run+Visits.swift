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
    guard isKept(item) else { return false }
    beginWaiting()
    visitWaitsSince = now
    noteWaiting(item)
    return true
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

  /// Lets those visits begin that nothing keeps any more.
  mutating func releaseVisits() {
    noteVisitsThatMayCome()
    if visitWaitsSince != nil {
      let item = nextVisit()
      if item < 0 || !isKept(item) {
        visitWaitsSince = nil
        shiftVisits()
      }
    }
    guard !heldVisits.isEmpty, case .stimulus(let first) = heldVisits[0].what, !isKept(first) else { return }
    let transition = Int(session.plan.items[Int(first)].transition)
    release(transition)
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
    missingVisitFrom.copy(from: session.plan.keptAtEnd)
    for scene in missingVisitFrom.indices where missingVisitFrom[scene] < .distantFuture {
      missingVisitFrom[scene] += Ticks(1)
      queue.insert(ScheduledEvent(time: missingVisitFrom[scene], what: .visitUnknown))
    }
  }

  /// Finds the next transition of the calendar. Where a popup went in the recording as it began, the user may have wanted it sooner, and all
  /// later ones.
  private mutating func prepareTransition() {
    var next = visitIndex
    while next < calendarCount, !beginsTransition(calendarItem(next)) { next += 1 }
    preparedIndex = next
    preparedVisit = next < calendarCount ? calendarItem(next) : -1
    earlierVisitFrom = .distantFuture
    guard preparedVisit >= 0 else { return }
    let planned = session.plan.items[Int(preparedVisit)]
    let kept = session.plan.transitions[Int(planned.transition)].kept
    guard kept > .zero else { return }
    earlierVisitFrom = session.plan.events[Int(planned.index)].time + visitShift - kept + Ticks(1)
    queue.insert(ScheduledEvent(time: max(now, earlierVisitFrom), what: .visitUnknown))
  }

  /// From now on the next transition may come, which waited in the recording.
  private mutating func noteEarlierVisit() {
    guard now < calendarTime(of: preparedVisit) else { return }
    let isNext = visitIndex == preparedIndex
    if isNext, !isMedian {
      let planned = session.plan.items[Int(preparedVisit)]
      let kept = session.plan.transitions[Int(planned.transition)].kept
      visitShift = visitShift - advance(ofVisit: preparedVisit, keptFor: kept)
    } else if isKept(preparedVisit) {
      return
    } else if isNext {
      hasUnknownAnswer = true
      let recorded = session.plan.events[Int(session.plan.items[Int(preparedVisit)].index)].sequence
      assume(.visitMayHaveWaited, recorded: recorded, after: nextSequence - 1)
      notes.append(ReplayNote(.visitMayHaveWaited, recorded: recorded, time: now))
    } else {
      // Which of what the user did on the page in the recording comes before it then, nobody knows.
      open(.visitMayHaveWaited, .visitMayHaveWaited)
    }
    earlierVisitFrom = .distantFuture
  }

  private func beginsTransition(_ item: Int32) -> Bool {
    let planned = session.plan.items[Int(item)]
    return planned.transition >= 0 && planned.traits.contains(.hasAudience)
  }

  /// A visit that leaves a page behind a tap is planned: where a popup went in the recording as it began, the user may have wanted it sooner.
  mutating func planEarlierReturn(_ item: Int32) {
    guard beginsTransition(item) else { return }
    let planned = session.plan.items[Int(item)]
    let kept = session.plan.transitions[Int(planned.transition)].kept
    guard kept > .zero else { return }
    let from = now + planned.delay - kept + Ticks(1)
    earlierReturns.append(EarlierReturn(item: item, from: from, due: now + planned.delay))
    queue.insert(ScheduledEvent(time: max(now, from), what: .visitUnknown))
  }

  /// From now on visits may come that the recording has later, or does not have.
  private mutating func noteVisitsThatMayCome() {
    for scene in missingVisitFrom.indices where now >= missingVisitFrom[scene] && visibility.audiences[scene] == 0 {
      missingVisitFrom[scene] = .distantFuture
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

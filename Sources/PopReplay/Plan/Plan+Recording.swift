import PopupScheduling

// Compiling a recording: what brings each of its stimuli about.
extension Plan {
  mutating func compileRecording() {
    // The decisions that are causes are made known, so that only those have to be found again in the run.
    for index in causes.indices {
      let decision = events[Int(causes[index])]
      roles[Int(causes[index])] = -2 - decisions.insert(decision)
      let bit = DecisionTable.bit(of: decision.kind)
      if decision.popup.isNone { watchedLoose |= bit } else { popups[decision.popup.index].watched |= bit }
    }
    var root = 0
    for index in 0..<count {
      let event = events[index]
      if event.kind.isDecision {
        take(event, at: index)
      } else if event.kind == .timerFired {
        root = index
        takeFiring(event, at: index)
      } else {
        let cause = event.cause < 0 ? nil : events.index(ofSequence: event.cause, before: index)
        let isReentrant = isReentrant(event, cause, root: root)
        if !isReentrant { root = index }
        takeStimulus(event, at: index, cause: cause, isReentrant: isReentrant)
      }
    }
    close()
    for index in items.indices where items[index].trigger == .time {
      calendar.append(Int32(truncatingIfNeeded: index))
    }
    for index in items.indices.reversed() where items[index].cause >= 0 && roles[Int(items[index].cause)] >= 0 {
      items[index].nextEffect = effects[Int(items[index].cause)]
      effects[Int(items[index].cause)] = Int32(truncatingIfNeeded: index)
    }
    findDetours()
  }

  /// Whether a stimulus is taken while its cause is being carried out (TimeAndTurns, *Re-entrant stimuli*): it is marked so; where recordings
  /// did not mark it yet, its cause is a decision of the turn under way, at the same time.
  private func isReentrant(_ event: Event, _ cause: Int?, root: Int) -> Bool {
    guard let cause, cause >= root, events[cause].kind.isDecision, events[cause].time == event.time else {
      return false
    }
    return !marksReentrantStimuli || event.flags.contains(.reentrant)
  }

  @inline(__always)
  private mutating func take(_ decision: Event, at index: Int) {
    let popup = decision.popup
    if roles[index] < -1 {
      decisions.takeCause(-2 - roles[index], at: index)
      roles[index] = 0
    } else {
      let watched = popup.isNone ? watchedLoose : popups[popup.index].watched
      if watched & DecisionTable.bit(of: decision.kind) != 0 { decisions.take(decision) }
    }
    switch decision.kind {
    case .inputLocked: visibility.lock(at: decision.time)
    case .inputUnlocked: visibility.unlock(at: decision.time)
    case .timerSet: openTimer(decision)
    case .timerCancelled: cancelTimer(decision, at: index)
    case _ where popup.isNone: break
    case .popupShown:
      visibility.show(decision, popups[popup.index].traits)
      popups[popup.index].pageClasses |= classBit(of: decision.page)
      openAnimation(.show, of: decision)
    case .popupHidden:
      closeEntryAnimation(of: popup, at: decision.time)
      // A popup that is hidden once more is already on its way out, so that no second exit animation begins.
      let isFirst = visibility.views[popup.index].isUp
      visibility.hide(decision, popups[popup.index].traits)
      if isFirst { goneAt = decision.time }
      if isFirst, decision.reason != .viewLost { openAnimation(.hide, of: decision) }
    case .contentRequested: openRequest(decision)
    case .contentCancelled: closeRequest(of: popup, at: decision.time)
    default: break
    }
  }

  private mutating func close() {
    for index in popups.indices where visibility.views[index].shown >= 0 {
      popups[index].stay = visibility.answerable(PopupID(index), at: end)
      guard visibility.views[index].lockedUntil >= .zero else { continue }
      popups[index].lockedFrom = visibility.views[index].lockedFrom
      popups[index].lockedUntil = visibility.views[index].lockedUntil
    }
    for page in arrivals.indices where arrivals[page] >= 0 {
      let scene = onScreen.scene(of: PageID(page))
      if onScreen.current(scene, forest) == PageID(page) { items[Int(arrivals[page])].traits.insert(.staysToTheEnd) }
    }
    for scene in underWay.indices { keptAtEnd.append(visibility.keptAtEnd(scene, at: end)) }
    for index in animations.indices where animations[index].isOpen {
      animations[index].length = end - animations[index].start
    }
    for index in requests.indices where requests[index].isOpen {
      requests[index].length = end - requests[index].start
    }
    for number in timers.indices where timers[number].isOpen && timers[number].due <= end {
      delay(number, until: end + Ticks(1))
    }
  }

  /// Finds the taps whose pages the user came back from just before another visit, which may have waited for that.
  private mutating func findDetours() {
    guard firstTap < .max else { return }
    let longest = tick.ticks(ceilingMilliseconds: Self.longestReturn)
    var first = items.count
    var back = Ticks.zero
    for index in Int(firstTap)..<items.count {
      let item = items[index]
      let event = events[Int(item.index)]
      if item.traits.contains(.leadsToPage) {
        first = min(first, index)
        back = event.time
      } else if first < index, event.kind.isAboutPage {
        if item.isReaction { back = event.time }
        if !item.isReaction, item.transition >= 0, item.traits.contains(.hasAudience) {
          if event.time - back <= longest { noteDetours(first..<index, until: back) }
          first = items.count
        }
      }
    }
    if first < items.count, end - back <= longest { noteDetours(first..<items.count, until: back) }
  }

  private mutating func noteDetours(_ range: Range<Int>, until back: Ticks) {
    for index in range where items[index].traits.contains(.leadsToPage) {
      items[index].detour = max(Ticks(1), back - items[index].time)
    }
  }

  /// A visit that begins later than so many milliseconds after the user is back from a page behind a tap has not waited for that.
  private static var longestReturn: Int64 { 1_500 }

  @inline(__always)
  private mutating func takeStimulus(_ event: Event, at index: Int, cause: Int?, isReentrant: Bool) {
    let number = Int32(truncatingIfNeeded: items.count)
    var item = PlannedStimulus(event, at: index)
    roles[index] = number
    if isReentrant { item.traits.insert(.reentrant) }
    if let cause {
      item.cause = Int32(truncatingIfNeeded: cause)
      if roles[cause] >= 0 { item.trigger = .cause }
      item.delay = event.time - events[cause].time
    }
    items.append(item)
    switch event.kind {
    case .backPressed: items[Int(number)].traits.formUnion(visibility.locks > 0 ? [.usersAct, .passesLock] : .usersAct)
    case .pageLoaded, .pageWillAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear, .pageRemoved:
      if !event.page.isNone { takePage(event, number) }
    case .scrollBegan, .editBegan: noteAudience(scene: scenes.index(of: event.scene), number)
    case .appBackground: enterBackground(at: event.time)
    case .appForeground: enterForeground(at: event.time)
    case _ where event.popup.isNone: break
    case .popupSubmitted:
      if popups[event.popup.index].submission < 0 { popups[event.popup.index].submission = number }
    case .animationFinished, .animationLost: takeAnimationEnd(event, number)
    case .contentLoaded, .contentFailed: takeAnswer(event, number)
    case .popupTapped, .popupViewLost: takeAct(event, number, cause)
    case .popupDismissed: if event.act.isUsers { takeAct(event, number, cause) }
    default: break
    }
    if items[Int(number)].trigger == .time { followPopupOrPage(event, number) }
  }

  /// Has another stimulus bring this one about, at the recorded distance.
  mutating func follow(_ trigger: Int32, _ number: Int32) {
    let distance = items[Int(number)].time - items[Int(trigger)].time
    guard trigger < number, distance >= .zero else { return }
    items[Int(number)].trigger = .stimulus
    items[Int(number)].delay = distance
    items[Int(number)].next = items[Int(trigger)].followers
    items[Int(trigger)].followers = number
  }

  /// Has a hiding of its popup bring a stimulus about, or a content request, that is not its recorded cause.
  mutating func follow(_ trigger: PlannedStimulus.Trigger, _ decision: Int32, after delay: Ticks, _ number: Int32) {
    items[Int(number)].trigger = trigger
    items[Int(number)].delay = delay
    items[Int(number)].number = decision
    items.link(number, to: &popups[event(of: number).popup.index].lists[trigger])
  }

  /// A user's act, or a removal of the view by other code: measured in visible time where the popup is up (<doc:CausalReplay#Dwell>).
  private mutating func takeAct(_ event: Event, _ number: Int32, _ cause: Int?) {
    let view = visibility.views[event.popup.index]
    let index = Int(number)
    if event.kind != .popupViewLost {
      items[index].traits.insert(.usersAct)
      if visibility.locks > 0 { items[index].traits.insert(.passesLock) }
    }
    let ownPresentation = cause.map { events[$0].kind == .popupShown && events[$0].popup == event.popup } ?? true
    if view.isUp {
      items[index].traits.insert(.needsPopupUp)
      if event.kind == .popupDismissed {
        items[index].traits.insert(.dismissal)
        popups[event.popup.index].dismissals += 1
        if !popups[event.popup.index].traits.isExempt { dwells.append(visibility.seen(event.popup, at: event.time)) }
      }
      guard ownPresentation, !items[index].traits.contains(.reentrant) else { return }
      if let cause, events[cause].sequence == view.shown { items[index].traits.insert(.causedByLastShown) }
      guard !visibility.isBackground else {
        // Visible time stands still in the background: the act keeps its distance to the moment at which the app left the foreground.
        if let absence = absences.last { follow(absence.item, number) }
        return
      }
      items[index].trigger = .visibleTime
      if items[index].traits.contains(.usersAct) {
        items[index].heldFor = visibility.heldByLock(event.popup, at: event.time)
      }
      items[index].delay = visibility.seen(event.popup, at: event.time)
      acts.append(
        ArmedAct(visibleTime: items[index].delay, item: number, cause: -1), to: &popups[event.popup.index].lists.acts)
    } else if view.hidden >= 0, ownPresentation, !items[index].traits.contains(.reentrant) {
      follow(.hidden, view.generation, after: event.time - view.hiddenTime, number)
    }
  }

  private mutating func takeAnswer(_ event: Event, _ number: Int32) {
    let last = Int(popups[event.popup.index].lists.requests.last)
    guard last >= 0, requests[last].isOpen else {
      if items[Int(number)].trigger == .time { popups[event.popup.index].hasLooseAnswer = true }
      return
    }
    requests[last].isAnswered = true
    closeRequest(of: event.popup, at: event.time)
    waits.append(requests[last].length)
    guard items[Int(number)].trigger == .time else { return }
    follow(.request, requests[last].ordinal, after: requests[last].length, number)
  }

  /// What names no cause keeps its distance to a page behind a tap, or to its popup's submission, where that is a reaction.
  private mutating func followPopupOrPage(_ event: Event, _ number: Int32) {
    if !event.kind.isAboutPage, !event.page.isNone, arrivals[event.page.index] >= 0 {
      follow(arrivals[event.page.index], number)
    } else if event.popup.isNone {
      return
    } else if event.kind == .popupSubmitted {
      let instance = popups[event.popup.index].traits.instance
      if !instance.isNone, instance.index < arrivals.count, arrivals[instance.index] >= 0 {
        follow(arrivals[instance.index], number)
      }
    } else {
      let submission = popups[event.popup.index].submission
      if submission >= 0, items[Int(submission)].isReaction { follow(submission, number) }
    }
  }

  /// Keeps which popups are up when the user begins a page transition, to scroll or to type (<doc:CausalReplay#Assumptions>).
  mutating func noteAudience(scene: Int, _ number: Int32) {
    items[Int(number)].audience = visibility.audiences[scene]
    items[Int(number)].traits.insert(.hasAudience)
  }

  private mutating func enterBackground(at time: Ticks) {
    guard !visibility.isBackground else { return }
    visibility.enterBackground(at: time)
    if let goneAt, time - goneAt <= tick.ticks(ceilingMilliseconds: Self.longestDeparture) { departure = time }
    absences.append(Absence(start: time, end: .distantFuture, item: Int32(truncatingIfNeeded: items.count - 1)))
  }

  /// Who leaves the app later than so many milliseconds after a popup went does not do so because of it.
  private static var longestDeparture: Int64 { 5_000 }

  private mutating func enterForeground(at time: Ticks) {
    guard visibility.isBackground else { return }
    visibility.enterForeground(at: time)
    absences[absences.count - 1].end = time
  }
}

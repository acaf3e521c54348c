import PopupScheduling

// What brings each recorded stimulus about.

extension Plan {
  mutating func takeStimulus(_ event: Event, at index: Int, cause: Int?, isReentrant: Bool) {
    let number = Int32(truncatingIfNeeded: items.count)
    var item = PlannedStimulus(index: index)
    roles[index] = number
    if isReentrant { item.traits.insert(.reentrant) }
    if let cause {
      item.traits.insert(.hasCause)
      item.trigger = .cause
      item.delay = event.time - events[cause].time
    }
    items.append(item)
    if let cause { addEffect(number, to: cause) }
    switch event.kind {
    case .popupSubmitted, .animationFinished, .animationLost, .popupDismissed, .popupTapped, .popupViewLost,
      .contentLoaded, .contentFailed:
      if !event.popup.isNone { takePopupStimulus(event, number, cause) }
    case .backPressed: items[Int(number)].traits.formUnion(visibility.locks > 0 ? [.usersAct, .passesLock] : .usersAct)
    case .pageLoaded, .pageWillAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear, .pageRemoved:
      if !event.page.isNone { takePage(event, number) }
    case .scrollBegan, .editBegan: noteAudience(scene: scenes.index(of: event.scene), number)
    case .appBackground: enterBackground(at: event.time)
    case .appForeground: enterForeground(at: event.time)
    default: break
    }
    if items[Int(number)].trigger == .time { followPopupOrPage(event, number) }
  }

  private mutating func takePopupStimulus(_ event: Event, _ number: Int32, _ cause: Int?) {
    switch event.kind {
    case .popupSubmitted:
      if popups[event.popup.index].submission < 0 { popups[event.popup.index].submission = number }
    case .animationFinished, .animationLost: takeAnimationEnd(event, number)
    case .contentLoaded, .contentFailed: takeAnswer(event, number)
    default: if event.kind != .popupDismissed || event.act.isUsers { takeAct(event, number, cause) }
    }
  }

  /// Adds a stimulus to the effects of its recorded cause.
  private mutating func addEffect(_ number: Int32, to cause: Int) {
    let role = roles[cause]
    guard role >= 0 else {
      items[Int(number)].trigger = .time
      return
    }
    if events[cause].kind.isDecision {
      decisions.addEffect(number, to: role, in: &items)
    } else if events[cause].kind == .timerFired {
      let last = timers[Int(role)].lastEffect
      if last >= 0 { items[Int(last)].nextEffect = number } else { timers[Int(role)].firstEffect = number }
      timers[Int(role)].lastEffect = number
    } else {
      let last = items[Int(role)].lastEffect
      if last >= 0 { items[Int(last)].nextEffect = number } else { items[Int(role)].firstEffect = number }
      items[Int(role)].lastEffect = number
    }
  }

  /// Has another stimulus bring this one about, at the recorded distance.
  mutating func follow(_ trigger: Int32, _ number: Int32) {
    let distance = events[Int(items[Int(number)].index)].time - events[Int(items[Int(trigger)].index)].time
    guard trigger < number, distance >= .zero else { return }
    items[Int(number)].trigger = .stimulus
    items[Int(number)].delay = distance
    items[Int(number)].nextTriggered = items[Int(trigger)].firstTriggered
    items[Int(trigger)].firstTriggered = number
  }

  /// Has a decision of its popup bring a stimulus about that is not its recorded cause.
  mutating func follow(
    _ trigger: PlannedStimulus.Trigger, _ decision: Int32, of popup: PopupID, after delay: Ticks, _ number: Int32
  ) {
    items[Int(number)].trigger = trigger
    items[Int(number)].delay = delay
    items[Int(number)].number = decision
    let isHidden = trigger == .hidden
    var list = isHidden ? popups[popup.index].afterHidden : popups[popup.index].afterRequest
    if list.last >= 0 { items[Int(list.last)].nextTriggered = number } else { list.first = number }
    list.last = number
    if isHidden { popups[popup.index].afterHidden = list } else { popups[popup.index].afterRequest = list }
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
    } else if view.hidden >= 0, ownPresentation, !items[index].traits.contains(.reentrant) {
      follow(.hidden, view.generation, of: event.popup, after: event.time - view.hiddenTime, number)
    }
  }

  private mutating func takeAnswer(_ event: Event, _ number: Int32) {
    let last = Int(popups[event.popup.index].lastRequest)
    guard last >= 0, requests[last].isOpen else {
      if items[Int(number)].trigger == .time { popups[event.popup.index].hasLooseAnswer = true }
      return
    }
    requests[last].isOpen = false
    requests[last].isAnswered = true
    requests[last].length = event.time - requests[last].start
    waits.append(requests[last].length)
    guard items[Int(number)].trigger == .time else { return }
    follow(.request, requests[last].ordinal, of: event.popup, after: requests[last].length, number)
  }

  /// What names no cause keeps its distance to a page behind a tap, or to its popup's submission, where that is a reaction
  /// (<doc:CausalReplay#Dwell>, <doc:CausalReplay#Pages-behind-a-tap>).
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

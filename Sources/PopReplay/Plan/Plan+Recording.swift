import PopupScheduling

// Compiling a recording.

extension Plan {
  mutating func compileRecording() {
    roles.append(repeating: -1, count: count)
    markCauses()
    var root = 0
    for index in 0..<count {
      let kind = events[index].kind
      if kind.isDecision {
        takeDecision(kind, at: index)
      } else if kind == .timerFired {
        root = index
        takeFiring(events[index], at: index)
      } else {
        let event = events[index]
        let cause = self.index(ofSequence: event.cause, before: index)
        let isReentrant = isReentrant(event, cause, root: root)
        if !isReentrant { root = index }
        takeStimulus(event, at: index, cause: cause, isReentrant: isReentrant)
      }
    }
    close()
    fillCalendar()
  }

  /// Whether a stimulus is taken while its cause is being carried out (TimeAndTurns, *Re-entrant stimuli*; AuditWords, *Turn*): it is
  /// marked so; where recordings did not mark it yet, its cause is a decision of the turn under way, at the same time.
  private func isReentrant(_ event: Event, _ cause: Int?, root: Int) -> Bool {
    guard let cause, cause >= root, events[cause].kind.isDecision, events[cause].time == event.time else {
      return false
    }
    return !marksReentrantStimuli || event.flags.contains(.reentrant)
  }

  /// Marks the decisions that are causes of stimuli, so that only those have to be found again in the run.
  private mutating func markCauses() {
    for index in 0..<count where events[index].cause >= 0 && events[index].kind.isStimulus {
      guard let cause = self.index(ofSequence: events[index].cause, before: index), events[cause].kind.isDecision,
        roles[cause] == -1
      else { continue }
      roles[cause] = -2
      decisions.insert(events[cause])
      if events[cause].popup.isNone {
        watchedLoose |= DecisionTable.bit(of: events[cause].kind)
      } else {
        popups[events[cause].popup.index].watched |= DecisionTable.bit(of: events[cause].kind)
      }
    }
  }

  private mutating func takeDecision(_ kind: EventKind, at index: Int) {
    let popup = events[index].popup
    let watched = popup.isNone ? watchedLoose : popups[popup.index].watched
    if watched & DecisionTable.bit(of: kind) != 0 {
      let isCause = roles[index] == -2
      roles[index] = decisions.count(events[index], isCause: isCause)
    }
    switch kind {
    case .popupShown where !popup.isNone: takeShown(events[index])
    case .popupHidden where !popup.isNone: takeHidden(events[index])
    case .contentRequested where !popup.isNone: openRequest(events[index])
    case .contentCancelled where !popup.isNone: closeRequest(of: popup, at: events[index].time)
    case .inputLocked: visibility.lock(at: events[index].time)
    case .inputUnlocked: visibility.unlock(at: events[index].time)
    case .timerSet: openTimer(events[index])
    case .timerCancelled: cancelTimer(events[index], at: index)
    default: break
    }
  }

  private mutating func takeShown(_ event: Event) {
    visibility.show(event, popups[event.popup.index].traits)
    popups[event.popup.index].places |= tree.place(event.page)
    openAnimation(.show, of: event)
  }

  private mutating func takeHidden(_ event: Event) {
    closeAnimation(
      .show, of: event.popup, generation: visibility.views[event.popup.index].generation, at: event.time)
    // A popup that is hidden once more is already on its way out, so that no second exit animation begins.
    let isFirst = visibility.views[event.popup.index].isUp
    visibility.hide(event, popups[event.popup.index].traits)
    if isFirst { goneAt = event.time }
    if isFirst, event.reason != .viewLost { openAnimation(.hide, of: event) }
  }

  /// Gives what is still open at the end the length for which it was open.
  private mutating func close() {
    for index in popups.indices where visibility.views[index].shown >= 0 {
      popups[index].stay = visibility.answerable(PopupID(index), at: end)
      guard visibility.views[index].lockedUntil >= .zero else { continue }
      popups[index].lockedFrom = visibility.views[index].lockedFrom
      popups[index].lockedUntil = visibility.views[index].lockedUntil
    }
    for page in arrivals.indices where arrivals[page] >= 0 {
      let scene = onScreen.scene(of: PageID(page))
      if onScreen.current(scene) == PageID(page) { items[Int(arrivals[page])].traits.insert(.staysToTheEnd) }
    }
    for scene in underWay.indices { keptAtEnd.append(visibility.keptAtEnd(scene, at: end)) }
    for index in animations.indices where animations[index].isOpen {
      animations[index].length = end - animations[index].start
    }
    for index in requests.indices where requests[index].isOpen {
      requests[index].length = end - requests[index].start
    }
    closeTimers()
  }

  private mutating func fillCalendar() {
    for index in items.indices where items[index].trigger == .time {
      calendar.append(Int32(truncatingIfNeeded: index))
    }
    findDetours()
  }

  /// Finds the taps whose pages the user came back from just before another visit, which may have waited for that.
  private mutating func findDetours() {
    let longest = tick.ticks(ceilingMilliseconds: Self.longestReturn)
    var first = items.count
    var back = Ticks.zero
    for index in items.indices {
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
      items[index].detour = max(Ticks(1), back - events[Int(items[index].index)].time)
    }
  }

  /// A visit that begins later than so many milliseconds after the user is back from a page behind a tap has not waited for that.
  private static var longestReturn: Int64 { 1_500 }
}

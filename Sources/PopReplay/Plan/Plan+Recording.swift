import PopupScheduling

// Compiling a recording.

extension Plan {
  mutating func compileRecording() {
    roles.append(repeating: -1, count: count)
    markCauses()
    var root = 0
    for place in 0..<count {
      let kind = events[place].kind
      if kind.isDecision {
        takeDecision(kind, at: place)
      } else if kind == .timerFired {
        root = place
        takeFiring(events[place], at: place)
      } else {
        let event = events[place]
        let cause = self.place(ofSequence: event.cause, before: place)
        let isReentrant = isReentrant(event, cause, root: root)
        if !isReentrant { root = place }
        takeStimulus(event, at: place, cause: cause, isReentrant: isReentrant)
      }
    }
    close()
    fillCalendar()
  }

  /// Whether a stimulus is taken while its cause is being carried out (TimeAndTurns, *Re-entrant stimuli*; AuditWords, *Step*): it is
  /// marked so; where recordings did not mark it yet, its cause is a decision of the turn under way, at the same time.
  private func isReentrant(_ event: Event, _ cause: Int?, root: Int) -> Bool {
    guard let cause, cause >= root, events[cause].kind.isDecision, events[cause].time == event.time else {
      return false
    }
    return !marksReentrantStimuli || event.flags.contains(.reentrant)
  }

  /// Marks the decisions that are causes of stimuli, so that only those have to be found again in the run.
  private mutating func markCauses() {
    for place in 0..<count where events[place].cause >= 0 && events[place].kind.isStimulus {
      guard let cause = self.place(ofSequence: events[place].cause, before: place), events[cause].kind.isDecision,
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

  private mutating func takeDecision(_ kind: EventKind, at place: Int) {
    let popup = events[place].popup
    let watched = popup.isNone ? watchedLoose : popups[popup.index].watched
    if watched & DecisionTable.bit(of: kind) != 0 {
      let isCause = roles[place] == -2
      roles[place] = decisions.count(events[place], isCause: isCause)
    }
    switch kind {
    case .popupShown where !popup.isNone: takeShown(events[place])
    case .popupHidden where !popup.isNone: takeHidden(events[place])
    case .contentRequested where !popup.isNone: openRequest(events[place])
    case .contentCancelled where !popup.isNone: closeRequest(of: popup, at: events[place].time)
    case .inputLocked: visibility.lock(at: events[place].time)
    case .inputUnlocked: visibility.unlock(at: events[place].time)
    case .timerSet: openTimer(events[place])
    case .timerCancelled: cancelTimer(events[place])
    default: break
    }
  }

  private mutating func takeShown(_ event: Event) {
    visibility.show(event, popups[event.popup.index].traits)
    openAnimation(.show, of: event)
  }

  private mutating func takeHidden(_ event: Event) {
    closeAnimation(
      .show, of: event.popup, generation: visibility.views[event.popup.index].generation, at: event.time)
    // What is hidden once more is on its way out already: that begins no second exit animation.
    let isFirst = visibility.views[event.popup.index].isUp
    visibility.hide(event, popups[event.popup.index].traits)
    if isFirst, event.reason != .viewLost { openAnimation(.hide, of: event) }
  }

  /// What is still open at the end tells how long nothing came of it.
  private mutating func close() {
    for place in popups.indices where visibility.views[place].shown >= 0 {
      popups[place].stay = visibility.seen(PopupID(place), at: end)
    }
    for place in animations.indices where animations[place].isOpen {
      animations[place].length = end - animations[place].start
    }
    for place in requests.indices where requests[place].isOpen {
      requests[place].length = end - requests[place].start
    }
    closeTimers()
  }

  private mutating func fillCalendar() {
    for place in items.indices where items[place].trigger == .time {
      calendar.append(Int32(truncatingIfNeeded: place))
    }
  }
}

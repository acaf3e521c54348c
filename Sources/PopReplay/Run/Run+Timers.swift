import PopupScheduling

// Timers are generated, never replayed; only how late they fire is the recording's (CausalReplay, *Timers*).

extension Run {
  mutating func setTimer(_ decision: Event) {
    let number = decision.timer.index
    guard number >= 0, number <= timers.count else { return }
    let recorded = nextRecordedTimer(decision)
    let due = max(decision.at, decision.time)
    let timer = RunningTimer(
      due: due, setBy: decision.sequence, recorded: recorded, scene: decision.scene, scheduler: decision.scheduler)
    if number == timers.count { timers.append(timer) } else { timers[number] = timer }
    var entry = ScheduledEvent(
      time: due, popupNumber: session.plan.number(of: decision.popup), what: .timer(decision.timer))
    if recorded >= 0 {
      let known = session.plan.timers[Int(recorded)]
      entry.order = known.index
      if known.waitedForForeground {
        entry.what = .timerDue(decision.timer)
        entry.order = ScheduledEvent.last
      } else {
        entry.time = max(now, due + known.lateness)
      }
    }
    queue.insert(entry)
  }

  /// The recorded timer of the same popup, purpose and ordinal; -1 where there is none.
  private mutating func nextRecordedTimer(_ decision: Event) -> Int32 {
    let purpose = TimerLists.list(decision.purpose)
    if decision.popup.isNone {
      let recorded = looseTimers[purpose]
      if recorded >= 0 { looseTimers[purpose] = session.plan.timers[Int(recorded)].next }
      return recorded
    }
    let recorded = popups[decision.popup.index].timers[purpose]
    if recorded >= 0 { popups[decision.popup.index].timers[purpose] = session.plan.timers[Int(recorded)].next }
    return recorded
  }

  mutating func cancelTimer(_ decision: Event) {
    guard decision.timer.index >= 0, decision.timer.index < timers.count else { return }
    timers[decision.timer.index].isSet = false
  }

  /// A timer that had to wait for the foreground in the recording is due.
  mutating func comeDue(_ number: TimerID, _ due: ScheduledEvent) -> Bool {
    let timer = timers[number.index]
    guard timer.isSet, timer.recorded >= 0 else { return false }
    if visibility.isBackground {
      heldTimers.append(HeldTimer(timer: number, due: due.time, isLate: true, popupNumber: due.popupNumber))
    } else {
      let known = session.plan.timers[Int(timer.recorded)]
      var due = due
      due.time = now + max(.zero, known.lateness)
      due.order = known.index
      due.what = .timer(number)
      queue.insert(due)
    }
    return false
  }

  /// A timer fires, if it is still set and the app is in the foreground.
  mutating func fire(_ number: TimerID, _ due: ScheduledEvent) -> Bool {
    let timer = timers[number.index]
    guard timer.isSet else { return false }
    let known: RecordedTimer? = timer.recorded >= 0 ? session.plan.timers[Int(timer.recorded)] : nil
    if visibility.isBackground, known?.firesInBackground != true {
      heldTimers.append(HeldTimer(timer: number, due: due.time, isLate: false, popupNumber: due.popupNumber))
      return false
    }
    timers[number.index].isSet = false
    var event = Event(.timerFired)
    event.timer = number
    event.scene = timer.scene
    event.scheduler = timer.scheduler
    generate(event, cause: known?.hasCause == true ? timer.setBy : -1)
    if let known, known.firstEffect >= 0 { bringAbout(known.firstEffect, cause: nextSequence) }
    return true
  }

  /// The app is back: timers that came due meanwhile fire right after, in order of due time.
  mutating func releaseTimers(order: Int32) {
    for index in heldTimers.indices {
      let held = heldTimers[index]
      let timer = timers[held.timer.index]
      guard timer.isSet else { continue }
      var due = ScheduledEvent(
        time: now, dueSince: held.due, popupNumber: held.popupNumber, order: order, what: .timer(held.timer))
      if timer.recorded >= 0 {
        let known = session.plan.timers[Int(timer.recorded)]
        if known.index != ScheduledEvent.last { due.order = known.index }
        if held.isLate, known.lateness > .zero {
          due.time = now + known.lateness
          due.order = known.index
        }
      }
      queue.insert(due)
    }
    heldTimers.removeAll()
  }
}

// Timers, in the order in which they come due (TimeAndTurns, *Equal times*, CausalReplay, *Timers*). The clock is asked for one call, for
// the next of them.

extension PopupScheduler where Observer: ~Copyable {
  /// The next timer that is due, as what happens then; in the background they wait for the foreground.
  func takeDueTimer() -> PendingStimulus? {
    guard looksAtTimers, !isBackground, let entry = bridge.timers.takeFirst(dueBy: clock.now) else { return nil }
    var event = Event(.timerFired)
    event.timer = entry.timer
    event.schedulerID = entry.scheduler
    return PendingStimulus(event)
  }

  /// Asks the clock for a call when the next timer is due, and for none where there is none.
  func setAlarm() {
    let due = isBackground ? nil : bridge.timers.first?.due
    guard due != alarm?.due else { return }
    alarm?.alarm.cancel()
    alarm = nil
    guard let due else { return }
    alarm = (due, clock.wake(at: due) { [weak self] in self?.ring() })
  }

  private func ring() {
    alarm = nil
    looksAtTimers = true
    catchUp()
  }
}

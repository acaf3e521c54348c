// Timers, in the order in which they come due (TimeAndTurns, *Equal times*, CausalReplay, *Timers*). The clock is asked for one call, for
// the next of them.

extension PopupScheduler where Observer: ~Copyable {
  /// The next timer that is due, as what happens then; in the background they wait for the foreground.
  func takeDueTimer() -> PendingStimulus? {
    guard looksAtTimers, !isBackground, timersLeft > 0, let entry = bridge.timers.takeFirst(dueBy: now) else {
      return nil
    }
    timersLeft -= 1
    var event = Event(.timerFired)
    event.timer = entry.timer
    event.schedulerID = entry.scheduler
    return PendingStimulus(event)
  }

  /// Asks the clock for a call when the next timer is due, and for none where there is none.
  func setAlarm() {
    var due = isBackground ? nil : bridge.timers.first?.due
    // A policy that sets one timer upon the other for the same instant is called again when time has gone on.
    if timersLeft == 0, let first = due { due = max(first, now + Ticks(1)) }
    // Time never gets beyond.
    if let first = due, first > clock.tick.latest { due = nil }
    guard due != alarm?.due else { return }
    alarm?.alarm.cancel()
    alarm = nil
    guard let due else { return }
    alarm = (due, clock.wake(at: due) { [weak self] in self?.ring() })
  }

  private func ring() {
    alarm = nil
    looksAtTimers = true
    begin()
    catchUp()
  }
}

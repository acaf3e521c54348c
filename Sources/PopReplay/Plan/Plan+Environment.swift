import PopupScheduling

// What the recording knows of animations, content and timers.
extension Plan {
  mutating func openAnimation(_ phase: AnimationPhase, of decision: Event) {
    let popup = decision.popup.index
    let last = popups[popup].lists.animations.last
    animations.append(
      RecordedAnimation(start: decision.time, generation: decision.generation, previous: last, phase: phase),
      to: &popups[popup].lists.animations)
  }

  /// A popup is hidden: its entry animation ends without saying so.
  mutating func closeEntryAnimation(of popup: PopupID, at time: Ticks) {
    let found = findAnimation(.show, of: popup, generation: visibility.views[popup.index].generation)
    guard found >= 0, animations[found].isOpen else { return }
    animations[found].isOpen = false
    animations[found].length = time - animations[found].start
  }

  mutating func takeAnimationEnd(_ event: Event, _ number: Int32) {
    let view = visibility.views[event.popup.index]
    let generation = event.generation == 0 ? view.generation : event.generation
    let found = findAnimation(event.phase, of: event.popup, generation: generation)
    guard found >= 0, animations[found].item < 0 else { return }
    let isReentrant = items[Int(number)].traits.contains(.reentrant)
    guard animations[found].isOpen else {
      // The entry animation was cut short and says so: that follows its hiding, or a later one.
      guard event.phase == .show, view.hidden >= 0, !isReentrant else { return }
      animations[found].item = number
      follow(.hidden, view.hiddenGeneration, after: event.time - view.hiddenTime, number)
      return
    }
    let length = event.time - animations[found].start
    animations[found].isOpen = false
    animations[found].item = number
    animations[found].length = length
    if event.kind == .animationFinished, length >= .zero, popups[event.popup.index].lengths[event.phase] < .zero {
      popups[event.popup.index].lengths[event.phase] = length
    }
    guard !isReentrant else { return }
    items[Int(number)].trigger = .animation
    items[Int(number)].delay = length
  }

  /// The last recorded animation of a popup's phase and generation; -1 where there is none.
  private func findAnimation(_ phase: AnimationPhase, of popup: PopupID, generation: Int32) -> Int {
    var found = Int(popups[popup.index].lists.animations.last)
    // Generations only rise, so that what lies before a smaller one need not be looked at.
    while found >= 0, animations[found].generation >= generation {
      if animations[found].phase == phase, animations[found].generation == generation { return found }
      found = Int(animations[found].previous)
    }
    return -1
  }

  mutating func openRequest(_ decision: Event) {
    closeRequest(of: decision.popup, at: decision.time)
    let popup = decision.popup.index
    let last = Int(popups[popup].lists.requests.last)
    let ordinal = last < 0 ? 1 : requests[last].ordinal + 1
    requests.append(RecordedRequest(start: decision.time, ordinal: ordinal), to: &popups[popup].lists.requests)
  }

  mutating func closeRequest(of popup: PopupID, at time: Ticks) {
    let last = Int(popups[popup.index].lists.requests.last)
    guard last >= 0, requests[last].isOpen else { return }
    requests[last].isOpen = false
    requests[last].length = time - requests[last].start
  }

  mutating func openTimer(_ decision: Event) {
    let number = Int32(truncatingIfNeeded: timers.count)
    timers.append(RecordedTimer(due: max(decision.at, decision.time)), to: &timerLists[timerList(of: decision)])
    // Timers are counted from 0 as they are set: a number beyond the events there are cannot be one.
    let timer = decision.timer.index
    guard timer >= 0, timer < count else { return }
    if timersByNumber.count <= timer { timersByNumber.append(repeating: -1, count: timer + 1 - timersByNumber.count) }
    timersByNumber[timer] = number
  }

  private func openTimer(numbered timer: TimerID) -> Int? {
    guard timer.index >= 0, timer.index < timersByNumber.count else { return nil }
    let number = Int(timersByNumber[timer.index])
    return number >= 0 && timers[number].isOpen ? number : nil
  }

  mutating func takeFiring(_ event: Event, at index: Int) {
    guard let number = openTimer(numbered: event.timer) else { return }
    roles[index] = Int32(truncatingIfNeeded: number)
    timers[number].isOpen = false
    timers[number].index = Int32(truncatingIfNeeded: index)
    timers[number].hasCause = event.cause >= 0
    timers[number].firesInBackground = visibility.isBackground
    delay(number, until: event.time)
  }

  mutating func cancelTimer(_ decision: Event, at index: Int) {
    guard let number = openTimer(numbered: decision.timer) else { return }
    timers[number].isOpen = false
    if timers[number].due < decision.time { delay(number, until: decision.time) }
    // Cancelled at the very tick of the foreground: it stays behind what cancelled it, though all the others fire first.
    if timers[number].waitedForForeground, timers[number].lateness == .zero {
      timers[number].index = Int32(truncatingIfNeeded: index)
    }
  }

  /// A timer has not fired before an instant: it is as late, or has waited for the foreground where it fell due in the background.
  mutating func delay(_ number: Int, until time: Ticks) {
    let due = timers[number].due
    let next = absences.partitioningIndex { $0.start > due }
    let waited = !timers[number].firesInBackground && next > 0 && due < absences[next - 1].end
    timers[number].waitedForForeground = waited
    timers[number].lateness = time - (waited ? min(time, absences[next - 1].end) : due)
  }
}

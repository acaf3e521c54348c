import PopupScheduling

// Timers and animations are generated, never replayed; only how late and how long they are is the recording's (CausalReplay, *Timers*,
// *Animations*).
extension Run {
  mutating func setTimer(_ decision: Event) {
    let number = decision.timer.index
    guard number >= 0, number <= timers.count else { return }
    // That of the same popup, purpose and ordinal; -1 where there is none.
    let list = session.plan.timerList(of: decision)
    let recorded = timerLists[list].first
    if recorded >= 0 { timerLists[list].first = session.plan.timers[Int(recorded)].next }
    let due = max(decision.at, decision.time)
    let timer = RunningTimer(
      setBy: decision.sequence, recorded: recorded, scene: decision.scene, scheduler: decision.scheduler)
    if number == timers.count { timers.append(timer) } else { timers[number] = timer }
    var entry = ScheduledEvent(
      time: due, popupNumber: session.plan.number(of: decision.popup), what: .timer(decision.timer))
    if recorded >= 0 {
      let known = session.plan.timers[Int(recorded)]
      if known.waitedForForeground {
        entry.what = .timerDue(decision.timer)
      } else {
        entry.order = known.index
        entry.time = max(now, due + known.lateness)
      }
    }
    queue.insert(entry)
  }

  mutating func cancelTimer(_ decision: Event) {
    guard decision.timer.index >= 0, decision.timer.index < timers.count else { return }
    timers[decision.timer.index].isSet = false
  }

  /// A timer that had to wait for the foreground in the recording is due.
  mutating func comeDue(_ number: TimerID, _ due: ScheduledEvent) {
    let timer = timers[number.index]
    guard timer.isSet, timer.recorded >= 0 else { return }
    if visibility.isBackground {
      hold(number, due, isLate: true)
    } else {
      let known = session.plan.timers[Int(timer.recorded)]
      var due = due
      due.time = now + max(.zero, known.lateness)
      due.order = known.index
      due.what = .timer(number)
      queue.insert(due)
    }
  }

  private mutating func hold(_ timer: TimerID, _ due: ScheduledEvent, isLate: Bool) {
    heldTimers.append(HeldTimer(timer: timer, due: due.time, isLate: isLate, popupNumber: due.popupNumber))
  }

  mutating func fire(_ number: TimerID, _ due: ScheduledEvent) -> Bool {
    let timer = timers[number.index]
    guard timer.isSet else { return false }
    let known: RecordedTimer? = timer.recorded >= 0 ? session.plan.timers[Int(timer.recorded)] : nil
    if visibility.isBackground, known?.firesInBackground != true {
      hold(number, due, isLate: false)
      return false
    }
    timers[number.index].isSet = false
    var event = Event(.timerFired)
    event.timer = number
    event.scene = timer.scene
    event.scheduler = timer.scheduler
    generate(event, cause: known?.hasCause == true ? timer.setBy : -1)
    if let known, known.index < session.plan.count, session.plan.events[Int(known.index)].kind == .timerFired {
      bringAbout(effectsOf: Int(known.index), cause: nextSequence)
    }
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
        let isLate = held.isLate && known.lateness > .zero
        if isLate { due.time = now + known.lateness }
        if isLate || known.index != ScheduledEvent.last { due.order = known.index }
      }
      queue.insert(due)
    }
    heldTimers.removeAll()
  }

  mutating func animate(_ phase: AnimationPhase, _ decision: Event) {
    let popup = decision.popup.index
    if session.plan.popups[popup].isLost[phase] { return }
    let found = Int(findAnimation(phase, of: decision))
    let presentation = ScheduledEvent.Presentation(popup: decision.popup, generation: decision.generation)
    var due = ScheduledEvent(
      time: now, popupNumber: session.plan.number(of: decision.popup), cause: decision.sequence,
      what: .animation(phase, presentation))
    if found >= 0, session.plan.animations[found].item >= 0 {
      return planRecordedEnd(session.plan.animations[found], presentation, &due)
    }
    if phase == .hide, decision.reason == .viewLost { return }
    var length = session.plan.popups[popup].lengths[phase]
    if length < .zero { length = session.plan.popups[popup].traits.lengths[phase] }
    guard length > .zero else { return }
    if found >= 0 { length = max(length, session.plan.animations[found].length + Ticks(1)) }
    due.time = now + length
    queue.insert(due)
  }

  private mutating func planRecordedEnd(
    _ recorded: RecordedAnimation, _ presentation: ScheduledEvent.Presentation, _ due: inout ScheduledEvent
  ) {
    let item = recorded.item
    guard !session.plan.isScenario, planned(item).trigger == .animation else { return }
    if !isCausal {
      // The recorded end comes at its own time, unless that is over.
      guard stimuli[Int(item)].state == .unreached else { return }
      due.time = now + recorded.length
    } else {
      guard stimuli[Int(item)].state == .waiting else { return }
      stimuli[Int(item)].state = .scheduled
      due.time = now + planned(item).delay
      due.order = planned(item).index
      due.what = .recordedAnimation(item: item, presentation)
    }
    queue.insert(due)
  }

  /// Whether the animation still runs: hiding cancels an entry animation, whose end then never comes.
  func isRunning(_ phase: AnimationPhase, _ presentation: ScheduledEvent.Presentation) -> Bool {
    let view = visibility.views[presentation.popup.index]
    return phase != .show || (view.isUp && view.generation == presentation.generation)
  }

  mutating func finishAnimation(
    _ phase: AnimationPhase, _ presentation: ScheduledEvent.Presentation, cause: Int32
  ) -> Bool {
    var event = Event(.animationFinished)
    event.popup = presentation.popup
    event.phase = phase
    event.generation = presentation.generation
    generate(event, cause: cause)
    return true
  }

  /// The recorded animation of the same popup, phase and generation; -1 where there is none.
  private mutating func findAnimation(_ phase: AnimationPhase, of decision: Event) -> Int32 {
    let popup = decision.popup.index
    var next = popups[popup].lists.animations.first
    while next >= 0 {
      let animation = session.plan.animations[Int(next)]
      if animation.phase == phase, animation.generation == decision.generation { return next }
      if !session.plan.isScenario {
        if animation.generation > decision.generation { return -1 }
        // Generations only rise, so that what lies behind need not be looked at again.
        if animation.generation < decision.generation { popups[popup].lists.animations.first = animation.next }
      }
      next = animation.next
    }
    return -1
  }
}

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
        entry.what = .timer(decision.timer, waits: true)
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

  /// A timer is due. One that had to wait for the foreground in the recording fires as late behind it as there.
  mutating func fire(_ number: TimerID, _ due: ScheduledEvent, _ waits: Bool) -> Bool {
    let timer = timers[number.index]
    guard timer.isSet else { return false }
    let known: RecordedTimer? = timer.recorded >= 0 ? session.plan.timers[Int(timer.recorded)] : nil
    if visibility.isBackground, waits ? known != nil : known?.firesInBackground != true {
      heldTimers.append(due)
      return false
    }
    guard !waits else {
      guard let known else { return false }
      queue.insert(
        ScheduledEvent(
          time: now + max(.zero, known.lateness), dueSince: due.dueSince, popupNumber: due.popupNumber,
          order: known.index, what: .timer(number)))
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
      guard case .timer(let number, let waits) = held.what, timers[number.index].isSet else { continue }
      var due = ScheduledEvent(
        time: now, dueSince: held.time, popupNumber: held.popupNumber, order: order, what: .timer(number))
      if timers[number.index].recorded >= 0 {
        let known = session.plan.timers[Int(timers[number.index].recorded)]
        let isLate = waits && known.lateness > .zero
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
    let presentation = ScheduledEvent.Presentation(
      popup: decision.popup, generation: decision.generation, phase: phase)
    var due = ScheduledEvent(
      time: now, popupNumber: session.plan.number(of: decision.popup), cause: decision.sequence,
      what: .animation(presentation))
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
  func isRunning(_ presentation: ScheduledEvent.Presentation) -> Bool {
    let view = visibility.views[presentation.popup.index]
    return presentation.phase != .show || (view.isUp && view.generation == presentation.generation)
  }

  mutating func finish(_ presentation: ScheduledEvent.Presentation, cause: Int32) -> Bool {
    var event = Event(.animationFinished)
    event.popup = presentation.popup
    event.phase = presentation.phase
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

import PopupScheduling

// Animations always finish (CausalReplay, *Animations*, CausalReplay, *Absence*).

extension Run {
  /// A popup is shown or hidden: its animation begins.
  mutating func animate(_ phase: AnimationPhase, _ decision: Event) {
    let popup = decision.popup.index
    if phase == .show ? session.plan.popups[popup].losesShow : session.plan.popups[popup].losesHide { return }
    let found = findAnimation(phase, of: decision)
    let presentation = ScheduledEvent.Presentation(popup: decision.popup, generation: decision.generation)
    var due = ScheduledEvent(
      time: now, popupNumber: session.plan.number(of: decision.popup), cause: decision.sequence,
      what: .animation(phase, presentation))
    if found >= 0 {
      let recorded = session.plan.animations[found]
      if recorded.item >= 0 {
        planRecordedEnd(recorded, presentation, due)
        return
      }
    }
    if phase == .hide, decision.reason == .viewLost { return }
    var length = session.plan.popups[popup].length(of: phase)
    guard length > .zero else { return }
    if found >= 0 { length = max(length, session.plan.animations[found].length + Ticks(1)) }
    due.time = now + length
    queue.insert(due)
  }

  private mutating func planRecordedEnd(
    _ recorded: RecordedAnimation, _ presentation: ScheduledEvent.Presentation, _ due: ScheduledEvent
  ) {
    let planned = session.plan.items[Int(recorded.item)]
    guard !session.plan.isScenario, planned.trigger == .animation else { return }
    var due = due
    if !isCausal {
      // The recorded end comes at its own time, unless that is over.
      guard stimuli[Int(recorded.item)].state == .unreached else { return }
      due.time = now + recorded.length
    } else {
      guard stimuli[Int(recorded.item)].state == .waiting else { return }
      stimuli[Int(recorded.item)].state = .scheduled
      due.time = now + planned.delay
      due.order = planned.index
      due.what = .recordedAnimation(item: recorded.item, presentation)
    }
    queue.insert(due)
  }

  /// Whether the animation still runs: hiding cancels an entry animation, whose end then never comes.
  func isRunning(_ phase: AnimationPhase, _ presentation: ScheduledEvent.Presentation) -> Bool {
    let view = visibility.views[presentation.popup.index]
    return phase != .show || (view.isUp && view.generation == presentation.generation)
  }

  /// The phase of the animation whose end a stimulus of the plan is.
  func phase(ofItem item: Int32) -> AnimationPhase {
    session.plan.events[Int(session.plan.items[Int(item)].index)].phase
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
  private mutating func findAnimation(_ phase: AnimationPhase, of decision: Event) -> Int {
    let popup = decision.popup.index
    var next = Int(popups[popup].animation)
    // Generations only rise, so that what lies behind need not be looked at again.
    while next >= 0, !session.plan.isScenario, session.plan.animations[next].generation < decision.generation {
      next = Int(session.plan.animations[next].next)
    }
    popups[popup].animation = Int32(truncatingIfNeeded: next)
    while next >= 0 {
      let animation = session.plan.animations[next]
      if animation.phase == phase, animation.generation == decision.generation { return next }
      if !session.plan.isScenario, animation.generation > decision.generation { return -1 }
      next = Int(animation.next)
    }
    return -1
  }
}

import PopupScheduling

extension AuditState {
  /// Closes an eventful step that the rules have judged.
  @inline(__always)
  mutating func endStep() {
    let count = step.presentations.count
    for index in 0..<count {
      let place = Int(step.presentations[index].popup)
      if !popups[place].isExempt { lines[Int(popups[place].line)].shownInStep = -1 }
    }
    if !altered.isEmpty { forgetAltered() }
    for index in changedScenes.indices { scenes[Int(changedScenes[index])].currentChanged = false }
    changedScenes.removeAll()
    for index in slotScenes.indices { scenes[Int(slotScenes[index])].slotChanged = false }
    slotScenes.removeAll()
    if !emptiedChains.isEmpty { endRounds() }
    if !foldedScenes.isEmpty { forgetFoldedTyping() }
    settleLines()
    timers.tidy()
    for index in 0..<count { watchContest(step.presentations[index]) }
  }

  /// What popups ask for whose pages were altered has been judged, or they are gone.
  @inline(never)
  private mutating func forgetAltered() {
    var kept = 0
    for index in altered.indices {
      let place = Int(altered[index])
      guard scenes[Int(popups[place].scene)].pageEvent < step.start, popups[place].isUp else { continue }
      altered[kept] = altered[index]
      kept += 1
    }
    altered.removeLast(altered.count - kept)
  }

  /// Whether the popup of the event, which is to be shown, takes a slot, and a decision of its scheduler shows it.
  var takesSlot: Bool {
    isPopupKnown && !popups[event.popup.index].isExempt && !isShownBySystem(event.popup.index)
  }

  /// Whether a presentation that began in this step is still UP.
  func isUpSince(_ presentation: AuditStep.Presentation) -> Bool {
    let place = Int(presentation.popup)
    return popups[place].isUp && popups[place].shown == presentation.shown
  }

  /// Whether a popup was put back by a suspension that hides what is up (QueueOrder, *Suspension and clearing*), in this step.
  func isPutBackBySuspension(_ place: Int) -> Bool {
    step.hiding >= 0 && step.hiddenLine == popups[place].line
      && (step.hiddenKind == nil || step.hiddenKind == popups[place].kind)
  }

  /// Whether a popup of the system was, or is about to be, shown in the step of its submission: the system shows it, whatever a policy does.
  func isShownBySystem(_ place: Int) -> Bool { popups[place].isSystem && popups[place].submitted >= step.start }

  /// Applies what a deadline means for the state.
  mutating func pass(_ deadline: Deadline) {
    let place = Int(deadline.subject)
    switch deadline.kind {
    case .expiry:
      guard popups[place].flags.contains(.listed) else { return }
      seat(place)
    case .exitGrace:
      guard popups[place].flags.contains(.leaving), Int64(popups[place].hidden) == deadline.stamp else { return }
      endGrace(of: place)
    default: return
    }
    // Moments at one time count as one: the lines are looked at after the last of those that change something.
    settleLines()
  }

  /// Lets popups expire in the middle of a step, where an event is later than its root. ``now`` is that event's time.
  mutating func expire() {
    while expiries.next <= now {
      let place = Int(expiries.removeFirst().subject)
      if popups[place].flags.contains(.listed) { seat(place) }
    }
  }

  /// An exit animation that never ended counts as over.
  private mutating func endGrace(of place: Int) {
    scenes[Int(popups[place].scene)].graceEnd = popups[place].leavesBy
    goneFromScreen(place)
  }

  /// Ends the exit animations whose grace runs out in the middle of a step, where decisions are later than their root.
  mutating func endExits(upTo time: Ticks) {
    guard nextExit <= time else { return }
    nextExit = .distantFuture
    for scene in scenes.indices {
      var index = 0
      while index < Int(scenes[scene].visible.count) {
        let place = Int(numberLists[scenes[scene].visible, index])
        if popups[place].flags.contains(.leaving), popups[place].leavesBy <= time {
          endGrace(of: place)
        } else {
          if popups[place].flags.contains(.leaving) { nextExit = min(nextExit, popups[place].leavesBy) }
          index += 1
        }
      }
    }
  }
}

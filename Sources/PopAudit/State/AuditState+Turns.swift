import PopupScheduling

extension AuditState {
  /// Closes an eventful turn that the rules have judged.
  @inline(__always)
  mutating func endTurn() {
    let count = turn.presentations.count
    for index in 0..<count {
      let position = Int(turn.presentations[index].popup)
      if !popups[position].isExempt { queues[Int(popups[position].queue)].shownInStep = -1 }
    }
    if !altered.isEmpty { forgetAltered() }
    for index in changedScenes.indices { scenes[Int(changedScenes[index])].currentChanged = false }
    changedScenes.removeAll()
    for index in slotScenes.indices { scenes[Int(slotScenes[index])].slotChanged = false }
    slotScenes.removeAll()
    if !emptiedChains.isEmpty { endRounds() }
    if !foldedScenes.isEmpty { forgetFoldedTyping() }
    settleQueues()
    timers.tidy()
    for index in 0..<count { watchContest(turn.presentations[index]) }
  }

  /// Forgets the popups whose altered pages have come to count, or that are no longer UP.
  @inline(never)
  private mutating func forgetAltered() {
    var kept = 0
    for index in altered.indices {
      let position = Int(altered[index])
      guard popups[position].changedPages != nil, popups[position].isUp else { continue }
      altered[kept] = altered[index]
      kept += 1
    }
    altered.removeLast(altered.count - kept)
  }

  /// Whether the popup of the event, which is to be shown, takes a slot, and a decision of its scheduler shows it.
  var takesSlot: Bool {
    isPopupKnown && !popups[event.popup.index].isExempt && !isShownBySystem(event.popup.index)
  }

  /// Whether a presentation that began in this turn is still UP.
  func isUpSince(_ presentation: AuditTurn.Presentation) -> Bool {
    let index = Int(presentation.popup)
    return popups[index].isUp && popups[index].shownSequence == presentation.shownSequence
  }

  /// Whether a popup was put back by a suspension that hides what is up (QueueOrder, *Suspension and clearing*), in this turn.
  func isPutBackBySuspension(_ index: Int) -> Bool {
    turn.hiding >= 0 && turn.hiddenQueue == popups[index].queue
      && (turn.hiddenKind == nil || turn.hiddenKind == popups[index].kind)
  }

  /// Whether a popup of the system was, or is about to be, shown in the turn of its submission: the system shows it, whatever a policy
  /// does.
  func isShownBySystem(_ index: Int) -> Bool { popups[index].isSystem && popups[index].submitted >= turn.start }

  /// Applies what a deadline means for the state.
  mutating func pass(_ deadline: Deadline) {
    let index = Int(deadline.subject)
    switch deadline.kind {
    case .expiry:
      guard popups[index].flags.contains(.listed) else { return }
      regroup(index)
    case .exitGrace:
      guard popups[index].flags.contains(.leaving), Int64(popups[index].hiddenSequence) == deadline.stamp else {
        return
      }
      endGrace(of: index)
    default: return
    }
    // Moments at one time count as one: the queues are looked at after the last of those that change something.
    settleQueues()
  }

  /// An exit animation that never ended counts as over.
  private mutating func endGrace(of index: Int) {
    scenes[Int(popups[index].scene)].graceEnd = popups[index].leavesBy
    goneFromScreen(index)
  }
}

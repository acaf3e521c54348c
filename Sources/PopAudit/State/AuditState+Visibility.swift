import PopupScheduling

// Which popups are VISIBLE, and which take the slot.
extension AuditState {
  mutating func finishAnimation() {
    let index = event.popup.index
    if event.sequence == turn.start, event.generation != popups[index].generation {
      turn.staleCompletion = event.popup.rawValue
    }
    guard event.phase == .hide, popups[index].flags.contains(.leaving),
      event.generation == popups[index].generation
    else { return }
    goneFromScreen(index)
  }

  /// The exit animation of a LEAVING popup is over.
  mutating func goneFromScreen(_ index: Int) {
    popups[index].flags.remove(.leaving)
    leaveVisible(index)
  }

  mutating func enterVisible(_ index: Int) {
    let scene = Int(popups[index].scene)
    numberLists.append(Int32(truncatingIfNeeded: index), to: &scenes[scene].visible)
    if !popups[index].isExempt {
      scenes[scene].slotCount += 1
      noteSlot(of: scene)
    }
  }

  /// A popup took the slot of a scene, or left it.
  private mutating func noteSlot(of scene: Int) {
    touch(scene: Int32(truncatingIfNeeded: scene))
    turn.signals.insert(.slotChanged)
    guard !scenes[scene].slotChanged else { return }
    scenes[scene].slotChanged = true
    slotScenes.append(Int32(truncatingIfNeeded: scene))
  }

  mutating func leaveVisible(_ position: Int) {
    let scene = Int(popups[position].scene)
    let index = numberLists.lastIndex(of: Int32(truncatingIfNeeded: position), in: scenes[scene].visible)
    guard index >= 0 else { return }
    numberLists.remove(at: index, from: &scenes[scene].visible)
    if !popups[position].isExempt {
      scenes[scene].slotCount -= 1
      noteSlot(of: scene)
    }
  }
}

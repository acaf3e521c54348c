import PopupScheduling

// What is VISIBLE, and who takes the slot.
extension AuditState {
  mutating func finishAnimation() {
    let place = event.popup.index
    if event.sequence == step.start, event.generation != popups[place].generation {
      step.staleCompletion = event.popup.rawValue
    }
    guard event.phase == .hide, popups[place].flags.contains(.leaving),
      event.generation == popups[place].generation
    else { return }
    goneFromScreen(place)
  }

  /// The exit animation of a LEAVING popup is over.
  mutating func goneFromScreen(_ place: Int) {
    popups[place].flags.remove(.leaving)
    leaveVisible(place)
  }

  mutating func enterVisible(_ place: Int) {
    let scene = Int(popups[place].scene)
    numberLists.append(Int32(truncatingIfNeeded: place), to: &scenes[scene].visible)
    if !popups[place].isExempt {
      scenes[scene].slotCount += 1
      noteSlot(of: scene)
    }
  }

  /// Somebody took the slot of a scene, or left it.
  private mutating func noteSlot(of scene: Int) {
    touch(scene: Int32(truncatingIfNeeded: scene))
    step.signals.insert(.slotChanged)
    guard !scenes[scene].slotChanged else { return }
    scenes[scene].slotChanged = true
    slotScenes.append(Int32(truncatingIfNeeded: scene))
  }

  mutating func leaveVisible(_ place: Int) {
    let scene = Int(popups[place].scene)
    let index = numberLists.lastIndex(of: Int32(truncatingIfNeeded: place), in: scenes[scene].visible)
    guard index >= 0 else { return }
    numberLists.remove(at: index, from: &scenes[scene].visible)
    if !popups[place].isExempt {
      scenes[scene].slotCount -= 1
      noteSlot(of: scene)
    }
  }
}

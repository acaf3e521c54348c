import PopupScheduling

extension AuditState {
  mutating func drop() {
    let index = event.popup.index
    if popups[index].isKnown, !popups[index].flags.contains(.removed), premiseHolds {
      popups[index].flags.insert(.droppedRightly)
    }
    popups[index].flags.insert(.removed)
    die(index, event.sequence)
    finish(index, event.sequence)
    relist(index)
  }

  /// Code takes a popup back: the whole object, where it was submitted more than once (PagesAndPopups, *Attributes of a popup*).
  mutating func withdraw() {
    let position = event.popup.index
    turn.isEventful = true
    settleObjects()
    takeBack(position, event.sequence)
    guard hasObject(position) else { return }
    findOthers(ofObjectOf: position)
    for index in others.indices { takeBack(Int(others[index]), event.sequence) }
  }

  mutating func dismiss() {
    let index = event.popup.index
    let isByCode = event.act == .code
    turn.isEventful = true
    if isByCode {
      settleObjects()
      popups[index].flags.insert(.dismissedByCode)
    }
    if popups[index].isUp {
      dismissUp(index, event.sequence)
    } else if isByCode {
      // Its object may be up by another submission.
      let up = hasObject(index) ? upOther(ofObjectOf: index) : -1
      if up >= 0 {
        popups[up].flags.insert(.dismissedByCode)
        dismissUp(up, event.sequence)
      } else {
        withdraw()
      }
    }
  }

  private mutating func takeBack(_ index: Int, _ sequence: Int32) {
    popups[index].flags.insert(.withdrawn)
    if popups[index].withdrawal < 0 { popups[index].withdrawal = sequence }
    if popups[index].isUp {
      // What the operating system shows goes when its user says so.
      guard !popups[index].isSystem else { return }
      dismissals.append(AuditTurn.Dismissal(popup: Int32(truncatingIfNeeded: index), sequence: sequence))
    }
    finish(index, sequence)
    relist(index)
  }

  private mutating func dismissUp(_ index: Int, _ sequence: Int32) {
    guard !popups[index].flags.contains(.dismissed) else { return }
    popups[index].flags.insert(.dismissed)
    if popups[index].dismissal < 0 { popups[index].dismissal = sequence }
    guard !popups[index].isSystem else { return }
    dismissals.append(AuditTurn.Dismissal(popup: Int32(truncatingIfNeeded: index), sequence: sequence))
  }

  private func hasObject(_ index: Int) -> Bool {
    popups[index].spec >= 0 && catalog.specs[Int(popups[index].spec)].object >= 0
  }

  mutating func noteObject(_ index: Int, _ object: Int32) {
    let key = IndexTable.Key(popups[index].queue, object)
    ofObject.append(index, to: Int(objects.index(of: key, orNew: index)))
  }

  /// Finds the other LIVE submissions of a popup's object to its scheduler, in order of submission.
  private mutating func findOthers(ofObjectOf position: Int) {
    others.removeAll()
    let key = IndexTable.Key(popups[position].queue, catalog.specs[Int(popups[position].spec)].object)
    var next = ofObject.first(of: Int(objects[key]))
    while next >= 0 {
      let other = next
      next = ofObject.next(after: other)
      if !popups[other].isLive {
        ofObject.remove(other)
      } else if other != position {
        others.append(Int32(truncatingIfNeeded: other))
      }
    }
  }

  /// The first other submission of a popup's object that is UP; negative where there is none.
  private mutating func upOther(ofObjectOf position: Int) -> Int {
    findOthers(ofObjectOf: position)
    for index in others.indices where popups[Int(others[index])].isUp { return Int(others[index]) }
    return -1
  }

  mutating func loseView() {
    let index = event.popup.index
    if popups[index].isUp {
      popups[index].hide(event.sequence, .viewLost, at: now, clock: foregroundClock)
    }
    popups[index].flags.subtract([.up, .leaving])
    popups[index].flags.insert(.viewLost)
    leaveVisible(index)
    die(index, event.sequence)
    finish(index, event.sequence)
    relist(index)
  }

  /// A popup that was hidden as page-left, and not parked by the end of the turn, has ENDED.
  mutating func endUnparked() {
    for index in leftPopups.indices where popups[Int(leftPopups[index])].flags.contains(.left) {
      endUnparked(Int(leftPopups[index]))
    }
  }

  /// A popup that was hidden as page-left has ENDED: it was not parked.
  mutating func endUnparked(_ index: Int) {
    popups[index].flags.remove(.left)
    popups[index].flags.insert(.removed)
    die(index, popups[index].hiddenSequence)
    finish(index, popups[index].hiddenSequence)
    relist(index)
  }

  mutating func die(_ index: Int, _ sequence: Int32) {
    guard !popups[index].flags.contains(.dead) else { return }
    popups[index].flags.insert(.dead)
    popups[index].death = sequence
  }

  /// The popup has ENDED. It leaves its queue and its group with the next `relist`.
  mutating func finish(_ index: Int, _ sequence: Int32) {
    guard !popups[index].flags.contains(.ended) else { return }
    popups[index].flags.insert(.ended)
    popups[index].flags.subtract([.parked, .limbo, .left])
    popups[index].end = sequence
    ended.append(Int32(truncatingIfNeeded: index))
    turn.isEventful = true
    guard popups[index].isKnown else { return }
    if popups[index].chain >= 0 { leaveChain(index) }
    if !popups[index].key.isNone { liveOfKey.remove(index) }
  }
}

import PopupScheduling

// How popups end.
extension AuditState {
  mutating func drop() {
    let place = event.popup.index
    if popups[place].isKnown, !popups[place].flags.contains(.removed), premiseHolds {
      popups[place].flags.insert(.droppedRightly)
    }
    popups[place].flags.insert(.removed)
    die(place, event.sequence)
    finish(place, event.sequence)
    relist(place)
  }

  /// Code takes a popup back: the whole object, where it was submitted more than once (PagesAndPopups, *Attributes of a popup*).
  mutating func withdraw() {
    let place = event.popup.index
    takeBack(place, event.sequence)
    guard hasObject(place) else { return }
    findOthers(ofObjectOf: place)
    for index in others.indices { takeBack(Int(others[index]), event.sequence) }
  }

  mutating func dismiss() {
    let place = event.popup.index
    let isByCode = event.act == .code
    if isByCode { popups[place].flags.insert(.dismissedByCode) }
    if popups[place].isUp {
      dismissUp(place, event.sequence)
    } else if isByCode {
      // Its object may be up by another submission.
      let up = hasObject(place) ? upOther(ofObjectOf: place) : -1
      if up >= 0 {
        popups[up].flags.insert(.dismissedByCode)
        dismissUp(up, event.sequence)
      } else {
        withdraw()
      }
    }
  }

  private mutating func takeBack(_ place: Int, _ sequence: Int32) {
    popups[place].flags.insert(.withdrawn)
    if popups[place].withdrawal < 0 { popups[place].withdrawal = sequence }
    if popups[place].isUp {
      // What the operating system shows goes when its user says so.
      guard !popups[place].isSystem else { return }
      step.farewells.append(AuditStep.Farewell(popup: Int32(truncatingIfNeeded: place), sequence: sequence))
    }
    finish(place, sequence)
    relist(place)
  }

  private mutating func dismissUp(_ place: Int, _ sequence: Int32) {
    guard !popups[place].flags.contains(.dismissed) else { return }
    popups[place].flags.insert(.dismissed)
    if popups[place].dismissal < 0 { popups[place].dismissal = sequence }
    guard !popups[place].isSystem else { return }
    step.farewells.append(AuditStep.Farewell(popup: Int32(truncatingIfNeeded: place), sequence: sequence))
  }

  private func hasObject(_ place: Int) -> Bool {
    popups[place].spec >= 0 && catalog.specs[Int(popups[place].spec)].object >= 0
  }

  mutating func noteObject(_ place: Int, _ object: Int32) {
    let key = IndexTable.Key(popups[place].line, object)
    popups[place].sameObject = objects[key]
    objects[key] = Int32(truncatingIfNeeded: place)
  }

  /// Finds the other LIVE submissions of a popup's object to its scheduler, in order of submission.
  private mutating func findOthers(ofObjectOf place: Int) {
    others.removeAll()
    let key = IndexTable.Key(popups[place].line, catalog.specs[Int(popups[place].spec)].object)
    var last: Int32 = -1
    var next = objects[key]
    while next >= 0 {
      let other = Int(next)
      next = popups[other].sameObject
      if popups[other].isLive {
        if other != place { others.append(Int32(truncatingIfNeeded: other)) }
        last = Int32(truncatingIfNeeded: other)
      } else if last >= 0 {
        // Whoever has ended is left out from now on.
        popups[Int(last)].sameObject = next
      } else {
        objects[key] = next
      }
    }
    for index in 0..<others.count / 2 {
      let other = others[index]
      others[index] = others[others.count - 1 - index]
      others[others.count - 1 - index] = other
    }
  }

  /// The first other submission of a popup's object that is UP; negative where there is none.
  private mutating func upOther(ofObjectOf place: Int) -> Int {
    findOthers(ofObjectOf: place)
    for index in others.indices where popups[Int(others[index])].isUp { return Int(others[index]) }
    return -1
  }

  mutating func loseView() {
    let place = event.popup.index
    if popups[place].isUp {
      popups[place].hide(event.sequence, .viewLost, at: now, clock: foregroundClock)
    }
    popups[place].flags.subtract([.up, .leaving])
    popups[place].flags.insert(.viewLost)
    leaveVisible(place)
    die(place, event.sequence)
    finish(place, event.sequence)
    relist(place)
  }

  /// A popup that was hidden as page-left, and not parked by the end of the step, has ENDED.
  mutating func endThoseWhoLeft() {
    for index in step.left.indices where popups[Int(step.left[index])].flags.contains(.left) {
      endOneWhoLeft(Int(step.left[index]))
    }
  }

  /// A popup that was hidden as page-left has ENDED: it was not parked.
  mutating func endOneWhoLeft(_ place: Int) {
    popups[place].flags.remove(.left)
    popups[place].flags.insert(.removed)
    die(place, popups[place].hidden)
    finish(place, popups[place].hidden)
    relist(place)
  }

  mutating func die(_ place: Int, _ sequence: Int32) {
    guard !popups[place].flags.contains(.dead) else { return }
    popups[place].flags.insert(.dead)
    popups[place].death = sequence
  }

  /// The popup has ENDED. It is counted as such, and loses its seat, once it is listed anew.
  mutating func finish(_ place: Int, _ sequence: Int32) {
    guard !popups[place].flags.contains(.ended) else { return }
    popups[place].flags.insert(.ended)
    popups[place].flags.subtract([.parked, .limbo, .left])
    popups[place].end = sequence
    step.ended.append(Int32(truncatingIfNeeded: place))
    step.signals.insert(.popupEnded)
    guard popups[place].isKnown else { return }
    if popups[place].chain >= 0 { leaveChain(place) }
    if !popups[place].key.isNone { forgetKey(place) }
  }
}

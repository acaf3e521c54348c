import PopupScheduling

extension AuditState {
  mutating func submit() {
    let place = event.popup.index
    guard !popups[place].isKnown, event.attributes >= 0, event.spec.index < catalog.specs.count else { return }
    let spec = catalog.spec(event.spec)
    let line = self.place(ofSpec: event.spec)
    // Shown before it was submitted: a gap. It is visible in its own scene from now on.
    let wasVisible = popups[place].isVisible
    if wasVisible { leaveVisible(place) }
    var flags = popups[place].flags.intersection([.named, .up, .leaving])
    flags.insert(.known)
    if spec.kind.isExempt { flags.insert(.exempt) }
    if spec.kind == .system { flags.insert(.system) }
    if spec.kind.isHeldByTyping { flags.insert(.heldByTyping) }
    if spec.isBound { flags.insert(.bound) }
    if spec.keepAlive { flags.insert(.keepAlive) }
    if spec.content == .ready { flags.insert(.ready) }
    if spec.condition { flags.insert(.allowed) }
    popups[place].flags = flags
    popups[place].kind = spec.kind
    popups[place].spec = event.attributes
    popups[place].line = line
    popups[place].scene = lines[Int(line)].scene
    popups[place].level = spec.level
    popups[place].isNext = spec.next
    popups[place].pages = spec.pages
    popups[place].instance = spec.instance
    popups[place].key = spec.key
    popups[place].submittedAt = now
    popups[place].submitted = event.sequence
    popups[place].conditionSequence = event.sequence
    popups[place].epoch = epoch
    if spec.expires >= .zero {
      popups[place].expiresAt = now + spec.expires
      expiries.add(
        Deadline(time: now + spec.expires, kind: .expiry, subject: event.popup.rawValue, stamp: 0))
    }
    if !spec.key.isNone { noteKey(place) }
    if !spec.chain.isNone, !spec.kind.isExempt { joinChain(place) }
    if spec.object >= 0 { noteObject(place, spec.object) }
    if wasVisible { enterVisible(place) }
    seatLatest()
    if popups[place].chain >= 0 {
      relist(place)
    } else {
      enlist(place)
      latest = event.popup.rawValue
    }
  }

  /// A popup is about to be shown: settles first what it was until now.
  @inline(__always)
  mutating func prepareToShow(_ place: Int) {
    if popups[place].flags.contains(.left) { endOneWhoLeft(place) }
    if popups[place].isSystem, isShownBySystem(place), popups[place].shown < 0 { becomePlain(place) }
  }

  /// What the operating system shows is nobody's decision: its pages, instance, content, condition and key count for no rule.
  private mutating func becomePlain(_ place: Int) {
    guard popups[place].isLive else { return }
    if !popups[place].key.isNone { forgetKey(place) }
    popups[place].key = .none
    popups[place].keyPlace = -1
    popups[place].pages = .none
    popups[place].instance = .none
    popups[place].flags.subtract([.bound, .hadTwin])
    popups[place].flags.formUnion([.plain, .ready, .allowed])
  }

  mutating func show() {
    let place = event.popup.index
    if !popups[place].isKnown {
      popups[place].scene = scene(numbered: event.scene)
      popups[place].line = self.place(ofLine: event.line)
    }
    if popups[place].isUp {
      popups[place].visibleBefore = visibleTime(of: place)
      popups[place].flags.insert(.shownTwice)
    } else {
      popups[place].flags.remove(.shownTwice)
    }
    if popups[place].isVisible { leaveVisible(place) }
    let cameFromParking =
      popups[place].shown >= 0 && popups[place].parked > popups[place].shown && popups[place].hiddenReason == .pageLeft
    popups[place].flags.subtract([.leaving, .parked, .limbo, .left, .uncertain, .cameFromParking])
    if cameFromParking { popups[place].flags.insert(.cameFromParking) }
    popups[place].flags.insert(.up)
    popups[place].generation = event.generation
    popups[place].shown = event.sequence
    popups[place].shownAt = now
    popups[place].shownPage = event.page.index < pages.count ? event.page : .none
    popups[place].shownClock = foregroundClock
    let key = Int(popups[place].keyPlace)
    if key >= 0 {
      keys[key].shownCount += 1
      keys[key].earliestShown = min(keys[key].earliestShown, popups[place].submitted)
    }
    enterVisible(place)
    let line = Int(popups[place].line)
    if !popups[place].isExempt, lines[line].shownInStep < 0 { lines[line].shownInStep = event.popup.rawValue }
    step.presentations.append(AuditStep.Presentation(popup: event.popup.rawValue, shown: event.sequence))
    if popups[place].chain >= 0 { openChain(of: place) }
    relist(place)
  }

  mutating func hide() {
    let place = event.popup.index
    let wasUp = popups[place].isUp || popups[place].flags.contains(.uncertain)
    if popups[place].isUp {
      popups[place].visibleBefore = visibleTime(of: place)
      popups[place].hidden = event.sequence
      popups[place].hiddenAt = now
      popups[place].hiddenReason = event.reason
      popups[place].flags.remove(.up)
      let spec = Int(popups[place].spec)
      let exit = spec >= 0 ? catalog.specs[spec].exitLength : .zero
      if exit > .zero {
        popups[place].flags.insert(.leaving)
        popups[place].leavesBy = now + exit + second
        nextExit = min(nextExit, popups[place].leavesBy)
        deadlines.add(
          Deadline(
            time: popups[place].leavesBy, kind: .exitGrace, subject: event.popup.rawValue, stamp: Int64(event.sequence))
        )
      } else {
        leaveVisible(place)
      }
    }
    popups[place].flags.remove(.uncertain)
    switch event.reason {
    case .preempted:
      if wasUp { popups[place].flags.insert(.limbo) }
    case .pageLeft:
      if popups[place].isLive {
        popups[place].flags.insert(.left)
        step.left.append(event.popup.rawValue)
      }
    default:
      popups[place].flags.insert(.removed)
      switch event.reason {
      case .dismissed, .auto, .viewLost, .signedOut: die(place, event.sequence)
      default: break
      }
      finish(place, event.sequence)
    }
    relist(place)
  }

  mutating func park() {
    let place = event.popup.index
    guard popups[place].isLive else { return }
    popups[place].flags.subtract([.limbo, .left, .uncertain])
    popups[place].flags.insert(.parked)
    popups[place].parkedPage = event.page.index < pages.count ? event.page : .none
    popups[place].parked = event.sequence
    relist(place)
  }

  /// `popup.restored` and `popup.queued`.
  mutating func requeue() {
    let place = event.popup.index
    guard popups[place].isLive else { return }
    popups[place].flags.subtract([.limbo, .uncertain])
    if event.kind == .popupRestored { popups[place].flags.remove(.parked) }
    relist(place)
  }

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

  /// Code takes a popup back: the whole object, where it was submitted more than once (semantics F).
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

  private mutating func noteObject(_ place: Int, _ object: Int32) {
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
      popups[place].visibleBefore = visibleTime(of: place)
      popups[place].hidden = event.sequence
      popups[place].hiddenAt = now
      popups[place].hiddenReason = .viewLost
    }
    popups[place].flags.subtract([.up, .leaving])
    popups[place].flags.insert(.viewLost)
    leaveVisible(place)
    die(place, event.sequence)
    finish(place, event.sequence)
    relist(place)
  }

  mutating func setCondition() {
    let place = event.popup.index
    guard !popups[place].flags.contains(.plain) else { return }
    if event.flags.contains(.holds) {
      popups[place].flags.insert(.allowed)
    } else {
      popups[place].flags.remove(.allowed)
    }
    popups[place].conditionSequence = event.sequence
    seat(place)
  }

  mutating func change() {
    let place = event.popup.index
    guard popups[place].isKnown else { return }
    if popups[place].isUp { altered.append(event.popup.rawValue) }
    guard event.attributes >= 0, Int(event.attributes) < catalog.changes.count else { return }
    let change = catalog.changes[Int(event.attributes)]
    if let level = change.level { popups[place].level = level }
    if let pages = change.pages, !popups[place].flags.contains(.plain) {
      popups[place].pages = pages
      popups[place].flags.insert(.altered)
      if pages.isNone && popups[place].instance.isNone {
        popups[place].flags.remove(.bound)
      } else {
        popups[place].flags.insert(.bound)
      }
    }
    if let expires = change.expires {
      popups[place].expiresAt = expires >= .zero ? popups[place].submittedAt + expires : .distantFuture
      expiries.add(
        Deadline(time: popups[place].expiresAt, kind: .expiry, subject: event.popup.rawValue, stamp: 0))
    }
    seat(place)
  }

  mutating func applyContent() {
    let place = event.popup.index
    guard !popups[place].flags.contains(.plain) else { return }
    switch event.kind {
    case .contentLoaded: popups[place].flags.insert(.ready)
    case .contentCancelled: popups[place].flags.remove(.ready)
    default:
      popups[place].flags.remove(.ready)
      popups[place].flags.insert(.contentFailed)
      finish(place, event.sequence)
    }
    relist(place)
  }

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

  private mutating func die(_ place: Int, _ sequence: Int32) {
    guard !popups[place].flags.contains(.dead) else { return }
    popups[place].flags.insert(.dead)
    popups[place].death = sequence
  }

  /// The popup has ENDED. It is counted as such, and loses its seat, once it is listed anew.
  private mutating func finish(_ place: Int, _ sequence: Int32) {
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

  private mutating func enterVisible(_ place: Int) {
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

  private mutating func leaveVisible(_ place: Int) {
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

import PopupScheduling

extension AuditState {
  /// Whether an event names a popup that the catalog knows.
  @inline(__always)
  func hasPopup(_ event: Event) -> Bool { event.popup.rawValue >= 0 && event.popup.index < popups.count }

  /// Whether an event names a page that the catalog knows.
  @inline(__always)
  func hasPage(_ event: Event) -> Bool { event.page.rawValue >= 0 && event.page.index < pages.count }

  /// Whether the submission of the popup that an event names was seen.
  @inline(__always)
  func isKnown(_ event: Event) -> Bool { hasPopup(event) && popups[event.popup.index].isKnown }

  /// Brings the state up to date with an event.
  mutating func apply(_ event: Event) {
    switch event.kind {
    case .pageLoaded, .pageWillAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear, .pageRemoved:
      if hasPage(event) { applyPage(event) }
    case .popupSubmitted: if hasPopup(event) { submit(event) }
    case .popupShown: if hasPopup(event) { show(event) }
    case .popupHidden: if hasPopup(event) { hide(event) }
    case .popupParked: if hasPopup(event) { park(event) }
    case .popupRestored, .popupQueued: if hasPopup(event) { requeue(event) }
    case .popupDropped: if hasPopup(event) { drop(event) }
    case .popupWithdrawn: if hasPopup(event) { withdraw(event) }
    case .popupDismissed: if hasPopup(event) { dismiss(event) }
    case .popupViewLost: if hasPopup(event) { loseView(event) }
    case .popupCondition: if hasPopup(event) { setCondition(event) }
    case .popupChanged: if hasPopup(event) { change(event) }
    case .contentLoaded, .contentFailed, .contentCancelled: if hasPopup(event) { applyContent(event) }
    case .animationFinished: if hasPopup(event) { finishAnimation(event) }
    case .appSignedOut, .appSignedIn: applyUser(event)
    case .appBackground, .appForeground: applyBackground(event)
    case .scrollBegan, .scrollEnded, .editBegan, .editEnded: applyGate(event)
    case .schedulerSuspended, .schedulerResumed, .schedulerCleared: applySuspension(event)
    case .keyboardResigned:
      let scene = Int(scene(of: event))
      scenes[scene].resigned = event.sequence
      if scenes[scene].typing >= 0 { fold(scene) }
    case .keyboardRestored: unfold(Int(scene(of: event)))
    case .backPressed: step.hasBackPress = true
    case .timerSet, .timerCancelled, .timerFired: timers.take(event)
    case .popupTapped, .popupUpdated, .animationLost, .inputForeignLocked, .inputForeignUnlocked, .idle,
      .contentRequested, .inputLocked, .inputUnlocked, .coverAdded,
      .coverRemoved, .callback, .fault, .observingBegan, .observingEnded:
      break
    }
  }

  /// Something changed that may concern whoever waits in a line.
  @inline(__always)
  mutating func touch(line: Int) {
    guard !lines[line].isDirty else { return }
    lines[line].isDirty = true
    dirtyLines.append(Int32(truncatingIfNeeded: line))
  }

  /// Something changed that may concern whoever waits, wherever.
  mutating func touchAll() {
    for line in busyLines { touch(line: Int(line)) }
  }

  /// Something changed that may concern whoever waits in a scene.
  mutating func touch(scene: Int32) {
    // By index, here and wherever something happens for every event: an iterator would be a reference to count.
    let count = scenes[Int(scene)].busyLines.count
    for index in 0..<count { touch(line: Int(scenes[Int(scene)].busyLines[index])) }
  }

  /// The time the app has spent in the foreground.
  var foregroundClock: Ticks {
    now - backgroundTotal - (background >= 0 ? now - backgroundSince : .zero)
  }

  /// The foreground time of all presentations of a popup, the one under way included.
  func visibleTime(of popup: Int) -> Ticks {
    let before = popups[popup].visibleBefore
    return popups[popup].isUp ? before + (foregroundClock - popups[popup].shownClock) : before
  }

  private mutating func applyUser(_ event: Event) {
    if event.kind == .appSignedIn {
      let isAnother = isSignedIn && user != event.name
      isSignedIn = true
      user = event.name
      guard isAnother else { return }
    } else {
      isSignedIn = false
      user = .none
    }
    epoch += 1
    epochBegan = event.sequence
    step.epochChange = event.sequence
    seatAll()
  }

  /// Seats everybody who waits anew.
  private mutating func seatAll() {
    while firstLive < popups.count, popups[firstLive].isKnown, !popups[firstLive].isLive { firstLive += 1 }
    var rest = listedCount
    var place = firstLive
    while rest > 0, place < popups.count {
      if popups[place].flags.contains(.listed) {
        seat(place)
        rest -= 1
      }
      place += 1
    }
  }

  private mutating func applyBackground(_ event: Event) {
    if event.kind == .appBackground {
      guard background < 0 else { return }
      background = event.sequence
      backgroundSince = now
    } else {
      guard background >= 0 else { return }
      background = -1
      backgroundTotal += now - backgroundSince
    }
    touchAll()
  }

  private mutating func applyGate(_ event: Event) {
    let place = Int(scene(numbered: event.scene))
    switch event.kind {
    case .scrollBegan:
      scenes[place].scrolling = event.sequence
      scenes[place].scrollingPage = scenes[place].current
    case .scrollEnded: scenes[place].scrolling = -1
    case .editBegan:
      unfold(place)
      scenes[place].typing = event.sequence
      scenes[place].typingPage = scenes[place].current
    default:
      // Folding the keyboard for a popup does not end typing (semantics D39).
      if event.cause >= 0, event.cause == scenes[place].resigned, scenes[place].typing >= 0 { return }
      unfold(place)
      scenes[place].typing = -1
    }
    touch(scene: Int32(truncatingIfNeeded: place))
  }

  private mutating func fold(_ scene: Int) {
    guard !scenes[scene].isFolded else { return }
    scenes[scene].isFolded = true
    foldedScenes.append(Int32(truncatingIfNeeded: scene))
  }

  private mutating func unfold(_ scene: Int) {
    guard scenes[scene].isFolded else { return }
    scenes[scene].isFolded = false
    foldedScenes.removeAll { Int($0) == scene }
  }

  /// Where the keyboard was folded, and the last popup is gone while its page is not current, it is forgotten, and the typing is over.
  mutating func forgetFoldedTyping() {
    for place in foldedScenes {
      let scene = Int(place)
      guard scenes[scene].isSlotFree, !isInLineage(scenes[scene].typingPage, of: scenes[scene].current) else {
        continue
      }
      unfold(scene)
      scenes[scene].typing = -1
      touch(scene: place)
    }
  }

  private mutating func applySuspension(_ event: Event) {
    let line = Int(place(ofLine: event.line))
    let slot = line * Self.kindSlots + (event.popupKind.map { Int($0.rawValue) + 1 } ?? 0)
    switch event.kind {
    case .schedulerSuspended:
      if event.flags.contains(.hides) { step.hiding = event }
      suspensions[slot] += 1
      suspended[slot] = event.sequence
    case .schedulerResumed: suspensions[slot] = max(0, suspensions[slot] - 1)
    default: cleared[slot] = event.sequence
    }
    touch(line: line)
  }

  /// Forgets what may have changed while events were missing; what is unknown is then taken as it comes.
  mutating func crossHole() {
    hasHole = true
    for place in popups.indices where popups[place].flags.contains(.known) {
      if popups[place].isUp { popups[place].visibleBefore = visibleTime(of: place) }
      popups[place].flags.subtract([.up, .leaving, .limbo, .left])
      popups[place].flags.insert(.uncertain)
      relist(place)
    }
    for place in popups.indices where !popups[place].isKnown { popups[place].flags.subtract([.up, .leaving]) }
    for place in pages.indices { pages[place].flags.subtract([.appeared, .coming, .going, .disappeared]) }
    for place in 0..<sceneCount {
      let number = scenes[place].number
      scenes[place].reset(number: number)
    }
    slotScenes.removeAll(keepingCapacity: true)
    changedScenes.removeAll(keepingCapacity: true)
    for place in popups.indices where popups[place].flags.isSuperset(of: [.listed, .exempt]) { touchToast(place) }
    foldedScenes.removeAll(keepingCapacity: true)
    for slot in suspensions.indices { suspensions[slot] = 0 }
    isSignedIn = false
    if background >= 0 {
      backgroundTotal += now - backgroundSince
      background = -1
    }
    touchAll()
  }
}

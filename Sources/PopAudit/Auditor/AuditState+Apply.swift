import PopupScheduling

extension AuditState {
  /// Whether the submission of the popup that the event names was seen.
  @inline(__always)
  var isPopupKnown: Bool { !event.popup.isNone && popups[event.popup.index].isKnown }

  /// Whether the event, a decision, gives this reason.
  @inline(__always)
  func hasReason(_ reason: Reason) -> Bool { event.code == reason.rawValue }

  /// Brings the state up to date with the event.
  @inline(__always)
  mutating func apply() {
    switch event.kind {
    case .pageLoaded, .pageWillAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear, .pageRemoved:
      if !event.page.isNone { applyPage() }
    case .popupSubmitted: if !event.popup.isNone { submit() }
    case .popupShown: if !event.popup.isNone { show() }
    case .popupHidden: if !event.popup.isNone { hide() }
    case .popupParked: if !event.popup.isNone { park() }
    case .popupRestored, .popupQueued: if !event.popup.isNone { requeue() }
    case .popupDropped: if !event.popup.isNone { drop() }
    case .popupWithdrawn: if !event.popup.isNone { withdraw() }
    case .popupDismissed: if !event.popup.isNone { dismiss() }
    case .popupViewLost: if !event.popup.isNone { loseView() }
    case .popupCondition: if !event.popup.isNone { setCondition() }
    case .popupChanged: if !event.popup.isNone { change() }
    case .contentLoaded, .contentFailed, .contentCancelled: if !event.popup.isNone { applyContent() }
    case .animationFinished: if !event.popup.isNone { finishAnimation() }
    case .appSignedOut, .appSignedIn: applyUser()
    case .appBackground, .appForeground: applyBackground()
    case .scrollBegan, .scrollEnded, .editBegan, .editEnded: applyGate()
    case .schedulerSuspended, .schedulerResumed, .schedulerCleared: applySuspension()
    case .keyboardResigned:
      let scene = Int(makeSceneOfEvent())
      scenes[scene].resigned = event.sequence
      if scenes[scene].typing >= 0 { fold(scene) }
    case .keyboardRestored: unfold(Int(makeSceneOfEvent()))
    case .coverAdded, .coverRemoved, .fault: _ = makeSceneOfEvent()
    case .backPressed: step.hasBackPress = true
    case .timerSet, .timerCancelled, .timerFired: timers.take(event)
    case .popupTapped, .popupUpdated, .animationLost, .inputForeignLocked, .inputForeignUnlocked, .idle,
      .contentRequested, .inputLocked, .inputUnlocked, .callback, .observingBegan, .observingEnded:
      break
    }
  }

  /// The scene of the event, which is new where the scene is.
  private mutating func makeSceneOfEvent() -> Int32 {
    let known = sceneOfEvent
    return known >= 0 ? known : scene(numbered: event.scene)
  }

  /// Something changed that may concern the popups that wait in a line.
  @inline(__always)
  mutating func touch(line: Int) {
    guard !lines[line].isDirty else { return }
    lines[line].isDirty = true
    dirtyLines.append(Int32(truncatingIfNeeded: line))
  }

  /// Something changed that may concern any waiting popup.
  mutating func touchAll() {
    for index in busyLines.indices { touch(line: Int(busyLines[index])) }
  }

  /// Something changed that may concern the popups that wait in a scene.
  @inline(__always)
  mutating func touch(scene: Int32) {
    if !scenes[Int(scene)].busyLines.isEmpty { touchBusyLines(of: scene) }
  }

  private mutating func touchBusyLines(of scene: Int32) {
    let list = scenes[Int(scene)].busyLines
    for index in list.indices { touch(line: Int(numberLists[list, index])) }
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

  private mutating func applyUser() {
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

  private mutating func applyBackground() {
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

  private mutating func applyGate() {
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
      // Folding the keyboard for a popup does not end typing (PagesAndPopups, *The keyboard*).
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
    var kept = 0
    for index in foldedScenes.indices where Int(foldedScenes[index]) != scene {
      foldedScenes[kept] = foldedScenes[index]
      kept += 1
    }
    foldedScenes.removeLast(foldedScenes.count - kept)
  }

  /// Where the keyboard was folded, and the last popup is gone while its page is not current, it is forgotten, and the typing is over.
  mutating func forgetFoldedTyping() {
    // From behind: one that is unfolded leaves the list.
    var index = foldedScenes.count
    while index > 0 {
      index -= 1
      let place = foldedScenes[index]
      let scene = Int(place)
      guard scenes[scene].isSlotFree, !isInLineage(scenes[scene].typingPage, of: scenes[scene].current) else {
        continue
      }
      unfold(scene)
      scenes[scene].typing = -1
      touch(scene: place)
    }
  }

  private mutating func applySuspension() {
    let line = Int(place(ofLine: event.line))
    let slot = line * Self.kindSlots + (event.popupKind.map { Int($0.rawValue) + 1 } ?? 0)
    switch event.kind {
    case .schedulerSuspended:
      if event.flags.contains(.hides) {
        step.hiding = event.sequence
        step.hiddenLine = Int32(truncatingIfNeeded: line)
        step.hiddenKind = event.popupKind
      }
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
    for place in scenes.indices { scenes[place].forget() }
    slotScenes.removeAll()
    changedScenes.removeAll()
    for place in popups.indices where popups[place].flags.isSuperset(of: [.listed, .exempt]) { touchToast(place) }
    foldedScenes.removeAll()
    for slot in suspensions.indices { suspensions[slot] = 0 }
    isSignedIn = false
    if background >= 0 {
      backgroundTotal += now - backgroundSince
      background = -1
    }
    touchAll()
  }
}

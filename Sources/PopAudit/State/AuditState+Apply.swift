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
    case .backPressed: turn.hasBackPress = true
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

  /// Something changed that may concern the popups that wait in a queue.
  @inline(__always)
  mutating func touch(queue: Int) {
    guard !queues[queue].isDirty else { return }
    queues[queue].isDirty = true
    dirtyQueues.append(Int32(truncatingIfNeeded: queue))
  }

  /// Something changed that may concern any waiting popup.
  mutating func touchAll() {
    for index in busyQueues.indices { touch(queue: Int(busyQueues[index])) }
  }

  /// Something changed that may concern the popups that wait in a scene.
  @inline(__always)
  mutating func touch(scene: Int32) {
    let list = scenes[Int(scene)].busyQueues
    if list.count == 1 {
      touch(queue: Int(numberLists[list, 0]))
    } else if list.count > 1 {
      touchBusyQueues(of: scene)
    }
  }

  private mutating func touchBusyQueues(of scene: Int32) {
    let list = scenes[Int(scene)].busyQueues
    for index in list.indices { touch(queue: Int(numberLists[list, index])) }
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
    if !knowsUser { settleUser() }
    if event.kind == .appSignedIn {
      let isAnother = isSignedIn && user != event.name
      isSignedIn = true
      user = event.name
      signedIn = event.sequence
      guard isAnother else { return }
    } else {
      isSignedIn = false
      user = .none
    }
    epoch += 1
    epochBegan = event.sequence
    turn.epochChange = event.sequence
    regroupAll()
  }

  /// Groups all waiting popups anew.
  private mutating func regroupAll() {
    while firstLive < popups.count, popups[firstLive].isKnown, !popups[firstLive].isLive { firstLive += 1 }
    var rest = listedCount
    var index = firstLive
    while rest > 0, index < popups.count {
      if popups[index].flags.contains(.listed) {
        regroup(index)
        rest -= 1
      }
      index += 1
    }
  }

  private mutating func applyBackground() {
    if !knowsBackground { settleBackground() }
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
    let index = Int(scene(numbered: event.scene))
    switch event.kind {
    case .scrollBegan:
      scenes[index].scrolling = event.sequence
      scenes[index].scrollingPage = scenes[index].current
    case .scrollEnded: scenes[index].scrolling = -1
    case .editBegan:
      unfold(index)
      scenes[index].typing = event.sequence
      scenes[index].typingPage = scenes[index].current
    default:
      // Folding the keyboard for a popup does not end typing (PagesAndPopups, *The keyboard*).
      if event.cause >= 0, event.cause == scenes[index].resigned, scenes[index].typing >= 0 { return }
      unfold(index)
      scenes[index].typing = -1
    }
    touch(scene: Int32(truncatingIfNeeded: index))
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
      let position = foldedScenes[index]
      let scene = Int(position)
      guard scenes[scene].isSlotFree, !isInLineage(scenes[scene].typingPage, of: scenes[scene].current) else {
        continue
      }
      unfold(scene)
      scenes[scene].typing = -1
      touch(scene: position)
    }
  }

  private mutating func applySuspension() {
    let queue = Int(queue(of: event.schedulerID))
    let slot = queue * Self.kindSlots + (event.popupKind.map { Int($0.rawValue) + 1 } ?? 0)
    switch event.kind {
    case .schedulerSuspended:
      if event.flags.contains(.hides) {
        turn.hiding = event.sequence
        turn.hiddenQueue = Int32(truncatingIfNeeded: queue)
        turn.hiddenKind = event.popupKind
      }
      suspensions[slot] += 1
      suspended[slot] = event.sequence
    case .schedulerResumed: suspensions[slot] = max(0, suspensions[slot] - 1)
    default: cleared[slot] = event.sequence
    }
    touch(queue: queue)
  }

  /// Forgets what may have changed while events were missing; what is unknown is then taken as it comes.
  mutating func forgetAcrossGap() {
    hasGap = true
    knownSince = .max
    knowsUser = false
    knowsBackground = false
    for index in popups.indices where popups[index].flags.contains(.known) {
      if popups[index].isUp { popups[index].visibleBefore = visibleTime(of: index) }
      takeChangedPages(of: index)
      popups[index].flags.subtract([.up, .leaving, .limbo, .left])
      popups[index].flags.insert(.uncertain)
      relist(index)
    }
    for index in popups.indices where !popups[index].isKnown { popups[index].flags.subtract([.up, .leaving]) }
    for index in pages.indices {
      pages[index].flags.subtract([.appeared, .disappeared, .stated])
      pages[index].motion = .still
    }
    for index in scenes.indices { scenes[index].forget() }
    slotScenes.removeAll()
    changedScenes.removeAll()
    for index in popups.indices where popups[index].flags.isSuperset(of: [.listed, .exempt]) { touchExempt(index) }
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

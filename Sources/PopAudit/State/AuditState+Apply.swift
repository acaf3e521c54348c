import PopupScheduling

extension AuditState {
  /// The index of the popup that the event names; negative for none.
  var subject: Int { event.popup.index }

  /// The presentation that begins with the event, a `popup.shown`.
  var presentation: AuditTurn.Presentation {
    AuditTurn.Presentation(popup: event.popup.rawValue, shownSequence: event.sequence)
  }

  @inline(__always)
  func spec(of index: Int) -> PopupSpec { catalog.specs[Int(popups[index].spec)] }

  func currentPage(for index: Int) -> PageID { scenes[Int(popups[index].scene)].current }

  /// The popup that stands at an index among the VISIBLE ones of a scene.
  func visible(_ index: Int, in scene: Int) -> Int { Int(numberLists[scenes[scene].visible, index]) }

  /// Whether the submission of the popup that the event names was seen.
  var isPopupKnown: Bool { !event.popup.isNone && popups[event.popup.index].isKnown }

  func hasReason(_ reason: Reason) -> Bool { event.code == reason.rawValue }

  mutating func applyKeyboard() {
    let scene = Int(makeSceneOfEvent())
    turn.isEventful = true
    guard event.kind == .keyboardResigned else { return unfold(scene) }
    scenes[scene].resigned = event.sequence
    if scenes[scene].typing >= 0 { fold(scene) }
  }

  @discardableResult
  mutating func makeSceneOfEvent() -> Int32 {
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

  mutating func touchAll() {
    for scene in scenes.indices { touch(scene: Int32(truncatingIfNeeded: scene)) }
  }

  /// Something changed that may concern the popups that wait in a scene.
  @inline(__always)
  mutating func touch(scene: Int32) {
    let list = scenes[Int(scene)].busyQueues
    for index in list.indices { touch(queue: Int(numberLists[list, index])) }
  }

  var foregroundClock: Ticks {
    now - backgroundTotal - (background >= 0 ? now - backgroundSince : .zero)
  }

  /// The foreground time of all presentations of a popup, the one under way included.
  func visibleTime(of popup: Int) -> Ticks {
    let before = popups[popup].visibleBefore
    return popups[popup].isUp ? before + (foregroundClock - popups[popup].shownClock) : before
  }

  mutating func applyUser() {
    turn.isEventful = true
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
    regroupAll()
  }

  private mutating func regroupAll() {
    for index in waiting.indices { regroup(Int(waiting[index])) }
    for group in groups.indices {
      var popup = members.first(of: group)
      while popup >= 0 {
        regroup(popup)
        popup = members.next(after: popup)
      }
    }
  }

  mutating func applyBackground() {
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

  mutating func applyGate() {
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
    foldedScenes.keep { Int($0) != scene }
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

  mutating func applySuspension() {
    let queue = Int(queue(of: event.schedulerID))
    let slot = queue * Self.kindSlots + (event.popupKind.map { Int($0.rawValue) + 1 } ?? 0)
    switch event.kind {
    case .schedulerSuspended:
      if event.flags.contains(.hides) {
        turn.hiding = event.sequence
        turn.hiddenQueue = Int32(truncatingIfNeeded: queue)
        turn.hiddenKind = event.popupKind
      }
      slots[slot].suspensions += 1
      slots[slot].suspended = event.sequence
    case .schedulerResumed: slots[slot].suspensions = max(0, slots[slot].suspensions - 1)
    default: slots[slot].cleared = event.sequence
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
    foldedScenes.removeAll()
    for slot in slots.indices { slots[slot].suspensions = 0 }
    isSignedIn = false
    if background >= 0 {
      backgroundTotal += now - backgroundSince
      background = -1
    }
    touchAll()
  }

  mutating func beginTurn() {
    // An exit's grace may have run out since the turn before.
    turn = AuditTurn(
      isOpen: true, isEventful: !slotScenes.isEmpty, hasRoot: event.kind.isStimulus, time: event.time,
      start: event.sequence)
    decisions.removeAll()
  }

  /// Whether a stimulus of a recording without marks belongs to the turn, though not its root: a decision of it is the cause, at its time.
  func isReentrant(_ stimulus: Event) -> Bool {
    guard stimulus.cause >= turn.start, stimulus.time == turn.time else { return false }
    let position = decisions.partitioningIndex { $0 >= stimulus.cause }
    return position < decisions.count && decisions[position] == stimulus.cause
  }

  /// Closes an eventful turn that the rules have judged.
  @inline(__always)
  mutating func endTurn() {
    let count = presentations.count
    for index in 0..<count {
      let position = Int(presentations[index].popup)
      if !popups[position].isExempt { queues[Int(popups[position].queue)].shownInStep = -1 }
    }
    // Of the altered those go whose pages have come to count, or that are no longer UP.
    var index = altered.count
    while index > 0 {
      index -= 1
      let position = Int(altered[index])
      if popups[position].changedPages == nil || !popups[position].isUp { altered.remove(at: index) }
    }
    for index in changedScenes.indices { scenes[Int(changedScenes[index])].currentChanged = false }
    changedScenes.removeAll()
    for index in slotScenes.indices { scenes[Int(slotScenes[index])].slotChanged = false }
    slotScenes.removeAll()
    if !emptiedChains.isEmpty { endRounds() }
    if !foldedScenes.isEmpty { forgetFoldedTyping() }
    if isIndexed { leaveGroups() }
    settleQueues()
    for index in 0..<count { watchContest(presentations[index]) }
    presentations.removeAll()
    leftPopups.removeAll()
    dismissals.removeAll()
    ended.removeAll()
  }

  /// Whether the popup of the event, which is to be shown, takes a slot, and a decision of its scheduler shows it.
  var takesSlot: Bool {
    isPopupKnown && !popups[event.popup.index].isExempt && !isShownBySystem(event.popup.index)
  }

  func isUpSince(_ presentation: AuditTurn.Presentation) -> Bool {
    let index = Int(presentation.popup)
    return popups[index].isUp && popups[index].shownSequence == presentation.shownSequence
  }

  /// Whether a popup was put back by a suspension that hides what is up (QueueOrder, *Suspension and clearing*), in this turn.
  func isPutBackBySuspension(_ index: Int) -> Bool {
    turn.hiding >= 0 && turn.hiddenQueue == popups[index].queue
      && (turn.hiddenKind == nil || turn.hiddenKind == popups[index].kind)
  }

  /// Whether a popup of the system is shown in the turn of its submission: then the system shows it, whatever a policy does.
  func isShownBySystem(_ index: Int) -> Bool { popups[index].isSystem && popups[index].submitted >= turn.start }

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
      // One that never ended counts as over.
      scenes[Int(popups[index].scene)].graceEnd = popups[index].leavesBy
      popups[index].flags.remove(.leaving)
      leaveVisible(index)
    default: return
    }
    // Moments at one time count as one: the queues are looked at after the last of those that change something.
    settleQueues()
  }
}

import PopupScheduling

extension AuditState {
  @inline(__always)
  mutating func applyPage() {
    let page = event.page
    let position = page.index
    let scene = Int(pages[position].scene)
    pages[position].flags.insert(.known)
    pages[position].changed = event.sequence
    scenes[scene].pageEvent = event.sequence
    if !altered.isEmpty { takeChangedPages(in: scene) }
    let current = scenes[scene].current
    let isSettled = scenes[scene].isSettled
    let gates = (scenes[scene].scrolling, scenes[scene].typing)
    var motion = pages[position].motion
    if event.kind != .pageLoaded, event.kind != .pageWillAppear {
      if pages[position].flags.contains(.appeared) { pageLists.remove(page, from: &scenes[scene].onScreen) }
      pages[position].flags.remove(.appeared)
      pages[position].flags.insert(.stated)
    }
    switch event.kind {
    case .pageWillAppear: motion = willCover(page, in: scene) ? .covering : .appearing
    case .pageDidAppear:
      let moving = scenes[scene].moving
      for index in moving.indices { pages[pageLists[moving, index].index].motion = .still }
      scenes[scene].moving.removeAll()
      scenes[scene].blockers = 0
      scenes[scene].hasAppeared = true
      motion = .still
      pages[position].flags.subtract([.disappeared, .removed])
      pages[position].flags.insert(.appeared)
      pageLists.append(page, to: &scenes[scene].onScreen)
    case .pageWillDisappear:
      pages[position].left = event.sequence
      motion = motion == .covering || motion == .calledOff ? .calledOff : .disappearing
    case .pageDidDisappear:
      motion = .still
      pages[position].flags.insert(.disappeared)
      endGates(of: page, in: scene)
    case .pageRemoved:
      pages[position].flags.insert(.removed)
      pages[position].removal = event.sequence
      turn.isEventful = true
      endGates(of: page, in: scene)
    default: break
    }
    if motion != pages[position].motion { move(page, in: scene, motion) }
    settleCurrentPage(of: scene)
    if hasGap { settleKnownPages(of: scene) }
    // Nothing else decides which of the waiting popups can be shown.
    guard
      scenes[scene].current != current || scenes[scene].isSettled != isSettled
        || (scenes[scene].scrolling, scenes[scene].typing) != gates
    else { return }
    touch(scene: Int32(truncatingIfNeeded: scene))
    if listedExemptCount > 0 { touchExempt(on: scene) }
  }

  /// The exempt popups whose page is current, or was last, may be shown while nothing moves.
  private mutating func touchExempt(on scene: Int) {
    for index in waiting.indices {
      let popup = popups[Int(waiting[index])]
      if popup.isExempt, Int(popup.scene) == scene { touchExempt(Int(waiting[index])) }
    }
    let open = scenes[scene].openBindings
    for index in open.indices {
      var group = bindings[Int(numberLists[open, index])].groups
      while group >= 0 {
        if groups[Int(group)].isExempt { touchExempt(in: group) }
        group = groups[Int(group)].next
      }
    }
  }

  @inline(__always)
  private mutating func move(_ page: PageID, in scene: Int, _ motion: PageMotion) {
    let before = pages[page.index].motion
    pages[page.index].motion = motion
    if before.isBlocking != motion.isBlocking { scenes[scene].blockers += motion.isBlocking ? 1 : -1 }
    guard (before == .still) != (motion == .still) else { return }
    if motion == .still {
      pageLists.remove(page, from: &scenes[scene].moving)
    } else {
      pageLists.append(page, to: &scenes[scene].moving)
    }
  }

  /// A page is gone. Scrolling and typing end with the page they began on.
  private mutating func endGates(of page: PageID, in scene: Int) {
    pages[page.index].left = event.sequence
    pages[page.index].gone = event.sequence
    if scenes[scene].scrolling >= 0, isInLineage(page, of: scenes[scene].scrollingPage) { scenes[scene].scrolling = -1 }
    if scenes[scene].typing >= 0, isInLineage(page, of: scenes[scene].typingPage) { scenes[scene].typing = -1 }
  }

  @inline(__always)
  private mutating func settleCurrentPage(of scene: Int) {
    let top = scenes[scene].blockers == 0 ? topPage(of: scene) : .none
    let current = !top.isNone && forest.isContainer(top) && isAnyMoving(in: top, scene) ? .none : top
    guard current != scenes[scene].current else { return }
    scenes[scene].current = current
    if !current.isNone {
      let isAnother = current != scenes[scene].lastCurrent
      scenes[scene].lastCurrent = current
      if isAnother, isIndexed { openBindings(for: current, in: scene) }
      // What began while no page was current belongs to the first that is.
      if scenes[scene].scrollingPage.isNone { scenes[scene].scrollingPage = current }
      if scenes[scene].typingPage.isNone { scenes[scene].typingPage = current }
    }
    if !scenes[scene].currentChanged {
      scenes[scene].currentChanged = true
      changedScenes.append(Int32(truncatingIfNeeded: scene))
      turn.isEventful = true
    }
  }

  /// Whether a descendant of a page is MOVING, other than one whose covering was called off.
  private func isAnyMoving(in page: PageID, _ scene: Int) -> Bool {
    let list = scenes[scene].moving
    for index in list.indices {
      let moving = pageLists[list, index]
      if moving != page, isInLineage(page, of: moving), pages[moving.index].motion != .calledOff { return true }
    }
    return false
  }

  /// The innermost of the appeared pages, whatever is moving: the CURRENT PAGE, or what it will be when those are gone that are leaving.
  func topPage(of scene: Int) -> PageID {
    let list = scenes[scene].onScreen
    var (current, inner) = (PageID.none, lastAppeared(in: .none, of: list))
    // No page stands in itself, so this comes to an end.
    while !inner.isNone {
      current = inner
      inner = forest.isContainer(current) ? lastAppeared(in: current, of: list) : .none
    }
    return current
  }

  /// The appeared page that did-appear last, in a container where one is given; none where there is none.
  private func lastAppeared(in container: PageID, of list: PooledList) -> PageID {
    var index = Int(list.count)
    while index > 0 {
      index -= 1
      let page = pageLists[list, index]
      if container.isNone || forest.container(of: page) == container, isAppeared(page) { return page }
    }
    return .none
  }

  /// Whether a page that is on its way in will cover another: as a sheet does, or as one that is neither kin nor sibling of what is there.
  func willCover(_ page: PageID, in scene: Int) -> Bool {
    let isOver = comesOverWhatIsThere(page)
    let container = forest.container(of: page)
    // Inside a container that is there already, only siblings are replaced, and they say so themselves.
    if !isOver, isOnRecord(container), isAppeared(container) { return false }
    let list = scenes[scene].onScreen
    for index in list.indices {
      let other = pageLists[list, index]
      if isAppeared(other), !isInLineage(other, of: page), !isInLineage(page, of: other),
        isOver || container.isNone || forest.container(of: other) != container
      {
        return true
      }
    }
    return false
  }

  /// Whether a page, or the one it comes in, is not a full one.
  private func comesOverWhatIsThere(_ page: PageID) -> Bool {
    guard pages[page.index].flags.contains(.comesOver) else { return false }
    var outer = page
    while isOnRecord(outer), !pages[outer.index].flags.contains(.appeared) {
      if catalog.pages[outer.index].presentation != .full { return true }
      outer = forest.container(of: outer)
    }
    return false
  }

  private func isOnRecord(_ page: PageID) -> Bool {
    !page.isNone && page.index < pages.count && pages[page.index].flags.contains(.known)
  }

  /// APPEARED.
  func isAppeared(_ page: PageID) -> Bool {
    guard pages[page.index].flags.contains(.appeared) else { return false }
    var container = forest.container(of: page)
    while isOnRecord(container) {
      guard pages[container.index].flags.contains(.appeared) else { return false }
      container = forest.container(of: container)
    }
    return true
  }

  @inline(__always)
  func isInLineage(_ page: PageID, of inner: PageID) -> Bool { forest.isInLineage(page, of: inner) }

  func anyInLineage(of page: PageID, _ flag: PageState.Flags) -> Bool {
    anyInLineage(of: page) { !$0.flags.isDisjoint(with: flag) }
  }

  @inline(__always)
  func anyInLineage(of page: PageID, where isSo: (PageState) -> Bool) -> Bool {
    var outer = page
    while !outer.isNone, outer.index < pages.count {
      if isSo(pages[outer.index]) { return true }
      outer = forest.container(of: outer)
    }
    return false
  }

  /// Whether the classes that a popup asks for are among those of a page's lineage.
  func classesMatch(_ popup: Int, _ page: PageID) -> Bool {
    let classes = popups[popup].pages
    guard !classes.isNone, popups[popup].spec >= 0 else { return true }
    let matching = spec(of: popup).matching
    return anyInLineage(of: page) { catalog.names.matches(classes: $0.classes, anyOf: classes, matching) }
  }

  /// MATCHES.
  func matches(_ popup: Int, _ page: PageID) -> Bool {
    guard popups[popup].flags.contains(.bound) else { return true }
    let instance = popups[popup].instance
    return (instance.isNone || isInLineage(instance, of: page)) && classesMatch(popup, page)
  }

  /// The scene of the event: its popup's, its page's, else its own, which is known once the event has been applied.
  var sceneOfEvent: Int32 {
    if isPopupKnown { return popups[event.popup.index].scene }
    return event.page.isNone ? knownScene(numbered: event.scene) : pages[event.page.index].scene
  }
}

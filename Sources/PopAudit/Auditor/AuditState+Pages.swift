import PopupScheduling

extension AuditState {
  /// The most containers a page is looked for in, so that containers that contain each other end somewhere.
  static let deepestLineage = 64

  mutating func applyPage(_ event: Event) {
    let page = event.page
    let place = page.index
    let scene = Int(pages[place].scene)
    pages[place].flags.insert(.known)
    pages[place].changed = event.sequence
    switch event.kind {
    case .pageWillAppear:
      startMoving(page, in: scene)
      pages[place].flags.remove(.going)
      pages[place].flags.insert(.coming)
    case .pageDidAppear:
      for moving in scenes[scene].moving { pages[moving.index].flags.subtract([.coming, .going]) }
      scenes[scene].moving.removeAll(keepingCapacity: true)
      scenes[scene].hasAppeared = true
      leaveScreen(page, in: scene)
      pages[place].flags.subtract([.disappeared, .removed])
      pages[place].flags.insert(.appeared)
      scenes[scene].onScreen.append(page)
    case .pageWillDisappear:
      leaveScreen(page, in: scene)
      startMoving(page, in: scene)
      pages[place].flags.remove(.coming)
      pages[place].flags.insert(.going)
    case .pageDidDisappear:
      leaveScreen(page, in: scene)
      stopMoving(page, in: scene)
      pages[place].flags.insert(.disappeared)
      endGates(of: page, in: scene)
    case .pageRemoved:
      leaveScreen(page, in: scene)
      pages[place].flags.insert(.removed)
      pages[place].removal = event.sequence
      endGates(of: page, in: scene)
    default: break
    }
    settleCurrentPage(of: scene)
    touch(scene: Int32(truncatingIfNeeded: scene))
  }

  private mutating func leaveScreen(_ page: PageID, in scene: Int) {
    guard pages[page.index].flags.contains(.appeared) else { return }
    pages[page.index].flags.remove(.appeared)
    if let place = scenes[scene].onScreen.lastIndex(of: page) { scenes[scene].onScreen.remove(at: place) }
  }

  private mutating func startMoving(_ page: PageID, in scene: Int) {
    if !pages[page.index].isMoving { scenes[scene].moving.append(page) }
  }

  private mutating func stopMoving(_ page: PageID, in scene: Int) {
    guard pages[page.index].isMoving else { return }
    pages[page.index].flags.subtract([.coming, .going])
    if let place = scenes[scene].moving.lastIndex(of: page) { scenes[scene].moving.remove(at: place) }
  }

  /// Scrolling and typing end with the page they began on.
  private mutating func endGates(of page: PageID, in scene: Int) {
    if scenes[scene].scrolling >= 0, isInLineage(page, of: scenes[scene].scrollingPage) { scenes[scene].scrolling = -1 }
    if scenes[scene].typing >= 0, isInLineage(page, of: scenes[scene].typingPage) { scenes[scene].typing = -1 }
  }

  private mutating func settleCurrentPage(of scene: Int) {
    let current = computeCurrentPage(of: scene)
    guard current != scenes[scene].current else { return }
    scenes[scene].current = current
    if !scenes[scene].currentChanged {
      scenes[scene].currentChanged = true
      changedScenes.append(Int32(truncatingIfNeeded: scene))
    }
  }

  private func computeCurrentPage(of scene: Int) -> PageID {
    for page in scenes[scene].moving {
      if pages[page.index].flags.contains(.going) || willCover(page, in: scene) { return .none }
    }
    return topPage(of: scene)
  }

  /// The innermost of the appeared pages, whatever is moving: the CURRENT PAGE, or what it will be when those are gone that are leaving.
  func topPage(of scene: Int) -> PageID {
    guard var current = scenes[scene].onScreen.last(where: { isAppeared($0) }) else { return .none }
    var depth = 0
    while pages[current.index].flags.contains(.isContainer), depth < Self.deepestLineage {
      let inner = scenes[scene].onScreen.last { pages[$0.index].container == current && isAppeared($0) }
      guard let inner else { break }
      current = inner
      depth += 1
    }
    return current
  }

  /// Whether a page that is on its way in will cover another: one that is neither its kin nor its sibling.
  private func willCover(_ page: PageID, in scene: Int) -> Bool {
    let container = pages[page.index].container
    // Inside a container that is there already, only siblings are replaced, and they say so themselves.
    if isOnRecord(container), isAppeared(container) { return false }
    return scenes[scene].onScreen.contains { other in
      isAppeared(other) && !isInLineage(other, of: page) && !isInLineage(page, of: other)
        && (container.isNone || pages[other.index].container != container)
    }
  }

  private func isOnRecord(_ page: PageID) -> Bool {
    !page.isNone && page.index < pages.count && pages[page.index].flags.contains(.known)
  }

  /// APPEARED.
  func isAppeared(_ page: PageID) -> Bool {
    guard pages[page.index].flags.contains(.appeared) else { return false }
    var container = pages[page.index].container
    var depth = 0
    while isOnRecord(container), depth < Self.deepestLineage {
      guard pages[container.index].flags.contains(.appeared) else { return false }
      container = pages[container.index].container
      depth += 1
    }
    return true
  }

  /// Whether a page is another one or contains it.
  func isInLineage(_ page: PageID, of inner: PageID) -> Bool {
    var step = inner
    var depth = 0
    while !step.isNone, step.index < pages.count, depth < Self.deepestLineage {
      if step == page { return true }
      step = pages[step.index].container
      depth += 1
    }
    return false
  }

  /// Whether any page of a lineage has a property.
  func anyInLineage(of page: PageID, _ flag: PageState.Flags) -> Bool {
    var step = page
    var depth = 0
    while !step.isNone, step.index < pages.count, depth < Self.deepestLineage {
      if !pages[step.index].flags.isDisjoint(with: flag) { return true }
      step = pages[step.index].container
      depth += 1
    }
    return false
  }

  /// Whether the classes that a popup asks for are among those of a page's lineage.
  func classesMatch(_ popup: Int, _ page: PageID) -> Bool {
    let pagesAskedFor = popups[popup].pages
    let spec = Int(popups[popup].spec)
    guard !pagesAskedFor.isNone, spec >= 0 else { return true }
    let matching = catalog.specs[spec].matching
    var step = page
    var depth = 0
    while !step.isNone, step.index < pages.count, depth < Self.deepestLineage {
      if catalog.names.matches(classes: catalog.pages[step.index].classes, anyOf: pagesAskedFor, matching) {
        return true
      }
      step = pages[step.index].container
      depth += 1
    }
    return false
  }

  /// MATCHES.
  func matches(_ popup: Int, _ page: PageID) -> Bool {
    guard popups[popup].flags.contains(.bound) else { return true }
    let instance = popups[popup].instance
    return (instance.isNone || isInLineage(instance, of: page)) && classesMatch(popup, page)
  }

  /// The scene of an event: its popup's, its page's, else its own.
  mutating func scene(of event: Event) -> Int32 {
    if !event.popup.isNone, popups[event.popup.index].isKnown { return popups[event.popup.index].scene }
    if !event.page.isNone { return pages[event.page.index].scene }
    return scene(numbered: event.scene)
  }

  /// Whether a page comes over others and not in their place: it is not a full one, or stands in one that is not.
  func comesOverOthers(_ page: PageID) -> Bool {
    var step = page
    var depth = 0
    while !step.isNone, step.index < pages.count, depth < Self.deepestLineage {
      if catalog.pages[step.index].presentation != .full { return true }
      step = pages[step.index].container
      depth += 1
    }
    return false
  }

  /// Whether some page contains both, or one of them the other.
  func areKin(_ one: PageID, _ other: PageID) -> Bool {
    var step = one
    var depth = 0
    while !step.isNone, step.index < pages.count, depth < Self.deepestLineage {
      if isInLineage(step, of: other) { return true }
      step = pages[step.index].container
      depth += 1
    }
    return false
  }
}

import PopupScheduling

extension AuditState {
  mutating func submit() {
    let index = event.popup.index
    guard !popups[index].isKnown, event.attributes >= 0, event.spec.index < catalog.specs.count else { return }
    let spec = catalog.specs[event.spec.index]
    let queue = specIndices[event.spec.index].queue
    // Shown before it was submitted: a gap. It is visible in its own scene from now on.
    let wasVisible = popups[index].isVisible
    if wasVisible { leaveVisible(index) }
    popups[index].submit(spec, event, at: now, epoch: epoch)
    popups[index].queue = queue
    popups[index].scene = queues[Int(queue)].scene
    if spec.expires >= .zero { deadlines.add(.expiry, at: now + spec.expires, index) }
    if !spec.key.isNone { noteKey(index) }
    if !spec.chain.isNone, !spec.kind.isExempt, spec.kind != .system {
      popups[index].chain = chain(ofSpec: event.spec.index, in: queue)
      chainMembers.append(index, to: Int(popups[index].chain))
    }
    if spec.object >= 0 { noteObject(index, spec.object) }
    if wasVisible { enterVisible(index) }
    relistLatest()
    if wasVisible || popups[index].chain >= 0 { relist(index) } else { latest = event.popup.rawValue }
  }

  /// A popup is about to be shown: settles first what it was until now.
  @inline(__always)
  mutating func prepareToShow(_ index: Int) {
    if popups[index].flags.contains(.left) { endUnparked(index) }
    if popups[index].isSystem, isShownBySystem(index), popups[index].shownSequence < 0 { becomePlain(index) }
  }

  /// The scheduler does not decide what the operating system shows: its pages, instance, content, condition and key count for no rule.
  private mutating func becomePlain(_ index: Int) {
    guard popups[index].isLive else { return }
    if !popups[index].key.isNone { liveOfKey.remove(index) }
    popups[index].key = .none
    popups[index].keyIndex = -1
    popups[index].pages = .none
    popups[index].instance = .none
    popups[index].flags.subtract([.bound, .hadDuplicate])
    popups[index].flags.formUnion([.plain, .ready, .allowed])
  }

  @inline(__always)
  mutating func show() {
    let index = event.popup.index
    if !popups[index].isKnown {
      popups[index].scene = scene(numbered: event.scene)
      popups[index].queue = self.queue(of: event.schedulerID)
    }
    if popups[index].isVisible { leaveVisible(index) }
    takeChangedPages(of: index)
    popups[index].show(event, at: now, clock: foregroundClock)
    let key = Int(popups[index].keyIndex)
    if key >= 0 {
      keys[key].shownCount += 1
      keys[key].earliestShown = min(keys[key].earliestShown, popups[index].submitted)
    }
    enterVisible(index)
    let queue = Int(popups[index].queue)
    if !popups[index].isExempt, queues[queue].shownInStep < 0 { queues[queue].shownInStep = event.popup.rawValue }
    presentations.append(presentation)
    turn.isEventful = true
    if popups[index].chain >= 0 { openChain(of: index) }
    relist(index)
  }

  @inline(__always)
  mutating func hide() {
    let index = event.popup.index
    let wasUp = popups[index].isUp || popups[index].flags.contains(.uncertain)
    let reason = event.reason
    turn.isEventful = true
    if popups[index].isUp {
      popups[index].hide(event.sequence, reason, at: now, clock: foregroundClock)
      let spec = Int(popups[index].spec)
      let exit = spec >= 0 ? catalog.specs[spec].exitLength : .zero
      if exit > .zero {
        popups[index].flags.insert(.leaving)
        popups[index].leavesBy = now + exit + second
        deadlines.add(.exitGrace, at: popups[index].leavesBy, index, stamp: Int64(event.sequence))
      } else {
        leaveVisible(index)
      }
    }
    popups[index].flags.remove(.uncertain)
    // What a leaving of its page ends is judged by the pages it had.
    if reason != .pageLeft { takeChangedPages(of: index) }
    switch reason {
    case .preempted:
      if wasUp { popups[index].flags.insert(.limbo) }
      // So that it is known who could be shown in its place.
      relistLatest()
    case .pageLeft:
      if popups[index].isLive {
        popups[index].flags.insert(.left)
        leftPopups.append(event.popup.rawValue)
      }
    default:
      popups[index].flags.insert(.removed)
      switch reason {
      case .dismissed, .auto, .viewLost, .signedOut: die(index, event.sequence)
      default: break
      }
      finish(index, event.sequence)
    }
    relist(index)
  }

  mutating func park() {
    let index = event.popup.index
    guard popups[index].isLive else { return }
    popups[index].flags.subtract([.limbo, .left, .uncertain])
    popups[index].flags.insert(.parked)
    takeChangedPages(of: index)
    popups[index].parkedPage = event.page
    popups[index].parked = event.sequence
    relist(index)
  }

  /// `popup.restored` and `popup.queued`.
  mutating func requeue() {
    let index = event.popup.index
    guard popups[index].isLive else { return }
    popups[index].flags.subtract([.limbo, .uncertain])
    if event.kind == .popupRestored { popups[index].flags.remove(.parked) }
    relist(index)
  }

  mutating func setCondition() {
    let index = event.popup.index
    guard !popups[index].flags.contains(.plain) else { return }
    popups[index].flags.set(.allowed, event.flags.contains(.holds))
    popups[index].conditionSequence = event.sequence
    regroup(index)
  }

  mutating func change() {
    let index = event.popup.index
    guard popups[index].isKnown else { return }
    guard event.attributes >= 0, Int(event.attributes) < catalog.changes.count else { return }
    let change = catalog.changes[Int(event.attributes)]
    if let level = change.level { popups[index].level = level }
    if let pages = change.pages, !popups[index].flags.contains(.plain) {
      if popups[index].isUp, popups[index].changedPages == nil { altered.append(event.popup.rawValue) }
      popups[index].changedPages = pages
      if !popups[index].isUp { takeChangedPages(of: index) }
    }
    if let expires = change.expires {
      popups[index].expiresAt = expires >= .zero ? popups[index].submittedAt + expires : .distantFuture
      deadlines.add(.expiry, at: popups[index].expiresAt, index)
    }
    regroup(index)
  }

  /// A page event: pages that popups of the scene were given while they were UP count from now on (PagesAndPopups, *Changed popups*).
  mutating func takeChangedPages(in scene: Int) {
    for index in altered.indices where Int(popups[Int(altered[index])].scene) == scene {
      takeChangedPages(of: Int(altered[index]))
      regroup(Int(altered[index]))
    }
  }

  /// The pages that a popup was given last count from now on. Its group, or its chain, changes with the next `regroup`.
  mutating func takeChangedPages(of index: Int) {
    guard let pages = popups[index].changedPages else { return }
    popups[index].changedPages = nil
    popups[index].pages = pages
    popups[index].flags.insert(.altered)
    popups[index].flags.set(.bound, !pages.isNone || !popups[index].instance.isNone)
  }

  mutating func applyContent() {
    let index = event.popup.index
    popups[index].contentEvent = event.sequence
    popups[index].contentKind = event.kind
    guard event.kind != .contentRequested, !popups[index].flags.contains(.plain) else { return }
    switch event.kind {
    case .contentLoaded: popups[index].flags.insert(.ready)
    case .contentCancelled: popups[index].flags.remove(.ready)
    default:
      popups[index].flags.remove(.ready)
      popups[index].flags.insert(.contentFailed)
      finish(index, event.sequence)
    }
    relist(index)
  }
}

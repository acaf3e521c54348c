import PopupScheduling

extension AuditState {
  /// Counts a popup among those of its queue that are UP, and those that are LIVE and not UP, or no longer, as its flags say.
  mutating func relist(_ index: Int) {
    if latest == Int32(truncatingIfNeeded: index) { latest = -1 }
    let flags = popups[index].flags
    let belongs = flags.intersection([.known, .up, .ended]) == .known
    let holds = flags.intersection([.known, .up, .exempt, .system]) == [.known, .up]
    if holds != flags.contains(.holdsSlot) { noteHolding(index, holds) }
    if belongs != flags.contains(.listed) { noteListed(index, belongs) }
    regroup(index)
  }

  private mutating func noteHolding(_ index: Int, _ holds: Bool) {
    let queue = Int(popups[index].queue)
    popups[index].flags.set(.holdsSlot, holds)
    queues[queue].upCount += holds ? 1 : -1
    touch(queue: queue)
  }

  private mutating func noteListed(_ index: Int, _ belongs: Bool) {
    let queue = Int(popups[index].queue)
    popups[index].flags.set(.listed, belongs)
    listedCount += belongs ? 1 : -1
    queues[queue].listedCount += belongs ? 1 : -1
    if popups[index].isExempt {
      listedExemptCount += belongs ? 1 : -1
      if !belongs { popups[index].idleSince = Ticks(-1) }
    }
    if belongs, queues[queue].busyIndex < 0 { noteBusy(queue) }
    guard !isIndexed else { return }
    if belongs {
      waiting.append(Int32(truncatingIfNeeded: index))
      if waiting.count > few { makeGroups() }
    } else {
      waiting.keep { Int($0) != index }
    }
  }

  private mutating func noteBusy(_ queue: Int) {
    let scene = Int(queues[queue].scene)
    queues[queue].busyIndex = scenes[scene].busyQueues.count
    numberLists.append(Int32(truncatingIfNeeded: queue), to: &scenes[scene].busyQueues)
  }

  private mutating func noteQuiet(_ queue: Int) {
    let scene = Int(queues[queue].scene)
    let index = queues[queue].busyIndex
    // The last one moves to the free index.
    let last = numberLists.removeLast(from: &scenes[scene].busyQueues)
    if Int(last) != queue { numberLists[scenes[scene].busyQueues, Int(index)] = last }
    queues[Int(last)].busyIndex = index
    queues[queue].busyIndex = -1
  }

  /// Finds out which queues are IDLE, and since when. Called at the end of a turn and when a deadline changed something.
  @inline(__always)
  mutating func settleQueues() {
    if !dirtyQueues.isEmpty || !dirtyExempt.isEmpty { settleDirtyQueues() }
  }

  private mutating func settleDirtyQueues() {
    for index in dirtyQueues.indices { settle(Int(dirtyQueues[index])) }
    dirtyQueues.removeAll()
    for index in dirtyExempt.indices { settleExempt(Int(dirtyExempt[index])) }
    dirtyExempt.removeAll()
  }

  @inline(__always)
  private mutating func settle(_ queue: Int) {
    queues[queue].isDirty = false
    let isFree = scenes[Int(queues[queue].scene)].isSlotFree
    let canShow =
      queues[queue].listedCount > 0 && (isFree || queues[queue].upCount > 0) && canShow(in: Int(queues[queue].scene))
    let first = canShow ? firstInQueue(queue) : -1
    queues[queue].candidate = first
    settleContest(queue)
    settleIdleness(queue, first: isFree ? first : -1)
    if queues[queue].busyIndex >= 0, queues[queue].listedCount == 0, queues[queue].contestedSince < .zero {
      noteQuiet(queue)
    }
  }

  @inline(__always)
  private mutating func settleIdleness(_ queue: Int, first: Int32) {
    guard first >= 0 else {
      queues[queue].idleSince = Ticks(-1)
      queues[queue].first = -1
      return
    }
    let isNewRun = !queues[queue].isIdle
    if isNewRun {
      queues[queue].idleSince = now
      deadlines.add(.idleQueue, at: now + threeSeconds, queue, stamp: now.rawValue)
    }
    let isParked = popups[Int(first)].isParked
    guard isNewRun || first != queues[queue].first || isParked != queues[queue].firstIsParked else { return }
    queues[queue].first = first
    queues[queue].firstSince = now
    queues[queue].firstIsParked = isParked
    if isParked {
      deadlines.add(.idleParked, at: now + threeSeconds, queue, stamp: now.rawValue)
    }
  }

  /// Finds out whether a popup could be shown in a queue in which another is UP, and since when. In the background that time stands still.
  @inline(__always)
  private mutating func settleContest(_ queue: Int) {
    guard background < 0 else { return }
    guard queues[queue].candidate >= 0, queues[queue].upCount > 0 else {
      queues[queue].contestedSince = Ticks(-1)
      return
    }
    guard queues[queue].contestedSince < .zero else { return }
    queues[queue].contestedSince = foregroundClock
    deadlines.add(.contestedQueue, at: now + twentySeconds, queue, stamp: foregroundClock.rawValue)
  }

  /// Sets the deadline of a presentation that began in a queue already contested.
  mutating func watchContest(_ presentation: AuditTurn.Presentation) {
    let index = Int(presentation.popup)
    guard popups[index].flags.contains(.holdsSlot), popups[index].shownSequence == presentation.shownSequence else {
      return
    }
    let contested = queues[Int(popups[index].queue)].contestedSince
    guard contested >= .zero, contested < popups[index].shownClock else { return }
    deadlines.add(.contestedPopup, at: now + twentySeconds, index, stamp: Int64(presentation.shownSequence))
  }

  private mutating func settleExempt(_ index: Int) {
    popups[index].flags.remove(.touched)
    if !popups[index].flags.contains(.listed) || !isEligible(index) {
      popups[index].idleSince = Ticks(-1)
    } else if popups[index].idleSince < .zero {
      popups[index].idleSince = now
      deadlines.add(.idleExempt, at: now + threeSeconds, index, stamp: now.rawValue)
    }
  }

  /// Something changed that may make an exempt popup ELIGIBLE, or not.
  mutating func touchExempt(_ index: Int) {
    guard !popups[index].flags.contains(.touched) else { return }
    popups[index].flags.insert(.touched)
    dirtyExempt.append(Int32(truncatingIfNeeded: index))
  }

  mutating func touchExempt(in group: Int32) {
    var popup = members.last(of: Int(group))
    while popup >= 0 {
      touchExempt(popup)
      popup = members.previous(before: popup)
    }
  }

  /// The exempt popups that could be shown and are not, in order of submission.
  func waitingExempt() -> [Int] {
    guard listedExemptCount > 0 else { return [] }
    return popups.indices.filter {
      popups[$0].flags.isSuperset(of: [.listed, .exempt]) && popups[$0].idleSince >= .zero
    }.sorted { popups[$0].submitted < popups[$1].submitted }
  }

  mutating func finishAnimation() {
    let index = event.popup.index
    if event.sequence == turn.start, event.generation != popups[index].generation {
      turn.staleCompletion = event.popup.rawValue
    }
    guard event.phase == .hide, popups[index].flags.contains(.leaving),
      event.generation == popups[index].generation
    else { return }
    popups[index].flags.remove(.leaving)
    leaveVisible(index)
  }

  mutating func enterVisible(_ index: Int) {
    let scene = Int(popups[index].scene)
    numberLists.append(Int32(truncatingIfNeeded: index), to: &scenes[scene].visible)
    if !popups[index].isExempt {
      scenes[scene].slotCount += 1
      noteSlot(of: scene)
    }
  }

  @inline(__always)
  private mutating func noteSlot(of scene: Int) {
    touch(scene: Int32(truncatingIfNeeded: scene))
    turn.isEventful = true
    guard !scenes[scene].slotChanged else { return }
    scenes[scene].slotChanged = true
    slotScenes.append(Int32(truncatingIfNeeded: scene))
  }

  mutating func leaveVisible(_ position: Int) {
    let scene = Int(popups[position].scene)
    let index = numberLists.lastIndex(of: Int32(truncatingIfNeeded: position), in: scenes[scene].visible)
    guard index >= 0 else { return }
    numberLists.remove(at: index, from: &scenes[scene].visible)
    if !popups[position].isExempt {
      scenes[scene].slotCount -= 1
      noteSlot(of: scene)
    }
  }
}

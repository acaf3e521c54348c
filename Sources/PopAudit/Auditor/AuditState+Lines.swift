import PopupScheduling

extension AuditState {
  /// Counts a popup among those of its line that are LIVE and not UP, or no longer, as its flags say, and gives it its seat.
  mutating func relist(_ place: Int) {
    enlist(place)
    seat(place)
  }

  /// Counts a popup among those of its line that are UP, and those that are LIVE and not UP, or no longer, as its flags say.
  mutating func enlist(_ place: Int) {
    let flags = popups[place].flags
    let belongs = flags.intersection([.known, .up, .ended]) == .known
    let holds = flags.intersection([.known, .up, .exempt, .system]) == [.known, .up]
    if holds != flags.contains(.holdsSlot) { noteHolding(place, holds) }
    if belongs != flags.contains(.listed) { noteListed(place, belongs) }
  }

  private mutating func noteHolding(_ place: Int, _ holds: Bool) {
    let line = Int(popups[place].line)
    if holds { popups[place].flags.insert(.holdsSlot) } else { popups[place].flags.remove(.holdsSlot) }
    lines[line].upCount += holds ? 1 : -1
    touch(line: line)
  }

  private mutating func noteListed(_ place: Int, _ belongs: Bool) {
    let line = Int(popups[place].line)
    if belongs { popups[place].flags.insert(.listed) } else { popups[place].flags.remove(.listed) }
    listedCount += belongs ? 1 : -1
    lines[line].listedCount += belongs ? 1 : -1
    if popups[place].isExempt {
      listedToasts += belongs ? 1 : -1
      if !belongs { popups[place].idleSince = Ticks(-1) }
    }
    if belongs { noteBusy(line) }
  }

  private mutating func noteBusy(_ line: Int) {
    guard lines[line].busyPlace < 0 else { return }
    let scene = Int(lines[line].scene)
    lines[line].busyPlace = Int32(truncatingIfNeeded: busyLines.count)
    lines[line].busyPlaceInScene = scenes[scene].busyLines.count
    busyLines.append(Int32(truncatingIfNeeded: line))
    numberLists.append(Int32(truncatingIfNeeded: line), to: &scenes[scene].busyLines)
  }

  private mutating func noteQuiet(_ line: Int) {
    let scene = Int(lines[line].scene)
    let place = lines[line].busyPlace
    let placeInScene = lines[line].busyPlaceInScene
    // The last one takes the free place.
    let last = busyLines[busyLines.count - 1]
    busyLines.removeLast()
    if Int(last) != line { busyLines[Int(place)] = last }
    lines[Int(last)].busyPlace = place
    let lastInScene = numberLists.removeLast(from: &scenes[scene].busyLines)
    if Int(lastInScene) != line { numberLists[scenes[scene].busyLines, Int(placeInScene)] = lastInScene }
    lines[Int(lastInScene)].busyPlaceInScene = placeInScene
    lines[line].busyPlace = -1
    lines[line].busyPlaceInScene = -1
  }

  /// Finds out which lines are IDLE, and since when. Called at the end of a step and when a deadline changed something.
  ///
  /// - Complexity: O(n) in the lines that anything happened to.
  @inline(__always)
  mutating func settleLines() {
    if !dirtyLines.isEmpty || !touchedToasts.isEmpty { settleDirtyLines() }
  }

  @inline(never)
  private mutating func settleDirtyLines() {
    for index in dirtyLines.indices { settle(Int(dirtyLines[index])) }
    dirtyLines.removeAll()
    for index in touchedToasts.indices { settleToast(Int(touchedToasts[index])) }
    touchedToasts.removeAll()
  }

  private mutating func settle(_ line: Int) {
    lines[line].isDirty = false
    let isFree = scenes[Int(lines[line].scene)].isSlotFree
    let canShow = (isFree || lines[line].upCount > 0) && hasCandidates(line) && canShow(in: Int(lines[line].scene))
    let first = canShow ? firstInLine(line) : -1
    lines[line].candidate = first
    settleContest(line)
    settleIdleness(line, first: isFree ? first : -1)
    if lines[line].busyPlace >= 0, lines[line].listedCount == 0, lines[line].contestedSince < .zero { noteQuiet(line) }
  }

  private mutating func settleIdleness(_ line: Int, first: Int32) {
    guard first >= 0 else {
      lines[line].idleSince = Ticks(-1)
      lines[line].first = -1
      return
    }
    let subject = Int32(truncatingIfNeeded: line)
    let isNewRun = !lines[line].isIdle
    if isNewRun {
      lines[line].idleSince = now
      deadlines.add(Deadline(time: now + threeSeconds, kind: .idleLine, subject: subject, stamp: now.rawValue))
    }
    let isParked = popups[Int(first)].isParked
    guard isNewRun || first != lines[line].first || isParked != lines[line].firstIsParked else { return }
    lines[line].first = first
    lines[line].firstSince = now
    lines[line].firstIsParked = isParked
    if isParked {
      deadlines.add(Deadline(time: now + threeSeconds, kind: .idleParked, subject: subject, stamp: now.rawValue))
    }
  }

  /// Finds out whether somebody could be shown in a line in which a popup is UP, and since when. In the background that stands still.
  private mutating func settleContest(_ line: Int) {
    guard background < 0 else { return }
    guard lines[line].candidate >= 0, lines[line].upCount > 0 else {
      lines[line].contestedSince = Ticks(-1)
      return
    }
    guard lines[line].contestedSince < .zero else { return }
    lines[line].contestedSince = foregroundClock
    deadlines.add(
      Deadline(
        time: now + twentySeconds, kind: .contestedLine, subject: Int32(truncatingIfNeeded: line),
        stamp: foregroundClock.rawValue))
  }

  /// Sees to it that a presentation that began in a line already contested is looked at in time.
  mutating func watchContest(_ presentation: AuditStep.Presentation) {
    let place = Int(presentation.popup)
    guard popups[place].flags.contains(.holdsSlot), popups[place].shown == presentation.shown else { return }
    let contested = lines[Int(popups[place].line)].contestedSince
    guard contested >= .zero, contested < popups[place].shownClock else { return }
    deadlines.add(
      Deadline(
        time: now + twentySeconds, kind: .contestedPopup, subject: presentation.popup, stamp: Int64(presentation.shown))
    )
  }

  private mutating func settleToast(_ place: Int) {
    popups[place].flags.remove(.touched)
    if !popups[place].flags.contains(.listed) || !isEligible(place) {
      popups[place].idleSince = Ticks(-1)
    } else if popups[place].idleSince < .zero {
      popups[place].idleSince = now
      deadlines.add(
        Deadline(
          time: now + threeSeconds, kind: .idleExempt, subject: Int32(truncatingIfNeeded: place), stamp: now.rawValue))
    }
  }

  /// Something changed that may make an exempt popup ELIGIBLE, or not.
  mutating func touchToast(_ place: Int) {
    guard !popups[place].flags.contains(.touched) else { return }
    popups[place].flags.insert(.touched)
    touchedToasts.append(Int32(truncatingIfNeeded: place))
  }

  /// Likewise for all of a room.
  mutating func touchToasts(in room: Int32) {
    var popup = rooms[Int(room)].members
    while popup >= 0 {
      touchToast(Int(popup))
      popup = popups[Int(popup)].roomNext
    }
  }

  /// The exempt popups that could be shown and are not, in order of submission.
  func waitingToasts() -> [Int32] {
    guard listedToasts > 0 else { return [] }
    var list: [Int32] = []
    for place in popups.indices
    where popups[place].flags.isSuperset(of: [.listed, .exempt]) && popups[place].idleSince >= .zero {
      list.append(Int32(truncatingIfNeeded: place))
    }
    return list.sorted { popups[Int($0)].submitted < popups[Int($1)].submitted }
  }
}

import PopupScheduling

extension AuditState {
  /// Puts a popup on the list of those of its line that are LIVE and not UP, or takes it off, as its flags say.
  mutating func relist(_ place: Int) {
    countUp(place)
    let flags = popups[place].flags
    let belongs = flags.intersection([.known, .up, .ended]) == .known
    guard belongs != flags.contains(.listed) else { return }
    let popup = Int32(truncatingIfNeeded: place)
    if belongs {
      popups[place].flags.insert(.listed)
      if flags.contains(.exempt) {
        exemptWaiting.insert(popup, at: rank(of: place, in: exemptWaiting))
        isExemptDirty = true
      } else {
        let line = Int(popups[place].line)
        let rank = rank(of: place, in: lines[line].waiting)
        if rank < lines[line].waiting.count { lines[line].isDirty = true }
        lines[line].waiting.insert(popup, at: rank)
        if !lines[line].isBusy {
          lines[line].isBusy = true
          busyLines.append(popups[place].line)
        }
      }
    } else {
      popups[place].flags.remove(.listed)
      if flags.contains(.exempt) {
        popups[place].idleSince = Ticks(-1)
        exemptWaiting.remove(at: rank(of: place, in: exemptWaiting))
      } else {
        let line = Int(popups[place].line)
        let rank = rank(of: place, in: lines[line].waiting)
        lines[line].waiting.remove(at: rank)
        if rank < lines[line].newcomers { lines[line].newcomers -= 1 }
        if lines[line].candidate == popup { lines[line].isDirty = true }
      }
    }
  }

  /// Counts a popup among those of its line that are UP, or no longer, as its flags say.
  private mutating func countUp(_ place: Int) {
    let flags = popups[place].flags
    let holds = flags.intersection([.known, .up, .exempt, .system]) == [.known, .up]
    guard holds != flags.contains(.holdsSlot) else { return }
    if holds { popups[place].flags.insert(.holdsSlot) } else { popups[place].flags.remove(.holdsSlot) }
    lines[Int(popups[place].line)].upCount += holds ? 1 : -1
  }

  /// Where a popup stands, or would stand, in a list in order of submission.
  private func rank(of place: Int, in list: [Int32]) -> Int {
    let submitted = popups[place].submitted
    guard let last = list.last, popups[Int(last)].submitted >= submitted else { return list.count }
    var low = 0
    var high = list.count
    while low < high {
      let middle = (low + high) / 2
      if popups[Int(list[middle])].submitted < submitted { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Finds out which lines are IDLE, and since when. Called at the end of a step and when a deadline changed something.
  mutating func settleLines() {
    var index = 0
    while index < busyLines.count {
      let line = Int(busyLines[index])
      settle(line)
      // What happens in the background shows when the app is back.
      if lines[line].waiting.isEmpty, background < 0 {
        lines[line].isBusy = false
        busyLines.swapAt(index, busyLines.count - 1)
        busyLines.removeLast()
      } else {
        index += 1
      }
    }
    if isExemptDirty { settleExempt() }
  }

  private mutating func settle(_ line: Int) {
    let isFree = scenes[Int(lines[line].scene)].isSlotFree
    guard !lines[line].waiting.isEmpty, isFree || lines[line].upCount > 0 else {
      lines[line].idleSince = Ticks(-1)
      lines[line].first = -1
      lines[line].candidate = -1
      lines[line].isDirty = true
      settleContest(line)
      return
    }
    let first = findFirst(line)
    lines[line].newcomers = lines[line].waiting.count
    lines[line].isDirty = false
    lines[line].candidate = first
    settleContest(line)
    guard isFree, first >= 0 else {
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

  /// FIRST IN LINE, whatever the slot; negative where nobody is eligible.
  private func findFirst(_ line: Int) -> Int32 {
    var first = lines[line].isDirty ? -1 : lines[line].candidate
    var index = lines[line].isDirty ? 0 : lines[line].newcomers
    while index < lines[line].waiting.count {
      let popup = lines[line].waiting[index]
      index += 1
      guard first < 0 || popups[Int(popup)].rank < popups[Int(first)].rank, isEligible(Int(popup)) else { continue }
      first = popup
    }
    return first
  }

  private mutating func settleExempt() {
    isExemptDirty = false
    for popup in exemptWaiting {
      let place = Int(popup)
      if !isEligible(place) {
        popups[place].idleSince = Ticks(-1)
      } else if popups[place].idleSince < .zero {
        popups[place].idleSince = now
        deadlines.add(Deadline(time: now + threeSeconds, kind: .idleExempt, subject: popup, stamp: now.rawValue))
      }
    }
  }
}

import PopupScheduling

extension AuditState {
  /// Puts a popup on the list of those of its line that are LIVE and not UP, or takes it off, as its flags say.
  mutating func relist(_ place: Int) {
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
        if lines[line].first == popup { lines[line].isDirty = true }
      }
    }
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
      if lines[line].waiting.isEmpty {
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
    guard !lines[line].waiting.isEmpty, scenes[Int(lines[line].scene)].isSlotFree else {
      lines[line].idleSince = Ticks(-1)
      lines[line].first = -1
      lines[line].isDirty = true
      return
    }
    let first = findFirst(line)
    lines[line].newcomers = lines[line].waiting.count
    lines[line].isDirty = false
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

  /// FIRST IN LINE, whatever the slot; negative where nobody is eligible.
  private func findFirst(_ line: Int) -> Int32 {
    var first = lines[line].isDirty ? -1 : lines[line].first
    var index = lines[line].isDirty ? 0 : lines[line].newcomers
    while index < lines[line].waiting.count {
      let popup = lines[line].waiting[index]
      index += 1
      guard first < 0 || popups[Int(popup)].level < popups[Int(first)].level, isEligible(Int(popup)) else { continue }
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

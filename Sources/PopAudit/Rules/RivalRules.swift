import PopupScheduling

/// The presentations that began in a step, each with its rivals: who could have been shown in its place.
struct Rivals {
  struct Entry {
    var presentation: AuditStep.Presentation
    var level: Int32
    var start: Int
    var end: Int
  }

  private(set) var entries: [Entry] = []
  private var popups: [Int32] = []

  var isEmpty: Bool { entries.isEmpty }

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    popups.removeAll(keepingCapacity: true)
  }

  /// A popup is about to be shown: those of its line who are ELIGIBLE now are its rivals, its own chain left out.
  mutating func shown(_ event: Event, _ state: borrowing AuditState) {
    let place = event.popup.index
    let popup = state.popups[place]
    let line = Int(popup.line)
    let start = popups.count
    for index in state.lines[line].waiting.indices {
      let rival = Int(state.lines[line].waiting[index])
      if rival != place, !state.areOfOneChain(rival, place), state.isEligible(rival) {
        popups.append(state.lines[line].waiting[index])
      }
    }
    guard popups.count > start else { return }
    let presentation = AuditStep.Presentation(popup: event.popup.rawValue, shown: event.sequence)
    entries.append(Entry(presentation: presentation, level: popup.level, start: start, end: popups.count))
  }

  /// The rivals of a presentation that are still not UP; FIRST IN LINE of them, negative where there are none.
  func first(of entry: Entry, _ state: borrowing AuditState) -> Int32 {
    var first: Int32 = -1
    for index in entry.start..<entry.end where !state.popups[Int(popups[index])].isUp {
      let rival = popups[index]
      if first < 0 || state.popups[Int(rival)].level < state.popups[Int(first)].level { first = rival }
    }
    return first
  }

  /// The rival at an index of an entry.
  func rival(_ index: Int) -> Int32 { popups[index] }
}

/// `priority-inversion`: somebody more urgent was passed over.
struct PriorityInversionRule {
  /// Judges a presentation with the first of its rivals; true where the rule speaks.
  func judge(_ entry: Rivals.Entry, _ first: Int, _ state: borrowing AuditState, _ findings: inout [Finding]) -> Bool {
    guard state.popups[first].level < entry.level else { return false }
    let place = Int(entry.presentation.popup)
    let rival = state.popups[first]
    findings.append(
      Finding(
        .priorityInversion, popup: PopupID(place), other: PopupID(first), page: state.popups[place].shownPage,
        time: state.now, witness: witness(rival.submitted, state.popups[place].submitted, entry.presentation.shown),
        because:
          "\(state.text(popup: place)) (level \(entry.level)) was shown while \(state.text(popupWithLevel: first)) "
          + "could have been, waiting for \(state.text(state.now - rival.submittedAt))"))
    return true
  }
}

/// `fifo-violation`: somebody as urgent who came earlier was passed over.
struct FIFOViolationRule {
  /// Judges a presentation with the first of its rivals, when none of them is more urgent.
  func judge(_ entry: Rivals.Entry, _ first: Int, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    let place = Int(entry.presentation.popup)
    let popup = state.popups[place]
    let rival = state.popups[first]
    guard rival.level == entry.level, rival.submitted < popup.submitted else { return }
    findings.append(
      Finding(
        .fifoViolation, popup: PopupID(place), other: PopupID(first), page: popup.shownPage, time: state.now,
        witness: witness(rival.submitted, popup.submitted, entry.presentation.shown),
        because:
          "\(state.text(popup: place)) was shown while \(state.text(popup: first)), of the same level \(entry.level) "
          + "and submitted \(state.text(popup.submittedAt - rival.submittedAt)) earlier, could have been"))
  }
}

/// `starvation`: ten later popups were shown while this one could have been.
struct StarvationRule {
  static let limit: Int32 = 10

  /// Counts a presentation against those of its rivals that were submitted before it.
  func count(_ entry: Rivals.Entry, _ rivals: borrowing Rivals, _ state: inout AuditState, _ findings: inout [Finding])
  {
    let submitted = state.popups[Int(entry.presentation.popup)].submitted
    for index in entry.start..<entry.end {
      let place = Int(rivals.rival(index))
      guard !state.popups[place].isUp, state.popups[place].submitted < submitted else { continue }
      state.popups[place].passedOver += 1
      if state.popups[place].passedOver == Self.limit { report(place, entry, state, &findings) }
    }
  }

  private func report(
    _ place: Int, _ entry: Rivals.Entry, _ state: borrowing AuditState, _ findings: inout [Finding]
  ) {
    let other = Int(entry.presentation.popup)
    findings.append(
      Finding(
        .starvation, popup: PopupID(place), other: PopupID(other), page: state.popups[other].shownPage, time: state.now,
        witness: witness(state.popups[place].submitted, entry.presentation.shown),
        because:
          "\(Self.limit) popups submitted after \(state.text(popup: place)) were shown while it could have been, the "
          + "last of them \(state.text(popup: other)), \(state.text(state.now - state.popups[place].submittedAt)) after "
          + "its submission"))
  }
}

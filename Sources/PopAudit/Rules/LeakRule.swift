import PopupScheduling

/// `leak`: something is kept that nobody will come back for.
struct LeakRule: ~Copyable, AuditRule {
  /// What is known of one popup.
  private struct Track {
    /// The `content.requested` that was neither cancelled nor answered; negative for none.
    var requested: Int32 = -1
    /// The `content.failed` of the step under way that ended it while it was not UP; negative for none.
    var failure: Int32 = -1
    var isReported = false
  }

  private var tracks: [Track] = []
  /// The popups that something happened to in this step.
  private var touched: [Int32] = []
  /// The pages removed in this step.
  private var removed: [PageID] = []
  private var waiting = OwnedArray<Int32>()
  /// Popups whose time was up while the app was in the background.
  private var paused: [Int32] = []

  mutating func begin(_ state: borrowing AuditState) {
    tracks.removeAll(keepingCapacity: true)
    tracks.append(contentsOf: repeatElement(Track(), count: state.popups.count))
    touched.removeAll(keepingCapacity: true)
    paused.removeAll(keepingCapacity: true)
    removed.removeAll(keepingCapacity: true)
  }

  mutating func before(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    switch event.kind {
    case .contentFailed: noteFailure(event, state)
    default: break
    }
  }

  private mutating func noteFailure(_ event: Event, _ state: borrowing AuditState) {
    guard !event.popup.isNone else { return }
    let popup = state.popups[event.popup.index]
    guard popup.isLive, popup.flags.isDisjoint(with: [.up, .uncertain]),
      state.catalog.specs[Int(popup.spec)].content == .async
    else { return }
    tracks[event.popup.index].failure = event.sequence
  }

  mutating func after(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    switch event.kind {
    case .pageRemoved: if !event.page.isNone { removed.append(event.page) }
    case .appForeground: wake(&state)
    default:
      guard !event.popup.isNone else { return }
      let place = event.popup.index
      switch event.kind {
      case .contentRequested: tracks[place].requested = event.sequence
      case .contentLoaded, .contentFailed, .contentCancelled: tracks[place].requested = -1
      case .popupShown: watch(event, &state)
      default: break
      }
      if touched.last != event.popup.rawValue { touched.append(event.popup.rawValue) }
    }
  }

  mutating func endOfStep(_ state: inout AuditState, _ findings: inout [Finding]) {
    if !removed.isEmpty { judgeRemovals(state, &findings) }
    for index in 0..<state.step.farewells.count { judge(state.step.farewells[index], state, &findings) }
    for index in 0..<state.step.ended.count { judge(Int(state.step.ended[index]), state, &findings) }
    guard !touched.isEmpty else { return }
    for index in 0..<touched.count { judge(Int(touched[index]), state, &findings) }
    touched.removeAll(keepingCapacity: true)
  }

  /// Whoever waits for the pages that were removed, in order of submission.
  private mutating func judgeRemovals(_ state: borrowing AuditState, _ findings: inout [Finding]) {
    waiting.removeAll()
    for page in removed { state.appendWaiting(forPage: page, to: &waiting) }
    removed.removeAll(keepingCapacity: true)
    state.sortBySubmission(&waiting, from: 0)
    for index in waiting.indices { judgeRemoval(Int(waiting[index]), state, &findings) }
  }

  /// Told to go in this step while it was UP, and still UP.
  private mutating func judge(
    _ farewell: AuditStep.Farewell, _ state: borrowing AuditState, _ findings: inout [Finding]
  ) {
    let place = Int(farewell.popup)
    let popup = state.popups[place]
    guard popup.isKnown, popup.isUp, popup.shown < farewell.sequence, !tracks[place].isReported else { return }
    report(place, state, &findings, [popup.shown, farewell.sequence], "is still up after it was told to go")
  }

  private mutating func judge(_ place: Int, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    let failure = tracks[place].failure
    tracks[place].failure = -1
    guard state.popups[place].isKnown, !tracks[place].isReported else { return }
    if failure >= 0, !state.popups[place].flags.contains(.removed) {
      report(
        place, state, &findings, [state.popups[place].submitted, failure],
        "was not dropped when its content failed, and can never be shown")
    } else if state.popups[place].flags.contains(.ended), tracks[place].requested >= 0 {
      report(
        place, state, &findings, [tracks[place].requested, state.popups[place].end],
        "has ended, and its content is still being loaded")
    } else if state.popups[place].flags.contains(.ended), state.timers.hasTimer(popup: place),
      !isPatience(place, state)
    {
      report(
        place, state, &findings, [state.timers.setting(ofPopup: place), state.popups[place].end],
        "has ended, and a timer of it is still set")
    } else {
      judgeRemoval(place, state, &findings)
    }
  }

  /// Whether the timer of a popup that has ended is for its exit: set after it was hidden, in case its animation never finishes.
  private func isPatience(_ place: Int, _ state: borrowing AuditState) -> Bool {
    guard state.timers.setting(ofPopup: place) > state.popups[place].hidden else { return false }
    return state.popups[place].flags.contains(.leaving)
      || state.scenes[Int(state.popups[place].scene)].graceEnd == state.now
  }

  /// Kept for a page that will not come back.
  private mutating func judgeRemoval(_ place: Int, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    guard state.popups[place].isLive, !state.popups[place].isUp, !tracks[place].isReported else { return }
    for page in [state.popups[place].isParked ? state.popups[place].parkedPage : .none, state.popups[place].instance]
    where !page.isNone && page.index < state.pages.count && state.pages[page.index].isRemoved {
      let isParked = state.popups[place].isParked && page == state.popups[place].parkedPage
      report(
        place, state, &findings,
        [isParked ? state.popups[place].parked : state.popups[place].submitted, state.pages[page.index].removal],
        "\(isParked ? "is parked for" : "is bound to") \(state.text(page: page)), which was removed")
      return
    }
  }

  /// A popup that should go by itself came up: looks after it when it should long be gone.
  private func watch(_ event: Event, _ state: inout AuditState) {
    let place = event.popup.index
    guard state.popups[place].isKnown, !tracks[event.popup.index].isReported,
      !state.popups[place].flags.contains(.plain)
    else { return }
    let limit = state.catalog.specs[Int(state.popups[place].spec)].autoDismiss
    guard limit >= .zero else { return }
    remind(event.popup.rawValue, after: limit + state.second + Ticks(1), &state)
  }

  private func remind(_ popup: Int32, after length: Ticks, _ state: inout AuditState) {
    let stamp = Int64(state.popups[Int(popup)].shown)
    state.deadlines.add(Deadline(time: state.now + length, kind: .overstay, subject: popup, stamp: stamp))
  }

  mutating func deadline(_ deadline: Deadline, _ state: inout AuditState, _ findings: inout [Finding]) {
    guard deadline.kind == .overstay else { return }
    look(after: deadline.subject, stamp: deadline.stamp, &state, &findings)
  }

  /// Time on screen stands still in the background, so the moment may have to be put off.
  private mutating func look(
    after subject: Int32, stamp: Int64, _ state: inout AuditState, _ findings: inout [Finding]
  ) {
    let place = Int(subject)
    guard state.popups[place].isUp, Int64(state.popups[place].shown) == stamp, !tracks[place].isReported else { return }
    let limit = state.catalog.specs[Int(state.popups[place].spec)].autoDismiss
    let stay = state.foregroundClock - state.popups[place].shownClock
    let rest = limit + state.second - stay
    if rest < .zero {
      report(
        place, state, &findings, [state.popups[place].shown],
        "should go by itself after \(state.text(limit)), and has been up for \(state.text(stay))")
    } else if state.background >= 0 {
      paused.append(subject)
    } else {
      remind(subject, after: rest + Ticks(1), &state)
    }
  }

  private mutating func wake(_ state: inout AuditState) {
    guard !paused.isEmpty else { return }
    for popup in paused where state.popups[Int(popup)].isUp { remind(popup, after: Ticks(1), &state) }
    paused.removeAll(keepingCapacity: true)
  }

  private mutating func report(
    _ place: Int, _ state: borrowing AuditState, _ findings: inout [Finding], _ witness: [Int32], _ why: String
  ) {
    tracks[place].isReported = true
    let page =
      state.popups[place].shown >= 0
      ? state.popups[place].shownPage : state.scenes[Int(state.popups[place].scene)].current
    findings.append(
      Finding(
        .leak, popup: PopupID(place), page: page, time: state.now, witness: witness.sorted(),
        because: "\(state.text(popup: place)) \(why)"))
  }
}

import PopupScheduling

/// `trace-gap`: a sequence that no session can have, so that the recording must have lost something.
struct TraceGapRule: AuditRule {
  /// By popup: whether its submission, or its lack, was seen.
  private var isMentioned: [Bool] = []
  private var pages = PageTrack()
  private var lastTime = Ticks.zero
  private var isFirst = true

  mutating func begin(_ state: borrowing AuditState) {
    isMentioned.removeAll(keepingCapacity: true)
    isMentioned.append(contentsOf: repeatElement(false, count: state.popups.count))
    pages.begin(pageCount: state.pages.count)
    lastTime = .zero
    isFirst = true
  }

  mutating func before(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    if state.jumped { jump(event, state, &findings) }
    isFirst = false
    if event.time < lastTime {
      report(
        event, state, &findings, "the time is \(state.text(lastTime - event.time)) before that of the event before it")
    }
    lastTime = event.time
    if !event.popup.isNone { judgePopup(event, state, &findings) }
    if event.kind == .timerFired, !event.timer.isNone, !state.hasHole, !state.timers.isSet(event.timer) {
      report(event, state, &findings, "timer \(event.timer.rawValue) fired, and it is not set")
    }
  }

  /// A session may begin in the middle; what jumps later has lost something.
  private mutating func jump(_ event: Event, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    pages.forget()
    guard !isFirst else { return }
    report(
      event, state, &findings,
      "the sequence number before \(event.sequence) is \(state.sequence), not \(event.sequence - 1)")
  }

  private mutating func judgePopup(_ event: Event, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    let place = event.popup.index
    if event.kind == .popupSubmitted {
      if state.popups[place].isKnown {
        report(event, state, &findings, "\(state.text(popup: place)) was submitted already")
      }
      return
    }
    guard state.popups[place].isKnown else {
      guard !state.hasHole, !isMentioned[place] else { return }
      isMentioned[place] = true
      report(event, state, &findings, "\(state.text(popup: place)) was never submitted")
      return
    }
    guard !state.popups[place].flags.contains(.uncertain) else { return }
    switch event.kind {
    case .popupShown:
      guard event.generation != state.popups[place].generation + 1 else { return }
      report(
        event, state, &findings,
        "\(state.text(popup: place)) has presentation \(event.generation) after presentation \(state.popups[place].generation)"
      )
    case .animationFinished: judgeAnimation(event, state, &findings)
    default: break
    }
  }

  private func judgeAnimation(
    _ event: Event, _ state: borrowing AuditState, _ findings: inout [Finding]
  ) {
    if event.generation > state.popups[event.popup.index].generation || event.generation < 1 {
      report(
        event, state, &findings,
        "presentation \(event.generation) of \(state.text(popup: event.popup.index)) never began")
    } else if event.phase == .hide, event.generation == state.popups[event.popup.index].generation,
      state.popups[event.popup.index].isUp
    {
      report(
        event, state, &findings, "the exit of \(state.text(popup: event.popup.index)) finished, and it is up")
    }
  }

  mutating func after(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    guard !event.page.isNone, let why = pages.take(event, state) else { return }
    report(event, state, &findings, "\(state.text(page: event.page)) \(why)")
  }

  private func report(
    _ event: Event, _ state: borrowing AuditState, _ findings: inout [Finding], _ why: String
  ) {
    findings.append(
      Finding(
        .traceGap, popup: event.popup, page: event.page, time: state.now, witness: [event.sequence],
        because: "\(event.kind.wireName) cannot come here: \(why)"))
  }
}

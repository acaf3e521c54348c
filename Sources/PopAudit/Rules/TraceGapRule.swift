import PopupScheduling

/// `trace-gap`: a sequence that no session can have, so that the recording must have lost something.
struct TraceGapRule: ~Copyable, AuditRule {
  static var watchedBefore: AuditSignals { .events }
  static var watchedAfter: AuditSignals {
    .pageWillAppear | .pageDidAppear | .pageWillDisappear | .pageDidDisappear | .pageRemoved
  }

  /// By popup: whether its submission, or its lack, was seen.
  private var isMentioned = OwnedArray<Bool>()
  private var pages = PageEventOrder()
  private var isFirst = true

  mutating func begin(_ state: borrowing AuditState) {
    isMentioned.removeAll()
    isMentioned.append(repeating: false, count: state.popups.count)
    pages.begin(pageCount: state.pages.count)
    isFirst = true
  }

  /// Nearly every event can come where it comes; that is seen without a call.
  @inline(__always)
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    let popup = state.event.popup
    if state.jumped || state.event.time < state.time || state.event.kind == .timerFired || isLateDecision(state)
      || (!popup.isNone && isSuspicious(state.popups[popup.index], state.event))
    {
      judge(state, &output)
    }
    isFirst = false
  }

  @inline(never)
  private mutating func judge(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    if state.jumped { jump(state, &output) }
    // Behind a hole nothing tells what can come.
    guard !state.hasGap else { return }
    if isLateDecision(state) { report(state, &output, "nothing happened then that it could be about") }
    if state.event.time < state.time {
      report(
        state, &output, "the time is \(state.text(state.time - state.event.time)) before that of the event before it")
    }
    if !state.event.popup.isNone { judgePopup(state, &output) }
    if state.event.kind == .timerFired { judgeTimer(state, &output) }
  }

  /// Whether the event is a decision later than what the scheduler was told last. A session may begin in the middle of a step.
  @inline(__always)
  private func isLateDecision(_ state: borrowing AuditState) -> Bool {
    !state.step.hasRoot && state.step.start == state.event.sequence && !isFirst
  }

  /// Whether an event about a popup may be one that cannot come.
  @inline(__always)
  private func isSuspicious(_ popup: PopupState, _ event: Event) -> Bool {
    switch event.kind {
    case .popupSubmitted: popup.isKnown
    case .popupShown: !popup.isKnown || event.generation != popup.generation &+ 1
    case .animationFinished:
      !popup.isKnown || event.generation > popup.generation || event.generation < 1
        || (event.phase == .hide && popup.isUp)
    default: !popup.isKnown
    }
  }

  private mutating func judgeTimer(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard !state.event.timer.isNone, !state.timers.isSet(state.event.timer) else { return }
    report(state, &output, "timer \(state.event.timer.rawValue) fired, and it is not set")
  }

  /// A session may begin in the middle; what jumps later has lost something.
  private mutating func jump(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard !isFirst else { return }
    report(
      state, &output,
      "the sequence number before \(state.event.sequence) is \(state.sequence), not \(state.event.sequence - 1)")
  }

  private mutating func judgePopup(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    let index = state.event.popup.index
    if state.event.kind == .popupSubmitted {
      if state.popups[index].isKnown {
        report(state, &output, "\(state.text(popup: index)) was submitted already")
      }
      return
    }
    guard state.popups[index].isKnown else {
      guard !isMentioned[index] else { return }
      isMentioned[index] = true
      report(state, &output, "\(state.text(popup: index)) was never submitted")
      return
    }
    switch state.event.kind {
    case .popupShown:
      guard state.event.generation != state.popups[index].generation + 1 else { return }
      report(
        state, &output,
        "\(state.text(popup: index)) has presentation \(state.event.generation) after presentation \(state.popups[index].generation)"
      )
    case .animationFinished: judgeAnimation(state, &output)
    default: break
    }
  }

  private func judgeAnimation(
    _ state: borrowing AuditState, _ output: inout RuleOutput
  ) {
    if state.event.generation > state.popups[state.event.popup.index].generation || state.event.generation < 1 {
      report(
        state, &output,
        "presentation \(state.event.generation) of \(state.text(popup: state.event.popup.index)) never began")
    } else if state.event.phase == .hide, state.event.generation == state.popups[state.event.popup.index].generation,
      state.popups[state.event.popup.index].isUp
    {
      report(
        state, &output, "the exit of \(state.text(popup: state.event.popup.index)) finished, and it is up")
    }
  }

  @inline(never)
  mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard !state.event.page.isNone, !state.hasGap, let why = pages.take(state) else { return }
    report(state, &output, "\(state.text(page: state.event.page)) \(why)")
  }

  private func report(
    _ state: borrowing AuditState, _ output: inout RuleOutput, _ why: String
  ) {
    output.findings.append(
      Finding(
        .traceGap, popup: state.event.popup, page: state.event.page, time: state.now, witness: [state.event.sequence],
        because: "\(state.event.kind.wireName) cannot come here: \(why)"))
  }
}

extension TraceGapRule {
  static let documentation = RuleDocumentation(
    severity: .warning,
    definition: """
      The recording shows a sequence that no session can have, so something is missing from it: numbers that jump, \
      time that runs back, a decision at a time at which nothing happened, or about a popup that was never submitted, a page that appears without having \
      been about to, a timer that fires without having been set. This is the recording's fault and never counts \
      against a policy.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":3}
      trace-gap: generation 3 of popup 1 follows none
      """)
}

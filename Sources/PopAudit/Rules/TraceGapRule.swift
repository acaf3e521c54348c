import PopupScheduling

/// `trace-gap`: a sequence that no scheduler can have brought about, so that the recording must have lost something.
struct TraceGapRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.traceGap] }
  static var watchedBefore: AuditSignals { .events }

  /// By popup: whether the lack of its submission was reported.
  private var isMentioned = OwnedArray<Bool>()
  private var isFirst = true

  mutating func begin(_ state: borrowing AuditState) {
    isMentioned.removeAll()
    isMentioned.append(repeating: false, count: state.popups.count)
    isFirst = true
  }

  /// Nearly every event can come where it comes; that is seen without a call.
  @inline(__always)
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    let popup = state.event.popup
    if state.jumped || state.event.time < state.time || state.event.kind == .timerFired || isLateDecision(state)
      || (!popup.isNone && state.event.kind.isDecision && isSuspicious(state.popups[popup.index], state.event))
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
    if !state.event.popup.isNone, state.event.kind.isDecision { judgePopup(state, &output) }
    if state.event.kind == .timerFired { judgeTimer(state, &output) }
  }

  /// Whether the event is a decision later than what the scheduler was told last. A session may begin in the middle of a turn.
  @inline(__always)
  private func isLateDecision(_ state: borrowing AuditState) -> Bool {
    !state.turn.hasRoot && state.turn.start == state.event.sequence && !isFirst
  }

  /// Whether a decision about a popup may be one that cannot come.
  @inline(__always)
  private func isSuspicious(_ popup: AuditedPopup, _ event: Event) -> Bool {
    !popup.isKnown || (event.kind == .popupShown && event.generation != popup.generation &+ 1)
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
    guard state.popups[index].isKnown else {
      guard !isMentioned[index] else { return }
      isMentioned[index] = true
      report(state, &output, "\(state.text(popup: index)) was never submitted")
      return
    }
    guard state.event.kind == .popupShown, state.event.generation != state.popups[index].generation + 1 else { return }
    report(
      state, &output,
      "\(state.text(popup: index)) has presentation \(state.event.generation) after presentation \(state.popups[index].generation)"
    )
  }

  private func report(
    _ state: borrowing AuditState, _ output: inout RuleOutput, _ why: String
  ) {
    output.report(.traceGap, state, "\(state.event.kind.wireName) cannot come here: \(why)")
  }
}

extension Rule {
  public static let traceGap = Rule(
    number: 34, id: "trace-gap", severity: .warning,
    isOfPolicy: false,
    userWords: "is not known in full: the recording has lost something",
    definition: """
      The recording shows a sequence that no session can have, so something is missing from it: numbers that jump, \
      time that runs back, a decision at a time at which nothing happened, or about a popup that was never submitted, \
      a presentation that follows none, a timer that fires without having been set. This is the recording's fault and \
      never counts against a policy.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":3}
      trace-gap: generation 3 of popup 1 follows none
      """)
}

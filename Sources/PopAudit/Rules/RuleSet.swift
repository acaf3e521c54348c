import PopupScheduling

/// All rules, and when each of their hooks is called.
struct RuleSet: ~Copyable {
  // One line for each rule. Where two of them find something in the same event, this order is that of the findings.
  private var rules = OverlapRule()
    .then(WrongPageRule())
    .then(StuckQueueRule())
    .then(LostKeepaliveRule())
    .then(WrongInstanceRule())
    .then(LostPopupRule())
    .then(StaleKeepaliveRule())
    .then(DuringTransitionRule())
    .then(DuplicateRule())
    .then(ShownAfterWithdrawalRule())
    .then(AfterSignOutRule())
    .then(ZombieRule())
    .then(PriorityInversionRule())
    .then(FIFOViolationRule())
    .then(StarvationRule())
    .then(LateShowRule())
    .then(GateBypassRule())
    .then(ChainBrokenRule())
    .then(TraceGapRule())
    .then(AppMisuseRule())
    .then(DoubleHideRule())
    .then(ExpiredShownRule())
    .then(ContentNotReadyRule())
    .then(PreemptLostRule())
    .then(FlickerRule())
    .then(PreemptBlankRule())
    .then(StaleCompletionRule())
    .then(CoverRule())
    .then(KeyboardRule())
    .then(InputLockRule())
    .then(SlotHeldRule())
    .then(CallbackRule())
    .then(FaultRule())
    .then(LeakRule())

  /// The rules of the list.
  static var all: [Rule] {
    let set = RuleSet()
    return rules(of: set.rules)
  }

  private static func rules<List: AuditRule & ~Copyable>(of _: borrowing List) -> [Rule] { List.rules }

  /// Forgets everything, for another session, and keeps the memory.
  mutating func begin(_ state: borrowing AuditState) { rules.begin(state) }

  /// The event is about to change the state.
  @inline(__always)
  mutating func before(_ event: AuditSignals, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    rules.callBefore(event, state, &output)
  }

  /// The event has changed the state.
  @inline(__always)
  mutating func after(_ event: AuditSignals, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    rules.callAfter(event, state, &output)
  }

  /// What in a turn any rule looks at once it is over.
  @inline(__always)
  var watchedAtEnd: AuditSignals {
    Self.watchedAtEnd(by: rules) | .popupShown | .popupHidden | .pageChanged | .slotChanged | .popupEnded
  }

  @inline(__always)
  private static func watchedAtEnd<List: AuditRule & ~Copyable>(by _: borrowing List) -> AuditSignals {
    List.watchedAtEnd
  }

  /// Popups that were hidden as page-left and not parked, and pages that came back.
  @inline(__always)
  mutating func judgeLeaving(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    for index in state.turn.left.indices {
      let popup = Int(state.turn.left[index])
      guard state.popups[popup].parked < state.popups[popup].hiddenSequence else { continue }
      _ = rules.left(popup, state, &output)
    }
    rules.callEnd(.leaving, state, &output)
  }

  /// Presentations that began in the turn and are still UP.
  mutating func judgePresentations(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    rules.callEnd(.presentations, state, &output)
    for index in state.turn.presentations.indices {
      let popup = Int(state.turn.presentations[index].popup)
      guard state.isUpSince(state.turn.presentations[index]), state.popups[popup].isKnown else { continue }
      let isMisplaced = judgeOnPage(popup, state, &output)
      rules.presented(popup, isMisplaced: isMisplaced, state, &output)
    }
  }

  /// A presentation in whose place other popups could have been shown.
  mutating func judge(
    _ contest: OvertakenPopups.Overtaking, _ overtaken: borrowing OvertakenPopups, _ state: borrowing AuditState,
    _ output: inout RuleOutput
  ) {
    rules.passedOver(contest, overtaken, state, &output)
  }

  /// What was held back when it was shown: after what was passed over.
  @inline(__always)
  mutating func judgeHeld(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    rules.callEnd(.heldBack, state, &output)
  }

  /// Popups that are UP while another page is current than before, or whose pages were altered.
  mutating func judgePages(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    for index in state.changedScenes.indices {
      let visible = state.scenes[Int(state.changedScenes[index])].visible
      for index in visible.indices {
        _ = judgeOnPage(Int(state.numberLists[visible, index]), state, &output)
      }
    }
    for index in state.altered.indices {
      let popup = Int(state.altered[index])
      if state.scenes[Int(state.popups[popup].scene)].pageEvent >= state.turn.start {
        _ = judgeOnPage(popup, state, &output)
      }
    }
  }

  /// Whether a popup is UP on a page that it does not belong on.
  @inline(__always)
  private mutating func judgeOnPage(_ popup: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) -> Bool {
    guard state.popups[popup].isKnown, state.popups[popup].isUp,
      !state.scenes[Int(state.popups[popup].scene)].current.isNone
    else { return false }
    return rules.stands(popup, state, &output)
  }

  /// The turn is over.
  @inline(__always)
  mutating func endOfTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    rules.callEnd(.pages, state, &output)
    rules.callEnd(.last, state, &output)
  }

  /// A deadline is due, and the state is already what it is from then on.
  mutating func deadline(_ deadline: Deadline, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    rules.callDeadline(deadline, state, &output)
  }

  /// The session is over.
  mutating func endOfSession(isFinished: Bool, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    rules.endOfSession(isFinished: isFinished, state, &output)
  }
}

/// Rules one after another, as one: its calls are those of all, direct and in order, with nothing between them.
private struct RulePair<First: AuditRule & ~Copyable, Next: AuditRule & ~Copyable>: ~Copyable, AuditRule {
  var first: First
  var next: Next

  static var rules: [Rule] { First.rules + Next.rules }
  static var watchedAtEnd: AuditSignals { First.watchedAtEnd | Next.watchedAtEnd }

  @inline(__always)
  mutating func begin(_ state: borrowing AuditState) {
    first.begin(state)
    next.begin(state)
  }
  @inline(__always)
  mutating func callBefore(_ event: AuditSignals, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    first.callBefore(event, state, &output)
    next.callBefore(event, state, &output)
  }
  @inline(__always)
  mutating func callAfter(_ event: AuditSignals, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    first.callAfter(event, state, &output)
    next.callAfter(event, state, &output)
  }
  @inline(__always)
  mutating func left(_ popup: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) -> Bool {
    first.left(popup, state, &output) || next.left(popup, state, &output)
  }
  @inline(__always)
  mutating func stands(_ popup: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) -> Bool {
    first.stands(popup, state, &output) || next.stands(popup, state, &output)
  }
  @inline(__always)
  mutating func presented(
    _ popup: Int, isMisplaced: Bool, _ state: borrowing AuditState, _ output: inout RuleOutput
  ) {
    first.presented(popup, isMisplaced: isMisplaced, state, &output)
    next.presented(popup, isMisplaced: isMisplaced, state, &output)
  }
  @inline(__always)
  mutating func passedOver(
    _ contest: OvertakenPopups.Overtaking, _ overtaken: borrowing OvertakenPopups, _ state: borrowing AuditState,
    _ output: inout RuleOutput
  ) {
    first.passedOver(contest, overtaken, state, &output)
    next.passedOver(contest, overtaken, state, &output)
  }
  @inline(__always)
  mutating func callEnd(_ stage: TurnStage, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    first.callEnd(stage, state, &output)
    next.callEnd(stage, state, &output)
  }
  @inline(__always)
  mutating func callDeadline(_ deadline: Deadline, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    first.callDeadline(deadline, state, &output)
    next.callDeadline(deadline, state, &output)
  }
  @inline(__always)
  mutating func endOfSession(isFinished: Bool, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    first.endOfSession(isFinished: isFinished, state, &output)
    next.endOfSession(isFinished: isFinished, state, &output)
  }
}

extension AuditRule where Self: ~Copyable {
  /// This one, and another after it.
  @inline(__always)
  fileprivate consuming func then<Next: AuditRule & ~Copyable>(_ next: consuming Next) -> RulePair<Self, Next> {
    RulePair(first: self, next: next)
  }
}

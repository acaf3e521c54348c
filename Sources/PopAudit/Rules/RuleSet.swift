import PopupScheduling

extension Rule {
  /// All rules, in the order of their numbers.
  public static let allCases: [Rule] = [
    .overlap, .wrongPage, .wrongInstance, .duringTransition, .lostPopup, .lostKeepalive, .staleKeepalive, .duplicate,
    .zombie, .shownAfterWithdrawal, .afterSignOut, .priorityInversion, .fifoViolation, .stuckQueue, .starvation, .leak,
    .gateBypass, .preemptLost, .preemptBlank, .flicker, .chainBroken, .inputLock, .cover, .keyboard, .callback,
    .staleCompletion, .expiredShown, .contentNotReady, .slotHeld, .lateShow, .doubleHide, .fault, .appMisuse, .traceGap,
  ]
}

/// What checks the rules, and when each of their hooks is called at the end of a turn.
struct RuleSet: ~Copyable {
  // Where two of them find something in the same event, this order is that of the findings.
  var list = Rule.Overlap()
    .then(Rule.WrongPage())
    .then(Rule.StuckQueue())
    .then(Rule.LostKeepalive())
    .then(Rule.WrongInstance())
    .then(Rule.LostPopup())
    .then(Rule.StaleKeepalive())
    .then(Rule.DuringTransition())
    .then(Rule.Duplicate())
    .then(Rule.NotToBegin())
    .then(Rule.LateShow())
    .then(Rule.GateBypass())
    .then(Rule.ChainBroken())
    .then(Rule.TraceGap())
    .then(Rule.AppMisuse())
    .then(Rule.DoubleHide())
    .then(Rule.ExpiredShown())
    .then(Rule.ContentNotReady())
    .then(Rule.PreemptLost())
    .then(Rule.Flicker())
    .then(Rule.PreemptBlank())
    .then(Rule.StaleCompletion())
    .then(Rule.Cover())
    .then(Rule.Keyboard())
    .then(Rule.InputLock())
    .then(Rule.SlotHeld())
    .then(Rule.Callback())
    .then(Rule.Fault())
    .then(Rule.Leak())

  /// What in a turn any rule looks at once it is over.
  @inline(__always)
  var watchedAtEnd: AuditSignals {
    list.allWatchedAtEnd | .popupShown | .popupHidden | .pageChanged | .slotChanged | .popupEnded
  }

  /// Popups that were hidden as page-left and not parked, and pages that came back.
  @inline(__always)
  mutating func judgeLeaving(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    for index in state.turn.left.indices {
      let popup = Int(state.turn.left[index])
      guard state.popups[popup].parked < state.popups[popup].hiddenSequence else { continue }
      _ = list.left(popup, state, &output)
    }
    list.callEnd(.leaving, state, &output)
  }

  /// Presentations that began in the turn and are still UP.
  mutating func judgePresentations(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    list.callEnd(.presentations, state, &output)
    for index in state.turn.presentations.indices {
      let popup = Int(state.turn.presentations[index].popup)
      guard state.isUpSince(state.turn.presentations[index]), state.popups[popup].isKnown else { continue }
      judgeOnPage(popup, state, &output)
      list.presented(popup, state, &output)
    }
  }

  /// Popups that are UP while another page is current than before, or whose pages were altered.
  mutating func judgePages(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    for index in state.changedScenes.indices {
      let scene = Int(state.changedScenes[index])
      for position in state.scenes[scene].visible.indices {
        judgeOnPage(state.visible(position, in: scene), state, &output)
      }
    }
    for index in state.altered.indices {
      let popup = Int(state.altered[index])
      if state.scenes[Int(state.popups[popup].scene)].pageEvent >= state.turn.start {
        judgeOnPage(popup, state, &output)
      }
    }
  }

  /// Judges a popup that may be UP on a page it does not belong on.
  @inline(__always)
  private mutating func judgeOnPage(_ popup: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard state.popups[popup].isKnown, state.popups[popup].isUp, !state.currentPage(for: popup).isNone else { return }
    _ = list.stands(popup, state, &output)
  }
}

/// Rules one after another, as one: its calls are those of all, direct and in order, with nothing between them.
struct RulePair<First: AuditRule & ~Copyable, Next: AuditRule & ~Copyable>: ~Copyable, AuditRule {
  var first: First
  var next: Next

  static var watchedAtEnd: AuditSignals { First.watchedAtEnd | Next.watchedAtEnd }

  mutating func begin(_ state: borrowing AuditState) {
    first.begin(state)
    next.begin(state)
  }
  mutating func copy(from other: borrowing Self) {
    first.copy(from: other.first)
    next.copy(from: other.next)
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
  mutating func presented(_ popup: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    first.presented(popup, state, &output)
    next.presented(popup, state, &output)
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
  mutating func endOfSession(isFinished: Bool, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    first.endOfSession(isFinished: isFinished, state, &output)
    next.endOfSession(isFinished: isFinished, state, &output)
  }
}

extension AuditRule where Self: ~Copyable {
  /// Of a list, whose type has no name.
  @inline(__always)
  fileprivate var allWatchedAtEnd: AuditSignals { Self.watchedAtEnd }

  /// This one, and another after it.
  @inline(__always)
  fileprivate consuming func then<Next: AuditRule & ~Copyable>(_ next: consuming Next) -> RulePair<Self, Next> {
    RulePair(first: self, next: next)
  }
}

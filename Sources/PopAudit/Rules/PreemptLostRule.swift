import PopupScheduling

/// `preempt-lost`: a popup has to make way for another, and does not become what it asks for.
struct PreemptLostRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.preemptLost] }
  static var watchedBefore: AuditSignals {
    .popupShown | .popupHidden | .popupDropped | .popupQueued | .popupRestored | .popupWithdrawn
  }
  static var watchedAtEnd: AuditSignals { .popupHidden }
  static var stage: TurnStage { .pages }

  /// A popup hidden as preempted in this turn.
  // Not private, as in ``TimerTable/Entry``.
  struct Preempted {
    var popup: Int32
    var hiddenSequence: Int32
    /// It was put back in the queue, or shown.
    var isBack = false
    /// It was dropped as preempted.
    var isDropped = false
    /// It ended for another reason that holds.
    var isOver = false
  }

  private var preempted = OwnedArray<Preempted>()

  mutating func begin(_ state: borrowing AuditState) { preempted.removeAll() }

  @inline(__always)
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    // Only what hides or drops a popup as preempted concerns one that was not preempted in this turn.
    let isHiddenOrDropped = state.event.kind == .popupHidden || state.event.kind == .popupDropped
    if !preempted.isEmpty || (isHiddenOrDropped && state.hasReason(.preempted)) { look(state, &output) }
  }

  @inline(never)
  private mutating func look(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard state.isPopupKnown else { return }
    let index = state.event.popup.index
    switch state.event.kind {
    case .popupHidden:
      // A suspension that hides puts what is up back to the front, whatever it is (QueueOrder, *Suspension and clearing*).
      guard state.event.reason == .preempted, state.popups[index].isUp, !state.isPutBackBySuspension(index) else {
        return
      }
      preempted.append(Preempted(popup: state.event.popup.rawValue, hiddenSequence: state.event.sequence))
    case .popupQueued, .popupRestored, .popupShown:
      let entry = entry(of: state.event.popup.rawValue)
      if entry >= 0 { preempted[entry].isBack = true }
    case .popupDropped where state.event.reason == .preempted:
      let entry = entry(of: state.event.popup.rawValue)
      guard entry < 0 else {
        preempted[entry].isDropped = true
        return
      }
      output.report(
        .preemptLost, popup: state.event.popup, page: state.scenes[Int(state.popups[index].scene)].current,
        time: state.now,
        witness: [state.event.sequence],
        because: "\(state.text(popup: index)) was dropped (preempted) without having been hidden for another one")
    case .popupDropped, .popupWithdrawn:
      let entry = entry(of: state.event.popup.rawValue)
      if entry >= 0, state.event.kind == .popupWithdrawn || state.premiseHolds { preempted[entry].isOver = true }
    default: break
    }
  }

  @inline(__always)
  mutating func endOfTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    if !preempted.isEmpty { judgePreempted(state, &output) }
  }

  @inline(never)
  private mutating func judgePreempted(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    for index in preempted.indices { judge(preempted[index], state, &output) }
    preempted.removeAll()
  }

  private func judge(_ entry: Preempted, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    let index = Int(entry.popup)
    let wish = state.catalog.specs[Int(state.popups[index].spec)].onHigher
    let why: String
    switch wish {
    case .stay: why = "it must not be preempted at all"
    case .requeue:
      if entry.isBack || entry.isOver { return }
      why = entry.isDropped ? "it was dropped in place of being queued again" : "it was not queued again"
    case .drop:
      if entry.isDropped || entry.isOver { return }
      why = "it was not dropped"
    }
    output.report(
      .preemptLost, popup: PopupID(entry.popup), page: state.popups[index].shownPage, time: state.now,
      witness: [state.popups[index].shownSequence, entry.hiddenSequence],
      because: "\(state.text(popup: index)) (onHigher \(wish.wireName)) was hidden (preempted), and \(why)")
  }

  /// Where a popup stands among those preempted in this turn, the last time; negative where it does not.
  private func entry(of popup: Int32) -> Int {
    var index = preempted.count - 1
    while index >= 0, preempted[index].popup != popup { index -= 1 }
    return index
  }
}

extension Rule {
  public static let preemptLost = Rule(
    number: 18, id: "preempt-lost", severity: .warning,
    userWords: "made way for a more urgent one, and was not treated as it asked",
    definition: """
      A popup that was up had to make way for a more urgent one, and did not get what it asked for: one that is to \
      be queued again was not, one that is to be dropped was not, or one that is to stay was hidden at all.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"guide","level":5,"onHigher":"requeue"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":200,"event":"popup.submitted","popup":2,"name":"call","level":0}
      {"t":200,"event":"popup.hidden","popup":1,"reason":"preempted","generation":1}
      {"t":200,"event":"popup.shown","popup":2,"page":1,"generation":1}
      preempt-lost: popup 1 was preempted and not queued again
      """)
}

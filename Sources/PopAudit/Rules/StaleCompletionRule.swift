import PopupScheduling

/// `stale-completion`: the end of an animation of an earlier presentation is taken for the end of the latest one's.
struct StaleCompletionRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.staleCompletion] }
  static var watchedAfter: AuditSignals {
    .popupHidden | .popupParked | .popupRestored | .popupDropped | .animationFinished | .inputUnlocked
  }

  /// The root stimulus, where it is such a completion and has done no harm yet; its sequence number is negative otherwise.
  private var stale = Event(.idle)

  mutating func begin(_ state: borrowing AuditState) { stale.sequence = -1 }

  @inline(__always)
  mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    if stale.sequence >= 0 || state.event.kind == .animationFinished { look(state, &output) }
  }

  @inline(never)
  private mutating func look(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard !state.event.popup.isNone else { return }
    let index = state.event.popup.index
    if state.event.kind == .animationFinished {
      guard state.turn.hasRoot, state.turn.start == state.event.sequence else { return }
      stale = state.event
      if !state.popups[index].isKnown || state.event.generation == state.popups[index].generation {
        stale.sequence = -1
      }
      return
    }
    guard stale.sequence >= 0, state.turn.start == stale.sequence, stale.popup == state.event.popup else { return }
    let root = stale
    stale.sequence = -1
    output.report(
      .staleCompletion, popup: state.event.popup, page: state.popups[index].shownPage, time: state.now,
      witness: [state.popups[index].shownSequence, root.sequence, state.event.sequence].sorted(),
      because: "the \(root.phase.wireName) animation of presentation \(root.generation) of "
        + "\(state.text(popup: state.event.popup.index)) finished, and \(state.event.kind.wireName) met presentation "
        + "\(state.popups[index].generation)")
  }
}

extension Rule {
  public static let staleCompletion = Rule(
    number: 26, id: "stale-completion", severity: .error,
    userWords: "was changed by an animation of the time before",
    definition: """
      The end of an animation that belongs to an earlier presentation of a popup was taken for the end of the \
      present one: the popup was hidden, parked, restored, dropped or unlocked by it.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"guide","hideMs":300,"onHigher":"requeue"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":200,"event":"idle"}
      {"t":200,"event":"popup.hidden","popup":1,"reason":"preempted","generation":1}
      {"t":200,"event":"popup.queued","popup":1,"reason":"preempted"}
      {"t":220,"event":"scroll.began"}
      {"t":250,"event":"scroll.ended"}
      {"t":250,"event":"popup.shown","popup":1,"page":1,"generation":2,"restored":true}
      {"t":500,"event":"animation.finished","popup":1,"phase":"hide","generation":1}
      {"t":500,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":2}
      stale-completion: the exit of presentation 1 hid presentation 2 of popup 1
      """)
}

import PopupScheduling

/// `late-show`: a popup was shown more than a second after the slot was free and a popup could be shown.
struct LateShowRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.lateShow] }
  static var watchedBefore: AuditSignals { .popupShown }

  @inline(__always)
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard state.isPopupKnown else { return }
    let index = state.event.popup.index
    let queue = Int(state.popups[index].queue)
    let since: Ticks
    if state.popups[index].isExempt {
      since = state.popups[index].idleSince
    } else {
      // Only the first popup that comes ends the wait.
      guard state.queues[queue].shownInStep < 0 else { return }
      since = state.queues[queue].idleSince
    }
    if since >= .zero { judge(since, state, &output) }
  }

  @inline(never)
  private func judge(_ since: Ticks, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    let index = state.event.popup.index
    let wait = state.now - since
    guard wait > state.second, wait < state.threeSeconds else { return }
    output.report(
      .lateShow, state, witness: witness(state.popups[index].submitted, state.event.sequence),
      "\(state.text(popup: index)) was shown \(state.text(wait)) after its line became idle "
        + state.text(at: since))
  }
}

extension Rule {
  public static let lateShow = Rule(
    number: 30, id: "late-show", severity: .info,
    userWords: "came more than a second late",
    definition: """
      A popup came although late: the slot had been free, and somebody could have been shown, for more than one \
      second and less than three.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":1600,"event":"idle"}
      {"t":1600,"event":"popup.shown","popup":1,"page":1,"generation":1}
      late-show: popup 1 was shown 1,500 ms after it could have been
      """)
}

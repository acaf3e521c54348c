import PopupScheduling

/// `double-hide`: a presentation that was hidden already is hidden once more.
struct DoubleHideRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.doubleHide] }
  static var watchedBefore: AuditSignals { .popupHidden }

  /// By popup: the `popup.shown` of the presentation that was hidden last, and the `popup.hidden` that did it.
  private var hidden = OwnedArray<Pair>()

  // Not private, as in ``TimerTable/Entry``.
  struct Pair {
    var shownSequence: Int32 = -1
    var hiddenSequence: Int32 = -1
  }

  mutating func begin(_ state: borrowing AuditState) {
    hidden.removeAll()
    hidden.append(repeating: Pair(), count: state.popups.count)
  }

  /// After `popup.view-lost` a popup is not up, but its one `popup.hidden` is still to come.
  @inline(__always)
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard state.isPopupKnown else { return }
    let index = state.event.popup.index
    guard state.popups[index].shownSequence >= 0 else { return }
    if !state.popups[index].isUp, hidden[index].shownSequence == state.popups[index].shownSequence {
      report(state, &output)
    } else {
      hidden[index] = Pair(shownSequence: state.popups[index].shownSequence, hiddenSequence: state.event.sequence)
    }
  }

  @inline(never)
  private func report(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    let index = state.event.popup.index
    let isLeaving = state.popups[index].flags.contains(.leaving)
    let before = state.text(state.now - state.popups[index].hiddenAt)
    output.report(
      .doubleHide, popup: state.event.popup, page: state.popups[index].shownPage, time: state.now,
      witness: [state.popups[index].shownSequence, hidden[index].hiddenSequence, state.event.sequence],
      because:
        "\(state.text(popup: index)) was hidden (\(state.event.reason.wireName)), but was hidden \(before) before "
        + "(\(state.popups[index].hiddenReason.wireName)) and \(isLeaving ? "is leaving the screen" : "is gone")")
  }
}

extension Rule {
  public static let doubleHide = Rule(
    number: 31, id: "double-hide", severity: .warning,
    userWords: "was taken away twice, which nobody sees",
    definition: """
      A popup was hidden that was on its way out already, or gone.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us","hideMs":300}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":900,"event":"popup.dismissed","popup":1,"by":"button"}
      {"t":900,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":1}
      {"t":950,"event":"idle"}
      {"t":950,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":1}
      double-hide: popup 1 was hidden twice
      """)
}

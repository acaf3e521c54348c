import PopupScheduling

/// `duplicate`: the user meets the same popup twice.
struct DuplicateRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.duplicate] }
  static var watchedBefore: AuditSignals { .popupShown }

  @inline(__always)
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    if state.isPopupKnown, state.popups[state.event.popup.index].isUp { reportShownTwice(state, &output) }
  }

  @inline(never)
  private func reportShownTwice(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    let index = state.event.popup.index
    output.report(
      .duplicate, state, witness: witness(state.popups[index].shownSequence, state.event.sequence),
      "\(state.text(popup: state.event.popup.index)) was shown while it was up already, since "
        + state.text(state.popups[index].shownAt))
  }

  @inline(__always)
  mutating func presented(
    _ index: Int, isMisplaced: Bool, _ state: borrowing AuditState, _ output: inout RuleOutput
  ) {
    // A presentation that began while the popup was up was reported when it began.
    guard !state.popups[index].key.isNone, !state.popups[index].flags.contains(.shownTwice) else { return }
    findTwin(of: index, state, &output)
  }

  @inline(never)
  private func findTwin(of position: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    let visible = state.scenes[Int(state.popups[position].scene)].visible
    for index in visible.indices {
      let other = Int(state.numberLists[visible, index])
      if other != position, state.popups[other].isUp, isTwin(other, of: position, state) {
        report(position, other, "is up", state, &output)
        return
      }
    }
    guard state.popups[position].flags.contains(.hadTwin) else { return }
    // Earlier submissions matter only if one of them was shown.
    let key = state.keys[Int(state.popups[position].keyIndex)]
    guard key.shownCount > 1, key.earliestShown < state.popups[position].submitted else { return }
    var other = state.popups[position].sameKeyEarlier
    while other >= 0 {
      let it = state.popups[Int(other)]
      let wasLive = !it.flags.contains(.ended) || it.end > state.popups[position].submitted
      if wasLive, it.shownSequence >= 0, isTwin(Int(other), of: position, state) {
        report(position, Int(other), "was shown too and was not over when this one was submitted", state, &output)
        return
      }
      other = it.sameKeyEarlier
    }
  }

  private func isTwin(_ other: Int, of index: Int, _ state: borrowing AuditState) -> Bool {
    state.popups[other].key == state.popups[index].key && state.popups[other].queue == state.popups[index].queue
      && state.popups[other].epoch == state.popups[index].epoch
  }

  private func report(
    _ index: Int, _ other: Int, _ what: String, _ state: borrowing AuditState, _ output: inout RuleOutput
  ) {
    output.report(
      .duplicate, popup: PopupID(index), other: PopupID(other), page: state.popups[index].shownPage, time: state.now,
      witness: witness(
        state.popups[other].shownSequence, state.popups[index].submitted, state.popups[index].shownSequence),
      because: "\(state.text(popup: index)) was shown although \(state.text(popup: other)), which has its key "
        + "\"\(state.catalog.names.text(state.popups[index].key))\", \(what)")
  }
}

extension Rule {
  public static let duplicate = Rule(
    number: 8, id: "duplicate", severity: .error,
    userWords: "was seen twice",
    definition: """
      The user meets the same popup twice: it was shown while it was up already, or two popups with one key were \
      both shown although the first was not over when the second was submitted. What is submitted after the first \
      one ended is a new popup, and equal names without a key mean nothing.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"offline","key":"offline"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":200,"event":"popup.submitted","popup":2,"name":"offline","key":"offline"}
      {"t":200,"event":"popup.queued","popup":2,"reason":"slot"}
      {"t":900,"event":"popup.dismissed","popup":1,"by":"button"}
      {"t":900,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":1}
      {"t":900,"event":"popup.shown","popup":2,"page":1,"generation":1}
      duplicate: popup 2 has the key of popup 1, which was up when it was submitted
      """)
}

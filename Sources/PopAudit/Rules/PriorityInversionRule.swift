import PopupScheduling

/// `priority-inversion`: a popup was shown before a more urgent one.
struct PriorityInversionRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.priorityInversion] }
  mutating func passedOver(
    _ entry: OvertakenPopups.Overtaking, _ overtaken: borrowing OvertakenPopups, _ state: borrowing AuditState,
    _ output: inout RuleOutput
  ) {
    let first = Int(entry.first)
    guard state.popups[first].level < entry.level else { return }
    let index = Int(entry.presentation.popup)
    let waiting = state.popups[first]
    output.report(
      .priorityInversion, popup: PopupID(index), other: PopupID(first), page: state.popups[index].shownPage,
      time: state.now,
      witness: witness(waiting.submitted, state.popups[index].submitted, entry.presentation.shownSequence),
      because:
        "\(state.text(popup: index)) (level \(entry.level)) was shown while \(state.text(popupWithLevel: first)) "
        + "could have been, waiting for \(state.text(state.now - waiting.submittedAt))")
  }
}

extension Rule {
  public static let priorityInversion = Rule(
    number: 12, id: "priority-inversion", severity: .error,
    userWords: "came up before a more urgent one",
    definition: """
      A popup was shown while a more urgent one (of a smaller level) of the same scheduler could have been shown \
      in its place. One that belongs on another page, waits for its content or is held back by a gate, a condition \
      or a chain could not, and what the operating system shows at once takes nobody's place. Where a popup was \
      shown while no page was current, the first page that is settled then decides who could have been.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"session expires","level":0}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":200,"event":"popup.submitted","popup":2,"name":"rate us","level":5}
      {"t":200,"event":"popup.shown","popup":2,"page":1,"generation":1}
      priority-inversion: popup 2 (level 5) was shown while popup 1 (level 0) could have been
      """)
}

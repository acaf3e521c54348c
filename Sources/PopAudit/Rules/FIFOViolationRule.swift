import PopupScheduling

/// `fifo-violation`: a popup was shown before one of the same level that was submitted earlier.
struct FIFOViolationRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.fifoViolation] }
  mutating func passedOver(
    _ entry: OvertakenPopups.Overtaking, _ overtaken: borrowing OvertakenPopups, _ state: borrowing AuditState,
    _ output: inout RuleOutput
  ) {
    let first = Int(entry.first)
    let index = Int(entry.presentation.popup)
    let popup = state.popups[index]
    let waiting = state.popups[first]
    // A popup submitted with `next` goes in front of its equals, of two such the later.
    guard waiting.level == entry.level, waiting.order < popup.order else { return }
    let insert =
      waiting.submitted < popup.submitted
      ? "submitted \(state.text(popup.submittedAt - waiting.submittedAt)) earlier" : "put in front of its equals"
    output.report(
      .fifoViolation, popup: PopupID(index), other: PopupID(first), page: popup.shownPage, time: state.now,
      witness: witness(waiting.submitted, popup.submitted, entry.presentation.shownSequence),
      because:
        "\(state.text(popup: index)) was shown while \(state.text(popup: first)), of the same level \(entry.level) "
        + "and \(insert), could have been")
  }
}

extension Rule {
  public static let fifoViolation = Rule(
    number: 13, id: "fifo-violation", severity: .error,
    userWords: "came up before one that had waited longer",
    definition: """
      A popup was shown while another one of its level, submitted before it to the same scheduler, could have been \
      shown in its place. Neither waiting for content nor being parked, restored or preempted changes the order of \
      arrival. What the operating system shows at once takes nobody's place. Where a popup was shown while no page \
      was current, the first page that is settled then decides who could have been.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"first"}
      {"t":100,"event":"popup.queued","popup":1,"reason":"slot"}
      {"t":200,"event":"popup.submitted","popup":2,"name":"second"}
      {"t":200,"event":"popup.shown","popup":2,"page":1,"generation":1}
      fifo-violation: popup 2 was shown before popup 1, which came earlier
      """)
}

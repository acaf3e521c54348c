/// An audit rule (design 7).
public enum Rule: String, CaseIterable, Hashable, Sendable {
  case overlap
  case wrongPage = "wrong-page"
  case wrongInstance = "wrong-instance"
  case duringTransition = "during-transition"
  case lostPopup = "lost-popup"
  case lostKeepalive = "lost-keepalive"
  case staleKeepalive = "stale-keepalive"
  case duplicate
  case zombie
  case shownAfterWithdrawal = "shown-after-withdrawal"
  case afterSignOut = "after-sign-out"
  case priorityInversion = "priority-inversion"
  case fifoViolation = "fifo-violation"
  case stuckQueue = "stuck-queue"
  case starvation
  case leak
  case gateBypass = "gate-bypass"
  case preemptLost = "preempt-lost"
  case preemptBlank = "preempt-blank"
  case flicker
  case chainBroken = "chain-broken"
  case inputLock = "input-lock"
  case cover
  case keyboard
  case callback
  case staleCompletion = "stale-completion"
  case expiredShown = "expired-shown"
  case contentNotReady = "content-not-ready"
  case slotHeld = "slot-held"
  case lateShow = "late-show"
  case doubleHide = "double-hide"
  case fault
  case traceGap = "trace-gap"

  /// The name that reports, fingerprints and the command line use.
  public var id: String { rawValue }

  /// How bad a finding of this rule is.
  public var severity: Severity {
    switch self {
    case .overlap, .wrongPage, .wrongInstance, .lostPopup, .lostKeepalive, .staleKeepalive, .duplicate, .zombie,
      .shownAfterWithdrawal, .afterSignOut, .priorityInversion, .fifoViolation, .stuckQueue, .gateBypass, .chainBroken,
      .inputLock, .cover, .staleCompletion, .expiredShown, .contentNotReady, .fault:
      .error
    case .duringTransition, .leak, .preemptLost, .preemptBlank, .flicker, .keyboard, .callback, .slotHeld, .doubleHide,
      .traceGap:
      .warning
    case .starvation, .lateShow: .info
    }
  }
}

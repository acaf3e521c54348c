/// An audit rule (<doc:Rules>).
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
  case appMisuse = "app-misuse"
  case traceGap = "trace-gap"

  /// The name that reports, fingerprints and the command line use.
  public var id: String { rawValue }

  /// How bad a finding of this rule is.
  public var severity: Severity { documentation.severity }

  /// Whether a policy has a part in it; else it is the app's doing or the recording's, and there whatever a candidate does.
  package var isOfPolicy: Bool { self != .appMisuse && self != .traceGap }

  /// What it means for a user of the app, in a paragraph.
  public var definition: String { documentation.definition }

  /// A short session, an event a line as in JSON Lines, and in its last line the finding it gives.
  public var example: String { documentation.example }

  private var documentation: RuleDocumentation {
    switch self {
    case .overlap: OverlapRule.documentation
    case .wrongPage: WrongPageRule.documentation
    case .wrongInstance: WrongInstanceRule.documentation
    case .duringTransition: DuringTransitionRule.documentation
    case .lostPopup: LostPopupRule.documentation
    case .lostKeepalive: LostKeepaliveRule.documentation
    case .staleKeepalive: StaleKeepaliveRule.documentation
    case .duplicate: DuplicateRule.documentation
    case .zombie: ZombieRule.documentation
    case .shownAfterWithdrawal: ShownAfterWithdrawalRule.documentation
    case .afterSignOut: AfterSignOutRule.documentation
    case .priorityInversion: PriorityInversionRule.documentation
    case .fifoViolation: FIFOViolationRule.documentation
    case .stuckQueue: StuckQueueRule.documentation
    case .starvation: StarvationRule.documentation
    case .leak: LeakRule.documentation
    case .gateBypass: GateBypassRule.documentation
    case .preemptLost: PreemptLostRule.documentation
    case .preemptBlank: PreemptBlankRule.documentation
    case .flicker: FlickerRule.documentation
    case .chainBroken: ChainBrokenRule.documentation
    case .inputLock: InputLockRule.documentation
    case .cover: CoverRule.documentation
    case .keyboard: KeyboardRule.documentation
    case .callback: CallbackRule.documentation
    case .staleCompletion: StaleCompletionRule.documentation
    case .expiredShown: ExpiredShownRule.documentation
    case .contentNotReady: ContentNotReadyRule.documentation
    case .slotHeld: SlotHeldRule.documentation
    case .lateShow: LateShowRule.documentation
    case .doubleHide: DoubleHideRule.documentation
    case .fault: FaultRule.documentation
    case .appMisuse: AppMisuseRule.documentation
    case .traceGap: TraceGapRule.documentation
    }
  }
}

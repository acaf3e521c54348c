extension Rule {
  /// What a user of the app meets of a typical finding, told of the popup: `came up over another popup`.
  ///
  /// The one place where a rule is said in a user's words: reports, the page and the README's table of rules have them from here.
  public var userWords: String {
    switch self {
    case .overlap: "was on screen together with another popup"
    case .wrongPage: "came up on a page it does not belong to"
    case .wrongInstance: "came up on another copy of its page, or was taken away from its own"
    case .duringTransition: "came up while the pages were moving"
    case .lostPopup: "was dropped without a good reason, or never heard of again"
    case .lostKeepalive: "was taken away when the page was left, and did not come back"
    case .staleKeepalive: "was kept for a page that is gone, and came back all the same"
    case .duplicate: "was seen twice"
    case .zombie: "came back after the user had dismissed it"
    case .shownAfterWithdrawal: "came up although the app had taken it back"
    case .afterSignOut: "was meant for another user, and was seen all the same"
    case .priorityInversion: "came up before a more urgent one"
    case .fifoViolation: "came up before one that had waited longer"
    case .stuckQueue: "waited although the screen was free"
    case .starvation: "was passed over ten times"
    case .leak: "left something behind that nobody sees: a timer, a request, a place in the queue"
    case .gateBypass: "came up while the user was scrolling or typing, or when it should not"
    case .preemptLost: "made way for a more urgent one, and was not treated as it asked"
    case .preemptBlank: "was taken away for another one that did not come"
    case .flicker: "came and went again and again"
    case .chainBroken: "came up in the middle of a sequence, or out of turn"
    case .inputLock: "left the screen deaf to touches for too long, or not long enough"
    case .cover: "left the screen dimmed with nothing on it, or was not dimmed under"
    case .keyboard: "was covered by the keyboard, or the keyboard did not come back after it"
    case .callback: "went by unseen by the app, which was told wrongly of it"
    case .staleCompletion: "was changed by an animation of the time before"
    case .expiredShown: "was shown after its time was over"
    case .contentNotReady: "was shown empty"
    case .slotHeld: "stayed, and kept the others waiting"
    case .lateShow: "came more than a second late"
    case .doubleHide: "was taken away twice, which nobody sees"
    case .fault: "came with a crash or a hang"
    case .traceGap: "is not known in full: the recording has lost something"
    case .appMisuse: "was told of by the app in a way that cannot be"
    }
  }
}

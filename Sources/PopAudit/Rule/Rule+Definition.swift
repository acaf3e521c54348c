extension Rule {
  /// What it means for a user of the app, in a paragraph; the exact words are those of the rule's own file.
  public var definition: String {
    switch self {
    case .overlap:
      """
      Two popups of one scene are on screen at once. A popup counts as on screen from its popup.shown until its \
      exit animation is over (or a second after it should have been), whichever scheduler it belongs to. Toasts \
      (kind hud) may lie over anything, and the operating system's own popups may come over what is up, but \
      nothing may come over them.
      """
    case .wrongPage:
      """
      A popup is up on a page it was not meant for: none of the classes in its `pages` is the class (or, unless it \
      asked for exact classes, a superclass) of the page the user is on or of a page that contains it; or it was \
      shown for a page other than the current one. While one page gives way to another nothing is judged, so a \
      popup may be taken away at any moment of the transition.
      """
    case .wrongInstance:
      """
      A popup is up on a page of the right class that is another instance than the one it is bound to; or it was \
      hidden because its page was left, while that very page is the current one and nothing is moving; or it was \
      hidden so, and not parked, while its page stays and only others are leaving.
      """
    case .duringTransition:
      """
      A popup was put on screen while a page was on its way in or out, a sheet's way in and a swipe that is \
      cancelled later included. It may end up over the wrong page, or be thrown off by the transition. What the \
      operating system shows at once is not judged.
      """
    case .lostPopup:
      """
      A popup was thrown away for a reason that is not true (as expired before its time, as signed out while \
      nobody signed out, as dismissed though nobody did), was hidden as if its page had been left though it \
      belongs to no page, was hidden and not parked when its page began to disappear and came back after all (a \
      cancelled swipe), or was submitted and never heard of again. A popup that still waits at the end is not \
      lost.
      """
    case .lostKeepalive:
      """
      A popup with keepAlive did not survive: it was hidden when its page was left and not parked; it was dropped \
      while parked for a reason that is not true; or its page came back, nothing stood in its way for three \
      seconds (or for one, before the page was left again), and it did not come back with it.
      """
    case .staleKeepalive:
      """
      A popup that had been parked for one page came back on another one, or after that page was removed.
      """
    case .duplicate:
      """
      The user meets the same popup twice: it was shown while it was up already, or two popups with one key were \
      both shown although the first was not over when the second was submitted. What is submitted after the first \
      one ended is a new popup, and equal names without a key mean nothing.
      """
    case .zombie:
      """
      A popup that was over is shown again: the user had dismissed it, or it had been dropped, had timed out, had \
      lost its view, had been cleared by a sign-out, or had been hidden with its page and not parked.
      """
    case .shownAfterWithdrawal:
      """
      A popup was shown after code had taken it back: withdrawn, or dismissed by code while it was waiting. Toasts \
      are no exception.
      """
    case .afterSignOut:
      """
      A popup that was submitted for one user is shown after that user signed out (or another one signed in), or \
      is still up after it. The operating system's own popups are excepted, and a toast that is up may finish.
      """
    case .priorityInversion:
      """
      A popup was shown while a more urgent one (of a smaller level) of the same scheduler could have been shown \
      in its place. One that belongs on another page, waits for its content or is held back by a gate, a condition \
      or a chain could not, and what the operating system shows at once takes nobody's place. Where a popup was \
      shown while no page was current, the first page that is settled then decides who could have been.
      """
    case .fifoViolation:
      """
      A popup was shown while another one of its level, submitted before it to the same scheduler, could have been \
      shown in its place. Neither waiting for content nor being parked, restored or preempted changes the order of \
      arrival. What the operating system shows at once takes nobody's place. Where a popup was shown while no page \
      was current, the first page that is settled then decides who could have been.
      """
    case .stuckQueue:
      """
      Nothing is on screen, a popup could be shown, and for three seconds (or until the session ends) the \
      scheduler shows nothing. It has missed the moment and waits for something that will not come.
      """
    case .starvation:
      """
      A popup could have been shown, and ten popups that were submitted after it were shown in its place. Each of \
      them may have been more urgent; together they keep it away for ever.
      """
    case .leak:
      """
      Something is kept for a popup that cannot use it any more: a popup waits for a page that was removed, stays \
      up after it was dismissed or withdrawn or a second after it should have gone by itself, is not dropped when \
      its content failed, or has ended and its content is still being loaded or its timer still set.
      """
    case .gateBypass:
      """
      A popup was shown while something held it back: the user was scrolling, the app was in the background, its \
      scheduler was suspended, its own condition was false, or the user was typing and it is of a kind that can \
      wait (campaign, message, guide, splash, permission). For a toast and for the operating system's popups only \
      the condition counts. What is up when a gate closes may stay.
      """
    case .preemptLost:
      """
      A popup that was up had to make way for a more urgent one, and did not get what it asked for: one that is to \
      be queued again was not, one that is to be dropped was not, or one that is to stay was hidden at all.
      """
    case .preemptBlank:
      """
      A popup was hidden to make way for a more urgent one, and then nobody came: the next one shown was the same \
      popup again, or came more than a second later. Where the page, a gate, the user or some popup changed in \
      between, the successor may be excused.
      """
    case .flicker:
      """
      One popup came up for the fourth time within ten seconds. Times that ended because the user left the page \
      are not counted.
      """
    case .chainBroken:
      """
      Somebody else came between two members of a chain whose next member could have followed on the current page; \
      or a member was shown while an earlier one of the same round still waited. Withdrawing a member shortens a \
      chain and does not break it, nor does what the operating system shows at once.
      """
    case .inputLock:
      """
      Touches are ignored for too long or not long enough: a lock outlives the entry animation it was taken for, \
      is given back while that animation still runs, or is given back for a popup that never took one.
      """
    case .cover:
      """
      The dimming view under popups does not fit them: it is there though nobody is up, gone though somebody is, \
      or removed though there was none. A scheduler that never adds one is not judged.
      """
    case .keyboard:
      """
      A popup came up under the keyboard; the keyboard was folded for a popup and not brought back within a second \
      of its end, with the user still on the page where they had been typing; or it was brought back somewhere \
      else.
      """
    case .callback:
      """
      Code that submitted a popup was told wrongly: `shown` is owed once to every popup that is presented, \
      `closed` once to every popup, in the step in which it ended. Other callbacks, and schedulers that never call \
      any, are not judged.
      """
    case .staleCompletion:
      """
      The end of an animation that belongs to an earlier presentation of a popup was taken for the end of the \
      present one: the popup was hidden, parked, restored, dropped or unlocked by it.
      """
    case .expiredShown:
      """
      A popup was shown at or after the end of its time, counted from its submission. What is up already may \
      outlive it.
      """
    case .contentNotReady:
      """
      A popup whose content has to be loaded was shown without it: before it came, or after loading failed or was \
      cancelled.
      """
    case .slotHeld:
      """
      A popup stays up for twenty seconds, time in the background left out, and all that time another popup of its \
      scheduler could have been shown, were it not for this one: nobody answers it, and nothing takes it away. \
      Toasts hold nothing up, and what the operating system shows is nobody's decision.
      """
    case .lateShow:
      """
      A popup came although late: the slot had been free, and somebody could have been shown, for more than one \
      second and less than three.
      """
    case .doubleHide:
      """
      A popup was hidden that was on its way out already, or gone.
      """
    case .fault:
      """
      The scheduler reached undefined behaviour: a crash, a deadlock, an index out of range. What it does \
      afterwards is judged like anything else.
      """
    case .traceGap:
      """
      The recording shows a sequence that no session can have, so something is missing from it: numbers that jump, \
      time that runs back, a decision about a popup that was never submitted, a page that appears without having \
      been about to, a timer that fires without having been set. This is the recording's fault and never counts \
      against a policy.
      """
    }
  }
}

import PopupScheduling

// Observed sessions: what an app reports of a scheduler of its own has no replay to prove it, so it must not contradict itself.
extension AuditState {
  /// What cannot be after what was reported before, so that something in between was not (<doc:AuditWords#Observed-sessions>).
  enum Contradiction {
    case shownWhileUp, hiddenWhileNotUp, appearedWhileOnScreen
  }

  /// What the event contradicts; nil where it can come. Behind a hole nothing tells what can come, until something is known again.
  func findContradiction() -> Contradiction? {
    switch event.kind {
    case .popupShown: isPopupKnown && popups[subject].isUp ? .shownWhileUp : nil
    case .popupHidden:
      // What lost its view was off the screen before.
      isPopupKnown && popups[subject].flags.isDisjoint(with: [.up, .uncertain, .viewLost]) ? .hiddenWhileNotUp : nil
    case .pageDidAppear: isOnTop(event.page) ? .appearedWhileOnScreen : nil
    default: nil
    }
  }

  /// Whether a page is on screen with nothing over it. One that something came over may be told to appear again.
  private func isOnTop(_ page: PageID) -> Bool {
    guard !page.isNone, pages[page.index].flags.contains(.appeared) else { return false }
    return topPage(of: Int(pages[page.index].scene)) == page
  }

  /// Whether a decision is reported so soon that it belongs to what was reported before it.
  func isReportedSoon(_ event: Event) -> Bool {
    isObserved && event.kind.isDecision && event.time - turn.time <= tick.ticks(ceilingMilliseconds: 100)
  }

  /// What was not reported, in words.
  func words(_ contradiction: Contradiction) -> String {
    switch contradiction {
    case .shownWhileUp:
      "\(text(popup: subject)) is up since \(text(popups[subject].shownAt)), and its popup.hidden was not reported"
    case .hiddenWhileNotUp:
      popups[subject].hiddenSequence < 0
        ? "\(text(popup: subject)) was never reported to be shown"
        : "\(text(popup: subject)) was hidden \(text(at: popups[subject].hiddenAt)), and not reported to be shown since"
    case .appearedWhileOnScreen:
      "\(text(page: event.page)) is on screen already, and was not reported to have left"
    }
  }
}

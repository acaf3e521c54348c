import PopupScheduling

// What is known again behind a hole (AuditWords, *Gaps*).
extension AuditState {
  /// Whether nothing that a hole took can have a part in a finding that was made just now.
  ///
  /// What stands in the way of others, or waits in front of them, is never known again: rules about that find nothing behind a hole.
  func isCertain(_ finding: Finding) -> Bool {
    guard hasGap, finding.rule != .traceGap else { return true }
    guard finding.witness.allSatisfy({ $0 >= knownSince }) else { return false }
    switch finding.rule {
    case .fault:
      return !finding.page.isNone && scenes[Int(pages[finding.page.index].scene)].pagesKnownSince <= event.sequence
    case .overlap, .duringTransition: return isSubmitted(finding.popup) && isSubmitted(finding.other)
    case .gateBypass:
      guard isSubmitted(finding.popup), let closed = finding.witness.first else { return false }
      return !isAboutPage(closed, finding.popup) || knowsPages(of: finding.popup, since: closed)
    case .duplicate: return finding.other.isNone ? isSubmitted(finding.popup) : areNew(finding)
    case .zombie, .shownAfterWithdrawal, .afterSignOut, .expiredShown, .contentNotReady, .doubleHide,
      .staleCompletion, .callback:
      return areNew(finding)
    case .leak:
      // One witness: it has been up for too long, unless the app was in the background.
      guard areNew(finding), finding.witness.count > 1 || knowsBackground else { return false }
      return popups[finding.popup.index].shownSequence >= 0 || knowsPages(of: finding.popup, since: event.sequence)
    case .wrongPage, .wrongInstance, .staleKeepalive: return areNew(finding) && isFirstTime(finding)
    case .lostPopup:
      return areNew(finding) && isPremiseKnown(of: finding)
        && (finding.witness.count == 1 || knowsPages(of: finding.popup))
    case .lostKeepalive:
      // Else it waits for something that may be in its way.
      return areNew(finding) && isPremiseKnown(of: finding) && knowsPages(of: finding.popup)
        && (isTakenAway(by: finding) || finding.witness.last == popups[finding.popup.index].hiddenSequence)
    default: return false
    }
  }

  /// Whether a popup's attributes are known, from whichever side of the hole.
  private func isSubmitted(_ popup: PopupID) -> Bool { popup.isNone || popups[popup.index].isKnown }

  /// Whether all that ever happened to the popups of a finding is known.
  private func areNew(_ finding: Finding) -> Bool {
    isNew(finding.popup) && (finding.other.isNone || isNew(finding.other))
  }

  private func isNew(_ popup: PopupID) -> Bool {
    !popup.isNone && popups[popup.index].isKnown && popups[popup.index].submitted >= knownSince
  }

  /// Whether an event that closed a gate for a popup began scrolling or typing, which count on their page alone.
  private func isAboutPage(_ closed: Int32, _ popup: PopupID) -> Bool {
    let popup = popups[popup.index]
    let slot = Int(popup.queue) * Self.kindSlots
    return closed != background && closed != popup.conditionSequence && closed != slots[slot].suspended
      && closed != slots[slot + 1 + Int(popup.kind.rawValue)].suspended
  }

  /// Whether a presentation is known to be on the page of a finding for the first time: each is reported once.
  private func isFirstTime(_ finding: Finding) -> Bool {
    let popup = popups[finding.popup.index]
    if knowsPages(of: finding.popup, since: popup.shownSequence) { return true }
    guard knowsPages(of: finding.popup, since: event.sequence), !finding.page.isNone else { return false }
    return !anyInLineage(of: finding.page) { $0.left > popup.shownSequence }
  }

  /// Whether the pages of a popup's scene are known since its submission, or since an event.
  private func knowsPages(of popup: PopupID, since event: Int32? = nil) -> Bool {
    let popup = popups[popup.index]
    return scenes[Int(popup.scene)].pagesKnownSince <= event ?? popup.submitted
  }

  private func isTakenAway(by finding: Finding) -> Bool {
    (event.kind == .popupDropped || event.kind == .popupHidden) && finding.witness.last == event.sequence
  }

  /// Whether the reason that takes a popup away could be known not to hold: a user, a page and a popup with its key may have been there.
  private func isPremiseKnown(of finding: Finding) -> Bool {
    guard isTakenAway(by: finding) else { return true }
    return event.reason != .signedOut && event.reason != .pageRemoved && event.reason != .duplicate
  }

  /// Finds out whether the pages of a scene are known, once a page event behind a hole was taken.
  ///
  /// They are while the innermost page on screen has appeared behind the hole, and so have all those that it and what moves stand in. What
  /// appeared before is below it.
  mutating func settleKnownPages(of scene: Int) {
    let top = topPage(of: scene)
    // While the last known page leaves none is current, whatever is below.
    guard !top.isNone || scenes[scene].blockers == 0 else { return }
    let isKnown = !top.isNone && !forest.isContainer(top) && areContainersStated(of: scene)
    if !isKnown {
      scenes[scene].pagesKnownSince = .max
    } else if scenes[scene].pagesKnownSince == .max {
      scenes[scene].pagesKnownSince = event.sequence
    }
  }

  private func areContainersStated(of scene: Int) -> Bool {
    for list in [scenes[scene].onScreen, scenes[scene].moving] {
      for index in list.indices {
        var container = forest.container(of: pageLists[list, index])
        while !container.isNone {
          guard container.index < pages.count, pages[container.index].flags.contains(.stated) else { return false }
          container = forest.container(of: container)
        }
      }
    }
    return true
  }

  /// The first event behind a hole about the user says who was signed in: if another than before, other popups are still for him.
  mutating func settleUser() {
    if !knowsUser, event.kind == .appSignedIn { doubtWhatWas() }
    knowsUser = true
  }

  /// Likewise about the background.
  mutating func settleBackground() {
    if !knowsBackground, event.kind == .appForeground { doubtWhatWas() }
    knowsBackground = true
  }

  /// A popup whose submission the hole took is taken back: so is whatever is of the same object.
  mutating func settleObjects() {
    if hasGap, !isPopupKnown { doubtWhatWas() }
  }

  /// The event may have changed anything that was known so far.
  private mutating func doubtWhatWas() {
    if knownSince != .max { knownSince = event.sequence }
  }
}

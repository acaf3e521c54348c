import PopupScheduling

extension AuditState {
  /// Whether the premise of the event, a `popup.dropped` or `popup.hidden`, holds (lost-popup, a), before it takes effect.
  ///
  /// A presentation hidden as page-left or preempted is judged by rules of its own, so those premises hold here.
  var premiseHolds: Bool {
    let index = event.popup.index
    let isDrop = event.kind == .popupDropped
    switch event.reason {
    case .pageLeft:
      guard isDrop else { return true }
      return popups[index].isParked && !popups[index].flags.contains(.keepAlive)
        && anyInLineage(of: popups[index].parkedPage, .disappeared)
    case .pageRemoved:
      return anyInLineage(of: popups[index].parkedPage, .removed) || anyInLineage(of: popups[index].shownPage, .removed)
        || anyInLineage(of: popups[index].instance, .removed)
    case .signedOut: return popups[index].epoch != epoch || isForAnother(index)
    case .withdrawn:
      return popups[index].withdrawal >= 0 || popups[index].flags.contains(.dismissedByCode) || wasCleared(index)
    case .contentFailed: return popups[index].flags.contains(.contentFailed)
    case .expired: return now >= popups[index].expiresAt
    case .auto: return isAutoDismissDue(index)
    case .duplicate: return popups[index].flags.contains(.hadTwin) || liveTwin(of: index) >= 0
    case .barred:
      return popups[index].spec >= 0 && catalog.specs[Int(popups[index].spec)].whenBarred == .drop
        && !popups[index].flags.contains(.allowed)
    case .preempted:
      guard isDrop else { return true }
      return popups[index].spec >= 0 && catalog.specs[Int(popups[index].spec)].onHigher == .drop
        && popups[index].flags.contains(.limbo)
        && popups[index].hiddenSequence >= turn.start
    case .dismissed: return popups[index].flags.contains(.dismissed) || turn.hasBackPress || isAutoDismissDue(index)
    case .viewLost: return popups[index].flags.contains(.viewLost)
    case .none, .slot, .page, .content, .gate, .condition, .chain: return false
    }
  }

  /// Whether a popup that was hidden as page-left could still have been shown, had it been kept.
  func isOpen(_ index: Int) -> Bool {
    mayStay(index) && now < popups[index].expiresAt
  }

  /// Whether nothing but its page can have been a reason to take a popup off the screen: that it has expired is none, though it is one to
  /// drop it in place of parking it.
  func mayStay(_ index: Int) -> Bool {
    let reasons: AuditedPopup.Flags = [
      .dismissed, .dismissedByCode, .withdrawn, .droppedRightly, .contentFailed, .viewLost,
    ]
    return popups[index].flags.isDisjoint(with: reasons) && (popups[index].epoch == epoch || popups[index].isSystem)
  }

  /// Whether its content was asked for on behalf of another user than the one signed in.
  func isForAnother(_ index: Int) -> Bool {
    guard popups[index].spec >= 0 else { return false }
    let owner = catalog.specs[Int(popups[index].spec)].user
    return !owner.isNone && (!isSignedIn || owner != user)
  }

  /// Whether a popup's time on screen is over.
  func isAutoDismissDue(_ index: Int) -> Bool {
    let spec = popups[index].spec
    guard spec >= 0, !popups[index].flags.contains(.plain) else { return false }
    let limit = catalog.specs[Int(spec)].autoDismiss
    return limit >= .zero && visibleTime(of: index) >= limit
  }

  /// Whether its scheduler was cleared since its submission.
  func wasCleared(_ index: Int) -> Bool {
    let slot = Int(popups[index].queue) * Self.kindSlots
    let submitted = popups[index].submitted
    return cleared[slot] > submitted || cleared[slot + 1 + Int(popups[index].kind.rawValue)] > submitted
  }
}

import PopupScheduling

extension AuditState {
  /// Whether the premise of the event, a `popup.dropped` or `popup.hidden`, holds (lost-popup, a), before it takes effect.
  ///
  /// A presentation hidden as page-left or preempted is judged by rules of its own, so those premises hold here.
  var premiseHolds: Bool {
    let place = event.popup.index
    let isDrop = event.kind == .popupDropped
    switch event.reason {
    case .pageLeft:
      guard isDrop else { return true }
      return popups[place].isParked && !popups[place].flags.contains(.keepAlive)
        && anyInLineage(of: popups[place].parkedPage, .disappeared)
    case .pageRemoved:
      return anyInLineage(of: popups[place].parkedPage, .removed) || anyInLineage(of: popups[place].shownPage, .removed)
        || anyInLineage(of: popups[place].instance, .removed)
    case .signedOut: return popups[place].epoch != epoch || isForAnother(place)
    case .withdrawn:
      return popups[place].withdrawal >= 0 || popups[place].flags.contains(.dismissedByCode) || wasCleared(place)
    case .contentFailed: return popups[place].flags.contains(.contentFailed)
    case .expired: return now >= popups[place].expiresAt
    case .auto: return isAutoDismissDue(place)
    case .duplicate: return popups[place].flags.contains(.hadTwin) || liveTwin(of: place) >= 0
    case .barred:
      return popups[place].spec >= 0 && catalog.specs[Int(popups[place].spec)].whenBarred == .drop
        && !popups[place].flags.contains(.allowed)
    case .preempted:
      guard isDrop else { return true }
      return popups[place].spec >= 0 && catalog.specs[Int(popups[place].spec)].onHigher == .drop
        && popups[place].flags.contains(.limbo)
        && popups[place].hidden >= step.start
    case .dismissed: return popups[place].flags.contains(.dismissed) || step.hasBackPress || isAutoDismissDue(place)
    case .viewLost: return popups[place].flags.contains(.viewLost)
    case .none, .slot, .page, .content, .gate, .condition, .chain: return false
    }
  }

  /// Whether a popup that was hidden as page-left could still have been shown, had it been kept.
  func isOpen(_ place: Int) -> Bool {
    let excuses: PopupState.Flags = [
      .dismissed, .dismissedByCode, .withdrawn, .droppedRightly, .contentFailed, .viewLost,
    ]
    return popups[place].flags.isDisjoint(with: excuses) && now < popups[place].expiresAt
      && (popups[place].epoch == epoch || popups[place].isSystem)
  }

  /// Whether its content was asked for on behalf of somebody who is not the one signed in.
  private func isForAnother(_ place: Int) -> Bool {
    guard popups[place].spec >= 0 else { return false }
    let owner = catalog.specs[Int(popups[place].spec)].user
    return !owner.isNone && (!isSignedIn || owner != user)
  }

  /// Whether a popup's time on screen is over.
  func isAutoDismissDue(_ place: Int) -> Bool {
    let spec = popups[place].spec
    guard spec >= 0, !popups[place].flags.contains(.plain) else { return false }
    let limit = catalog.specs[Int(spec)].autoDismiss
    return limit >= .zero && visibleTime(of: place) >= limit
  }

  /// Whether its scheduler was cleared since its submission.
  func wasCleared(_ place: Int) -> Bool {
    let slot = Int(popups[place].line) * Self.kindSlots
    let submitted = popups[place].submitted
    return cleared[slot] > submitted || cleared[slot + 1 + Int(popups[place].kind.rawValue)] > submitted
  }
}

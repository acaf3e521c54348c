import PopupScheduling

extension AuditState {
  /// Whether the premise of a `popup.dropped` or `popup.hidden` holds (lost-popup, a), before the decision takes effect.
  ///
  /// A presentation hidden as page-left or preempted is judged by rules of its own, so those premises hold here.
  func premiseHolds(of decision: Event) -> Bool {
    let place = decision.popup.index
    let state = popups[place]
    let isDrop = decision.kind == .popupDropped
    switch decision.reason {
    case .pageLeft:
      guard isDrop else { return true }
      return state.isParked && !state.flags.contains(.keepAlive) && anyInLineage(of: state.parkedPage, .disappeared)
    case .pageRemoved:
      return anyInLineage(of: state.parkedPage, .removed) || anyInLineage(of: state.shownPage, .removed)
        || anyInLineage(of: state.instance, .removed)
    case .signedOut: return state.epoch != epoch
    case .withdrawn: return state.withdrawal >= 0 || state.flags.contains(.dismissedByCode) || wasCleared(place)
    case .contentFailed: return state.flags.contains(.contentFailed)
    case .expired: return now >= state.expiresAt
    case .auto: return isAutoDismissDue(place)
    case .duplicate: return state.flags.contains(.hadTwin) || liveTwin(of: place) >= 0
    case .barred:
      return state.spec >= 0 && catalog.specs[Int(state.spec)].whenBarred == .drop && !state.flags.contains(.allowed)
    case .preempted:
      guard isDrop else { return true }
      return state.spec >= 0 && catalog.specs[Int(state.spec)].onHigher == .drop && state.flags.contains(.limbo)
        && state.hidden >= step.start
    case .dismissed: return state.flags.contains(.dismissed) || step.hasBackPress || isAutoDismissDue(place)
    case .viewLost: return state.flags.contains(.viewLost)
    case .none, .slot, .page, .content, .gate, .condition, .chain: return false
    }
  }

  /// Whether a popup's time on screen is over.
  func isAutoDismissDue(_ place: Int) -> Bool {
    let spec = popups[place].spec
    guard spec >= 0 else { return false }
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

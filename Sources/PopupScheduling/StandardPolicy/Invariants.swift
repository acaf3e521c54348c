/// What is true of a standard policy at the end of every turn. Pure; checked in debug builds and by the tests.
enum Invariants {
  /// Whether everything here is true.
  static func allHold(_ policy: StandardPolicy) -> Bool { allHold(policy.state) }

  /// Whether everything here is true.
  static func allHold(_ policy: borrowing PolicyState) -> Bool {
    let states = policy.states.array
    return isSlotKept(states, policy) && isOccupationCounted(states, policy)
      && isLockedOnlyDuringShowAnimations(states) && areCoversOnlyOnScreen(states, policy)
      && areTimersOnlyOfLivePopups(states) && areQueuesInOrder(policy) && isEverybodySomewhere(states, policy)
      && areKeysOfLivePopups(states, policy) && isNoPopupKeptForARemovedPage(states, policy)
  }

  /// At most one popup fills the slot, the operating system's own aside.
  private static func isSlotKept(_ states: [PopupState], _ policy: borrowing PolicyState) -> Bool {
    guard policy.configuration.slots == 1 else { return true }
    return states.count { $0.isVisible && !$0.isExempt && !$0.isSystem } <= 1
  }

  /// The count of those that fill the slot is the number of those that do.
  private static func isOccupationCounted(_ states: [PopupState], _ policy: borrowing PolicyState) -> Bool {
    let visible = states.count { $0.isVisible && !$0.isExempt }
    let up = states.count { $0.isUp }
    let occupants = states.count { $0.isUp && !$0.isExempt }
    let bound = states.count { $0.isCountedBound }
    return policy.occupied == visible && policy.up.count == up && policy.occupants.count == occupants
      && policy.boundUp == bound
  }

  /// A lock is held only by a popup on screen that has an entry animation.
  private static func isLockedOnlyDuringShowAnimations(_ states: [PopupState]) -> Bool {
    states.allSatisfy { !$0.isLocking || ($0.isUp && $0.spec.showLength > .zero) }
  }

  /// A cover is there exactly as long as its popup, where covers are handled.
  private static func areCoversOnlyOnScreen(_ states: [PopupState], _ policy: borrowing PolicyState) -> Bool {
    let hasChrome = policy.configuration.chrome
    return states.allSatisfy { $0.isCovered == (hasChrome && $0.isVisible && !$0.isExempt) }
  }

  /// No timer of a popup that has ended is set, that of its exit animation aside.
  private static func areTimersOnlyOfLivePopups(_ states: [PopupState]) -> Bool {
    states.allSatisfy { state in
      (state.isLive || (state.expiryTimer.isNone && state.autoTimer.isNone))
        && (state.isUp || (state.autoTimer.isNone && state.preemptionTimer.isNone))
        && (state.isVisible || state.graceTimer.isNone)
    }
  }

  /// Both queues are in order.
  private static func areQueuesInOrder(_ policy: borrowing PolicyState) -> Bool {
    policy.queue.isInOrder && policy.slotless.isInOrder
  }

  /// Every live popup is loading, waiting, parked or up, and counted there.
  private static func isEverybodySomewhere(_ states: [PopupState], _ policy: borrowing PolicyState) -> Bool {
    let live = states.count { $0.isLive }
    let waiting = states.count { $0.stage == .waiting }
    let isParked = states.count { $0.stage == .parked }
    let homed = states.count { $0.stage == .waiting && !$0.home.isNone }
    let kept = states.count { $0.stage == .waiting && !$0.home.isNone || $0.stage == .parked }
    return live == policy.live.count && !states.contains { $0.stage == .undecided }
      && waiting == policy.queue.count + policy.slotless.count
      && isParked == policy.parked.count && homed == policy.returning.count && kept == policy.kept.count
      && live == Int(policy.liveOfKind.wrappedSum())
      && policy.free.count + policy.over.count == states.count { !$0.isLive && !$0.isLeaving }
  }

  /// A key is held only by a live popup with that key.
  private static func areKeysOfLivePopups(_ states: [PopupState], _ policy: borrowing PolicyState) -> Bool {
    for state in states where !state.spec.key.isNone {
      let owner = Int(policy.keyOwners[state.spec.key.index])
      if owner >= 0, !states[owner].isLive || states[owner].spec.key != state.spec.key { return false }
    }
    return true
  }

  /// No popup is kept for a page that was removed.
  private static func isNoPopupKeptForARemovedPage(_ states: [PopupState], _ policy: borrowing PolicyState) -> Bool {
    for state in states where state.stage == .parked && policy.pages.isRemoved(state.home) { return false }
    return true
  }
}

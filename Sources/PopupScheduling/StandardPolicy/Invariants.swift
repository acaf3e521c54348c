/// What is true of a standard policy at the end of every turn. Pure; checked in debug builds and by the tests.
enum Invariants {
  /// Whether everything here is true.
  static func allHold(_ policy: StandardPolicy) -> Bool {
    isSlotKept(policy) && isOccupationCounted(policy) && isLockedOnlyDuringShowAnimations(policy)
      && areCoversOnlyOnScreen(policy) && areTimersOnlyOfLivePopups(policy) && areQueuesInOrder(policy)
      && isEverybodySomewhere(policy) && areKeysOfLivePopups(policy) && isNobodyKeptForARemovedPage(policy)
  }

  /// At most one popup fills the slot, the operating system's own aside.
  static func isSlotKept(_ policy: StandardPolicy) -> Bool {
    guard policy.configuration.slots == 1 else { return true }
    return policy.states.count { $0.isVisible && !$0.isExempt && !$0.isSystem } <= 1
  }

  /// The count of those that fill the slot is the number of those that do.
  static func isOccupationCounted(_ policy: StandardPolicy) -> Bool {
    policy.occupied == policy.states.count { $0.isVisible && !$0.isExempt }
      && policy.up.count == policy.states.count { $0.isUp }
      && policy.occupants.count == policy.states.count { $0.isUp && !$0.isExempt }
      && policy.boundUp == policy.states.count { $0.isCountedBound }
  }

  /// A lock is held only by a popup on screen that has an entry animation.
  static func isLockedOnlyDuringShowAnimations(_ policy: StandardPolicy) -> Bool {
    policy.states.allSatisfy { !$0.isLocking || ($0.isUp && $0.spec.showLength > .zero) }
  }

  /// A cover is there exactly as long as its popup, where covers are handled.
  static func areCoversOnlyOnScreen(_ policy: StandardPolicy) -> Bool {
    policy.states.allSatisfy { $0.isCovered == (policy.configuration.chrome && $0.isVisible && !$0.isExempt) }
  }

  /// No timer of a popup that has ended is set, that of its exit animation aside.
  static func areTimersOnlyOfLivePopups(_ policy: StandardPolicy) -> Bool {
    policy.states.allSatisfy { state in
      (state.isLive || (state.expiryTimer.isNone && state.autoTimer.isNone))
        && (state.isUp || (state.autoTimer.isNone && state.preemptionTimer.isNone))
        && (state.isVisible || state.graceTimer.isNone)
    }
  }

  /// Both queues are in order.
  static func areQueuesInOrder(_ policy: StandardPolicy) -> Bool {
    policy.queue.isInOrder && policy.slotless.isInOrder
  }

  /// Every live popup is loading, waiting, parked or up, and counted there.
  static func isEverybodySomewhere(_ policy: StandardPolicy) -> Bool {
    let live = policy.states.count { $0.isLive }
    let waiting = policy.states.count { $0.stage == .waiting }
    let isParked = policy.states.count { $0.stage == .parked }
    let homed = policy.states.count { $0.stage == .waiting && !$0.home.isNone }
    let kept = policy.states.count { $0.stage == .waiting && !$0.home.isNone || $0.stage == .parked }
    return live == policy.live.count && !policy.states.contains { $0.stage == .undecided }
      && waiting == policy.queue.count + policy.slotless.count
      && isParked == policy.parked.count && homed == policy.returning.count && kept == policy.kept.count
      && live == policy.liveOfKind.reduce(0) { $0 + Int($1) }
  }

  /// A key is held only by a live popup with that key.
  static func areKeysOfLivePopups(_ policy: StandardPolicy) -> Bool {
    policy.states.allSatisfy { state in
      guard !state.spec.key.isNone, policy.keyOwners[state.spec.key.index] >= 0 else { return true }
      let owner = policy.states[Int(policy.keyOwners[state.spec.key.index])]
      return owner.isLive && owner.spec.key == state.spec.key
    }
  }

  /// Nobody is kept for a page that was removed.
  static func isNobodyKeptForARemovedPage(_ policy: StandardPolicy) -> Bool {
    policy.states.allSatisfy { $0.stage != .parked || !policy.pages.isRemoved($0.home) }
  }
}

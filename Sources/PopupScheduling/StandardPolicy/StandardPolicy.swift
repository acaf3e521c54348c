/// The scheduler of the five articles with their defects mended, in versions `v0` … `v6` (<doc:Configuration#Versions>, <doc:QueueOrder>).
///
/// ``PolicyConfiguration`` says which of its parts are at work. What a stimulus alone brings about is decided when it is taken; the popup that is
/// shown next is chosen once, when all of a turn's stimuli have been taken.
///
/// - Complexity: O(log n) to enter and leave a queue of n, and as much to choose the next, however many of the others may be shown.
public struct StandardPolicy: SchedulingPolicy {
  /// What it does.
  public let configuration: PolicyConfiguration
  private var storage: Storage

  /// Shared by copies of a policy until one of them goes on, so that it is never changed while another copy refers to it.
  private final class Storage: @unchecked Sendable {
    // Touched only by the one method of the policy that has just asked whether it is the only owner.
    @safe @exclusivity(unchecked) var state: PolicyState
    /// What it is at the beginning of every session.
    private let beginning: PolicyState

    init(_ state: consuming PolicyState) {
      beginning = PolicyState(state.configuration)
      self.state = state
    }

    func reset() { state.copy(from: beginning) }
    @inline(never) func copy() -> Storage { Storage(state.copy()) }
  }

  /// Up to how many popups the invariants are checked after every turn of a debug build.
  static let checkedPopups = 256

  /// Makes a policy at the beginning of a session; the configuration must be valid (``PolicyConfiguration/validate()``).
  public init(_ configuration: PolicyConfiguration) {
    self.configuration = configuration
    storage = Storage(PolicyState(configuration))
  }

  public mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    own()
    storage.state.take(stimulus, &turn)
  }

  public mutating func settle(_ turn: inout Turn) {
    own()
    storage.state.settle(&turn)
  }

  public mutating func conclude(_ turn: inout Turn) {
    own()
    storage.state.conclude(&turn)
  }

  public mutating func advance(_ stage: TurnStage, _ stimulus: Event, _ turn: inout Turn) -> TurnStage {
    own()
    if stage == .taking {
      storage.state.take(stimulus, &turn)
      if turn.hasToCarryOut { return .settling }
    }
    if stage != .concluding {
      storage.state.settle(&turn)
      if turn.hasToCarryOut { return .concluding }
    }
    storage.state.conclude(&turn)
    return .over
  }

  public mutating func reset() {
    // A shared state stays as it is for the other copies; a new one is made, because nothing of it would be kept.
    if isKnownUniquelyReferenced(&storage) {
      storage.reset()
    } else {
      storage = Storage(PolicyState(configuration))
    }
  }

  public mutating func copy(from other: Self) {
    if storage !== other.storage, isKnownUniquelyReferenced(&storage), configuration == other.configuration {
      storage.state.copy(from: other.storage.state)
    } else {
      self = other
    }
  }

  /// For code that looks into a policy between turns.
  var state: PolicyState { _read { yield storage.state } }

  /// Parts from copies of this policy before anything changes.
  @inline(__always)
  private mutating func own() { if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() } }
}

/// What is true of a standard policy at the end of every turn. Pure; checked in debug builds and by the tests.
enum Invariants {
  static func allHold(_ policy: borrowing PolicyState) -> Bool {
    let states = policy.states.array
    for state in states where !hold(of: state, states, policy) { return false }
    guard policy.configuration.slots != 1 || states.count(where: { fillsSlot($0) && !$0.isSystem }) <= 1 else {
      return false
    }
    return areCounted(states, policy) && policy.queue.isInOrder && policy.slotless.isInOrder
  }

  private static func fillsSlot(_ state: PopupState) -> Bool { state.isVisible && !state.isExempt }

  private static func hold(of state: PopupState, _ states: [PopupState], _ policy: borrowing PolicyState) -> Bool {
    // A lock is held only by a popup on screen that has an entry animation.
    guard !state.isLocking || (state.isUp && state.spec.showLength > .zero) else { return false }
    // A cover is there exactly as long as its popup, where covers are handled.
    guard state.isCovered == (policy.configuration.chrome && fillsSlot(state)) else { return false }
    // No timer of a popup that has ended is set, that of its exit animation aside.
    guard state.isLive || (state.expiryTimer.isNone && state.autoTimer.isNone),
      state.isUp || (state.autoTimer.isNone && state.preemptionTimer.isNone),
      state.isVisible || state.graceTimer.isNone
    else { return false }
    // A key is held only by a live popup with that key.
    if !state.spec.key.isNone {
      let owner = Int(policy.keyOwners[state.spec.key.index])
      if owner >= 0, !states[owner].isLive || states[owner].spec.key != state.spec.key { return false }
    }
    return state.stage != .undecided && (state.stage != .parked || !policy.pages.isRemoved(state.home))
  }

  /// Every live popup is loading, waiting, parked or up, and counted there.
  private static func areCounted(_ states: [PopupState], _ policy: borrowing PolicyState) -> Bool {
    let waiting = states.filter { $0.stage == .waiting }
    let parked = states.count { $0.stage == .parked }
    let live = states.count { $0.isLive }
    let homed = waiting.count { !$0.home.isNone }
    return policy.occupied == states.count(where: fillsSlot) && policy.up.count == states.count(where: \.isUp)
      && policy.boundUp == states.count(where: \.isCountedBound) && live == policy.live.count
      && live == Int(policy.liveOfKind.array.reduce(0, +)) && policy.up.array.allSatisfy { states[Int($0)].isUp }
      && waiting.count == policy.queue.count + policy.slotless.count
      && parked == policy.parked.count && homed == policy.returning.count && homed + parked == policy.kept.count
      && policy.free.count + policy.over.count == states.count { !$0.isLive && !$0.isLeaving }
  }
}

/// The scheduler of the five articles with their defects mended, in versions `v0` … `v6` (<doc:Configuration#Versions>; <doc:QueueOrder>,
/// <doc:Configuration>).
///
/// ```swift
/// var scheduler = Scheduler(policy: StandardPolicy(.v6), catalog: catalog)
/// scheduler.run(stimulus, at: Ticks(1250), in: environment)
/// ```
///
/// One implementation; ``PolicyConfiguration`` says which of its parts are at work. What a stimulus alone brings about is decided when it is
/// taken; the popup that is shown next is chosen once, when all of a turn's stimuli have been taken. Stimuli about popups that were never
/// submitted, or that no longer matter, are ignored.
///
/// - Complexity: O(log n) to enter and leave a queue of n, and as much to choose the next, however many of the others may be shown.
public struct StandardPolicy: SchedulingPolicy {
  /// What it does and leaves undone.
  public let configuration: PolicyConfiguration
  private var storage: Storage

  /// Shared by copies of a policy until one of them goes on, so that it is never changed while another copy refers to it.
  private final class Storage: @unchecked Sendable {
    // Touched only by the one method of the policy that has just asked whether it is the only owner.
    @safe @exclusivity(unchecked) var state: PolicyState

    init(_ state: consuming PolicyState) { self.state = state }
  }

  /// Up to how many popups the invariants are checked after every turn of a debug build.
  static let checkedPopups = 256

  /// Makes a policy at the beginning of a session.
  ///
  /// - Parameter configuration: What it is to do; must be valid (``PolicyConfiguration/validate()``).
  public init(_ configuration: PolicyConfiguration) {
    self.configuration = configuration
    storage = Storage(PolicyState(configuration))
  }

  public mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    own()
    storage.state.take(stimulus, &turn)
  }

  public mutating func settle(_ turn: inout Turn) {
    guard storage.state.hasToChoose else { return }
    own()
    storage.state.settle(&turn)
  }

  public mutating func conclude(_ turn: inout Turn) {
    if storage.state.hasToConclude {
      own()
      storage.state.conclude(&turn)
    }
    assert(storage.state.submissions > Self.checkedPopups || Invariants.allHold(storage.state))
  }

  public mutating func reset() {
    // A shared state stays as it is for the other copies; a new one is made, because nothing of it would be kept.
    if isKnownUniquelyReferenced(&storage) {
      storage.state.reset()
    } else {
      storage = Storage(PolicyState(configuration))
    }
  }

  /// Parts from copies of this policy before anything changes.
  @inline(__always)
  private mutating func own() {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.state.copy()) }
  }
}

// For code that looks into a policy between turns: tests, and the invariants.
extension StandardPolicy {
  /// The state, to be looked at.
  var state: PolicyState { _read { yield storage.state } }

  /// Every popup that is not over, and those whose place no other has taken yet, in the order in which they were submitted.
  var states: [PopupState] { storage.state.states.array.sorted { $0.order < $1.order } }

  /// The pages of the scene.
  var pages: ScenePages { _read { yield storage.state.pages } }

  /// What holds popups back.
  var gates: GateStates { storage.state.gates }
}

@testable import PopupScheduling

extension Scheduler {
  /// The policy of the first scheduler.
  var policy: Policy { isAlone ? alone : policies[0] }
}

extension StandardPolicy {
  /// Every popup that is not over, and those whose index no other has taken yet, in the order in which they were submitted.
  var states: [PopupState] { state.states.array.sorted { $0.order < $1.order } }
  var pages: ScenePages { _read { yield state.pages } }
  var gates: GateStates { state.gates }
}

extension Invariants {
  static func allHold(_ policy: StandardPolicy) -> Bool { allHold(policy.state) }
}

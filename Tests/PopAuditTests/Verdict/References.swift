import PopReplay
import PopTrace
import PopupScheduling

@testable import PopAudit

extension Reference {
  /// Takes a policy's run of a session for the reference, as a judge of that policy makes it.
  mutating func play(
    _ session: Session, by policy: some SchedulingPolicy, identity: SessionIdentity, options: ReplayOptions,
    continuations: Int = 0, reactions: ReactionModel? = nil
  ) {
    var evaluator = Evaluator(candidate: policy)
    evaluator.options.replay = options
    evaluator.options.continuations = continuations
    evaluator.options.reactions = reactions
    evaluator.play(session, as: &self, identity: identity, plan: nil)
  }
}

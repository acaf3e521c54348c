/// How much of what was recorded took part in a replay (<doc:CausalReplay#Coverage>).
public struct Coverage: Hashable, Sendable {
  /// Recorded stimuli that happened in the replay.
  public var reached = 0
  /// Recorded stimuli that did not, because their cause never came.
  public var unreached = 0
  /// Recorded stimuli that would have come after the session's end.
  public var beyondEnd = 0
  /// Of the reached ones, those that are reactions.
  public var reachedReactions = 0
  /// Of the unreached ones, those that are reactions.
  public var unreachedReactions = 0
  /// Outcomes that rest on an assumption.
  public var assumed = 0

  /// Makes the coverage of nothing.
  public init() {}

  /// Reached of reached and unreached reactions; 1 where there are none.
  public var ratio: Double {
    let all = reachedReactions + unreachedReactions
    return all == 0 ? 1 : Double(reachedReactions) / Double(all)
  }

  /// Adds what another session's replay covered.
  public static func += (lhs: inout Coverage, rhs: Coverage) {
    lhs.reached += rhs.reached
    lhs.unreached += rhs.unreached
    lhs.beyondEnd += rhs.beyondEnd
    lhs.reachedReactions += rhs.reachedReactions
    lhs.unreachedReactions += rhs.unreachedReactions
    lhs.assumed += rhs.assumed
  }
}

import PopTrace

/// What replays take for granted of an app's users, worked out once over all of its sessions (<doc:CausalReplay#Premises>).
///
/// The same for any order of the sessions, and however they are split among files and threads.
package struct Premises: Hashable, Sendable {
  /// How many recordings they rest on.
  package let sessions: Int
  /// Whether users visit pages past a popup.
  package let visits: VisitCounts
  /// After how long they answer.
  package let reactions: ReactionModel
  /// A hash of all of it, as 16 hexadecimal digits: what was judged with other premises cannot be compared.
  package let digest: String

  /// Makes the premises that a corpus gives.
  package init(_ tally: PremiseTally) {
    var reactions = ReactionModel()
    reactions.dwell = ReactionModel.Answers(tally.dwell)
    reactions.content = ReactionModel.Answers(tally.content)
    reactions.visit = ReactionCurve(enough: tally.visit)
    self.init(sessions: tally.sessions, visits: tally.visits, reactions: reactions)
  }

  /// Makes premises that were worked out before.
  package init(sessions: Int, visits: VisitCounts, reactions: ReactionModel) {
    self.sessions = sessions
    self.visits = visits
    self.reactions = reactions
    digest = Self.digest(of: Self.content(sessions, visits, reactions))
  }

  private static func digest(of content: [UInt8]) -> String {
    let text = String(XXH64.hash(content), radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}

/// What sessions tell of an app's users, added up in any order (<doc:CausalReplay#Premises>).
package struct PremiseTally: Hashable, Sendable {
  /// How many recordings there are.
  package var sessions = 0
  /// Whether they visit pages past a popup.
  package var visits = VisitCounts()
  /// For how long they look at popups.
  package var dwell = ReactionTally()
  /// How long content takes.
  package var content = ReactionTally()
  /// How long they take to visit a page after a popup went.
  package var visit = DurationHistogram()

  /// Makes the tally of nothing.
  package init() {}

  /// Adds what other sessions tell.
  package static func += (lhs: inout PremiseTally, rhs: PremiseTally) {
    lhs.sessions = lhs.sessions.addingClamped(rhs.sessions)
    lhs.visits += rhs.visits
    lhs.dwell += rhs.dwell
    lhs.content += rhs.content
    lhs.visit += rhs.visit
  }
}

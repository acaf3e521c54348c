import PopTrace

/// What replays take for granted of an app's users, worked out once over all of its sessions (<doc:CausalReplay#Premises>).
///
/// The same for any order of the sessions, and however they are split among files and threads.
package struct Premises: Hashable, Sendable {
  package let sessions: Int
  package let visits: VisitCounts
  package let reactions: ReactionModel
  /// A hash of all of it, as 16 hexadecimal digits: what was judged with other premises cannot be compared.
  package let digest: String

  package init(_ tally: PremiseTally) {
    var reactions = ReactionModel()
    reactions.dwell = ReactionModel.Answers(tally.dwell)
    reactions.content = ReactionModel.Answers(tally.content)
    reactions.visit = ReactionCurve(enough: tally.visit)
    self.init(sessions: tally.sessions, visits: tally.visits, reactions: reactions)
  }

  package init(sessions: Int, visits: VisitCounts, reactions: ReactionModel) {
    self.sessions = sessions
    self.visits = visits
    self.reactions = reactions
    let text = String(XXH64.hash(Self.content(sessions, visits, reactions)), radix: 16)
    digest = String(repeating: "0", count: 16 - text.count) + text
  }
}

/// What sessions tell of an app's users, added up in any order.
package struct PremiseTally: Hashable, Sendable {
  package var sessions = 0
  package var visits = VisitCounts()
  package var dwell = ReactionTally()
  package var content = ReactionTally()
  /// How long users take to visit a page after a popup went.
  package var visit = DurationHistogram()

  package init() {}

  package static func += (lhs: inout PremiseTally, rhs: PremiseTally) {
    lhs.sessions = lhs.sessions.addingClamped(rhs.sessions)
    lhs.visits += rhs.visits
    lhs.dwell += rhs.dwell
    lhs.content += rhs.content
    lhs.visit += rhs.visit
  }
}

/// How many page visits of a corpus began under a popup that its user answered later, and how many would have if visits took no notice of
/// popups (<doc:CausalReplay#Visits-that-wait>).
package struct VisitCounts: Hashable, Sendable {
  package var seen: Int
  package var expectedMillionths: Int

  package init(seen: Int = 0, expectedMillionths: Int = 0) {
    self.seen = seen
    self.expectedMillionths = expectedMillionths
  }

  /// With fewer expected visits than this nothing can be told.
  private static var leastExpected: Int { 20_000_000 }

  /// Of so many expected visits one at most may be seen where users do not visit a page past a popup.
  private static var expectedForEach: Int { 20 }

  /// What the users of the app do: they wait where of at least 20 expected visits under 5 % were seen.
  package var decision: ReplayOptions.Visits {
    guard expectedMillionths >= Self.leastExpected else { return .free }
    return seen <= (expectedMillionths - 1) / (Self.expectedForEach * 1_000_000) ? .wait : .free
  }

  /// How many would have, rounded.
  package var expected: Int { expectedMillionths / 1_000_000 + (expectedMillionths % 1_000_000 >= 500_000 ? 1 : 0) }

  /// Counts a scene of a session: its visits begun under a popup that was answered later, of all its visits; and for how long such popups were
  /// up, of how long the session was in the foreground.
  mutating func add(seen: Int, of visits: Int, answered: Int64, of length: Int64) {
    self.seen = self.seen.addingClamped(seen)
    guard visits > 0, answered > 0, length >= answered else { return }
    // Full width, and rounded down: a length may be anything.
    let product = UInt64(answered).multipliedFullWidth(by: UInt64(visits) * 1_000_000)
    let expected = UInt64(length).dividingFullWidth(product).quotient
    expectedMillionths = expectedMillionths.addingClamped(Int(clamping: expected))
  }

  package static func += (lhs: inout VisitCounts, rhs: VisitCounts) {
    lhs.seen = lhs.seen.addingClamped(rhs.seen)
    lhs.expectedMillionths = lhs.expectedMillionths.addingClamped(rhs.expectedMillionths)
  }
}

extension Int {
  /// The sum of two counts, which no order of adding changes; the largest number where it is beyond that.
  func addingClamped(_ other: Int) -> Int {
    let (sum, isBeyond) = addingReportingOverflow(other)
    return isBeyond ? .max : sum
  }
}

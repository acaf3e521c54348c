/// How many page visits of a corpus began under a popup that its user answered later, and how many would have if visits took no notice of
/// popups (<doc:CausalReplay#Visits-that-wait>).
package struct VisitCounts: Hashable, Sendable {
  /// How many did.
  package var seen = 0
  /// How many would have, in millionths.
  package var expectedMillionths = 0

  /// Makes the count of none.
  package init() {}

  /// Makes a count.
  package init(seen: Int, expectedMillionths: Int) {
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

  /// Counts what a scene of a session shows.
  ///
  /// - Parameters:
  ///   - seen: The visits begun under a popup that was answered later.
  ///   - visits: All of its visits.
  ///   - answered: For how long such popups were up.
  ///   - length: For how long the session was in the foreground; at least `answered`.
  mutating func add(seen: Int, of visits: Int, answered: Int64, of length: Int64) {
    self.seen = self.seen.addingClamped(seen)
    guard visits > 0, answered > 0, length >= answered else { return }
    // Full width, and rounded down: a length may be anything.
    let product = UInt64(answered).multipliedFullWidth(by: UInt64(visits) * 1_000_000)
    let expected = UInt64(length).dividingFullWidth(product).quotient
    expectedMillionths = expectedMillionths.addingClamped(Int(clamping: expected))
  }

  /// Adds the visits of other sessions.
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

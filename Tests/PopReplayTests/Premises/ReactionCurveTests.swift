import PopReplay
import Testing

/// The estimate of Kaplan and Meier, against examples worked by hand (CausalReplay, *Premises*, CausalReplay, *The estimate*).
struct ReactionCurveTests {
  private func curve(observed: [Int64], censored: [Int64] = []) -> ReactionCurve {
    var histogram = DurationHistogram()
    for length in observed { histogram.add(length, isObserved: true) }
    for length in censored { histogram.add(length, isObserved: false) }
    return ReactionCurve(histogram)
  }

  private let whole = 1 << 32

  /// The lengths at evenly spread places; nil for never.
  private func lengths(_ curve: ReactionCurve, _ count: Int, beyond bound: Int64 = 0) -> [Int64?] {
    (0..<count).map { curve.length(at: UInt32((2 * $0 + 1) * whole / (2 * count)), beyond: bound) }
  }

  @Test func withoutCensoringItIsTheShareThatIsLeft() {
    let curve = curve(observed: [10, 20, 20, 40])
    #expect(curve.observed == 4 && curve.censored == 0)
    #expect(curve.steps.map(\.milliseconds) == [10, 20, 40])
    #expect(curve.steps.map(\.remaining) == [UInt32(whole / 4 * 3), UInt32(whole / 4), 0])
  }

  @Test func whatWasCutShortCountsAsLongAsItWasWatched() {
    // The first example of Kaplan and Meier (1958): deaths at 0.8, 3.1, 5.4 and 9.2, losses at 1.0, 2.7, 7.0 and 12.1.
    let curve = curve(observed: [8, 31, 54, 92], censored: [10, 27, 70, 121])
    #expect(curve.observed == 4 && curve.censored == 4)
    #expect(curve.steps.map(\.milliseconds) == [8, 31, 54, 92])
    let shares: [Double] = [7 / 8, 28 / 40, 84 / 160, 84 / 320]
    for (step, share) in zip(curve.steps, shares) {
      // Each step is rounded down, by less than one unit.
      let exact = share * Double(whole)
      #expect(Double(step.remaining) <= exact && Double(step.remaining) > exact - 4)
    }
  }

  @Test func whatIsCutShortAtALengthWasUnderObservationAtIt() {
    let curve = curve(observed: [50], censored: [50, 50, 50])
    #expect(curve.steps.map(\.remaining) == [UInt32(whole / 4 * 3)])
  }

  @Test func answersAreAsFrequentAsTheyWereObserved() {
    let curve = curve(observed: [10, 20, 20, 40])
    #expect(lengths(curve, 8) == [10, 10, 20, 20, 20, 20, 40, 40])
    #expect(curve.length(at: 0, beyond: 0) == 10)
    #expect(curve.length(at: .max, beyond: 0) == 40)
  }

  @Test func onlyAnswersLongerThanTheBoundAreDrawn() {
    let curve = curve(observed: [10, 20, 20, 40])
    #expect(lengths(curve, 6, beyond: 10) == [20, 20, 20, 20, 40, 40])
    #expect(lengths(curve, 6, beyond: 19) == [20, 20, 20, 20, 40, 40])
    #expect(lengths(curve, 3, beyond: 20) == [40, 40, 40])
  }

  @Test func afterTheLastObservationThereIsNoAnswer() {
    let curve = curve(observed: [10, 20], censored: [30, 90])
    #expect(lengths(curve, 4) == [10, 20, nil, nil])
    #expect(lengths(curve, 3, beyond: 10) == [20, nil, nil])
    #expect(lengths(curve, 2, beyond: 20) == [nil, nil])
    // Even where everybody had answered by then.
    #expect(lengths(self.curve(observed: [10, 20]), 2, beyond: 20) == [nil, nil])
  }

  /// Visits after popups: so many that waited, and a user in a hundred milliseconds or so who had nothing to wait for.
  private func visits(waited: [Int64]) -> ReactionCurve {
    var histogram = DurationHistogram()
    for length in waited { histogram.add(length, isObserved: true) }
    for length in stride(from: Int64(50), to: 10_000, by: 100) { histogram.add(length, isObserved: true) }
    return ReactionCurve(histogram)
  }

  @Test func theUsualReactionIsThatOfVisitsThatWaited() {
    #expect(visits(waited: []).visitReaction == 0)
    #expect(visits(waited: Array(repeating: 0, count: 40)).visitReaction == 0)
    // Evenly from 5 to 300: most of them within some 280.
    let reaction = visits(waited: (1...60).map { $0 * 5 }).visitReaction
    #expect((390...450).contains(reaction), "\(reaction)")
    // Too few to be told from the others.
    #expect(visits(waited: [100, 200, 300]).visitReaction == 0)
  }
}

import PopupScheduling

/// How likely users have not answered after how long: the estimate of Kaplan and Meier (Nonparametric Estimation from Incomplete Observations,
/// 1958), in whole numbers.
///
/// Shares are in units of 2^-32, rounded down at every step, so that any machine comes to the same.
package struct ReactionCurve: Hashable, Sendable {
  /// A length at which answers were observed.
  package struct Step: Hashable, Sendable {
    /// The length.
    package var milliseconds: Int64
    /// The share of users who have not answered by then.
    package var remaining: UInt32

    /// Makes a step.
    package init(_ milliseconds: Int64, remaining: UInt32) {
      self.milliseconds = milliseconds
      self.remaining = remaining
    }
  }

  /// How many answers were observed, and how many were cut short.
  package let observed: Int
  package let censored: Int
  /// The steps, the shortest length first.
  package let steps: [Step]

  /// Fewer observed answers than this say nothing.
  package static var leastObserved: Int { 8 }

  private static var all: UInt64 { 1 << 32 }

  /// Makes the curve of lengths; what was cut short at a length was under observation at that length.
  package init(_ histogram: DurationHistogram) {
    let lengths = histogram.steps
    observed = lengths.reduce(0) { $0 + $1.counts.observed }
    censored = lengths.reduce(0) { $0 + $1.counts.censored }
    var atRisk = UInt64(observed + censored)
    var remaining = Self.all
    var steps: [Step] = []
    for (length, counts) in lengths {
      if counts.observed > 0 {
        let product = remaining.multipliedFullWidth(by: atRisk - UInt64(counts.observed))
        remaining = atRisk.dividingFullWidth(product).quotient
        steps.append(Step(length, remaining: UInt32(truncatingIfNeeded: remaining)))
      }
      atRisk -= UInt64(counts.observed + counts.censored)
    }
    self.steps = steps
  }

  /// Makes the curve of lengths, if enough of them were observed.
  init?(enough histogram: DurationHistogram) {
    self.init(histogram)
    guard observed >= Self.leastObserved else { return nil }
  }

  /// Makes a curve that was worked out before.
  package init(observed: Int, censored: Int, steps: [Step]) {
    self.observed = observed
    self.censored = censored
    self.steps = steps
  }

  /// What part has not been answered after so long, of 2^32.
  private func remaining(after milliseconds: Int64) -> UInt64 {
    let next = steps.partitioningIndex { $0.milliseconds > milliseconds }
    return next > 0 ? UInt64(steps[next - 1].remaining) : Self.all
  }

  /// Within how many milliseconds of a popup's going those visits begin that had waited for it, where this is the curve of visits: 0 for at
  /// once, and where none are seen to have waited (<doc:CausalReplay#Visits-that-wait>).
  ///
  /// What waited is what there is beyond the visits of users who had nothing to wait for; these go on at the pace that is seen later on.
  package var visitReaction: Int64 {
    let (known, later) = (remaining(after: Self.longestReaction), remaining(after: 2 * Self.longestReaction))
    guard known > 0 else { return Self.longestReaction }
    // As many of those that are left come in as much time.
    let pace = (known - later) << 16 / known
    func excess(_ milliseconds: Int64, _ remaining: UInt64) -> Int64 {
      Int64(Self.all - remaining) - Int64(pace << 16) / Self.longestReaction * milliseconds
    }
    let most =
      steps.lazy.prefix { $0.milliseconds <= Self.longestReaction }
      .map { excess($0.milliseconds, UInt64($0.remaining)) }.max() ?? 0
    guard most >= Int64(Self.all >> 4) else { return 0 }
    let last = steps.first { excess($0.milliseconds, UInt64($0.remaining)) >= most / 16 * 15 }?.milliseconds ?? 0
    return last + last / 2
  }

  /// What begins later than so many milliseconds after a popup went has not waited for it.
  private static var longestReaction: Int64 { 2_000 }

  /// The length that stands at a place among all those longer than a bound; nil for users who never answer, and where no answer was
  /// observed that took longer.
  ///
  /// - Parameters:
  ///   - place: The place, of 2^32: those that answer soon have the low ones.
  ///   - bound: What is known not to be enough.
  package func length(at place: UInt32, beyond bound: Int64) -> Int64? {
    let first = steps.partitioningIndex { $0.milliseconds > bound }
    let known = first > 0 ? UInt64(steps[first - 1].remaining) : Self.all
    // The high places are those of users who take long.
    let share = known - (UInt64(place) * known) >> 32
    // No shorter one has so few left.
    let found = steps.partitioningIndex { $0.remaining < share }
    return found < steps.count ? steps[found].milliseconds : nil
  }
}

package import PopReport

/// Whether something is in more of the sessions than was accepted, by more than chance (<doc:Gate#Shares>).
///
/// Fisher's exact test, one-sided: of all sessions that have it, those accepted and those of now, how many fall among those of now is
/// hypergeometrically distributed where nothing has changed. The terms are summed from the most likely one on, by products and quotients
/// alone, so that every machine comes to the same sum.
///
/// Sources: R. A. Fisher, "The Logic of Inductive Inference", 1935. S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure",
/// Scandinavian Journal of Statistics 6, 1979.
package enum ShareTest {
  /// How often a whole file may fail by chance.
  package static let level = 0.001
  /// The most sessions that are told apart; beyond, all four numbers are halved.
  private static let most = 1 << 24

  /// What is tested.
  package struct Pair: Hashable, Sendable {
    /// In how many sessions it is now.
    package var now: SessionShare
    /// In how many it was when it was accepted.
    package var accepted: SessionShare

    /// Makes one.
    package init(now: SessionShare, accepted: SessionShare) {
      self.now = now
      self.accepted = accepted
    }
  }

  /// Which of several are in more sessions than chance allows, all of them together once in a thousand files: Holm's correction.
  package static func risen(_ pairs: [Pair]) -> [Bool] {
    let chances = pairs.map { chance($0) }
    var risen = [Bool](repeating: false, count: pairs.count)
    var left = pairs.count
    for index in chances.indices.sorted(by: { (chances[$0], $0) < (chances[$1], $1) }) {
      guard chances[index] * Double(left) <= level else { break }
      risen[index] = true
      left -= 1
    }
    return risen
  }

  /// How likely it is that as many of those who have it, or more, are among the sessions of now.
  ///
  /// - Complexity: O(√k) for k sessions that have it.
  package static func chance(_ pair: Pair) -> Double {
    var (now, all) = (max(0, pair.now.count), max(0, pair.now.all))
    var (before, allBefore) = (max(0, pair.accepted.count), max(0, pair.accepted.all))
    while all > most || allBefore > most {
      (now, all, before, allBefore) = (now / 2, all / 2, before / 2, allBefore / 2)
    }
    (now, before) = (min(now, all), min(before, allBefore))
    let having = now + before
    let (least, greatest) = (max(0, having - allBefore), min(having, all))
    guard now > least else { return 1 }
    /// The term of `count + 1` by that of `count`.
    func ratio(_ count: Int) -> Double {
      Double(having - count) * Double(all - count) / (Double(count + 1) * Double(allBefore - having + count + 1))
    }
    // Somewhere near the most likely one, from which the terms fall off on either side.
    let peak = min(greatest, max(least, (having + 1) * (all + 1) / (all + allBefore + 2)))
    var (sum, tail) = (1.0, peak >= now ? 1.0 : 0.0)
    var (term, count) = (1.0, peak)
    while count < greatest, term > 1e-40 {
      term *= ratio(count)
      count += 1
      sum += term
      if count >= now { tail += term }
    }
    (term, count) = (1, peak)
    while count > least, term > 1e-40 {
      count -= 1
      term /= ratio(count)
      sum += term
      if count >= now { tail += term }
    }
    return tail / sum
  }
}

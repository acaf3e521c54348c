package import PopDocument

/// Whether something is in more of the sessions than was accepted, by more than chance (<doc:Gate#Shares>).
///
/// Fisher's exact test, one-sided: of all sessions that have it, those accepted and those of now, how many fall among those of now is
/// hypergeometrically distributed where nothing has changed. The terms are summed from the most likely one on, by products and quotients
/// alone, so that every machine comes to the same sum.
///
/// Sources: R. A. Fisher, "The Logic of Inductive Inference", 1935. S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure",
/// Scandinavian Journal of Statistics 6, 1979.
package enum ShareTest {
  package static let level = 0.001
  /// The most sessions that are told apart; beyond, all four numbers are halved.
  private static let most = 1 << 24

  package struct Pair: Hashable, Sendable {
    package var now: SessionShare
    package var accepted: SessionShare
  }

  /// Which of several are in more sessions than chance allows, all of them together once in a thousand files.
  package static func risen(_ pairs: [Pair]) -> [Bool] { significant(pairs.map { chance($0) }, level: level) }

  /// Which of several chances are significant, by Holm's correction: that any of them is wrongly so has at most the probability `level`.
  static func significant(_ chances: [Double], level: Double) -> [Bool] {
    var significant = [Bool](repeating: false, count: chances.count)
    var left = chances.count
    for index in chances.indices.sorted(by: { (chances[$0], $0) < (chances[$1], $1) }) {
      guard chances[index] * Double(left) <= level else { break }
      significant[index] = true
      left -= 1
    }
    return significant
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
    func ratio(_ count: Int) -> Double {
      Double(having - count) * Double(all - count) / (Double(count + 1) * Double(allBefore - having + count + 1))
    }
    // Somewhere near the most likely one, from which the terms fall off on either side.
    let peak = min(greatest, max(least, (having + 1) * (all + 1) / (all + allBefore + 2)))
    return tail(
      from: now, of: least...greatest, peak, least: 1e-40, next: { $0 * ratio($1) }, previous: { $0 / ratio($1) })
  }

  /// Which part of a distribution is from a number on: its terms, summed from the most likely one on while they are more than the least.
  static func tail(
    from first: Int, of range: ClosedRange<Int>, _ peak: Int, least: Double, next: (Double, Int) -> Double,
    previous: (Double, Int) -> Double
  ) -> Double {
    var (sum, tail) = (1.0, peak >= first ? 1.0 : 0.0)
    var (term, count) = (1.0, peak)
    while count < range.upperBound, term > least {
      term = next(term, count)
      count += 1
      sum += term
      if count >= first { tail += term }
    }
    (term, count) = (1, peak)
    while count > range.lowerBound, term > least {
      count -= 1
      term = previous(term, count)
      sum += term
      if count >= first { tail += term }
    }
    return tail / sum
  }
}

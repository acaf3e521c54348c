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
  /// How often a whole file may fail by chance.
  package static let level = 0.001
  /// The most sessions that are told apart; beyond, all four numbers are halved.
  private static let most = 1 << 24

  package struct Pair: Hashable, Sendable {
    package var now: SessionShare
    package var accepted: SessionShare
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
    return tail(
      from: now, of: least...greatest, peak, least: 1e-40, next: { $0 * ratio($1) }, previous: { $0 / ratio($1) })
  }

  /// Which part of a distribution is from a number on: its terms, summed from the most likely one on while they are more than the least.
  fileprivate static func tail(
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

enum Detection {
  /// A night in which something is in none of so many sessions that could have it; it is found once so many more of them do.
  struct Night: Hashable {
    var free: Int
    /// How many of them must have it; nil where all are not enough.
    var needed: Int?
  }

  /// The smallest share of the sessions, in millionths, that must have one more error for it to be found in nine of ten such nights, where
  /// each session has it or has it not by itself; nil where it is not found even if all have.
  ///
  /// - Complexity: O(√n) for each night of n sessions, some twenty times.
  static func leastShare(_ nights: [Night]) -> Int? {
    func isFound(_ millionths: Int) -> Bool {
      var sum = 0.0
      for night in nights {
        if let needed = night.needed { sum += chance(of: needed, in: night.free, at: Double(millionths) / 1_000_000) }
      }
      return sum >= 0.9 * Double(nights.count)
    }
    return nights.isEmpty ? nil : isFound(0) ? 0 : least(upTo: 1_000_000, where: isFound)
  }

  /// How likely it is that at least so many of so many have it, each with the same chance: the terms of a binomial distribution, summed from the
  /// most likely one on by products and quotients alone, so that every machine comes to the same sum.
  static func chance(of least: Int, in all: Int, at chance: Double) -> Double {
    guard least > 0 else { return 1 }
    guard least <= all, chance > 0 else { return 0 }
    guard chance < 1 else { return 1 }
    let odds = chance / (1 - chance)
    let peak = min(all, Int(Double(all + 1) * chance))
    return ShareTest.tail(
      from: least, of: 0...all, peak, least: 1e-20, next: { $0 * (Double(all - $1) / Double($1 + 1) * odds) },
      previous: { $0 * (Double($1 + 1) / Double(all - $1) / odds) })
  }

  /// The smallest number from 1 on of which something holds that holds of every greater one, too; nil where it holds of none up to the last.
  static func least(upTo last: Int, where holds: (Int) -> Bool) -> Int? {
    guard last > 0, holds(last) else { return nil }
    var (low, high) = (1, last)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

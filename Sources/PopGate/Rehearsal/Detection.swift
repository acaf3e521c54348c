/// How small a worsening is still found.
enum Detection {
  /// A night in which something is in none of so many sessions that could have it; it is found once so many more of them do.
  struct Night: Hashable {
    /// How many sessions are without it.
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
    var (sum, tail) = (1.0, peak >= least ? 1.0 : 0.0)
    var (term, count) = (1.0, peak)
    while count < all, term > 1e-20 {
      term *= Double(all - count) / Double(count + 1) * odds
      count += 1
      sum += term
      if count >= least { tail += term }
    }
    (term, count) = (1, peak)
    while count > 0, term > 1e-20 {
      term *= Double(count) / Double(all - count + 1) / odds
      count -= 1
      sum += term
      if count >= least { tail += term }
    }
    return tail / sum
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

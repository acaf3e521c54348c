package import PopReport

/// Whether something is in a larger share of the sessions than was accepted, by more than chance (<doc:Gate#Bootstrap>).
///
/// Of resamples of n sessions of which k have it, those with x of them come up as a binomial distribution says, so that nothing need be
/// drawn: the result is that of infinitely many resamples. The terms are worked out from the most likely one on, in 2⁻⁴⁰ of it.
///
/// - Complexity: O(√n)
package struct ShareTest: Hashable, Sendable {
  /// The most sessions that are told apart; beyond, both numbers are halved.
  private static let most = 1 << 30

  /// Whether the lower end of the interval is above the accepted share: fewer than one resample in twenty is at or below it.
  package static func isAbove(_ now: SessionShare, accepted: SessionShare) -> Bool {
    var (count, all) = (now.count, now.all)
    guard all >= Bootstrap.leastUnits, count > 0, count <= all, accepted.all > 0 else { return false }
    while all > most { (count, all) = (count / 2, all / 2) }
    // The most sessions that are no larger a share.
    let allowed = UInt(max(0, accepted.count)).multipliedFullWidth(by: UInt(all))
    guard allowed.high < UInt(accepted.all) else { return false }
    let limit = Int(min(UInt(accepted.all).dividingFullWidth(allowed).quotient, UInt(all)))
    guard limit < count else { return false }
    guard count < all else { return true }
    return isRare(upTo: limit, count, all)
  }

  /// Whether fewer than one in twenty of a binomial distribution with mean `count` are no greater than a limit below that.
  private static func isRare(upTo limit: Int, _ count: Int, _ all: Int) -> Bool {
    let unit: UInt = 1 << 40
    let (hit, miss) = (UInt(count), UInt(all - count))
    var (below, total) = (UInt(0), unit)
    var term = unit
    var x = count
    while x > 0, term > 0 {
      // From x to x - 1: times x (1 - p) / ((n - x + 1) p).
      term = scaled(term, UInt(x) * miss, UInt(all - x + 1) * hit)
      x -= 1
      total += term
      if x <= limit { below += term }
    }
    term = unit
    x = count
    while x < all, term > 0 {
      term = scaled(term, UInt(all - x) * hit, UInt(x + 1) * miss)
      x += 1
      total += term
    }
    return below * 20 < total
  }

  private static func scaled(_ term: UInt, _ part: UInt, _ whole: UInt) -> UInt {
    let product = term.multipliedFullWidth(by: part)
    return product.high < whole ? whole.dividingFullWidth(product).quotient : term
  }
}

/// One whole number over another, neither negative: the value of a metric, unrounded.
struct Quotient: Hashable, Sendable {
  var part = 0
  var whole = 0

  /// The greatest number that is kept, so that sums over all units, each drawn as often as can be, stay below 2⁶².
  private static let most = 1 << 50

  var isMeasured: Bool { whole > 0 }

  mutating func add(_ part: Int, over whole: Int) {
    self.part = min(self.part + min(max(part, 0), Self.most), Self.most)
    self.whole = min(self.whole + min(max(whole, 0), Self.most), Self.most)
  }

  func millionths(times factor: Int) -> Int {
    guard whole > 0 else { return 0 }
    var product = UInt(part).multipliedFullWidth(by: UInt(factor) * 1_000_000)
    let (low, carries) = product.low.addingReportingOverflow(UInt(whole) / 2)
    product = (product.high + (carries ? 1 : 0), low)
    guard product.high < UInt(whole) else { return .max }
    return Int(min(UInt(whole).dividingFullWidth(product).quotient, UInt(Int.max)))
  }

  /// Whether another value is above this one by more than so many millionths of it. Of nothing, anything is.
  func isExceeded(by other: Quotient, withIncrease millionths: Int) -> Bool {
    guard isMeasured, other.isMeasured else { return false }
    return Product(other.part, whole, 1_000_000) > Product(part, other.whole, 1_000_000 + millionths)
  }

  func isUndercut(by other: Quotient, withDecrease millionths: Int) -> Bool {
    guard isMeasured, other.isMeasured, millionths < 1_000_000 else { return false }
    return Product(other.part, whole, 1_000_000) < Product(part, other.whole, 1_000_000 - millionths)
  }

  func isAbove(_ millionths: Int, times factor: Int) -> Bool {
    isMeasured && Product(part, factor, 1_000_000) > Product(millionths, whole, 1)
  }

  func isBelow(_ millionths: Int, times factor: Int) -> Bool {
    isMeasured && Product(part, factor, 1_000_000) < Product(millionths, whole, 1)
  }

  /// By how many millionths of this value another one is greater, exact to some 2⁻⁴⁰, 10¹⁵ at most; nil where that cannot be said.
  func change(to other: Quotient) -> Int? {
    guard isMeasured, other.isMeasured else { return nil }
    var now = UInt(other.part).multipliedFullWidth(by: UInt(whole))
    var before = UInt(part).multipliedFullWidth(by: UInt(other.whole))
    while now.high > 0 || before.high > 0 {
      now = (now.high >> 1, now.low >> 1 | now.high << 63)
      before = (before.high >> 1, before.low >> 1 | before.high << 63)
    }
    guard before.low > 0 else { return now.low == 0 ? 0 : nil }
    let product = now.low.multipliedFullWidth(by: 1_000_000)
    guard product.high < before.low else { return 1_000_000_000_000_000 }
    let ratio = before.low.dividingFullWidth(product).quotient
    return Int(min(ratio, 1_000_000_000_000_000)) - 1_000_000
  }
}

/// The product of three numbers from 0 on, all its 192 bits.
struct Product: Comparable {
  private let limbs: (UInt, UInt, UInt)

  init(_ first: Int, _ second: Int, _ third: Int) {
    let pair = UInt(first).multipliedFullWidth(by: UInt(second))
    let low = pair.low.multipliedFullWidth(by: UInt(third))
    let high = pair.high.multipliedFullWidth(by: UInt(third))
    let (middle, carries) = high.low.addingReportingOverflow(low.high)
    limbs = (high.high + (carries ? 1 : 0), middle, low.low)
  }

  static func == (lhs: Product, rhs: Product) -> Bool { lhs.limbs == rhs.limbs }
  static func < (lhs: Product, rhs: Product) -> Bool { lhs.limbs < rhs.limbs }
}

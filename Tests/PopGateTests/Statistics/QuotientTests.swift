import Testing

@testable import PopGate

@Suite("The value of a metric, unrounded")
struct QuotientTests {
  private let nothing = Quotient()
  private func value(_ part: Int, over whole: Int) -> Quotient { Quotient(part: part, whole: whole) }

  @Test("adds both of its numbers, takes negative ones for nothing, and stays below its greatest")
  func adding() {
    var sum = nothing
    #expect(!sum.isMeasured)
    sum.add(3, over: 4)
    sum.add(-7, over: 2)
    sum.add(2, over: -9)
    #expect(sum == value(5, over: 6) && sum.isMeasured)
    sum.add(.max, over: .max)
    sum.add(.max, over: .max)
    #expect(sum == value(1 << 50, over: 1 << 50))
    sum.add(1, over: 1)
    #expect(sum == value(1 << 50, over: 1 << 50))
  }

  @Test("is rounded to the nearest millionth, half of one up")
  func rounding() {
    #expect(value(1, over: 3).millionths(times: 1) == 333_333)
    #expect(value(2, over: 3).millionths(times: 1) == 666_667)
    #expect(value(1, over: 2_000_000).millionths(times: 1) == 1)
    #expect(value(1, over: 2_000_001).millionths(times: 1) == 0)
    #expect(value(3, over: 4).millionths(times: 1000) == 750_000_000)
    #expect(nothing.millionths(times: 1) == 0)
    #expect(value(1 << 50, over: 1).millionths(times: 1 << 40) == .max)
  }

  @Test("is exceeded by more than what is allowed, not by as much")
  func exceeded() {
    let four = value(4, over: 1)
    #expect(!four.isExceeded(by: value(5, over: 1), withIncrease: 250_000))
    #expect(four.isExceeded(by: value(5, over: 1), withIncrease: 249_999))
    #expect(!four.isExceeded(by: four, withIncrease: 0))
    #expect(value(0, over: 9).isExceeded(by: value(1, over: 1 << 50), withIncrease: 900_000_000))
    #expect(!nothing.isExceeded(by: four, withIncrease: 0))
    #expect(!four.isExceeded(by: nothing, withIncrease: 0))
  }

  @Test("is undercut by more than what is allowed, not by as much, and not at all where all may go")
  func undercut() {
    let four = value(8, over: 2)
    #expect(!four.isUndercut(by: value(3, over: 1), withDecrease: 250_000))
    #expect(four.isUndercut(by: value(3, over: 1), withDecrease: 249_999))
    #expect(!four.isUndercut(by: four, withDecrease: 0))
    #expect(four.isUndercut(by: value(0, over: 1), withDecrease: 999_999))
    #expect(!four.isUndercut(by: value(0, over: 1), withDecrease: 1_000_000))
    #expect(!nothing.isUndercut(by: four, withDecrease: 0))
    #expect(!four.isUndercut(by: nothing, withDecrease: 0))
  }

  @Test("is above or below a limit, and neither where it is the limit")
  func limits() {
    let half = value(1, over: 2)
    #expect(half.isAbove(499_999, times: 1) && !half.isAbove(500_000, times: 1))
    #expect(half.isBelow(500_001, times: 1) && !half.isBelow(500_000, times: 1))
    #expect(half.isAbove(499_999_999, times: 1000) && !half.isAbove(500_000_000, times: 1000))
    #expect(!nothing.isAbove(0, times: 1) && !nothing.isBelow(1, times: 1))
  }

  @Test("changes by millionths of itself; from nothing to something it cannot be said")
  func change() {
    #expect(value(4, over: 1).change(to: value(5, over: 1)) == 250_000)
    #expect(value(4, over: 1).change(to: value(3, over: 1)) == -250_000)
    #expect(value(1, over: 3).change(to: value(2, over: 6)) == 0)
    #expect(value(0, over: 1).change(to: value(0, over: 5)) == 0)
    #expect(value(0, over: 1).change(to: value(1, over: 5)) == nil)
    #expect(nothing.change(to: value(1, over: 5)) == nil)
    #expect(value(1, over: 5).change(to: nothing) == nil)
    #expect(value(1, over: 1).change(to: value(1 << 50, over: 1)) == 1_000_000_000_000_000)
    // The products are 2⁶⁴ and 2⁴⁰: one has a bit more than a word.
    #expect(
      value(1 << 20, over: 1 << 32).change(to: value(1 << 32, over: 1 << 20)) == (1 << 24) * 1_000_000 - 1_000_000)
  }
}

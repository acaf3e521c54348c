/// A number as the decimal text it was written as, so that converting it rounds nothing by accident.
struct DecimalNumber {
  private let bytes: [UInt8]
  private let whole: Range<Int>
  private let fraction: Range<Int>
  private let exponent: Int
  let isNegative: Bool

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    var offset = range.lowerBound
    isNegative = bytes[offset] == UInt8(ascii: "-")
    if isNegative { offset += 1 }
    func skipDigits() -> Range<Int> {
      let start = offset
      while offset < range.upperBound, bytes[offset] >= UInt8(ascii: "0"), bytes[offset] <= UInt8(ascii: "9") {
        offset += 1
      }
      return start..<offset
    }
    whole = skipDigits()
    if offset < range.upperBound, bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      fraction = skipDigits()
    } else {
      fraction = offset..<offset
    }
    var exponent = 0
    if offset < range.upperBound {
      offset += 1
      let minus = bytes[offset] == UInt8(ascii: "-")
      if minus || bytes[offset] == UInt8(ascii: "+") { offset += 1 }
      for digit in bytes[skipDigits()] { exponent = min(exponent * 10 + Int(digit - UInt8(ascii: "0")), 1_000_000) }
      if minus { exponent = -exponent }
    }
    self.exponent = exponent
  }

  private func digit(_ offset: Int) -> UInt64 {
    if offset < whole.count { return UInt64(bytes[whole.lowerBound + offset] - UInt8(ascii: "0")) }
    let offset = offset - whole.count
    return offset < fraction.count ? UInt64(bytes[fraction.lowerBound + offset] - UInt8(ascii: "0")) : 0
  }

  /// Its magnitude, shifted by so many decimal places and divided, rounded down; nil where that is more than `Int64` holds.
  func magnitude(shiftedBy offsets: Int = 0, dividedBy divisor: UInt64 = 1) -> (quotient: UInt64, isExact: Bool)? {
    let count = whole.count + fraction.count
    let wholeCount = whole.count + exponent + offsets
    guard (0..<count).contains(where: { digit($0) != 0 }) else { return (0, true) }
    var quotient: UInt64 = 0
    var remainder: UInt64 = 0
    // Ends soon although the exponent may be large: a digit other than 0 is in `remainder` or `quotient`, which overflows.
    var offset = 0
    while offset < wholeCount {
      remainder = remainder * 10 + digit(offset)
      let (tenfold, overflow) = quotient.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tenfold.addingReportingOverflow(remainder / divisor)
      guard !overflow, !carry, sum <= UInt64(Int64.max) else { return nil }
      quotient = sum
      remainder %= divisor
      offset += 1
    }
    let rest = (max(0, wholeCount)..<max(0, wholeCount, count)).contains { digit($0) != 0 }
    return (quotient, remainder == 0 && !rest)
  }
}

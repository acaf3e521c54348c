import PopupScheduling
import Testing

@testable import PopTrace

@Suite struct DecimalNumberTests {
  private func magnitude(_ text: String, shiftedBy indices: Int = 0, dividedBy divisor: UInt64 = 1) -> String {
    let bytes = Array(text.utf8)
    let result = DecimalNumber(bytes, 0..<bytes.count).magnitude(shiftedBy: indices, dividedBy: divisor)
    return result.map { "\($0.quotient)\($0.isExact ? "" : "+")" } ?? "too large"
  }

  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("7", "7"), ("-7", "7"), ("7.0", "7"), ("7.01", "7+"), ("1e3", "1000"), ("1.5e1", "15"),
    ("15e-1", "1+"),
    ("150e-1", "15"), ("0.000001e6", "1"), ("0e999999999999999999999", "0"), ("1e999999999999999999999", "too large"),
    ("1e-999999999999999999999", "0+"), ("9223372036854775807", "9223372036854775807"),
    ("9223372036854775808", "too large"), ("99999999999999999999", "too large"),
  ])
  func convertsExactly(text: String, expected: String) {
    #expect(magnitude(text) == expected)
  }

  @Test func dividesByLongTicks() {
    #expect(magnitude("1250", shiftedBy: 3, dividedBy: 1000) == "1250")
    #expect(magnitude("0.5", shiftedBy: 3, dividedBy: 500) == "1")
    #expect(magnitude("0.5", shiftedBy: 3, dividedBy: 1000) == "0+")
    #expect(magnitude("553402322211286548420000", shiftedBy: 3, dividedBy: 60_000_000) == "9223372036854775807")
  }

  @Test(arguments: [1, 3, 500, 1000, 1001, 16_667, 60_000_000] as [Int64])
  func writesTimesThatReadBack(microseconds: Int64) throws {
    let tick = try #require(TickLength(microseconds: microseconds))
    for ticks in [0, 1, 2, 999, 1000, 1001, 1 << 40, .max - 1, .max] as [Int64] {
      let text = Milliseconds(Ticks(ticks), of: tick).plain
      #expect(magnitude(text, shiftedBy: 3, dividedBy: UInt64(microseconds)) == "\(ticks)", "\(text)")
    }
    #expect(Milliseconds(Ticks(-5), of: tick).plain.hasPrefix("-"))
  }

  @Test func writesNoMoreThanNeeded() throws {
    let tick = try #require(TickLength(microseconds: 100))
    #expect(
      [0, 1, 5, 10, 12345].map { Milliseconds(Ticks($0), of: tick).plain } == ["0", "0.1", "0.5", "1", "1234.5"])
  }
}

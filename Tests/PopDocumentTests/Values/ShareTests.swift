import Testing

@testable import PopDocument

@Suite("Shares")
struct ShareTests {
  @Test(
    "are read with their sign, to a millionth of a percent",
    arguments: [("95%", 95_000_000), ("0.95 %", 950_000), ("100%", 100_000_000), ("0%", 0), ("0.000001%", 1)])
  func reading(text: String, millionths: Int) throws {
    #expect(try Share(parsing: text).millionths == millionths)
  }

  @Test("are written as they are read", arguments: ["95%", "0.5%", "100%", "0%", "99.999999%"])
  func writing(text: String) throws {
    #expect(try Share(parsing: text).description == text)
  }

  @Test(
    "are nothing else, and a number alone could mean two things",
    arguments: [
      ("0.95", "write 95% or 0.95%."), ("1", "write 100% or 1%."), ("95", "write 95%."), ("0", "write 0%."),
      ("100.1%", "0 to 100"), ("-1%", "0 to 100"), ("", "0 to 100"), ("%", "0 to 100"), ("1e1%", "0 to 100"),
      ("0.1234567%", "0 to 100"), ("1.%", "0 to 100"), ("99999999999999999999%", "0 to 100"),
    ])
  func refusing(text: String, words: String) {
    #expect { try Share(parsing: text) } throws: { "\($0)".contains(words) }
  }

  @Test("are met exactly at their limit, by whole numbers of any size")
  func limits() throws {
    let third = try Share(parsing: "33.333333%")
    #expect(third.isReached(by: 1, of: 3))
    #expect(!third.allows(1, of: 3))
    let half = try Share(parsing: "50%")
    #expect(half.isReached(by: 1, of: 2) && half.allows(1, of: 2))
    #expect(!half.isReached(by: Int.max / 2 - 1, of: Int.max - 1))
    #expect(half.isReached(by: Int.max / 2, of: Int.max - 1))
    #expect(half.isReached(by: 0, of: 0) && Share.none.allows(0, of: 0) && !Share.none.allows(1, of: Int.max))
  }
}

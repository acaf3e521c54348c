import Testing

@testable import PopDocument

struct CalendarDayTests {
  @Test(arguments: ["2026-11-22", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])
  func aDayIsWrittenAsItWasRead(_ text: String) throws {
    #expect(try #require(CalendarDay(text)).description == text)
  }

  @Test(arguments: [
    "2026-2-01", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-01-00", "2026-01-32", "2026-11-31", "",
    "2026-11", "+026-11-22", "2026-11-22T00:00", "0000-01-01", "２026-11-22",
  ])
  func whatIsNoDayIsNotRead(_ text: String) { #expect(CalendarDay(text) == nil) }

  /// The reference values are those of `date -u -d @SECONDS +%F`.
  @Test(arguments: [
    (0, "1970-01-01"), (86_399, "1970-01-01"), (86_400, "1970-01-02"), (951_782_400, "2000-02-29"),
    (951_868_800, "2000-03-01"), (1_709_164_800, "2024-02-29"), (1_795_305_600, "2026-11-22"),
    (4_102_444_799, "2099-12-31"), (253_402_300_799, "9999-12-31"),
  ])
  func secondsFallOnTheirDay(_ seconds: Int64, _ day: String) {
    #expect(CalendarDay(secondsSince1970: seconds).description == day)
  }

  @Test func daysAreOrdered() throws {
    let days = try ["2025-12-31", "2026-01-01", "2026-01-02", "2026-02-01"].map { try #require(CalendarDay($0)) }
    #expect(days.shuffled().sorted() == days)
  }

  @Test func anExcuseHoldsToTheEndOfItsDay() throws {
    let excuse = Excuse(reason: "known", expires: CalendarDay("2026-11-22"))
    #expect(excuse.holds(on: try #require(CalendarDay("2026-11-22"))))
    #expect(!excuse.holds(on: try #require(CalendarDay("2026-11-23"))))
    #expect(Excuse(reason: "for good").holds(on: try #require(CalendarDay("9999-12-31"))))
  }
}

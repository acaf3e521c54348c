/// A day of the Gregorian calendar, as acceptances expire on one: `2027-01-31` (ISO 8601).
package struct CalendarDay: Hashable, Comparable, Sendable, FieldText {
  /// 1 … 9999.
  package let year: Int
  package let month: Int
  package let day: Int

  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.days(of: month, in: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day in UTC that so many seconds after the beginning of 1970 fall on.
  ///
  /// The algorithm counts days from March 1 of a year 0, so that the leap day is a year's last:
  /// http://howardhinnant.github.io/date_algorithms.html (`civil_from_days`).
  package init(secondsSince1970 seconds: Int64) {
    let seconds = min(max(seconds, 0), 253_402_300_799)
    let days = Int(seconds / 86_400) + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  package static func < (lhs: CalendarDay, rhs: CalendarDay) -> Bool {
    (lhs.year, lhs.month, lhs.day) < (rhs.year, rhs.month, rhs.day)
  }

  private static func days(of month: Int, in year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  /// Reads `2027-01-31`, and nothing else.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], let year = wholeNumber(parts[0], digits: 4),
      let month = wholeNumber(parts[1], digits: 2), let day = wholeNumber(parts[2], digits: 2)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  package var description: String {
    func padded(_ number: Int, to width: Int) -> Substring {
      (String(repeating: "0", count: width) + String(number)).suffix(width)
    }
    return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
  }

  package func days(to other: CalendarDay) -> Int { other.ordinal - ordinal }

  /// The day's number: http://howardhinnant.github.io/date_algorithms.html (`days_from_civil`), without its shift to 1970.
  private var ordinal: Int {
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear
  }

  package static func mistake(in text: String) -> String { "A day is written as 2027-01-31" }
}

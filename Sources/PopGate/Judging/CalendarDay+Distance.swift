import PopReport

extension CalendarDay {
  /// How many days there are from this one to another.
  func days(to other: CalendarDay) -> Int { other.ordinal - ordinal }

  /// The day's number: http://howardhinnant.github.io/date_algorithms.html (`days_from_civil`), without its shift to 1970.
  private var ordinal: Int {
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear
  }
}

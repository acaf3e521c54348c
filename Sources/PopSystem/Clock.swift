import CJournal

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The system's monotonic clock, which no change of the time of day affects and which goes on while the device sleeps.
///
/// `ContinuousClock` is that clock, too, but asks for iOS 16.
package enum SystemClock {
  @inlinable @inline(__always)
  package static func nanoseconds() -> Int64 { poptrace_nanoseconds() }
}

/// The time of day, for names of files and for people; no replay depends on it.
package enum WallClock {
  package static func seconds() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec)
  }

  /// A moment as ISO 8601 text in UTC: `2026-11-21T08:00:00Z`.
  ///
  /// Source of the calendar: Howard Hinnant, chrono-Compatible Low-Level Date Algorithms (civil_from_days).
  package static func text(_ seconds: Int64) -> String {
    let days = Int64((Double(seconds) / 86_400).rounded(.down))
    let rest = seconds - days * 86_400
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let civilMonth = month < 10 ? month + 3 : month - 9
    let year = yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0)
    return "\(digits(year, 4))-\(digits(civilMonth, 2))-\(digits(day, 2))T"
      + "\(digits(rest / 3600, 2)):\(digits(rest / 60 % 60, 2)):\(digits(rest % 60, 2))Z"
  }

  package static let lastSecond: Int64 = 253_402_300_799

  /// The seconds since 1970 of a moment that ``text(_:)`` gives as exactly this text; nil where there is none.
  package static func seconds(of text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count == 20 else { return nil }
    func number(_ range: Range<Int>) -> Int64 {
      bytes[range].reduce(0) { $0 * 10 + Int64($1) - Int64(UInt8(ascii: "0")) }
    }
    let (month, day) = (number(5..<7), number(8..<10))
    let year = number(0..<4) - (month <= 2 ? 1 : 0)
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    let seconds = days * 86_400 + number(11..<13) * 3600 + number(14..<16) * 60 + number(17..<19)
    // Whatever is no moment comes back as another text.
    return seconds <= lastSecond && self.text(seconds) == text ? seconds : nil
  }

  private static func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}

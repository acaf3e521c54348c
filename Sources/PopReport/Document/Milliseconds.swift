public import PopupScheduling

/// A time or a length as reports give it: milliseconds, to the microsecond.
public struct Milliseconds: Hashable, Comparable, Sendable {
  /// The count of microseconds.
  public var microseconds: Int64

  /// Makes a time of so many microseconds.
  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// The time of an instant, or the length of a span, of a session with ticks that long.
  public init(_ ticks: Ticks, of tick: TickLength) { microseconds = tick.microseconds(ticks) }

  /// `1250` or `1250.5`: the shortest exact decimal number, for machines.
  public var plain: String { fraction(after: String(microseconds.magnitude / 1000)) }

  /// `1,250` or `1,250.5`: the same, grouped for people.
  public var grouped: String { fraction(after: grouping(microseconds.magnitude / 1000)) }

  public static func < (lhs: Milliseconds, rhs: Milliseconds) -> Bool { lhs.microseconds < rhs.microseconds }

  private func fraction(after whole: String) -> String {
    let sign = microseconds < 0 ? "-" : ""
    var rest = microseconds.magnitude % 1000
    guard rest > 0 else { return sign + whole }
    var digits = 3
    while rest % 10 == 0 {
      rest /= 10
      digits -= 1
    }
    let text = String(rest)
    return sign + whole + "." + String(repeating: "0", count: digits - text.count) + text
  }
}

/// A whole number with a comma after every three digits: `12,345`.
public func grouping(_ number: some BinaryInteger) -> String {
  let digits = String(number.magnitude)
  var text = number < 0 ? "-" : ""
  for (place, digit) in digits.enumerated() {
    if place > 0, (digits.count - place) % 3 == 0 { text.append(",") }
    text.append(digit)
  }
  return text
}

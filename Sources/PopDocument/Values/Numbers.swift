/// A measured number with its unit, exact to a millionth.
package struct MetricValue: Hashable, Sendable, CustomStringConvertible, Fielded {
  package enum Unit: String, FieldWord, Hashable, Sendable {
    case count
    /// A share of a whole; a millionth of the whole is 1.
    case share
    case milliseconds = "ms"
    case perThousand = "per 1,000"
  }

  /// The number, in millionths of the unit. A share of 5 % is 50,000.
  package var millionths: Int
  package var unit: Unit

  package init(millionths: Int, _ unit: Unit) {
    self.millionths = millionths
    self.unit = unit
  }

  package static var blank: Self { Self(millionths: 0, .count) }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    form.derived("value", FixedDecimal(number: millionths))
    try form.field("unit", &unit)
  }

  /// `1,250 ms`, `4.25 %`, `312`, `1.5 per 1,000`: at most two decimals, rounded to nearest.
  package var description: String {
    switch unit {
    case .count: Self.decimal(millionths)
    case .share: Self.decimal(millionths * 100) + " %"
    case .milliseconds: Self.decimal(millionths) + " ms"
    case .perThousand: Self.decimal(millionths) + " per 1,000"
    }
  }

  /// `1,250.25`, of a number in millionths.
  private static func decimal(_ millionths: Int) -> String {
    let hundredths = (millionths.magnitude + 5000) / 10_000
    let fraction = decimalText(Int(hundredths % 100), places: 2).dropFirst()
    return (millionths < 0 && hundredths > 0 ? "-" : "") + grouping(hundredths / 100) + fraction
  }
}

/// In how many of how many sessions something is: `2 of 300`.
package struct SessionShare: Hashable, Sendable, FieldText {
  package var count: Int
  package var all: Int

  package init(_ count: Int, of all: Int) {
    self.count = count
    self.all = all
  }

  /// Reads `2 of 300`; nil where the text is none such, or counts more than there are.
  package init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1] == "of", let count = wholeNumber(parts[0], digits: 15),
      let all = wholeNumber(parts[2], digits: 15), count <= all
    else { return nil }
    self.init(count, of: all)
  }

  /// `2 of 300`, without commas, for files.
  package var description: String { "\(count) of \(all)" }

  /// `2 of 1,300`, for people.
  package var grouped: String { "\(grouping(count)) of \(grouping(all))" }
  package static func mistake(in text: String) -> String { "A share of sessions is written as 2 of 300" }
}

/// A part of a whole, as it is written on the command line and in reports: with its sign, `95%`.
///
/// Kept as a whole number of millionths of a percent, so that nothing is rounded where a limit is met exactly.
package struct Share: Hashable, Sendable, CustomStringConvertible {
  /// Millionths of a percent, 0 … 100,000,000.
  package let millionths: Int

  package static let none = Share(millionths: 0)

  private static let all = 100_000_000

  private init(millionths: Int) { self.millionths = millionths }

  package struct Mistake: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  /// Reads a share with its sign; a space in front of the sign does no harm.
  package init(parsing text: String) throws(Mistake) {
    let mistake = Mistake(description: "A share is a number from 0 to 100 with its sign, such as 95%.")
    guard text.hasSuffix("%") else {
      guard let percent = Self.decimal(text) else { throw mistake }
      let readings =
        percent <= 1_000_000 && percent > 0 ? ["\(decimalText(percent * 100, places: 6))%", "\(text)%"] : ["\(text)%"]
      throw Mistake(description: "A share has its sign: write \(readings.joined(separator: " or ")).")
    }
    var number = text.dropLast()
    if number.last == " " { number.removeLast() }
    guard let value = Self.decimal(String(number)), value <= Self.all else { throw mistake }
    millionths = value
  }

  /// Whether so many of so many are at least this share; a whole of nothing always is.
  package func isReached(by part: Int, of whole: Int) -> Bool {
    Self.product(part, Self.all) >= Self.product(whole, millionths)
  }

  package func allows(_ part: Int, of whole: Int) -> Bool {
    Self.product(part, Self.all) <= Self.product(whole, millionths)
  }

  private static func product(_ lhs: Int, _ rhs: Int) -> (UInt, UInt) {
    let product = lhs.magnitude.multipliedFullWidth(by: UInt(rhs))
    return (product.high, product.low)
  }

  /// A number in millionths; nil where the text is none, or is above 1,000.
  private static func decimal(_ text: String) -> Int? {
    guard text.hasPrefix("1000") || text.prefix(while: { $0 != "." }).count <= 3 else { return nil }
    return decimalNumber(text, digits: 4, places: 6)
  }

  package var description: String { decimalText(millionths, places: 6) + "%" }
}

/// A whole number of so many digits at most.
package func wholeNumber(_ text: Substring, digits: Int) -> Int? {
  guard (1...digits).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
  return Int(text)
}

/// A decimal number from 0 on with at most so many digits before the point and places behind it, in millionths.
package func decimalNumber(_ text: String, digits: Int, places: Int) -> Int? {
  let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
  guard let whole = wholeNumber(parts[0], digits: digits) else { return nil }
  guard parts.count == 2 else { return whole * 1_000_000 }
  guard wholeNumber(parts[1], digits: places) != nil else { return nil }
  return wholeNumber(parts[1] + String(repeating: "0", count: 6 - parts[1].utf8.count), digits: 6)
    .map { whole * 1_000_000 + $0 }
}

/// A number that is counted in decimal places of 1, as few of them as there must be: `1.5`.
package func decimalText(_ number: Int, places: Int) -> String {
  var digits = String(number.magnitude)
  digits = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
  let point = digits.index(digits.endIndex, offsetBy: -places)
  var text = String(digits[..<point]) + "." + digits[point...]
  while text.last == "0" { text.removeLast() }
  if text.last == "." { text.removeLast() }
  return (number < 0 ? "-" : "") + text
}

/// A measured number with its unit, exact to a millionth.
package struct MetricValue: Hashable, Sendable {
  /// What is counted.
  package enum Unit: String, FieldWord, Hashable, Sendable {
    /// A number of something.
    case count
    /// A share of a whole; a millionth of the whole is 1.
    case share
    /// A length of time.
    case milliseconds = "ms"
    /// So many of a thousand presentations.
    case perThousand = "per 1,000"
  }

  /// The number, in millionths of the unit. A share of 5 % is 50,000.
  package var millionths: Int
  package var unit: Unit

  package init(millionths: Int, _ unit: Unit) {
    self.millionths = millionths
    self.unit = unit
  }
}

extension MetricValue: CustomStringConvertible {
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
    var text = grouping(hundredths / 100)
    var rest = hundredths % 100
    if rest > 0 {
      var digits = 2
      while rest % 10 == 0 {
        rest /= 10
        digits -= 1
      }
      let places = String(rest)
      text += "." + String(repeating: "0", count: digits - places.count) + places
    }
    return (millionths < 0 && hundredths > 0 ? "-" : "") + text
  }
}

/// In how many of how many sessions something is: `2 of 300`.
package struct SessionShare: Hashable, Sendable {
  /// In so many.
  package var count: Int
  /// Of so many.
  package var all: Int

  package init(_ count: Int, of all: Int) {
    self.count = count
    self.all = all
  }
}

extension SessionShare: LosslessStringConvertible {
  /// Reads `2 of 300`; nil where the text is none such, or counts more than there are.
  package init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1] == "of", let count = Self.number(parts[0]), let all = Self.number(parts[2]),
      count <= all
    else { return nil }
    self.init(count, of: all)
  }

  private static func number(_ text: Substring) -> Int? {
    guard (1...15).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  /// `2 of 300`, without commas, for files.
  package var description: String { "\(count) of \(all)" }

  /// `2 of 1,300`, for people.
  package var grouped: String { "\(grouping(count)) of \(grouping(all))" }
}

extension MetricValue: Fielded {
  package static var blank: Self { Self(millionths: 0, .count) }

  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    form.derived("value", DecimalNumber(number: millionths))
    try form.field("unit", &unit)
  }
}

extension SessionShare: FieldValue {
  package func write(to form: inout FieldWriter) { form.json.value(description) }

  package static func read(_ json: JSONFields) throws(ReportError) -> SessionShare {
    guard let share = SessionShare(try json.text) else {
      throw json.mistake("A share of sessions is written as 2 of 300")
    }
    return share
  }
}

/// A measured number with its unit, exact to a millionth.
package struct MetricValue: Hashable, Sendable {
  /// What is counted.
  package enum Unit: String, CaseIterable, Hashable, Sendable {
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
  /// The unit.
  package var unit: Unit

  /// Makes a value.
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

import PopDocument

/// Numbers with units as a configuration writes them: `3000 ms`, `2.5 s`, `5%`, `1.5`.
///
/// Kept in millionths, so that nothing is rounded.
enum Quantity {
  /// The greatest whole part.
  private static let most = 1_000_000_000

  static func value(_ text: String, _ unit: MetricValue.Unit) -> MetricValue? {
    switch unit {
    case .count, .perThousand: return decimal(text, places: 6).map { MetricValue(millionths: $0, unit) }
    case .share:
      // A hundredth of the whole is 10,000 millionths of it.
      guard let share = percent(text), share <= 1_000_000 else { return nil }
      return MetricValue(millionths: share, unit)
    case .milliseconds:
      if let number = number(text, before: "ms"), let value = decimal(number, places: 6) {
        return MetricValue(millionths: value, unit)
      }
      guard let number = number(text, before: "s"), let value = decimal(number, places: 3) else { return nil }
      return MetricValue(millionths: value * 1000, unit)
    }
  }

  /// A share with its sign, in millionths of the whole; it may be more than the whole.
  static func percent(_ text: String) -> Int? {
    guard let number = number(text, before: "%"), let value = decimal(number, places: 4), value <= 1_000_000_000_000
    else { return nil }
    return value / 100
  }

  /// How a value of a unit is written, for an error.
  static func example(_ unit: MetricValue.Unit) -> String {
    switch unit {
    case .count, .perThousand: "a plain number such as 2.5"
    case .share: "a share with its sign, such as 5%"
    case .milliseconds: "a time with its unit, such as 3000 ms or 3 s"
    }
  }

  /// A value as a configuration has it.
  static func text(_ value: MetricValue) -> String {
    switch value.unit {
    case .count, .perThousand: plain(value.millionths)
    case .share: plain(value.millionths * 100) + "%"
    case .milliseconds: plain(value.millionths) + " ms"
    }
  }

  /// A share in millionths as a configuration has it.
  static func percentText(_ millionths: Int) -> String { plain(millionths * 100) + "%" }

  private static func number(_ text: String, before sign: String) -> String? {
    guard text.hasSuffix(sign) else { return nil }
    let number = text.dropLast(sign.count)
    return String(number.last == " " ? number.dropLast() : number)
  }

  /// A decimal number from 0 on with at most so many places, in millionths.
  private static func decimal(_ text: String, places: Int) -> Int? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, (1...10).contains(first.utf8.count), isDigits(first), let whole = Int(first),
      whole <= most
    else { return nil }
    guard parts.count == 2 else { return whole * 1_000_000 }
    guard (1...places).contains(parts[1].utf8.count), isDigits(parts[1]),
      let rest = Int(parts[1] + String(repeating: "0", count: 6 - parts[1].utf8.count))
    else { return nil }
    return whole * 1_000_000 + rest
  }

  private static func isDigits(_ text: Substring) -> Bool { text.utf8.allSatisfy { (0x30...0x39).contains($0) } }

  /// A decimal number of a number of millionths, without commas.
  private static func plain(_ millionths: Int) -> String {
    var text = String(millionths / 1_000_000)
    var rest = String(millionths % 1_000_000)
    rest = String(repeating: "0", count: 6 - rest.utf8.count) + rest
    while rest.hasSuffix("0") { rest.removeLast() }
    if !rest.isEmpty { text += "." + rest }
    return text
  }
}

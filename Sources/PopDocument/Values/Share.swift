/// A part of a whole, as it is written on the command line and in reports: with its sign, `95%`.
///
/// ```swift
/// let least = try Share(parsing: "99.5%")
/// least.isReached(by: 199, of: 200)   // true: exactly at the limit is enough
/// ```
///
/// Kept as a whole number of millionths of a percent, so that nothing is rounded where a limit is met exactly.
package struct Share: Hashable, Sendable {
  /// Millionths of a percent, 0 … 100,000,000.
  package let millionths: Int

  /// Nothing of it.
  package static let none = Share(millionths: 0)

  private static let all = 100_000_000

  private init(millionths: Int) { self.millionths = millionths }

  /// Why a text is no share, as a full sentence.
  package struct Mistake: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  /// Reads a share with its sign; a space in front of the sign does no harm.
  ///
  /// - Throws: A ``Mistake``; for a number without its sign, one that shows what it could mean.
  package init(parsing text: String) throws(Mistake) {
    guard text.hasSuffix("%") else {
      guard let percent = Self.decimal(text) else {
        throw Mistake(description: "A share is a number from 0 to 100 with its sign, such as 95%.")
      }
      let readings = percent <= 1_000_000 && percent > 0 ? ["\(Self.text(percent * 100))%", "\(text)%"] : ["\(text)%"]
      throw Mistake(description: "A share has its sign: write \(readings.joined(separator: " or ")).")
    }
    var number = text.dropLast()
    if number.last == " " { number.removeLast() }
    guard let value = Self.decimal(String(number)), value <= Self.all else {
      throw Mistake(description: "A share is a number from 0 to 100 with its sign, such as 95%.")
    }
    millionths = value
  }

  /// Whether so many of so many are at least this share; a whole of nothing always is.
  package func isReached(by part: Int, of whole: Int) -> Bool {
    Self.compare(part, of: whole, with: millionths) { $0 >= $1 }
  }

  /// Whether so many of so many are at most this share.
  package func allows(_ part: Int, of whole: Int) -> Bool {
    Self.compare(part, of: whole, with: millionths) { $0 <= $1 }
  }

  private typealias Wide = (high: UInt, low: UInt)

  private static func compare(
    _ part: Int, of whole: Int, with millionths: Int, _ holds: (Wide, Wide) -> Bool
  ) -> Bool {
    let left = part.magnitude.multipliedFullWidth(by: UInt(all))
    let right = whole.magnitude.multipliedFullWidth(by: UInt(millionths))
    return holds((left.high, left.low), (right.high, right.low))
  }

  /// A decimal number with at most six places, in millionths; nil where the text is no such number, or is above 1,000.
  private static func decimal(_ text: String) -> Int? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, !whole.isEmpty, whole.count <= 3 || Int(whole) == 1000, isDigits(whole) else {
      return nil
    }
    var value = Int(whole).map { $0 * 1_000_000 } ?? 0
    guard parts.count == 2 else { return value }
    guard !parts[1].isEmpty, parts[1].count <= 6, isDigits(parts[1]) else { return nil }
    let padded = parts[1] + String(repeating: "0", count: 6 - parts[1].count)
    value += Int(padded) ?? 0
    return value
  }

  private static func isDigits(_ text: Substring) -> Bool { text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }

  private static func text(_ millionths: Int) -> String {
    let whole = String(millionths / 1_000_000)
    guard millionths % 1_000_000 > 0 else { return whole }
    var rest = String(millionths % 1_000_000)
    rest = String(repeating: "0", count: 6 - rest.count) + rest
    while rest.hasSuffix("0") { rest.removeLast() }
    return whole + "." + rest
  }
}

extension Share: CustomStringConvertible {
  /// `95%`.
  package var description: String { Self.text(millionths) + "%" }
}

package import PopupScheduling

/// A time or a length as traces and reports give it: milliseconds, exactly, however long a session's ticks are.
package struct Milliseconds: Hashable, Sendable {
  /// So many ticks …
  private let ticks: Int64
  /// … of so many microseconds each. The product may have more than 64 bits.
  private let unit: Int64

  package init(microseconds: Int64) {
    ticks = microseconds
    unit = 1
  }

  /// The time of an instant, or the length of a span, of a session with ticks that long.
  package init(_ ticks: Ticks, of tick: TickLength) {
    self.ticks = ticks.rawValue
    unit = tick.microseconds
  }

  /// `1250` or `1250.5`: the shortest exact decimal number, for machines.
  package var plain: String { unit == 1000 ? String(ticks) : sign + whole + fraction }

  /// The same as a number, where it is a whole one that fits into 64 bits as microseconds, as nearly all are.
  package var wholeMilliseconds: Int64? {
    let (microseconds, isBeyond) = ticks.multipliedReportingOverflow(by: unit)
    guard !isBeyond, microseconds % 1000 == 0 else { return nil }
    return microseconds / 1000
  }

  /// The same in microseconds; the nearest number of 64 bits where it is beyond them.
  package var microseconds: Int64 {
    let (microseconds, isBeyond) = ticks.multipliedReportingOverflow(by: unit)
    return isBeyond ? (ticks < 0 ? .min : .max) : microseconds
  }

  private var parts: (millions: UInt64, micros: UInt64) {
    let product = ticks.magnitude.multipliedFullWidth(by: unit.magnitude)
    let (quotient, remainder) = UInt64(1_000_000_000_000).dividingFullWidth(product)
    return (quotient, remainder)
  }

  package var sign: String { ticks < 0 ? "-" : "" }

  package var whole: String {
    let (millions, micros) = parts
    let rest = String(micros / 1000)
    return millions == 0 ? rest : String(millions) + String(repeating: "0", count: 9 - rest.count) + rest
  }

  /// The point and the digits after it; empty where there are none.
  package var fraction: String {
    var rest = parts.micros % 1000
    guard rest > 0 else { return "" }
    var digits = 3
    while rest % 10 == 0 {
      rest /= 10
      digits -= 1
    }
    let text = String(rest)
    return "." + String(repeating: "0", count: digits - text.count) + text
  }
}

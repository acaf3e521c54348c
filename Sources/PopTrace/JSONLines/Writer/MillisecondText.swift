import PopupScheduling

/// Ticks as milliseconds in decimal, exactly and as short as can be.
enum MillisecondText {
  /// The text of an instant or a length: `1250`, `0.5`.
  static func of(_ ticks: Ticks, _ tick: TickLength) -> String {
    if tick == .millisecond { return String(ticks.rawValue) }
    // More than 64 bits where ticks are long: 12 digits are split off, the rest fits.
    let (high, low) = ticks.rawValue.magnitude.multipliedFullWidth(by: UInt64(tick.microseconds))
    let (millions, micros) = UInt64(1_000_000_000_000).dividingFullWidth((high, low))
    var digits = Array(String(micros).utf8)
    if millions > 0 {
      digits = Array(String(millions).utf8) + Array(repeating: UInt8(ascii: "0"), count: 12 - digits.count) + digits
    }
    if digits.count < 4 { digits = Array(repeating: UInt8(ascii: "0"), count: 4 - digits.count) + digits }
    var fraction = digits.suffix(3)
    while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    let whole = String(decoding: digits.dropLast(3), as: UTF8.self)
    let sign = ticks < .zero ? "-" : ""
    return fraction.isEmpty ? sign + whole : sign + whole + "." + String(decoding: fraction, as: UTF8.self)
  }
}

import PopReplay

extension JSONReport {
  /// Writes what a report's replays take for granted.
  static func write(_ premises: PremisesReport, into json: inout JSONWriter) {
    json.array("premises") {
      $0.object {
        $0.member("premise", "visits")
        $0.member("holds", premises.visits.rawValue)
        $0.member("by", premises.origin.rawValue)
        if let known = premises.seen {
          $0.member("seen", known.visits.seen)
          $0.key("expected")
          $0.decimal(known.visits.expectedMillionths, places: 6)
          $0.member("sessions", known.sessions)
          $0.member("digest", known.digest)
        }
      }
      $0.object {
        $0.member("premise", "dwells")
        $0.member("holds", "known dwells hold")
      }
      $0.object {
        $0.member("premise", "unseen")
        $0.member("holds", "unseen decisions are answered by nothing")
      }
    }
  }

  /// Writes how many sessions are expected to be affected, and the interval of their share in the field.
  static func write(_ rate: AffectedRate, into json: inout JSONWriter) {
    json.key("expected")
    json.decimal(rate.sixteenths * 625, places: 4)
    json.key("low")
    json.decimal(rate.low, places: 6)
    json.key("high")
    json.decimal(rate.high, places: 6)
  }
}

extension JSONWriter {
  /// Writes a number that is counted in decimal places of 1, without zeros behind them.
  mutating func decimal(_ number: Int, places: Int) {
    var digits = String(number.magnitude)
    digits = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let point = digits.index(digits.endIndex, offsetBy: -places)
    var text = digits[..<point] + "." + digits[point...]
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    raw(Array(((number < 0 ? "-" : "") + text).utf8))
  }
}

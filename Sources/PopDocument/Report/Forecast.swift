package import PopAudit

/// What a candidate is expected to do in the field: a file that `replay --forecast` writes and `audit --forecast` reads (Audit, *Forecasts*).
package struct Forecast: Hashable, Sendable, Fielded {
  package static let schema: StaticString = "poptrace.forecast/1"
  /// How many popups, and pages, are told apart: those that most sessions have.
  package static let mostNames = 2000

  package var policy = ""
  /// The corpus it rests on.
  package var sessions = 0
  package var figures: [Figure] = []
  package var popups: [Popup] = []
  package var pages: [NameCount] = []

  /// A figure, with what is needed to say within what it will be in any number of sessions.
  package struct Figure: Hashable, Sendable, Fielded {
    package var name = ""
    package var value = MetricValue(millionths: 0, .share)
    /// Where it is a share of sessions or popups, the two numbers.
    package var share = SessionShare(0, of: 0)
    /// How far it is below and above where sessions are drawn again, at the ends of what holds 90 of 100 draws; in millionths of its unit.
    package var known = Spread.blank
    /// The same where each session comes out in one of the ways that it may.
    package var drawn = Spread.blank

    package static var blank: Self { Self() }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      var number = FixedDecimal(number: value.millionths)
      try form.field("name", &name)
      try form.field("value", &number)
      try form.field("unit", &value.unit)
      try form.field("share", &share)
      try form.field("known", &known)
      try form.field("drawn", &drawn)
      value.millionths = number.number
    }
  }

  package struct Spread: Hashable, Sendable, Fielded {
    package var below = 0
    package var above = 0

    package static var blank: Self { Self() }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      var numbers = (FixedDecimal(number: below), FixedDecimal(number: above))
      try form.field("below", &numbers.0)
      try form.field("above", &numbers.1)
      (below, above) = (numbers.0.number, numbers.1.number)
    }
  }

  /// What becomes of the popups of a name.
  package struct Popup: Hashable, Sendable, Fielded {
    package var name = ""
    /// The sessions that have it.
    package var sessions = 0
    package var popups = 0
    package var neverShown = 0
    /// In how many sessions a rule finds something of it.
    package var rules: [RuleCount] = []

    package static var blank: Self { Self() }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      try form.field("name", &name)
      try form.field("sessions", &sessions)
      try form.field("popups", &popups)
      try form.field("neverShown", &neverShown)
      try form.field("rules", &rules)
    }
  }

  package struct RuleCount: Hashable, Sendable, Fielded {
    package var rule = Rule.overlap
    package var sessions = 0

    package static var blank: Self { Self() }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      try form.field("rule", &rule)
      try form.field("sessions", &sessions)
    }
  }

  /// In how many sessions a name is.
  package struct NameCount: Hashable, Sendable, Fielded {
    package var name = ""
    package var sessions = 0

    package static var blank: Self { Self() }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      try form.field("name", &name)
      try form.field("sessions", &sessions)
    }
  }

  package static var blank: Self { Self() }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    form.constant("schema", Self.schema)
    try form.field("policy", &policy)
    try form.field("sessions", &sessions)
    try form.field("figures", &figures)
    try form.field("popups", &popups)
    try form.field("pages", &pages)
  }

  package var text: [UInt8] { JSONWriter.bytes(of: self, isWhole: true) + [UInt8(ascii: "\n")] }

  package init() {}

  /// Reads a forecast that was written; everything in it is untrusted.
  package init(text: [UInt8]) throws(ReportError) {
    let fields = try JSONFields(text, line: 1)
    let schema = try fields["schema"].text
    guard schema == "\(Self.schema)" else {
      throw ReportError(
        .otherVersion,
        "This is no forecast of this version: its schema is \"\(printable(schema))\", not \(Self.schema). Write it with poptrace replay --forecast."
      )
    }
    self = try Self.read(fields)
    try check(fields)
  }

  /// Nothing is more than the whole that it is of, so that what is worked out from it stays within bounds.
  private func check(_ fields: JSONFields) throws(ReportError) {
    for figure in figures {
      let most = figure.value.unit == .share ? 1_000_000 : Self.mostMilliseconds * 1_000_000
      let numbers = [
        figure.value.millionths, figure.known.below, figure.known.above, figure.drawn.below, figure.drawn.above,
      ]
      guard numbers.allSatisfy((0...most).contains), figure.share.count <= figure.share.all else {
        throw fields.mistake("The figure \"\(printable(figure.name))\" is more than it can be")
      }
    }
    for popup in popups {
      guard popup.sessions <= sessions, popup.neverShown <= popup.popups,
        popup.rules.allSatisfy({ $0.sessions <= sessions })
      else { throw fields.mistake("The popup \"\(printable(popup.name))\" is counted more often than it can be") }
    }
  }

  /// Longer waits are counted as this long (some four hundred days), and so is what is measured.
  private static let mostMilliseconds = 1 << 35
}

/// A forecast beside what came (Audit, *Forecasts*).
package struct ForecastComparison: Hashable, Sendable, Fielded {
  package var policy = ""
  /// How many sessions the forecast rests on, and how many came.
  package var sessions = 0
  package var metSessions = 0
  /// What the forecast's corpus did not have: popups and pages, with how many sessions have them now.
  package var newPopups: [Forecast.NameCount] = []
  package var newPages: [Forecast.NameCount] = []
  package var figures: [Figure] = []

  package struct Figure: Hashable, Sendable, Fielded {
    package var name = ""
    package var unit = MetricValue.Unit.share
    package var forecast = 0
    package var low = 0
    package var high = 0
    package var met = 0
    package var isInside = true
    /// Where it is not inside: the popups that account for most of the difference, each with its share of sessions before and now, in millionths.
    package var popups: [Part] = []

    package static var blank: Self { Self() }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      try form.field("name", &name)
      try form.field("unit", &unit)
      form.derived("forecast", FixedDecimal(number: forecast))
      form.derived("low", FixedDecimal(number: low))
      form.derived("high", FixedDecimal(number: high))
      form.derived("met", FixedDecimal(number: met))
      try form.field("inside", &isInside)
      try form.field("popups", &popups, unless: [])
    }
  }

  package struct Part: Hashable, Sendable, Fielded {
    package var name = ""
    package var forecast = 0
    package var met = 0

    package static var blank: Self { Self() }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      try form.field("name", &name)
      form.derived("forecast", FixedDecimal(number: forecast))
      form.derived("met", FixedDecimal(number: met))
    }
  }

  package var inside: Int { figures.count(where: \.isInside) }

  package static var blank: Self { Self() }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("policy", &policy)
    try form.field("sessions", &sessions)
    try form.field("metSessions", &metSessions)
    try form.field("newPopups", &newPopups, unless: [])
    try form.field("newPages", &newPages, unless: [])
    try form.field("figures", &figures)
    form.derived("inside", inside)
  }
}

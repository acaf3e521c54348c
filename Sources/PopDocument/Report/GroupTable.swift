/// What the sessions of several groups met, a row a group (Audit, *Groups*).
package struct GroupTable: Hashable, Sendable, Fielded {
  /// What they are grouped by: `build`, `arm:checkout`.
  package var by = ""
  package var rows: [Row] = []
  /// What differs between two of them.
  package var comparisons: [Comparison] = []
  /// Groups for which there was no room: those with the fewest sessions.
  package var leftOut = 0

  package static let mostRows = 50

  package struct Row: Hashable, Sendable, Fielded {
    package var value = ""
    package var sessions = 0
    package var figures: [Figure] = []

    package static var blank: Self { Self() }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      try form.field("value", &value)
      try form.field("sessions", &sessions)
      try form.field("figures", &figures)
    }
  }

  /// A figure with what holds it in 95 cases of a hundred.
  package struct Figure: Hashable, Sendable, Fielded {
    package var name = ""
    package var value = MetricValue(millionths: 0, .share)
    package var low = 0
    package var high = 0

    package static var blank: Self { Self() }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      try form.field("name", &name)
      form.derived("value", FixedDecimal(number: value.millionths))
      try form.field("unit", &value.unit)
      form.derived("low", FixedDecimal(number: low))
      form.derived("high", FixedDecimal(number: high))
    }
  }

  package struct Comparison: Hashable, Sendable, Fielded {
    package var value = ""
    package var with = ""
    package var changes: [Change] = []
    /// Whether one of the two has too few sessions.
    package var isTooSmall = false

    package static var blank: Self { Self() }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      try form.field("value", &value)
      try form.field("with", &with)
      try form.field("tooSmall", &isTooSmall, unless: false)
      try form.field("changes", &changes)
    }
  }

  package struct Change: Hashable, Sendable, Fielded {
    package var name = ""
    /// By how much it is more, in millionths of its unit.
    package var difference = 0
    package var unit = MetricValue.Unit.share
    /// Whether chance makes such a difference no more than once in a hundred tables.
    package var differs = false

    package static var blank: Self { Self() }
    package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
      try form.field("name", &name)
      form.derived("difference", FixedDecimal(number: difference))
      try form.field("unit", &unit)
      try form.field("differs", &differs)
    }
  }

  package static var blank: Self { Self() }
  package mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("by", &by)
    try form.field("rows", &rows)
    try form.field("comparisons", &comparisons)
    try form.field("leftOut", &leftOut, unless: 0)
  }
}

/// What a gate says beyond the report of a replay: what fails the build, and why.
package struct GateReport: Hashable, Sendable {
  /// The day on which it was judged.
  package var asOf: CalendarDay
  /// The configuration file, as the user named it; empty where there was none.
  package var configuration = ""
  /// The metrics, those with limits first, each group in the order of the configuration.
  package var thresholds: [ThresholdReport] = []
  /// What came of the baseline file; nil where there was none.
  package var baseline: BaselineReport?
  /// Which keys bring what; nil where there was nothing to ask, or nobody asked.
  package var blame: BlameReport?
  /// The breakdowns that were asked for, in that order.
  package var breakdowns: [BreakdownReport] = []
  /// The sessions that are hurt, the worst first, as many as are shown.
  package var hurt: [HurtSession] = []
  /// How many are hurt.
  package var hurtSessions = 0
  /// The command that would accept the findings that fail, word by word; empty where nobody knows.
  package var acceptCommand: [String] = []
  /// What a reader must know of it, in full sentences: an ignore entry that matched nothing, an acceptance that expires soon.
  package var remarks: [String] = []

  /// Makes the report of a gate that has seen nothing.
  package init(asOf: CalendarDay) { self.asOf = asOf }
}

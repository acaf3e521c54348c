// What a gate says, as people read it.

extension TextReport {
  /// The whole report, with what a gate says of it.
  package func text(_ report: NeutralReport) -> String { text(report.summary) }
}

import PopReport

/// Says what came of one session after another, for one thread.
protocol SessionJudge {
  /// Judges a session.
  ///
  /// - Parameter form: What the report is for.
  mutating func report(on origin: SessionOrigin, for form: OutputFormat) -> SessionReport
}

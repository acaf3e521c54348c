#if Tool
import PopReport

/// Says what came of one session after another, for one thread.
protocol SessionEvaluator {
  /// Judges a session: a report for each of the subjects, in their order.
  ///
  /// - Parameter form: What the reports are for.
  mutating func reports(on origin: SessionOrigin, for form: EvaluationForm) -> [SessionReport]
}
#endif

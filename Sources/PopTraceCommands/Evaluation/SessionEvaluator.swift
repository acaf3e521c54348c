#if Tool
import PopDocument
import PopTrace

/// Says what came of one session after another, for one thread.
protocol SessionEvaluator {
  /// Judges a session: a report for each of the subjects, in their order.
  ///
  /// - Parameter form: What the reports are for.
  mutating func reports(on origin: SessionOrigin, for form: EvaluationForm) -> [SessionReport]

  /// What the first subject makes of a session, as a recording; nil where it was not judged.
  mutating func run(of origin: SessionOrigin) -> Session?

  /// What the first subject is compared with on a session, as a recording; nil where there is nothing.
  mutating func baselineRun(of origin: SessionOrigin) -> Session?
}

extension SessionEvaluator {
  mutating func run(of origin: SessionOrigin) -> Session? { nil }
  mutating func baselineRun(of origin: SessionOrigin) -> Session? { nil }
}
#endif

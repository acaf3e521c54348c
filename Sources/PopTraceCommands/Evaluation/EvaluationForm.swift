#if Tool
/// What a judge's report on a session is for, and so what has to be in it.
enum EvaluationForm: Sendable {
  /// A text alone: what is the same in both runs is left out.
  case text
  /// JSON alone: every outcome, no events around findings.
  case json
  /// Any form, and several at once: all there is.
  ///
  /// - Parameters:
  ///   - writesJSON: Whether the session is wanted as JSON, too.
  ///   - savesRuns: Whether the candidate's run is.
  case neutral(writesJSON: Bool, savesRuns: Bool = false)

  /// Whether popups whose outcome is the same are wanted, too.
  var listsAllOutcomes: Bool {
    if case .text = self { false } else { true }
  }

  /// Whether the events around findings are wanted.
  var showsEvents: Bool {
    if case .json = self { false } else { true }
  }

  init(_ format: OutputFormat) {
    self =
      switch format {
      case .text: .text
      case .json: .json
      }
  }
}
#endif

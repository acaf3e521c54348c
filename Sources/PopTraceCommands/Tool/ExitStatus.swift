#if Tool
/// How a command ends; the same for every command (Diff, *Verdicts and exit codes*).
public enum ExitStatus: Int32, Sendable, CaseIterable {
  /// Nothing wrong.
  case fine = 0
  /// The job could not be done: nothing readable, more unreadable or unjudged than is tolerated, input or output failed.
  case failed = 1
  /// Regressions or error findings, even where some input was unreadable.
  case worse = 2
  /// Judged, but on lossy input, with as much unreadable as is tolerated, or below the coverage asked for.
  case incomplete = 3
  /// Wrong usage.
  case usage = 64

  /// The one of two that applies first: 64, 2, 1, 3, 0. Regressions are never hidden by what could not be read.
  func combined(with other: ExitStatus) -> ExitStatus {
    func rank(_ status: ExitStatus) -> Int {
      switch status {
      case .fine: 0
      case .incomplete: 1
      case .failed: 2
      case .worse: 3
      case .usage: 4
      }
    }
    return rank(self) >= rank(other) ? self : other
  }
}
#endif

/// How a command ends; the same for every command (design 9).
public enum ExitStatus: Int32, Sendable, CaseIterable {
  /// Nothing wrong.
  case fine = 0
  /// The job could not be done: unreadable or corrupt input, identity failed, input or output failed.
  case failed = 1
  /// Regressions or error findings.
  case worse = 2
  /// Judged, but on lossy input or below the coverage asked for.
  case incomplete = 3
  /// Wrong usage.
  case usage = 64

  /// The one that says more about what went wrong: what could not be done hides what else there is, regressions hide losses.
  func combined(with other: ExitStatus) -> ExitStatus {
    func rank(_ status: ExitStatus) -> Int {
      switch status {
      case .fine: 0
      case .incomplete: 1
      case .worse: 2
      case .failed: 3
      case .usage: 4
      }
    }
    return rank(self) >= rank(other) ? self : other
  }
}

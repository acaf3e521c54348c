#if Tool
import PopDocument
import PopSystem
import PopTrace
import PopupScheduling

/// Why a command could not do its job: what, where and what to do, and the exit status that follows.
struct CommandFailure: Error, Hashable {
  /// A full sentence, not yet made printable.
  var message: String
  /// The input it is about, as the user named it; empty where it is about none.
  var input = ""
  var status = ExitStatus.failed
  var isBeyondLimit = false

  init(_ message: String, input: String = "", status: ExitStatus = .failed) {
    self.message = message
    self.input = input
    self.status = status
  }

  /// Something in a line of a text file, which is not what was asked to be judged.
  init(at line: Int?, _ message: String, in path: String, status: ExitStatus = .usage) {
    self.init(line.map { "line \($0): \(message)" } ?? message, input: path, status: status)
  }

  init(_ error: TraceError, input: String) {
    self.init(error.description, input: input)
    isBeyondLimit = error.code == .tooLarge
  }

  init(_ problem: SystemError, doing what: String, _ path: String) {
    self.init("cannot \(what): \(problem.reason)", input: path)
  }

  init(reading path: String, _ problem: SystemError) {
    if problem.isMissing {
      self.init("there is no such file or directory", input: path)
    } else {
      self.init(problem, doing: "read", path)
    }
  }

  static func usage(_ message: String, in path: String = "") -> CommandFailure {
    CommandFailure(message, input: path, status: .usage)
  }

  var line: String {
    "poptrace: " + (input.isEmpty ? "" : printable(PathText.shown(input)) + ": ") + printable(message)
  }
}

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

  init(_ verdict: ReportSummary.Verdict) {
    self =
      switch verdict {
      case .fine: .fine
      case .failed: .failed
      case .worse: .worse
      case .incomplete: .incomplete
      }
  }

  /// The one of two that applies first: 64, 2, 1, 3, 0. Regressions are never hidden by what could not be read.
  func combined(with other: ExitStatus) -> ExitStatus {
    let order: [ExitStatus] = [.usage, .worse, .failed, .incomplete]
    return order.first { $0 == self || $0 == other } ?? .fine
  }
}

/// `; did you mean "v4"?`, or which names there are.
func suggestion(for name: String, among known: [String]) -> String {
  if let nearest = NearestName.to(name, among: known) { return "; did you mean \"\(nearest)\"?" }
  return known.isEmpty ? "" : "; known are \(known.joined(separator: ", "))"
}
#endif

#if Tool
import PopSystem
import PopDocument
import PopTrace

/// Why a command could not do its job: what, where and what to do, and the exit status that follows.
struct CommandFailure: Error, Hashable {
  /// A full sentence, not yet made printable.
  var message: String
  /// The input it is about, as the user named it; empty where it is about none.
  var input = ""
  var status = ExitStatus.failed
  /// Whether it asks for more than a limit allows.
  var isBeyondLimit = false

  init(_ message: String, input: String = "", status: ExitStatus = .failed) {
    self.message = message
    self.input = input
    self.status = status
  }

  /// An input that could not be read as what it should be.
  init(_ error: TraceError, input: String) {
    self.init(error.description, input: input)
    isBeyondLimit = error.code == .tooLarge
  }

  /// A file that the system would not open, read or write.
  init(_ problem: SystemError, doing what: String, _ path: String) {
    self.init("cannot \(what): \(problem.reason)", input: path)
  }

  /// An input that the system would not open or read.
  init(reading path: String, _ problem: SystemError) {
    if problem.isMissing {
      self.init("there is no such file or directory", input: path)
    } else {
      self.init(problem, doing: "read", path)
    }
  }

  /// Wrong usage.
  static func usage(_ message: String) -> CommandFailure { CommandFailure(message, status: .usage) }

  /// The line that standard error gets.
  var line: String {
    "poptrace: " + (input.isEmpty ? "" : printable(PathText.shown(input)) + ": ") + printable(message)
  }
}
#endif

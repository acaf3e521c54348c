#if Tool
import ArgumentParser
import PopSystem

/// When text is coloured.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
  case auto, always, never

  /// Whether colour goes to a stream: as the option says; else not where `NO_COLOR` is set and not empty (no-color.org), and only on a terminal
  /// that knows more than plain text.
  func isOn(isTerminal: Bool) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if let value = CurrentProcess.environment("NO_COLOR"), !value.isEmpty { return false }
      return isTerminal && CurrentProcess.environment("TERM") != "dumb"
    }
  }
}
#endif

#if Tool
import ArgumentParser
import PopReplay
import PopTrace
import PopupScheduling

/// How a replay treats the recorded stimuli.
struct ReplayFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "When recorded stimuli happen: causal (reactions follow the candidate's own decisions) or recorded (plain playback).",
      valueName: "timing"), transform: Self.timing)
  var timing = ReplayOptions.Timing.causal

  @Option(
    help: ArgumentHelp(
      "How long a user looks at a popup whose dismissal was never recorded; by default the session's median, else 3000.",
      valueName: "ms"))
  var assumeDwell: Int64?

  @Option(
    help: ArgumentHelp(
      "How long content takes whose arrival was never recorded; by default the session's median, else 1000.",
      valueName: "ms"))
  var assumeContent: Int64?

  @Option(
    help: ArgumentHelp(
      """
      In how many ways a session is gone on with where the recording does not say how a user would have answered: 0 (none), 2 (at once, and \
      never) or 10 (eight more where those two differ).
      """, valueName: "0|2|10"))
  var continuations = 10

  @Option(
    help: ArgumentHelp(
      """
      What users do who would visit a page while a popup is up: free (they visit it when it was recorded), wait (they first answer the popup) \
      or auto (what the inputs show; they are read twice for that).
      """, valueName: "free|wait|auto"))
  var visits = VisitsChoice.auto

  @Option(
    help: ArgumentHelp(
      "What is known of the app's users, as poptrace premises wrote it; the inputs are then not read for it.",
      valueName: "file"))
  var premises: String?

  func validate() throws {
    guard [0, 2, 10].contains(continuations) else {
      throw ValidationError("There are 0, 2 or 10 continuations, not \(continuations).")
    }
    for length in [assumeDwell, assumeContent] {
      if let length, length < 0 || length > 86_400_000 {
        throw ValidationError("An assumed length is from 0 to 86400000 ms, not \(length).")
      }
    }
  }

  /// The options for a session with ticks of a certain length.
  func options(tick: TickLength) -> ReplayOptions {
    var options = ReplayOptions()
    options.timing = timing
    options.assumedDwell = assumeDwell.map { tick.ticks(ceilingMilliseconds: $0) }
    options.assumedContent = assumeContent.map { tick.ticks(ceilingMilliseconds: $0) }
    return options
  }

  /// What users do who would visit a page while a popup is up, as far as the command line says it.
  enum VisitsChoice: String, CaseIterable, ExpressibleByArgument {
    case free, wait, auto

    /// What it says; nil where it leaves that to the inputs.
    var visits: ReplayOptions.Visits? {
      switch self {
      case .free: .free
      case .wait: .wait
      case .auto: nil
      }
    }
  }

  private static func timing(_ text: String) throws -> ReplayOptions.Timing {
    guard let timing = ReplayOptions.Timing(rawValue: text) else {
      throw ValidationError("Timing is causal or recorded, not \"\(text)\".")
    }
    return timing
  }
}
#endif

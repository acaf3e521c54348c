#if Tool
import ArgumentParser
import PopDocument
package import PopGate
import PopReplay
import PopupScheduling

struct ReplayFlags: ParsableArguments {
  @Option(
    help: .text(
      "When recorded stimuli happen: causal (reactions follow the candidate's own decisions) or recorded (plain playback).",
      value: "timing"),
    transform: Self.timing)
  var timing = ReplayOptions.Timing.causal

  @Option(
    help: .text(
      "How long a user looks at a popup whose dismissal was never recorded; by default the session's median, else 3000.",
      value: "ms"))
  var assumeDwell: Int64?

  @Option(
    help: .text(
      "How long content takes whose arrival was never recorded; by default the session's median, else 1000.",
      value: "ms"))
  var assumeContent: Int64?

  @Option(
    help: .text(
      """
      In how many ways a session is gone on with where the recording does not say how a user would have answered: 0 (none), 2 (at once, and \
      never) or 10 (eight more where those two differ).
      """, value: "0|2|10"))
  var continuations = 10

  @Option(
    help: .text(
      """
      What users do who would visit a page while a popup is up: free (they visit it when it was recorded), wait (they first answer the popup) \
      or auto (what the inputs show; they are read twice for that).
      """, value: "free|wait|auto"))
  var visits = GateConfiguration.Visits.auto

  @Option(
    help: .text(
      "What is known of the app's users, as poptrace premises wrote it; the inputs are then not read for it.",
      value: "file"))
  var premises: String?

  func validate() throws {
    try ArgumentReading.checkContinuations(continuations)
    for length in [assumeDwell, assumeContent] {
      if let length, length < 0 || length > 86_400_000 {
        throw ValidationError("An assumed length is from 0 to 86400000 ms, not \(length).")
      }
    }
  }

  var named: [ReportProvenance.Option] {
    .given([
      ("timing", timing.rawValue), ("continuations", "\(continuations)"), ("visits", visits.rawValue),
      ("assume-dwell", assumeDwell?.description), ("assume-content", assumeContent?.description),
    ])
  }

  private static func timing(_ text: String) throws -> ReplayOptions.Timing {
    guard let timing = ReplayOptions.Timing(rawValue: text) else {
      throw ValidationError("Timing is causal or recorded, not \"\(text)\".")
    }
    return timing
  }
}

extension ReplayFlags {
  /// No initializer: in one, what is assigned would become the default of an option, which nobody can read.
  static func ofGate(_ configuration: GateConfiguration, premises: String?) -> ReplayFlags {
    var flags = ReplayFlags()
    flags.timing = .causal
    flags.assumeDwell = nil
    flags.assumeContent = nil
    flags.continuations = configuration.continuations
    flags.visits = configuration.visits
    flags.premises = premises
    return flags
  }
}

extension GateConfiguration.Visits: ExpressibleByArgument {
  package static var allValueStrings: [String] { [Self.free, .wait, .auto].map(\.rawValue) }

  var visits: ReplayOptions.Visits? {
    switch self {
    case .free: .free
    case .wait: .wait
    case .auto: nil
    }
  }
}
#endif

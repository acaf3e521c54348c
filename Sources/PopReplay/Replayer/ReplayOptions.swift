public import PopTrace
public import PopupScheduling

/// How a replay treats the recorded stimuli.
public struct ReplayOptions: Hashable, Sendable {
  /// When the recorded stimuli happen.
  public var timing = Timing.causal
  /// How long the user looks at a popup of which the recording knows no dismissal; nil for the session's median
  /// (<doc:CausalReplay#Assumptions>).
  public var assumedDwell: Ticks?
  /// How long content takes of which the recording knows no answer; nil for the session's median.
  public var assumedContent: Ticks?
  /// How much a replay may take; see ``Replayer/failure``.
  public var limits = ResourceLimits()
  /// The turn with which a run that is known to stand still is ended; nil to find that out.
  package var lastTurn: Int?

  /// When the recorded stimuli happen.
  public enum Timing: String, CaseIterable, Sendable {
    /// Reactions follow the candidate's own occurrence of their cause (<doc:CausalReplay#Three-sorts-of-stimuli>).
    case causal
    /// Everything but timers at its recorded time: plain playback.
    case recorded
  }

  /// Makes the default options.
  public init() {}
}

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
  /// How what the recording does not say is answered: one run stands for all of these as long as nothing is otherwise in one than in another.
  package var continuations = [Continuation.median]
  /// What is known of the app's users, for ``Continuation/modelled(_:)``; nil where nothing is.
  package var reactions: SessionReactions?
  /// What users do who would visit a page while a popup is up.
  public var visits = Visits.free
  /// Within how many milliseconds users begin the visit that a popup kept them from, once it has gone; 0 for at once.
  package var visitReaction: Int64 = 0
  /// The turn with which a run that is known to stand still is ended; nil to find that out.
  package var lastTurn: Int?

  /// When the recorded stimuli happen.
  public enum Timing: String, CaseIterable, Sendable {
    /// Reactions follow the candidate's own occurrence of their cause (<doc:CausalReplay#Three-sorts-of-stimuli>).
    case causal
    /// Everything but timers at its recorded time: plain playback.
    case recorded
  }

  /// What users do who would visit a page while a popup is up (<doc:CausalReplay#Visits-that-wait>).
  public enum Visits: String, CaseIterable, Sendable {
    /// They visit it when it was recorded.
    case free
    /// They first answer the popup; later visits shift by as much.
    case wait
  }

  /// Makes the default options.
  public init() {}
}

public import PopReplay
public import PopTrace
import PopupScheduling

/// A policy that may have been at work in a recording, whichever it is.
///
/// ``PopReplay/Replayer`` is one; used as an existential once a session, never once an event.
public protocol RecordedPolicy {
  /// Whether the policy gives a recording back.
  ///
  /// - Parameter plan: What a planner made of the session; nil to have it planned here, where it is replayed only once.
  mutating func identity(
    of session: Session, plan: SessionPlan?, timing: ReplayOptions.Timing, limits: ResourceLimits
  ) -> Identity

  /// How many of the first events of the recording that was checked last are of turns that are all there.
  var judgedCount: Int { get }

  /// A recording whose holes are filled with what the policy decided there; nil where that is not known.
  mutating func filled(_ session: Session, limits: ResourceLimits) -> Session?

  /// The events that a replay gives around an index in the recording, by plain playback.
  mutating func excerpt(of session: Session, around position: Int, context: Int) -> Excerpt
}

extension Replayer: RecordedPolicy {
  public mutating func excerpt(of session: Session, around position: Int, context: Int) -> Excerpt {
    var options = ReplayOptions()
    options.timing = .recorded
    begin(session, options: options)
    while turn.upperBound <= position + context, nextTurn() {}
    let whole = log
    let witness = min(position, whole.events.count - 1)
    guard witness >= 0 else { return Excerpt() }
    return Excerpt(
      of: whole, around: [whole.events[witness].sequence], context: context, limit: 2 * context + 1)
  }
}

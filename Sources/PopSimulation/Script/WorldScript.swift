public import PopTrace
public import PopupScheduling

/// One session's worth of a simulated world, before any policy has run in it: what happens by itself, and what is hidden.
public struct WorldScript: Sendable {
  /// What is known of the session as a whole; the policy's name and configuration are filled in when one has run.
  public var header = SessionHeader()
  /// What the events refer to, popups included that only a reaction would submit.
  public var catalog = Catalog()
  /// What happens by itself, in order of time.
  public var steps: [Event] = []
  /// What the user and the app would do about each popup, by ``PopupID``.
  public var truths: [HiddenTruth] = []
  /// The submissions that reactions would make, by ``PopupID``; nil for popups that are submitted by themselves.
  public var followUps: [Event?] = []
  /// When the session ends.
  public var end = Ticks.zero
  /// Whether the app is killed at ``end`` in place of ending.
  public var isKilled = false

  /// Makes an empty script.
  public init() {}
}

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
  public var truths: [GroundTruth] = []
  /// The submissions that reactions would make, by ``PopupID``; nil for popups that are submitted by themselves.
  public var followUps: [Event?] = []
  /// What the app does from within callbacks and page events.
  package var reactions: [AppReaction] = []
  /// What the user's answers and ways depend on.
  package var users = UserModel.steady
  /// Whether the text field under the keyboard says so when the scheduler folds it, and again when it brings it back (PagesAndPopups, *The
  /// keyboard*).
  package var echoesKeyboard = true
  /// Whether steps are left out that cannot happen as things are: an act on a popup that is not there, an end of what never began.
  package var skipsImpossibleSteps = false
  /// Whether the session goes on beyond ``end`` until no animation is under way.
  package var endsAtRest = false
  /// When the session ends.
  public var end = Ticks.zero
  /// Whether the app is killed at ``end`` in place of ending.
  package var isKilled = false

  /// Makes an empty script.
  public init() {}
}

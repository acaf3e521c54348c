public import PopupScheduling

/// What a run first assumed, and from when on: everything that ends later rests on it (<doc:Grades#The-first-assumption>).
public struct Assumption: Hashable, Sendable {
  /// What is not known.
  public var reason: Reason
  /// When that took effect in the run.
  public var time: Ticks
  /// The popup concerned; ``Identifier/none`` where it is about none.
  public var popup: PopupID
  /// The sequence number in the recording of the stimulus concerned; negative where there is none.
  public var recorded: Int32

  /// What a recording may leave open.
  public enum Reason: String, CaseIterable, Hashable, Sendable {
    /// The user never answered this popup in the recording.
    case neverAnswered = "never-answered"
    /// The popup is up for longer than the recording shows.
    case longerThanSeen = "longer-than-seen"
    /// The user's act may have waited for a lock in the recording.
    case heldByLock = "held-by-lock"
    /// The recording never asked for this content.
    case contentNeverAsked = "content-never-asked"
    /// The content takes longer than the recording waited.
    case contentLongerThanSeen = "content-longer-than-seen"
    /// A decision or reaction without a counterpart in the recording, answered by nothing.
    case unseen
    /// The popup is shown on a page of another class than in the recording, where its user may take another time.
    case shownElsewhere = "shown-elsewhere"
    /// The user met another set of visible popups than in the recording.
    case userWouldHaveBeenBlocked = "user-would-have-been-blocked"
    /// A transition leaves another page than it did in the recording.
    case otherPage = "other-page"
    /// A tap that led to a page does not come, so that the visit may come in another way.
    case visitAfterLostTap = "visit-after-lost-tap"
    /// The user stays longer than in the recording on a page that a tap led to.
    case pageLongerThanSeen = "page-longer-than-seen"
    /// A visit may come that a popup kept the user from in the recording, where users answer popups first.
    case visitMayHaveWaited = "visit-may-have-waited"
  }

  /// Makes an assumption.
  init(_ reason: Reason, time: Ticks, popup: PopupID = .none, recorded: Int32 = -1) {
    self.reason = reason
    self.time = time
    self.popup = popup
    self.recorded = recorded
  }
}

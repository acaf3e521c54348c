public import PopupScheduling

/// Something about a replay that a reader of its report must know.
public struct ReplayNote: Hashable, Sendable {
  /// What it is about.
  public var kind: Kind
  /// The sequence number in the recording of the stimulus concerned; negative where there is none.
  public var recorded: Int32
  /// The popup concerned.
  public var popup: PopupID
  /// The candidate's time; the recording's for what did not happen.
  public var time: Ticks

  /// What a note is about.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A recorded stimulus whose cause never came.
    case unreached
    /// A recorded reaction that would have come after the end.
    case beyondEnd = "beyond-end"
    /// A user's act, content or stay that the recording does not know.
    case assumed
    /// A decision or reaction without a counterpart in the recording, answered by nothing.
    case unseen
    /// A page transition, scroll or edit that met another set of visible popups than in the recording.
    case userWouldHaveBeenBlocked = "user-would-have-been-blocked"
    /// A transition that leaves another page than it did in the recording.
    case otherPage = "other-page"
    /// A tap that led to a page does not come, so that the visit may come in another way.
    case visitAfterLostTap = "visit-after-lost-tap"
    /// The user stays longer than in the recording on a page that a tap led to.
    case pageLongerThanSeen = "page-longer-than-seen"
    /// A visit may come that a popup kept the user from in the recording.
    case visitMayHaveWaited = "visit-may-have-waited"
    /// A page visit that waited until no popup was up.
    case visitWaited = "visit-waited"
    /// A scenario was ended here, because nothing but timers that change nothing was left.
    case endless
  }

  /// Makes a note.
  public init(_ kind: Kind, recorded: Int32 = -1, popup: PopupID = .none, time: Ticks) {
    self.kind = kind
    self.recorded = recorded
    self.popup = popup
    self.time = time
  }
}

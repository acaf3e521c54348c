public import PopupScheduling

/// How far something about a replay can be relied on (<doc:Grades#Grades-of-outcomes>), the furthest first.
public enum Grade: String, CaseIterable, Hashable, Sendable, Comparable {
  /// It was settled before the first difference a user or app could notice.
  case exact
  /// It was settled before the session's first assumption took effect.
  case derived
  /// It rests on an assumption, and is the same whatever is assumed (<doc:Grades#Robust>).
  case robust
  /// It rests on an assumption.
  case assumed

  @inlinable var rank: Int { self == .exact ? 0 : self == .derived ? 1 : self == .robust ? 2 : 3 }

  /// Whether no assumption has part in it.
  public var isCertain: Bool { self <= .derived }

  @inlinable public static func < (lhs: Grade, rhs: Grade) -> Bool { lhs.rank < rhs.rank }
}

/// How far each aspect of a popup's outcome can be relied on (<doc:Grades#Aspects>).
public struct AspectGrades: Hashable, Sendable {
  /// Whether the popup was presented at all.
  public var shown: Grade
  /// On which pages it was.
  public var `where`: Grade
  /// How it ended.
  public var end: Grade

  /// Makes the grades of an outcome.
  public init(shown: Grade, where: Grade, end: Grade) {
    self.shown = shown
    self.where = `where`
    self.end = end
  }

  /// The grade of the outcome as a whole: that of its least reliable aspect.
  @inlinable public var worst: Grade { max(shown, max(self.where, end)) }

  /// The grades of a run that is the recording.
  package static var exact: AspectGrades { AspectGrades(shown: .exact, where: .exact, end: .exact) }
}

/// What a run first assumed, and from when on: everything that ends later rests on it (<doc:Grades#The-first-assumption>).
public struct Assumption: Hashable, Sendable {
  /// What is not known.
  public var reason: Reason
  /// When that took effect in the run.
  public var time: Ticks
  /// The popup concerned; `none` where it is about none.
  public var popup: PopupID = .none
  /// The sequence number in the recording of the stimulus concerned; negative where there is none.
  public var recorded: Int32 = -1

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

    /// The note that a report has of it.
    var note: ReplayNote.Kind {
      switch self {
      case .unseen: .unseen
      case .userWouldHaveBeenBlocked: .userWouldHaveBeenBlocked
      case .otherPage: .otherPage
      case .visitAfterLostTap: .visitAfterLostTap
      case .pageLongerThanSeen: .pageLongerThanSeen
      case .visitMayHaveWaited: .visitMayHaveWaited
      default: .assumed
      }
    }
  }
}

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

/// How much of what was recorded took part in a replay (<doc:CausalReplay#Coverage>).
public struct Coverage: Hashable, Sendable {
  /// Recorded stimuli that happened in the replay.
  public var reached = 0
  /// Recorded stimuli that did not, because their cause never came.
  public var unreached = 0
  /// Recorded stimuli that would have come after the session's end.
  public var beyondEnd = 0
  /// Of the reached ones, those that are reactions.
  public var reachedReactions = 0
  /// Of the unreached ones, those that are reactions.
  public var unreachedReactions = 0
  /// Outcomes that rest on an assumption.
  public var assumed = 0

  /// Makes the coverage of nothing.
  public init() {}

  /// Reached of reached and unreached reactions; 1 where there are none.
  public var ratio: Double {
    let all = reachedReactions + unreachedReactions
    return all == 0 ? 1 : Double(reachedReactions) / Double(all)
  }

  /// Adds what another session's replay covered.
  public static func += (lhs: inout Coverage, rhs: Coverage) {
    lhs.reached += rhs.reached
    lhs.unreached += rhs.unreached
    lhs.beyondEnd += rhs.beyondEnd
    lhs.reachedReactions += rhs.reachedReactions
    lhs.unreachedReactions += rhs.unreachedReactions
    lhs.assumed += rhs.assumed
  }
}

public import PopTrace
import PopupScheduling

/// What a session asks of its runs: every stimulus with what brings it about, and everything the recording knows of users and environment.
/// Compiled once for a session, in memory that is used again; runs only look at it (``SessionPlan``).
struct Plan: ~Copyable {
  /// The session's events, and how many of them can be replayed: all, or those before the first gap.
  var events: [Event] = []
  var count = 0
  var isScenario = false
  var marksReentrantStimuli = false
  /// When the run ends; ``Ticks/distantFuture`` for a scenario, which ends by itself.
  var end = Ticks.zero
  var tick = TickLength.millisecond
  /// The stimuli other than timers, in recorded order.
  var items = OwnedArray<PlannedStimulus>()
  /// The stimuli that happen at times of their own, in the order in which they do where causes are followed. In a plain playback all of them do.
  var calendar = OwnedArray<Int32>()
  var popups = OwnedArray<PlannedPopup>()
  var popupNumbers: PopupNumbers = []
  var acts = OwnedArray<ArmedAct>()
  var animations = OwnedArray<RecordedAnimation>()
  var requests = OwnedArray<RecordedRequest>()
  var timers = OwnedArray<RecordedTimer>()
  var decisions = DecisionTable()
  /// The kinds of decisions about no popup that are causes of stimuli, a bit for each.
  var watchedLoose: UInt64 = 0
  /// For every page, the stimulus that introduces it; negative where none does.
  var introductions = OwnedArray<Int32>()
  var transitions = OwnedArray<RecordedTransition>()
  /// For every scene, how popups may have kept the user from a visit at the recording's end.
  var keptAtEnd = OwnedArray<KeptVisit>()
  var anchors = OwnedArray<PlannedAnchor>()
  /// The anchors that wait for an event of a popup, in the order of the file; for one of no certain popup (``anchorList(of:)``).
  var anchorLists = IndexLists()
  /// For every event, the first of the stimuli that it is the cause of; negative where there is none.
  var effects = OwnedArray<Int32>()
  /// The timers of every popup, or of none, and purpose (``timerList(of:)``).
  var timerLists = OwnedArray<IndexChain>()
  /// The visible times after which users dismissed popups that are not exempt, and the times content took, the shortest first.
  var dwells = OwnedArray<Ticks>()
  var waits = OwnedArray<Ticks>()
  /// When the user last left the app so soon after a popup went that it may be why; negative where they never did.
  var departure = Ticks(-1)
  var draws = AnswerDraws(session: "")
  var schedulers: [SchedulerID] = []
  var scenes = SceneTable()
  var forest = PageForest()
  var classBits = OwnedArray<UInt64>()
  /// The limit that the session goes beyond, and then nothing else is known of it; nil where it goes beyond none.
  var excess: ResourceLimits.Name?

  // What only compiling needs.

  /// For every event: the item of a stimulus, the timer of a firing, 0 for a decision that is a cause; before that has been counted, -2 less
  /// its index among the decisions. -1 for all others.
  var roles = OwnedArray<Int32>()
  var submissions = OwnedArray<Int32>()
  var causes = OwnedArray<Int32>()
  /// The first user's act on a popup that a page transition followed from.
  var firstTap = Int32.max
  var timersByNumber = OwnedArray<Int32>()
  var absences = OwnedArray<Absence>()
  var goneAt: Ticks?
  var visibility = Visibility()
  var onScreen = PagesOnScreen()
  /// The pages of the recording whose first appearance is a reaction, with their last did-appear; negative for the others.
  var arrivals = OwnedArray<Int32>()
  /// For every page, the transition in which it appeared last; negative where it has not.
  var arrivedIn = OwnedArray<Int32>()
  /// For every scene, the transition under way; negative where nothing moves.
  var underWay = OwnedArray<Int32>()
  private let byAddress = ByAddress()

  struct Absence {
    var start: Ticks
    var end: Ticks
    var item: Int32
  }

  /// The number that people know a popup by; -1 where there is none.
  func number(of popup: PopupID) -> Int64 {
    popup.isNone || popup.index >= popupNumbers.count ? -1 : popupNumbers[popup.index]
  }

  /// The bit that stands for the class of a page, which classes may share, or for no page.
  func classBit(of page: PageID) -> UInt64 { page.isNone || page.index >= classBits.count ? 1 : classBits[page.index] }

  /// The list of the anchors that wait for an event of some kind and of no certain popup, behind those of all popups.
  func anchorList(of kind: EventKind) -> Int { popups.count + Int(kind.rawValue) }

  /// The list of the timers of a decision's popup, or of none, and of its purpose.
  func timerList(of decision: Event) -> Int {
    let popup = decision.popup.isNone ? popups.count : decision.popup.index
    return popup << 3 | (Int(decision.purpose.rawValue) - 1) & 7
  }

  @inline(__always)
  func event(of item: Int32) -> Event { events[Int(items[Int(item)].index)] }

  func excess(over limits: ResourceLimits) -> ResourceLimits.Name? {
    if schedulers.count > limits.schedulersPerSession { return .schedulersPerSession }
    if scenes.count > limits.scenesPerSession { return .scenesPerSession }
    return forest.depth > limits.containerDepth ? .containerDepth : nil
  }
}

extension OwnedArray {
  /// Takes so many times one element, in place of all that there are.
  mutating func fill(_ element: Element, count: Int) {
    removeAll()
    append(repeating: element, count: count)
  }
}

extension Plan {
  /// The scenes of a session, by the order in which they were met.
  struct SceneTable: ~Copyable {
    private var indices = IndexByNumber()
    private(set) var count = 0

    mutating func removeAll() {
      indices.removeAll()
      count = 0
    }

    /// The index of a scene, which is known from now on.
    @discardableResult
    mutating func insert(_ number: UInt16) -> Int {
      if indices[Int(number)] < 0 {
        indices[Int(number)] = Int32(count)
        count += 1
      }
      return Int(indices[Int(number)])
    }

    /// The index of a scene; the first one's where it is not known.
    func index(of number: UInt16) -> Int { max(0, Int(indices[Int(number)])) }
  }
}

/// A session, compiled for being replayed: shared by all runs of it, whatever their policies and timings.
///
/// Nothing changes it once it is made, so that any number of runs, one after another or at once, may look at it.
public final class SessionPlan: @unchecked Sendable {
  // Changed by a planner alone, and only while nothing else refers to it.
  @safe @exclusivity(unchecked) fileprivate(set) var plan = Plan()

  init() {}

  static let none = SessionPlan()
}

/// Makes plans of one session after another, in memory that is used again once a plan is no longer wanted.
///
/// ```swift
/// var planner = SessionPlanner()
/// let plan = planner.plan(session, ResourceLimits())
/// for index in replayers.indices { replayers[index].begin(plan, of: session, options: options) }
/// ```
public struct SessionPlanner: Sendable {
  /// The plans made last, some of which may still be wanted.
  private var plans: [SessionPlan] = []

  /// Keeping more plans than this at a time costs new memory.
  private static var kept: Int { 3 }

  /// Makes a planner.
  public init() {}

  /// Plans a session.
  ///
  /// - Complexity: O(n log m) for n events of which m have causes.
  public mutating func plan(_ session: borrowing Session, _ limits: ResourceLimits) -> SessionPlan {
    let plan = takeFree()
    plan.plan.compile(session, limits)
    return plan
  }

  private mutating func takeFree() -> SessionPlan {
    for index in plans.indices where isKnownUniquelyReferenced(&plans[index]) { return plans[index] }
    let plan = SessionPlan()
    if plans.count == Self.kept { plans.removeFirst() }
    plans.append(plan)
    return plan
  }
}

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

  /// The scenes of a session, by the order in which they were met.
  struct SceneTable: ~Copyable {
    private var indices = IndexByNumber()
    private(set) var count = 0
    private let byAddress = ByAddress()

    mutating func removeAll() {
      indices.removeAll()
      count = 0
    }

    /// The index of a scene, which is known from now on.
    @discardableResult
    mutating func insert(_ number: UInt16) -> Int {
      let known = indices[Int(number)]
      guard known < 0 else { return Int(known) }
      indices[Int(number)] = Int32(count)
      count += 1
      return count - 1
    }

    /// The index of a scene; the first one's where it is not known.
    func index(of number: UInt16) -> Int { max(0, Int(indices[Int(number)])) }
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

/// A session, compiled for being replayed: shared by all runs of it, whatever their policies and timings.
///
/// Nothing changes it once it is made, so that any number of runs, one after another or at once, may look at it.
public final class SessionPlan: @unchecked Sendable {
  // Changed by a planner alone, and only while nothing else refers to it.
  @safe @exclusivity(unchecked) fileprivate(set) var plan = Plan()
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

extension Plan {
  mutating func compile(_ session: borrowing Session, _ limits: ResourceLimits) {
    removeAll()
    tick = session.header.tick
    isScenario = session.isScenario
    draws = AnswerDraws(session: session.header.session)
    events = session.log.events
    count = min(session.gaps.first { $0 > 0 } ?? events.count, events.count)
    let last = count > 0 ? events[count - 1].time : .zero
    end = count < events.count ? last : max(session.header.ended ?? last, last)
    popupNumbers = session.catalog.popupNumbers
    schedulers = session.catalog.schedulers
    prepare(session.catalog)
    onScreen.begin(forest, scenes)
    visibility.begin(popups: popups.count, scenes: scenes.count)
    excess = excess(over: limits)
    guard excess == nil else { return }
    if isScenario {
      end = .distantFuture
      compileScenario(session)
    } else {
      marksReentrantStimuli = session.header.marksReentrantStimuli
      compileRecording()
    }
    dwells.sort()
    waits.sort()
  }

  private mutating func removeAll() {
    events = []
    items.removeAll()
    calendar.removeAll()
    acts.removeAll()
    animations.removeAll()
    requests.removeAll()
    timers.removeAll()
    decisions.removeAll()
    transitions.removeAll()
    keptAtEnd.removeAll()
    anchors.removeAll()
    anchorLists.removeAll()
    dwells.removeAll()
    waits.removeAll()
    scenes.removeAll()
    classBits.removeAll()
    submissions.removeAll()
    causes.removeAll()
    (watchedLoose, firstTap, departure, goneAt, excess) = (0, .max, Ticks(-1), nil, nil)
    timersByNumber.removeAll()
    absences.removeAll()
  }

  /// Makes room for every popup, page and scene that is mentioned, and takes over what submissions say.
  private mutating func prepare(_ catalog: borrowing Catalog) {
    var lastPopup = PopupID(catalog.popupNumbers.count - 1).rawValue
    var lastPage = PageID(catalog.pageNumbers.count - 1).rawValue
    let events = events
    roles.fill(-1, count: count)
    for index in 0..<count {
      lastPopup = max(lastPopup, events[index].popup.rawValue)
      lastPage = max(lastPage, events[index].page.rawValue)
      guard events[index].kind.isStimulus else { continue }
      if events[index].kind == .popupSubmitted { submissions.append(Int32(truncatingIfNeeded: index)) }
      guard let cause = events.index(ofSequence: events[index].cause, before: index), events[cause].kind.isDecision,
        roles[cause] == -1
      else { continue }
      roles[cause] = -2
      causes.append(Int32(truncatingIfNeeded: cause))
    }
    let pageCount = Int(lastPage) + 1
    popups.fill(PlannedPopup(), count: Int(lastPopup) + 1)
    introductions.fill(-1, count: pageCount)
    arrivals.fill(-1, count: pageCount)
    arrivedIn.fill(-1, count: pageCount)
    effects.fill(-1, count: count)
    timerLists.fill(IndexChain(), count: (popups.count + 1) << 3)
    for index in submissions.indices {
      let submission = events[Int(submissions[index])]
      guard !submission.popup.isNone, submission.spec.index >= 0, submission.spec.index < catalog.specs.count else {
        continue
      }
      let spec = catalog.specs[submission.spec.index]
      popups[submission.popup.index].traits = PopupTraits(
        lengths: PopupTraits.ByPhase(show: max(.zero, spec.showLength), hide: spec.exitLength), instance: spec.instance,
        scene: scenes.insert(spec.scene), isExempt: spec.kind.isExempt)
    }
    forest.read(catalog.pages, count: pageCount)
    for index in forest.order.indices { scenes.insert(forest.scene(of: forest.order[index])) }
    for page in 0..<pageCount {
      let name = page < catalog.pages.count ? catalog.className(of: PageID(page)) : .none
      classBits.append(2 << (UInt64(truncatingIfNeeded: name.rawValue) % 63))
    }
    if scenes.count == 0 { scenes.insert(0) }
    underWay.fill(-1, count: scenes.count)
  }

  private mutating func compileScenario(_ session: borrowing Session) {
    for index in 0..<count {
      let event = events[index]
      let number = Int32(truncatingIfNeeded: items.count)
      items.append(PlannedStimulus(event, at: index))
      if let anchor = session.anchors[index] {
        items[Int(number)].trigger = .anchor
        items[Int(number)].delay = anchor.delay
        if anchor.every { items[Int(number)].traits.insert(.repeats) }
        anchors.append(PlannedAnchor(anchor, item: number, stimulus: event))
      } else {
        calendar.append(number)
      }
      if !event.page.isNone, event.kind.isAboutPage, introductions[event.page.index] < 0 {
        introductions[event.page.index] = number
      }
      if !event.popup.isNone { takeLine(event, number) }
      if event.kind == .backPressed { items[Int(number)].traits.insert(.usersAct) }
    }
    for index in anchors.indices {
      let pattern = anchors[index].pattern
      let isOfPopup = anchors[index].demands(.popup) && !pattern.popup.isNone && pattern.popup.index < popups.count
      anchorLists.append(index, to: isOfPopup ? pattern.popup.index : anchorList(of: pattern.kind))
    }
    // Lines need not stand in order of time; those of one time happen in the order of the file.
    var order = calendar.array.map { (time: items[Int($0)].time, line: items[Int($0)].index, item: $0) }
    order.sort { ($0.time, $0.line) < ($1.time, $1.line) }
    calendar.copy(from: order.map { $0.item })
  }

  private mutating func takeLine(_ event: Event, _ number: Int32) {
    let (popup, item) = (event.popup.index, Int(number))
    switch event.kind {
    case .popupSubmitted: if popups[popup].submission < 0 { popups[popup].submission = number }
    case .popupDismissed where event.act.isUsers:
      items[item].traits.formUnion([.usersAct, .needsPopupUp, .dismissal])
      popups[popup].dismissals += 1
    case .popupTapped: items[item].traits.formUnion([.usersAct, .needsPopupUp])
    case .popupViewLost: items[item].traits.insert(.needsPopupUp)
    case .contentLoaded, .contentFailed: popups[popup].hasLooseAnswer = true
    case .animationFinished, .animationLost: replaceAnimation(event, number)
    default: break
    }
  }

  /// A line written by hand stands in place of the animation's end that would be generated (<doc:CausalReplay#Animations>).
  private mutating func replaceAnimation(_ event: Event, _ number: Int32) {
    if event.kind == .animationLost, event.generation == 0 {
      popups[event.popup.index].isLost[event.phase] = true
      return
    }
    openAnimation(event.phase, of: event)
    animations[animations.count - 1].item = number
    animations[animations.count - 1].isOpen = false
  }
}

import PopTrace
import PopupScheduling

/// What a session asks of its runs: every stimulus with what brings it about, and everything the recording knows of users and environment.
///
/// Compiled once per session into flat arrays whose memory is used again. Runs only look at it (``SessionPlan``): what a run changes is its own.
struct Plan: ~Copyable {
  /// The session's events, as far as they can be replayed.
  var events: [Event] = []
  /// How many of them can be: all, or those before the first gap.
  var count = 0
  /// Whether it is a scenario, to be run live.
  var isScenario = false
  /// Whether the recording says which stimuli were re-entrant.
  var marksReentrantStimuli = false
  /// When the run ends; ``Ticks/distantFuture`` for a scenario, which ends by itself.
  var end = Ticks.zero
  /// The length of a tick.
  var tick = TickLength.millisecond

  /// The stimuli other than timers, in recorded order.
  var items = OwnedArray<PlannedStimulus>()
  /// The stimuli that happen at times of their own, in the order in which they do where causes are followed. In a plain playback all of them do.
  var calendar = OwnedArray<Int32>()
  var popups = OwnedArray<PlannedPopup>()
  /// The numbers that people know popups by.
  var popupNumbers = OwnedArray<Int64>()
  var acts = OwnedArray<ArmedAct>()
  var animations = OwnedArray<RecordedAnimation>()
  var requests = OwnedArray<RecordedRequest>()
  var timers = OwnedArray<RecordedTimer>()
  /// The recorded timers that belong to no popup.
  var looseTimers = TimerLists()
  var decisions = DecisionTable()
  /// The kinds of decisions about no popup that are causes of stimuli, a bit for each.
  var watchedLoose: UInt64 = 0
  /// For every page, the stimulus that introduces it; negative where none does.
  var introductions = OwnedArray<Int32>()
  /// The page transitions of the recording.
  var transitions = OwnedArray<RecordedTransition>()
  var anchors = OwnedArray<PlannedAnchor>()
  /// For every kind of event, the first anchor that waits for one of no certain popup.
  var looseAnchors = OwnedArray<Int32>()
  /// The visible times after which users dismissed popups that are not exempt, the shortest first.
  var dwells = OwnedArray<Ticks>()
  /// The times content took, the shortest first.
  var waits = OwnedArray<Ticks>()
  /// The schedulers of the session.
  var lines: [SchedulerLine] = []
  /// The scenes of the session.
  var scenes = SceneTable()
  /// How its pages stand in each other.
  var tree = PageTree()
  /// The limit that the session goes beyond, and then nothing else is known of it; nil where it goes beyond none.
  private(set) var excess: ResourceLimits.Name?

  // What only compiling needs.

  /// For every event: the item of a stimulus, the occurrence of a decision or the timer of a firing; -2 for a decision that is a cause.
  var roles = OwnedArray<Int32>()
  /// The recorded timer of every timer number.
  var timersByNumber = OwnedArray<Int32>()
  /// The stays in the background, in order.
  var absences = OwnedArray<Absence>()
  var visibility = Visibility()
  var stage = PageStage()
  /// The pages of the recording whose first appearance is a reaction, with their last did-appear; negative for the others.
  var arrivals = OwnedArray<Int32>()
  /// For every page, the transition in which it appeared last; negative where it has not.
  var arrivedIn = OwnedArray<Int32>()
  /// For every scene, the transition under way; negative where nothing moves.
  var underWay = OwnedArray<Int32>()
  private let byAddress = ByAddress()

  /// A stay in the background.
  struct Absence {
    var start: Ticks
    var end: Ticks
    /// The stimulus that began it.
    var item: Int32
  }

  /// Compiles a session, unless it goes beyond a limit.
  mutating func compile(_ session: borrowing Session, _ limits: ResourceLimits) {
    removeAll()
    tick = session.header.tick
    isScenario = session.isScenario
    takeEvents(of: session)
    let last = count > 0 ? events[count - 1].time : .zero
    end = count < events.count ? last : max(session.header.ended ?? last, last)
    popupNumbers.copy(from: session.catalog.popupNumbers)
    takeLines(session.catalog)
    prepare(session.catalog)
    stage.begin(tree, scenes: scenes.count)
    visibility.begin(popups: popups.count, scenes: scenes.count)
    excess = excess(over: limits)
    guard excess == nil else { return }
    if isScenario {
      end = .distantFuture
      compileScenario(session)
    } else {
      marksReentrantStimuli = session.header.marksReentrantStimuli
      compileRecording()
      armActs()
    }
    dwells.sort()
    waits.sort()
  }

  private mutating func takeEvents(of session: borrowing Session) {
    events = session.log.events
    count = min(session.gaps.first { $0 > 0 } ?? events.count, events.count)
  }

  /// Makes the acts of the recording known to their popups, in recorded order.
  private mutating func armActs() {
    var place = items.count - 1
    while place >= 0 {
      if items[place].trigger == .visibleTime {
        let popup = events[Int(items[place].place)].popup.index
        let act = Int32(truncatingIfNeeded: acts.count)
        acts.append(
          ArmedAct(
            visibleTime: items[place].delay, item: Int32(truncatingIfNeeded: place), cause: -1,
            next: popups[popup].firstAct))
        popups[popup].firstAct = act
      }
      place -= 1
    }
  }

  /// The limit that the session goes beyond; nil where it goes beyond none.
  func excess(over limits: ResourceLimits) -> ResourceLimits.Name? {
    if lines.count > limits.schedulersPerSession { return .schedulersPerSession }
    if scenes.count > limits.scenesPerSession { return .scenesPerSession }
    return tree.depth > limits.containerDepth ? .containerDepth : nil
  }

  /// Finds the schedulers the popups belong to, without asking for memory where there is only the usual one.
  private mutating func takeLines(_ catalog: borrowing Catalog) {
    lines.removeAll(keepingCapacity: true)
    lines.append(SchedulerLine())
    guard catalog.specs.contains(where: { $0.line != SchedulerLine() }) else { return }
    lines.removeAll(keepingCapacity: true)
    var seen = Set<SchedulerLine>()
    for spec in catalog.specs where seen.insert(spec.line).inserted { lines.append(spec.line) }
    lines.sort()
  }

  private mutating func removeAll() {
    events = []
    items.removeAll()
    calendar.removeAll()
    popups.removeAll()
    acts.removeAll()
    animations.removeAll()
    requests.removeAll()
    timers.removeAll()
    looseTimers = TimerLists()
    decisions.removeAll()
    watchedLoose = 0
    introductions.removeAll()
    transitions.removeAll()
    anchors.removeAll()
    looseAnchors.removeAll()
    dwells.removeAll()
    waits.removeAll()
    scenes.removeAll()
    excess = nil
    roles.removeAll()
    timersByNumber.removeAll()
    absences.removeAll()
    arrivals.removeAll()
    arrivedIn.removeAll()
    underWay.removeAll()
  }

  /// Makes room for every popup, page and scene that is mentioned, and takes over what submissions say.
  private mutating func prepare(_ catalog: borrowing Catalog) {
    var lastPopup = PopupID(catalog.popupNumbers.count - 1).rawValue
    var lastPage = PageID(catalog.pageNumbers.count - 1).rawValue
    var submissions = 0
    for place in 0..<count {
      lastPopup = max(lastPopup, events[place].popup.rawValue)
      lastPage = max(lastPage, events[place].page.rawValue)
      if events[place].kind == .popupSubmitted { submissions = place + 1 }
    }
    let (popupCount, pageCount) = (Int(lastPopup) + 1, Int(lastPage) + 1)
    popups.append(repeating: PlannedPopup(), count: popupCount)
    introductions.append(repeating: -1, count: pageCount)
    arrivals.append(repeating: -1, count: pageCount)
    for place in 0..<submissions where events[place].kind == .popupSubmitted && !events[place].popup.isNone {
      let spec = Int(events[place].attributes)
      guard spec >= 0, spec < catalog.specs.count else { continue }
      popups[events[place].popup.index].traits = traits(of: catalog.specs[spec])
    }
    tree.read(catalog, pages: pageCount, scenes: &scenes)
    if scenes.count == 0 { scenes.insert(0) }
    arrivedIn.append(repeating: -1, count: pageCount)
    underWay.append(repeating: -1, count: scenes.count)
  }

  private mutating func traits(of spec: PopupSpec) -> PopupTraits {
    var traits = PopupTraits()
    traits.showLength = max(.zero, spec.showLength)
    traits.hideLength = spec.exitLength
    traits.instance = spec.instance
    traits.isExempt = spec.kind.isExempt
    traits.scene = scenes.insert(spec.scene)
    return traits
  }

  /// The number that people know a popup by; -1 where there is none.
  func number(of popup: PopupID) -> Int64 {
    popup.isNone || popup.index >= popupNumbers.count ? -1 : popupNumbers[popup.index]
  }

  /// The place of an event with a sequence number; nil where it is missing.
  func place(ofSequence sequence: Int32, before limit: Int) -> Int? {
    guard sequence >= 0, limit > 0 else { return nil }
    let guess = Int(sequence) - Int(events[0].sequence)
    if guess >= 0, guess < limit, events[guess].sequence == sequence { return guess }
    var low = 0
    var high = limit
    while low < high {
      let middle = (low + high) / 2
      if events[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    return low < limit && events[low].sequence == sequence ? low : nil
  }
}

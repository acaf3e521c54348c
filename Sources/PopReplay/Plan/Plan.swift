import PopTrace
import PopupScheduling

/// What a session asks of a run: every stimulus with what brings it about, and everything the recording knows of users and environment.
///
/// Compiled once per session into flat arrays whose memory is used again. Methods are mutating even where they only look: a struct of this
/// size is copied to be looked at by a method that is not.
struct Plan {
  /// The session's events, as far as they can be replayed.
  var events: [Event] = []
  /// How many of them can be: all, or those before the first gap.
  var count = 0
  /// Whether it is a scenario, to be run live.
  var isScenario = false
  /// Whether recorded stimuli happen at their recorded times.
  var isPlayback = false
  /// Whether the recording says which stimuli were re-entrant.
  var marksReentrantStimuli = false
  /// When the run ends; ``Ticks/distantFuture`` for a scenario, which ends by itself.
  var end = Ticks.zero
  /// The length of a tick.
  var tick = TickLength.millisecond

  /// The stimuli other than timers, in recorded order.
  var items: [PlannedStimulus] = []
  /// The stimuli that happen at times of their own, in the order in which they do.
  var calendar: [Int32] = []
  var popups: [PlannedPopup] = []
  /// The numbers that people know popups by.
  var popupNumbers: [Int64] = []
  var acts: [ArmedAct] = []
  var animations: [RecordedAnimation] = []
  var requests: [RecordedRequest] = []
  var timers: [RecordedTimer] = []
  /// The recorded timers that belong to no popup.
  var looseTimers = TimerLists()
  var decisions = DecisionTable()
  /// Whether some stimulus is caused by a decision that is about no popup.
  var watchesLooseDecisions = false
  /// For every page, the stimulus that introduces it; negative where none does.
  var introductions: [Int32] = []
  /// The page transitions of the recording.
  var transitions: [RecordedTransition] = []
  var anchors: [PlannedAnchor] = []
  /// For every kind of event, the first anchor that waits for one of no certain popup.
  var looseAnchors: [Int32] = []
  /// The visible times after which users dismissed popups that are not exempt.
  var dwells: [Ticks] = []
  /// The times content took.
  var waits: [Ticks] = []
  /// The schedulers of the session.
  var lines: [SchedulerLine] = []
  /// The scenes of the session.
  var scenes = SceneTable()
  /// How its pages stand in each other.
  var tree = PageTree()
  /// How many stimuli of the recording are timers.
  var timerCount = 0

  // What only compiling needs.

  /// For every event: the item of a stimulus, the occurrence of a decision or the timer of a firing; -2 for a decision that is a cause.
  var roles: [Int32] = []
  /// The recorded timer of every timer number.
  var timersByNumber: [Int32] = []
  /// The stays in the background, in order.
  var absences: [Absence] = []
  var screen = Screen()
  var stage = PageStage()
  /// The pages of the recording whose first appearance is a reaction, with their last did-appear; negative for the others.
  var arrivals: [Int32] = []
  /// For every page, the transition in which it appeared last; negative where it has not.
  var arrivedIn: [Int32] = []
  /// For every scene, the transition under way; negative where nothing moves.
  var underWay: [Int32] = []

  /// A stay in the background.
  struct Absence {
    var start: Ticks
    var end: Ticks
    /// The stimulus that began it.
    var item: Int32
  }

  /// Compiles a session.
  ///
  /// - Returns: The limit that the session goes beyond, and then nothing is compiled; nil where it goes beyond none.
  mutating func compile(_ session: Session, timing: ReplayOptions.Timing, _ limits: ResourceLimits)
    -> ResourceLimits.Name?
  {
    removeAll()
    events = session.log.events
    tick = session.header.tick
    isScenario = session.isScenario
    isPlayback = !isScenario && timing == .recorded
    count = session.gaps.first { $0 > 0 } ?? events.count
    count = min(count, events.count)
    let last = count > 0 ? events[count - 1].time : .zero
    end = count < events.count ? last : max(session.header.ended ?? last, last)
    popupNumbers = session.catalog.popupNumbers
    takeLines(session.catalog)
    prepare(session.catalog)
    stage.begin(tree, scenes: scenes.count)
    screen.begin(popups: popups.count, scenes: scenes.count)
    if let name = excess(over: limits) { return name }
    if isScenario {
      end = .distantFuture
      compileScenario(session)
    } else {
      marksReentrantStimuli = session.header.marksReentrantStimuli
      compileRecording()
    }
    return nil
  }

  private mutating func excess(over limits: ResourceLimits) -> ResourceLimits.Name? {
    if lines.count > limits.schedulersPerSession { return .schedulersPerSession }
    if scenes.count > limits.scenesPerSession { return .scenesPerSession }
    return tree.depth > limits.containerDepth ? .containerDepth : nil
  }

  /// Finds the schedulers the popups belong to, without asking for memory where there is only the usual one.
  private mutating func takeLines(_ catalog: Catalog) {
    lines.removeAll(keepingCapacity: true)
    lines.append(SchedulerLine())
    guard catalog.specs.contains(where: { $0.line != SchedulerLine() }) else { return }
    lines.removeAll(keepingCapacity: true)
    var seen = Set<SchedulerLine>()
    for spec in catalog.specs where seen.insert(spec.line).inserted { lines.append(spec.line) }
    lines.sort()
  }

  private mutating func removeAll() {
    items.removeAll(keepingCapacity: true)
    calendar.removeAll(keepingCapacity: true)
    popups.removeAll(keepingCapacity: true)
    acts.removeAll(keepingCapacity: true)
    animations.removeAll(keepingCapacity: true)
    requests.removeAll(keepingCapacity: true)
    timers.removeAll(keepingCapacity: true)
    looseTimers = TimerLists()
    decisions.removeAll()
    watchesLooseDecisions = false
    introductions.removeAll(keepingCapacity: true)
    transitions.removeAll(keepingCapacity: true)
    anchors.removeAll(keepingCapacity: true)
    looseAnchors.removeAll(keepingCapacity: true)
    dwells.removeAll(keepingCapacity: true)
    waits.removeAll(keepingCapacity: true)
    scenes.removeAll()
    timerCount = 0
    roles.removeAll(keepingCapacity: true)
    timersByNumber.removeAll(keepingCapacity: true)
    absences.removeAll(keepingCapacity: true)
    arrivals.removeAll(keepingCapacity: true)
    arrivedIn.removeAll(keepingCapacity: true)
    underWay.removeAll(keepingCapacity: true)
  }

  /// Makes room for every popup, page and scene that is mentioned, and takes over what submissions say.
  private mutating func prepare(_ catalog: Catalog) {
    var popupCount = catalog.popupNumbers.count
    var pageCount = catalog.pageNumbers.count
    for place in 0..<count {
      popupCount = max(popupCount, events[place].popup.index + 1)
      pageCount = max(pageCount, events[place].page.index + 1)
    }
    popups.append(contentsOf: repeatElement(PlannedPopup(), count: popupCount))
    introductions.append(contentsOf: repeatElement(-1, count: pageCount))
    arrivals.append(contentsOf: repeatElement(-1, count: pageCount))
    for place in 0..<count where events[place].kind == .popupSubmitted && !events[place].popup.isNone {
      let event = events[place]
      guard event.attributes >= 0, event.spec.index < catalog.specs.count else { continue }
      popups[event.popup.index].traits = traits(of: catalog.specs[event.spec.index])
    }
    tree.read(catalog, pages: pageCount, scenes: &scenes)
    if scenes.count == 0 { scenes.insert(0) }
    arrivedIn.append(contentsOf: repeatElement(-1, count: pageCount))
    underWay.append(contentsOf: repeatElement(-1, count: scenes.count))
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
  mutating func number(of popup: PopupID) -> Int64 {
    popup.isNone || popup.index >= popupNumbers.count ? -1 : popupNumbers[popup.index]
  }

  /// The place of an event with a sequence number; nil where it is missing.
  mutating func place(ofSequence sequence: Int32, before limit: Int) -> Int? {
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

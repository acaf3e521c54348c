import PopupScheduling

/// Everything the rules know in common: the words in capitals of the rules' page, kept up to date event by event.
///
/// Flat arrays indexed by popup, page, scene, line and chain. Rules read it in their hooks; only ``apply(_:)`` and the step cycle change
/// it. Reused for one session after another it allocates nothing per event. It cannot be copied, so lending it to a rule costs nothing.
struct AuditState: ~Copyable {
  /// Holds nothing. Its size is known only at run time, and so the state is lent by address; without it, the compiler would lend the half
  /// kilobyte that all these array headers are as a copy on the stack, at every call of a rule.
  private let byAddress: (any Sendable)? = nil

  /// What the events refer to.
  var catalog = Catalog()
  /// How long a tick is.
  var tick = TickLength.millisecond
  /// 1,000 ms: the grace that animations get, and the wait from which a show is late.
  var second = Ticks(1000)
  /// 3,000 ms: the wait from which a queue is stuck.
  var threeSeconds = Ticks(3000)
  /// 20,000 ms: the stay on screen from which a popup holds the slot.
  var twentySeconds = Ticks(20_000)
  /// Whether re-entrant stimuli carry a mark; else their cause and time tell them (semantics A3).
  var marksReentrantStimuli = true

  /// The time of the step, or of the deadline that is being handled. Never decreases.
  var now = Ticks.zero
  /// The sequence number of the event last taken; -1 before the first.
  var lastSequence: Int32 = -1
  /// Whether the event being taken comes after a jump of the sequence numbers (or is a first one that is not number 0).
  var jumped = false
  /// Whether there was such a jump in this session.
  var hasHole = false

  var popups: [PopupState] = []
  var pages: [PageState] = []
  var scenes: [SceneState] = []
  var lines: [LineState] = []
  var chains: [ChainState] = []
  /// The chains whose last member ended in this step; their rounds end with the step, unless another member joins before (semantics C23).
  var emptiedChains: [Int32] = []

  /// The step under way.
  var step = AuditStep()
  /// What will happen without an event.
  var deadlines = Deadlines()
  /// The timers that are set.
  var timers = TimerTable()

  /// The USER EPOCH.
  var epoch: Int32 = 0
  /// The event that began it.
  var epochBegan: Int32 = -1
  var isSignedIn = false
  var user = Symbol.none
  /// The `app.background` that is in force; negative in the foreground.
  var background: Int32 = -1
  var backgroundSince = Ticks.zero
  var backgroundTotal = Ticks.zero

  /// The scenes in which the keyboard is folded while its user was typing.
  var foldedScenes: [Int32] = []
  /// The lines in which somebody is LIVE and not UP, or that are idle; each once.
  var busyLines: [Int32] = []
  /// The LIVE exempt popups that are not UP, in order of submission.
  var exemptWaiting: [Int32] = []
  /// Whether something changed that can make any of those eligible, or not.
  var isExemptDirty = false
  /// The scenes whose current page changed in this step.
  var changedScenes: [Int32] = []

  /// The scenes in which somebody took the slot or left it since the last step was over.
  var slotScenes: [Int32] = []

  /// Per line, a slot for all kinds and one for each: how many suspensions are in force, and the last `scheduler.suspended`.
  var suspensions: [Int32] = []
  var suspended: [Int32] = []
  /// Likewise the last `scheduler.cleared`; negative for none.
  var cleared: [Int32] = []
  static let kindSlots = PopupKind.allCases.count + 1

  /// The first chain of every name, by symbol.
  var chainHeads: [Int32] = []
  /// The latest LIVE popup of every key, and the latest of all, by symbol.
  var keyHeads: [Int32] = []
  var keyLatest: [Int32] = []

  private var forest = PageForest()
  private var sceneNumbers: [UInt16] = []
  /// The place of every scene, by its number; negative for none.
  private var placeOfScene: [Int32] = []
  private var lineOfSpec: [Int32] = []
  private var placeOfLine: [UInt32: Int32] = [:]

  /// Goes back to the beginning, for another session, and keeps the memory.
  mutating func begin(catalog: Catalog, tick: TickLength, marksReentrantStimuli: Bool) {
    self.tick = tick
    self.marksReentrantStimuli = marksReentrantStimuli
    second = tick.ticks(ceilingMilliseconds: 1000)
    threeSeconds = tick.ticks(ceilingMilliseconds: 3000)
    twentySeconds = tick.ticks(ceilingMilliseconds: 20_000)
    now = .zero
    lastSequence = -1
    jumped = false
    hasHole = false
    step = AuditStep()
    deadlines.removeAll()
    timers.begin(popupCount: catalog.popupNumbers.count)
    epoch = 0
    epochBegan = -1
    isSignedIn = false
    user = .none
    background = -1
    backgroundSince = .zero
    backgroundTotal = .zero
    busyLines.removeAll(keepingCapacity: true)
    isExemptDirty = false
    foldedScenes.removeAll(keepingCapacity: true)
    exemptWaiting.removeAll(keepingCapacity: true)
    changedScenes.removeAll(keepingCapacity: true)
    slotScenes.removeAll(keepingCapacity: true)
    popups.removeAll(keepingCapacity: true)
    pages.removeAll(keepingCapacity: true)
    chains.removeAll(keepingCapacity: true)
    emptiedChains.removeAll(keepingCapacity: true)
    chainHeads.removeAll(keepingCapacity: true)
    keyHeads.removeAll(keepingCapacity: true)
    keyLatest.removeAll(keepingCapacity: true)
    suspensions.removeAll(keepingCapacity: true)
    suspended.removeAll(keepingCapacity: true)
    cleared.removeAll(keepingCapacity: true)
    lineOfSpec.removeAll(keepingCapacity: true)
    for place in 0..<sceneCount { placeOfScene[Int(scenes[place].number)] = -1 }
    if !placeOfLine.isEmpty { placeOfLine.removeAll(keepingCapacity: true) }
    lineCount = 0
    sceneCount = 0
    learn(catalog)
  }

  private(set) var lineCount = 0
  private(set) var sceneCount = 0

  /// Makes room for what a catalog names beyond what is known.
  mutating func learn(_ catalog: Catalog) {
    self.catalog = catalog
    if lineCount == 0 { _ = place(ofLine: SchedulerLine()) }
    while popups.count < catalog.popupNumbers.count { popups.append(PopupState()) }
    learnPages()
    for place in lineOfSpec.count..<max(lineOfSpec.count, catalog.specs.count) {
      lineOfSpec.append(self.place(ofLine: catalog.specs[place].line))
    }
    while chainHeads.count < catalog.names.texts.count {
      chainHeads.append(-1)
      keyHeads.append(-1)
      keyLatest.append(-1)
    }
  }

  /// Makes room for the pages that the catalog names beyond those known. A page without a scene is in its container's.
  private mutating func learnPages() {
    guard pages.count < catalog.pages.count else { return }
    while pages.count < catalog.pages.count { pages.append(PageState()) }
    forest.layOut(&pages, numbers: &sceneNumbers, catalog.pages)
    for place in pages.indices { pages[place].scene = scene(numbered: sceneNumbers[place]) }
  }

  /// The place of the line that popups with these attributes belong to.
  func place(ofSpec spec: SpecID) -> Int32 { lineOfSpec[spec.index] }

  /// The place of a line, which is new where the line is.
  mutating func place(ofLine line: SchedulerLine) -> Int32 {
    if lineCount > 0, lines[0].scheduler == line.scheduler, scenes[Int(lines[0].scene)].number == line.scene {
      return 0
    }
    let name = UInt32(line.scene) << 16 | UInt32(line.scheduler)
    if let place = placeOfLine[name] { return place }
    let scene = scene(numbered: line.scene)
    let place = Int32(truncatingIfNeeded: lineCount)
    if lineCount == lines.count { lines.append(LineState()) }
    lines[lineCount].reset(scene: scene, scheduler: line.scheduler)
    scenes[Int(scene)].lines.append(place)
    lineCount += 1
    if place > 0 { placeOfLine[name] = place }
    for _ in 0..<Self.kindSlots {
      suspensions.append(0)
      suspended.append(-1)
      cleared.append(-1)
    }
    return place
  }

  /// The place of a scene, which is new where the scene is.
  mutating func scene(numbered number: UInt16) -> Int32 {
    if Int(number) < placeOfScene.count, placeOfScene[Int(number)] >= 0 { return placeOfScene[Int(number)] }
    while placeOfScene.count <= Int(number) { placeOfScene.append(-1) }
    if sceneCount == scenes.count { scenes.append(SceneState()) }
    scenes[sceneCount].reset(number: number)
    scenes[sceneCount].lines.removeAll(keepingCapacity: true)
    placeOfScene[Int(number)] = Int32(truncatingIfNeeded: sceneCount)
    sceneCount += 1
    return Int32(truncatingIfNeeded: sceneCount - 1)
  }
}

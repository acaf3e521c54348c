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
  /// The sequence number of the event being taken.
  var sequence: Int32 = -1
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
  /// When popups expire.
  var expiries = Deadlines()
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

  /// No exit animation's grace runs out before.
  var nextExit = Ticks.distantFuture
  /// The scenes in which the keyboard is folded while its user was typing.
  var foldedScenes: [Int32] = []
  /// The lines in which somebody is LIVE and not UP; each once.
  var busyLines: [Int32] = []
  /// The lines in which something changed that can make anybody eligible, or not; each once.
  var dirtyLines: [Int32] = []
  /// The exempt popups of which something changed that can make them eligible, or not; each once.
  var touchedToasts: [Int32] = []
  /// How many popups are LIVE and not UP.
  var listedCount = 0
  /// Everybody before this place has ENDED.
  var firstLive = 0
  /// How many of those are exempt.
  var listedToasts = 0

  // Where those wait who are LIVE and not UP.
  var rooms: [WaitingRoom] = []
  /// How many of the rooms are of this session.
  var roomCount = 0
  var bindings: [PageBinding] = []
  /// Per line and kind, the open rooms in which somebody is ready, in the order of their first.
  var doors: [RankedHeap] = []
  /// Where every room stands among the doors of its line, and every popup among the ready and the elders of its room.
  var roomPlaces: [Int32] = []
  var candidatePlaces: [Int32] = []
  /// Where every chain stands among those that would hold its line.
  var chainPlaces: [Int32] = []
  var elderPlaces: [Int32] = []
  /// The room of those whose attributes are as submitted, by those attributes; negative where there is none yet.
  var roomOfSpec: [Int32] = []
  var roomIDs: [WaitingRoom.Key: Int32] = [:]
  var bindingIDs: [PageBinding.Key: Int32] = [:]
  /// The bindings that name a page or a class, in lists that begin in ``PageState/anchors`` and here, by scene and name.
  var anchors: [BindingAnchor] = []
  var classAnchors: [UInt64: Int32] = [:]

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

  /// What is known of every key of every line.
  var keys: [KeyState] = []
  /// The latest submission of every object of every line.
  var objects: [UInt64: Int32] = [:]

  /// The chain and the key of every popup's attributes, by those attributes; negative where there is none yet.
  private var chainOfSpec: [Int32] = []
  private var keyOfSpec: [Int32] = []
  private var chainIDs: [UInt64: Int32] = [:]
  private var keyIDs: [UInt64: Int32] = [:]

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
    expiries.removeAll()
    nextExit = .distantFuture
    timers.begin(popupCount: catalog.popupNumbers.count)
    epoch = 0
    epochBegan = -1
    isSignedIn = false
    user = .none
    background = -1
    backgroundSince = .zero
    backgroundTotal = .zero
    busyLines.removeAll(keepingCapacity: true)
    foldedScenes.removeAll(keepingCapacity: true)
    dirtyLines.removeAll(keepingCapacity: true)
    touchedToasts.removeAll(keepingCapacity: true)
    emptyRooms()
    changedScenes.removeAll(keepingCapacity: true)
    slotScenes.removeAll(keepingCapacity: true)
    popups.removeAll(keepingCapacity: true)
    pages.removeAll(keepingCapacity: true)
    chains.removeAll(keepingCapacity: true)
    emptiedChains.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    chainOfSpec.removeAll(keepingCapacity: true)
    keyOfSpec.removeAll(keepingCapacity: true)
    if !chainIDs.isEmpty { chainIDs.removeAll(keepingCapacity: true) }
    if !keyIDs.isEmpty { keyIDs.removeAll(keepingCapacity: true) }
    if !objects.isEmpty { objects.removeAll(keepingCapacity: true) }
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
    while popups.count < catalog.popupNumbers.count {
      popups.append(PopupState())
      candidatePlaces.append(-1)
      elderPlaces.append(-1)
    }
    learnPages()
    for place in lineOfSpec.count..<max(lineOfSpec.count, catalog.specs.count) {
      lineOfSpec.append(self.place(ofLine: catalog.specs[place].line))
      roomOfSpec.append(-1)
      chainOfSpec.append(-1)
      keyOfSpec.append(-1)
    }
  }

  /// Makes room for the pages that the catalog names beyond those known. A page without a scene is in its container's.
  private mutating func learnPages() {
    guard pages.count < catalog.pages.count else { return }
    while pages.count < catalog.pages.count { pages.append(PageState()) }
    forest.layOut(&pages, numbers: &sceneNumbers, catalog.pages)
    for place in pages.indices { pages[place].scene = scene(numbered: sceneNumbers[place]) }
  }

  private mutating func emptyRooms() {
    // Rooms and doors that nobody came to are empty already.
    for slot in 0..<min(doors.count, suspensions.count) { doors[slot].removeAll() }
    roomCount = 0
    listedCount = 0
    firstLive = 0
    listedToasts = 0
    bindings.removeAll(keepingCapacity: true)
    roomPlaces.removeAll(keepingCapacity: true)
    candidatePlaces.removeAll(keepingCapacity: true)
    chainPlaces.removeAll(keepingCapacity: true)
    elderPlaces.removeAll(keepingCapacity: true)
    roomOfSpec.removeAll(keepingCapacity: true)
    anchors.removeAll(keepingCapacity: true)
    if !roomIDs.isEmpty { roomIDs.removeAll(keepingCapacity: true) }
    if !bindingIDs.isEmpty { bindingIDs.removeAll(keepingCapacity: true) }
    if !classAnchors.isEmpty { classAnchors.removeAll(keepingCapacity: true) }
  }

  /// The place of the chain that a popup with these attributes joins.
  mutating func chain(ofSpec spec: Int, in line: Int32) -> Int32 {
    if chainOfSpec[spec] >= 0 { return chainOfSpec[spec] }
    let name = catalog.specs[spec].chain
    let id = UInt64(UInt32(bitPattern: line)) << 32 | UInt64(UInt32(bitPattern: name.rawValue))
    if chainIDs[id] == nil {
      chainIDs[id] = Int32(truncatingIfNeeded: chains.count)
      chains.append(ChainState(name: name, line: line))
      chainPlaces.append(-1)
    }
    chainOfSpec[spec] = chainIDs[id] ?? -1
    return chainOfSpec[spec]
  }

  /// The place of the key that popups with these attributes have in their line.
  mutating func key(ofSpec spec: Int, in line: Int32) -> Int32 {
    if keyOfSpec[spec] >= 0 { return keyOfSpec[spec] }
    let id = UInt64(UInt32(bitPattern: line)) << 32 | UInt64(UInt32(bitPattern: catalog.specs[spec].key.rawValue))
    if keyIDs[id] == nil {
      keyIDs[id] = Int32(truncatingIfNeeded: keys.count)
      keys.append(KeyState())
    }
    keyOfSpec[spec] = keyIDs[id] ?? -1
    return keyOfSpec[spec]
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
    lineCount += 1
    if place > 0 { placeOfLine[name] = place }
    for _ in 0..<Self.kindSlots {
      suspensions.append(0)
      suspended.append(-1)
      cleared.append(-1)
      if doors.count < suspensions.count { doors.append(RankedHeap()) }
    }
    return place
  }

  /// The place of a scene, which is new where the scene is.
  mutating func scene(numbered number: UInt16) -> Int32 {
    if Int(number) < placeOfScene.count, placeOfScene[Int(number)] >= 0 { return placeOfScene[Int(number)] }
    while placeOfScene.count <= Int(number) { placeOfScene.append(-1) }
    if sceneCount == scenes.count { scenes.append(SceneState()) }
    scenes[sceneCount].reset(number: number)
    scenes[sceneCount].busyLines.removeAll(keepingCapacity: true)
    scenes[sceneCount].openBindings.removeAll(keepingCapacity: true)
    scenes[sceneCount].classBindings.removeAll(keepingCapacity: true)
    scenes[sceneCount].lastCurrent = .none
    placeOfScene[Int(number)] = Int32(truncatingIfNeeded: sceneCount)
    sceneCount += 1
    return Int32(truncatingIfNeeded: sceneCount - 1)
  }
}

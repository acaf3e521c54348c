import PopupScheduling

/// The words of the rules' page once more, written down as they stand there, with no thought of time: everything is looked for anew.
struct Oracle {
  struct Popup {
    var spec: PopupSpec
    var level: Int32
    var pages: NameListID
    /// Pages it was given while it was UP.
    var laterPages: NameListID?
    var submitted: Int32
    var submittedAt: Ticks
    var expiresAt: Ticks
    var epoch: Int
    var isReady: Bool
    var isAllowed: Bool
    var isUp = false
    var isEnded = false
    var isInLimbo = false
    var isLeft = false
    var isPlain = false
    var wasShown = false
    var parked: PageID?
    /// When it is gone from the screen at the latest; nil where it is UP or gone.
    var leavesBy: Ticks?
    var generation: Int32 = 0
  }

  struct Page {
    var isKnown = false
    var isAppeared = false
    var isComing = false
    var isGoing = false
    var isCovering = false
    var isCalledOff = false
    /// The number of its latest did-appear.
    var appearance: Int32 = -1
    var isMoving: Bool { isComing || isGoing }
  }

  /// Scrolling or typing.
  struct Gate {
    var page: PageID
  }

  let catalog: Catalog
  var popups: [Int: Popup] = [:]
  var pages: [Page]
  var hasAppeared: Set<UInt16> = []
  var scrolling: [UInt16: Gate] = [:]
  var typing: [UInt16: Gate] = [:]
  var resigned: [UInt16: Int32] = [:]
  var suspensions: [String: Int] = [:]
  var isInBackground = false
  var epoch = 0
  var user: Symbol?
  /// The chains that are open, by line and name: when each round began.
  var opened: [String: Int32] = [:]
  var now = Ticks.zero
  var turnStart: Int32 = 0

  init(_ catalog: Catalog) {
    self.catalog = catalog
    pages = Array(repeating: Page(), count: catalog.pages.count)
  }

  // MARK: Pages

  func lineage(_ page: PageID) -> [PageID] {
    var list: [PageID] = []
    var step = page
    while !step.isNone {
      list.append(step)
      step = catalog.pages[step.index].container
    }
    return list
  }

  func scene(of page: PageID) -> UInt16 { lineage(page).map { catalog.pages[$0.index].scene }.first { $0 != 0 } ?? 0 }

  func pages(of scene: UInt16) -> [PageID] {
    pages.indices.map { PageID($0) }.filter { self.scene(of: $0) == scene }
  }

  func isAppeared(_ page: PageID) -> Bool {
    guard pages[page.index].isAppeared else { return false }
    for outer in lineage(page).dropFirst() {
      guard pages[outer.index].isKnown else { return true }
      guard pages[outer.index].isAppeared else { return false }
    }
    return true
  }

  func isSettled(_ scene: UInt16) -> Bool {
    !hasAppeared.contains(scene) || !pages(of: scene).contains { pages[$0.index].isMoving }
  }

  func current(_ scene: UInt16) -> PageID {
    let all = pages(of: scene)
    let isBlocked = all.contains {
      pages[$0.index].isCovering || (pages[$0.index].isGoing && !pages[$0.index].isCalledOff)
    }
    guard !isBlocked else { return .none }
    let appeared = all.filter { isAppeared($0) }
    func latest(_ list: [PageID]) -> PageID? {
      list.max { pages[$0.index].appearance < pages[$1.index].appearance }
    }
    guard var page = latest(appeared) else { return .none }
    while let inner = latest(appeared.filter { catalog.pages[$0.index].container == page }) { page = inner }
    let isMovingInside = all.contains {
      $0 != page && pages[$0.index].isMoving && !pages[$0.index].isCalledOff && lineage($0).contains(page)
    }
    return isMovingInside ? .none : page
  }

  /// A sheet covers what is neither its kin in a straight line; so does a page that is neither kin nor sibling of what is there.
  func covers(_ page: PageID) -> Bool {
    let container = catalog.pages[page.index].container
    var isOver = false
    for step in lineage(page) {
      guard pages[step.index].isKnown, !pages[step.index].isAppeared else { break }
      if catalog.pages[step.index].presentation != .full { isOver = true }
    }
    if !isOver, !container.isNone, pages[container.index].isKnown, isAppeared(container) { return false }
    return pages(of: scene(of: page)).contains { other in
      isAppeared(other) && !lineage(page).contains(other) && !lineage(other).contains(page)
        && (isOver || container.isNone || catalog.pages[other.index].container != container)
    }
  }

  mutating func takePage(_ event: Event) {
    let place = event.page.index
    let scene = scene(of: event.page)
    pages[place].isKnown = true
    for popup in popups.keys where popups[popup]?.spec.scene == scene { takeLaterPages(popup) }
    switch event.kind {
    case .pageWillAppear:
      pages[place].isCovering = covers(event.page)
      pages[place].isComing = true
      pages[place].isGoing = false
      pages[place].isCalledOff = false
    case .pageDidAppear:
      for other in pages(of: scene) { settle(other) }
      pages[place].isAppeared = true
      pages[place].appearance = event.sequence
      hasAppeared.insert(scene)
    case .pageWillDisappear:
      pages[place].isAppeared = false
      pages[place].isCalledOff = pages[place].isCovering || pages[place].isCalledOff
      pages[place].isCovering = false
      pages[place].isComing = false
      pages[place].isGoing = true
    case .pageDidDisappear:
      pages[place].isAppeared = false
      settle(event.page)
      endGates(event.page, scene)
    case .pageRemoved:
      pages[place].isAppeared = false
      endGates(event.page, scene)
    default: break
    }
    let page = current(scene)
    if !page.isNone {
      if scrolling[scene]?.page.isNone == true { scrolling[scene]?.page = page }
      if typing[scene]?.page.isNone == true { typing[scene]?.page = page }
    }
  }

  mutating func settle(_ page: PageID) {
    pages[page.index].isComing = false
    pages[page.index].isGoing = false
    pages[page.index].isCovering = false
    pages[page.index].isCalledOff = false
  }

  mutating func endGates(_ page: PageID, _ scene: UInt16) {
    if let gate = scrolling[scene], lineage(gate.page).contains(page) { scrolling[scene] = nil }
    if let gate = typing[scene], lineage(gate.page).contains(page) { typing[scene] = nil }
  }

  // MARK: Eligible

  func matches(_ popup: Popup, _ page: PageID) -> Bool {
    guard !popup.isPlain else { return true }
    let lineage = lineage(page)
    if !popup.spec.instance.isNone, !lineage.contains(popup.spec.instance) { return false }
    guard !popup.pages.isNone else { return true }
    return lineage.contains {
      catalog.names.matches(classes: catalog.pages[$0.index].classes, anyOf: popup.pages, popup.spec.matching)
    }
  }

  func isGateOpen(_ popup: Popup) -> Bool {
    guard popup.spec.kind != .hud, popup.spec.kind != .system else { return true }
    let scene = popup.spec.scene
    let page = lineage(current(scene))
    if let gate = scrolling[scene], page.contains(gate.page) { return false }
    let held: [PopupKind] = [.campaign, .message, .guide, .splash, .permission]
    if let gate = typing[scene], page.contains(gate.page), held.contains(popup.spec.kind) { return false }
    let line = "\(scene) \(popup.spec.scheduler)"
    return !isInBackground && suspensions[line, default: 0] == 0
      && suspensions["\(line) \(popup.spec.kind)", default: 0] == 0
  }

  func chain(_ popup: Popup) -> String? {
    guard !popup.spec.chain.isNone, popup.spec.kind != .hud, popup.spec.kind != .system else { return nil }
    return "\(popup.spec.scene) \(popup.spec.scheduler) \(popup.spec.chain)"
  }

  func liveMembers(_ chain: String) -> [Popup] {
    popups.values.filter { self.chain($0) == chain && !$0.isEnded }.sorted { $0.submitted < $1.submitted }
  }

  func holdingChain(_ scene: UInt16, _ scheduler: UInt16) -> String? {
    let page = current(scene)
    guard !page.isNone else { return nil }
    let holding = opened.filter { chain, _ in
      guard chain.hasPrefix("\(scene) \(scheduler) "), let next = liveMembers(chain).first else { return false }
      return matches(next, page) && (next.parked.map { lineage(page).contains($0) } ?? true)
    }
    return holding.min { $0.value < $1.value }?.key
  }

  func isEligible(_ place: Int) -> Bool {
    guard let popup = popups[place], !popup.isEnded, !popup.isUp, !popup.isInLimbo, !popup.isLeft else { return false }
    guard popup.epoch == epoch || popup.spec.kind == .system, popup.isReady, popup.isAllowed, now < popup.expiresAt,
      isGateOpen(popup)
    else { return false }
    let chain = chain(popup)
    if let chain, liveMembers(chain).first?.submitted != popup.submitted { return false }
    let page = current(popup.spec.scene)
    let isFree = popup.spec.instance.isNone && popup.pages.isNone && popup.parked == nil
    if popup.spec.kind == .hud, isFree || popup.isPlain { return true }
    guard !page.isNone, isSettled(popup.spec.scene), matches(popup, page),
      popup.parked.map({ lineage(page).contains($0) }) ?? true
    else { return false }
    if popup.spec.kind == .hud { return true }
    let holding = holdingChain(popup.spec.scene, popup.spec.scheduler)
    return holding == nil || holding == chain
  }

  /// Whether no popup that takes the slot is VISIBLE in a scene.
  func isSlotFree(_ scene: UInt16) -> Bool {
    !popups.values.contains {
      $0.spec.scene == scene && $0.spec.kind != .hud && ($0.isUp || $0.leavesBy.map { $0 > now } ?? false)
    }
  }
}

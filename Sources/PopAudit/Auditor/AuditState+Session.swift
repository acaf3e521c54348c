import PopupScheduling

// The beginning of a session, and its end.
extension AuditState {
  /// Goes back to the beginning, for another session, and keeps the memory.
  mutating func begin(catalog: Catalog, tick: TickLength, marksReentrantStimuli: Bool) {
    self.tick = tick
    self.marksReentrantStimuli = marksReentrantStimuli
    second = tick.ticks(ceilingMilliseconds: 1000)
    threeSeconds = tick.ticks(ceilingMilliseconds: 3000)
    twentySeconds = tick.ticks(ceilingMilliseconds: 20_000)
    now = .zero
    sequence = -1
    time = .zero
    jumped = false
    hasHole = false
    step.forget()
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
    for place in scenes.indices { placeOfScene[Int(scenes[place].number)] = -1 }
    emptyTables()
    learn(catalog)
  }

  /// Lets go of the catalog, so that the reader can fill the next one in its memory.
  mutating func releaseCatalog() { catalog = Self.emptyCatalog }

  private static let emptyCatalog = Catalog()

  private mutating func emptyTables() {
    latest = -1
    pageCount = 0
    listedCount = 0
    firstLive = 0
    listedToasts = 0
    popups.removeAll()
    pages.removeAll()
    scenes.removeAll()
    lines.removeAll()
    chains.removeAll()
    keys.removeAll()
    rooms.removeAll()
    bindings.removeAll()
    anchors.removeAll()
    doors.removeAll()
    suspensions.removeAll()
    suspended.removeAll()
    cleared.removeAll()
    pageLists.removeAll()
    numberLists.removeAll()
    heaps.removeAll()
    emptiedChains.removeAll()
    busyLines.removeAll()
    foldedScenes.removeAll()
    dirtyLines.removeAll()
    touchedToasts.removeAll()
    altered.removeAll()
    changedScenes.removeAll()
    slotScenes.removeAll()
    roomPlaces.removeAll()
    candidatePlaces.removeAll()
    chainPlaces.removeAll()
    elderPlaces.removeAll()
    lineOfSpec.removeAll()
    roomOfSpec.removeAll()
    chainOfSpec.removeAll()
    keyOfSpec.removeAll()
    placeOfLine.removeAll()
    roomIDs.removeAll()
    bindingIDs.removeAll()
    classAnchors.removeAll()
    chainIDs.removeAll()
    keyIDs.removeAll()
    objects.removeAll()
  }

  /// Makes room for what a catalog names beyond what is known.
  mutating func learn(_ catalog: Catalog) {
    self.catalog = catalog
    if lines.isEmpty { _ = place(ofLine: SchedulerLine()) }
    let popupCount = max(0, catalog.popupNumbers.count - popups.count)
    popups.append(repeating: PopupState(), count: popupCount)
    candidatePlaces.append(repeating: -1, count: popupCount)
    elderPlaces.append(repeating: -1, count: popupCount)
    learnPages()
    let specCount = max(0, catalog.specs.count - lineOfSpec.count)
    for place in lineOfSpec.count..<lineOfSpec.count + specCount {
      lineOfSpec.append(self.place(ofLine: catalog.specs[place].line))
    }
    roomOfSpec.append(repeating: -1, count: specCount)
    chainOfSpec.append(repeating: -1, count: specCount)
    keyOfSpec.append(repeating: -1, count: specCount)
  }

  /// Makes room for the pages that the catalog names beyond those known. A page without a scene is in its container's.
  private mutating func learnPages() {
    guard pages.count < catalog.pages.count else { return }
    pages.append(repeating: PageState(), count: catalog.pages.count - pages.count)
    forest.layOut(&pages, numbers: &sceneNumbers, catalog.pages)
    for place in pages.indices { pages[place].scene = scene(numbered: sceneNumbers[place]) }
  }
}

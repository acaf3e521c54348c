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
    hasGap = false
    knownSince = -1
    knowsUser = true
    knowsBackground = true
    turn.forget()
    deadlines.removeAll()
    expiries.removeAll()
    timers.begin(popupCount: catalog.popupNumbers.count)
    epoch = 0
    epochBegan = -1
    isSignedIn = false
    user = .none
    background = -1
    backgroundSince = .zero
    backgroundTotal = .zero
    for index in scenes.indices { sceneIndices[Int(scenes[index].number)] = -1 }
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
    listedExemptCount = 0
    popups.removeAll()
    pages.removeAll()
    scenes.removeAll()
    queues.removeAll()
    chains.removeAll()
    keys.removeAll()
    groups.removeAll()
    bindings.removeAll()
    anchors.removeAll()
    openGroups.removeAll()
    suspensions.removeAll()
    suspended.removeAll()
    cleared.removeAll()
    pageLists.removeAll()
    numberLists.removeAll()
    heaps.removeAll()
    emptiedChains.removeAll()
    busyQueues.removeAll()
    foldedScenes.removeAll()
    dirtyQueues.removeAll()
    dirtyExempt.removeAll()
    altered.removeAll()
    changedScenes.removeAll()
    slotScenes.removeAll()
    openGroupPositions.removeAll()
    readyPositions.removeAll()
    holderPositions.removeAll()
    agePositions.removeAll()
    queueOfSpec.removeAll()
    groupOfSpec.removeAll()
    chainOfSpec.removeAll()
    keyOfSpec.removeAll()
    queueIndices.removeAll()
    groupIDs.removeAll()
    bindingIDs.removeAll()
    classAnchors.removeAll()
    chainIDs.removeAll()
    keyIDs.removeAll()
    objects.removeAll()
  }

  /// Makes room for what a catalog names beyond what is known.
  mutating func learn(_ catalog: Catalog) {
    self.catalog = catalog
    // The queue of an app with one scene and one scheduler is always the first.
    var scheduler = SchedulerID()
    var queue = self.queue(of: scheduler)
    let popupCount = max(0, catalog.popupNumbers.count - popups.count)
    popups.append(repeating: AuditedPopup(), count: popupCount)
    readyPositions.append(repeating: -1, count: popupCount)
    agePositions.append(repeating: -1, count: popupCount)
    learnPages()
    let specCount = max(0, catalog.specs.count - queueOfSpec.count)
    for index in queueOfSpec.count..<queueOfSpec.count + specCount {
      if catalog.specs[index].schedulerID != scheduler {
        scheduler = catalog.specs[index].schedulerID
        queue = self.queue(of: scheduler)
      }
      queueOfSpec.append(queue)
    }
    groupOfSpec.append(repeating: -1, count: specCount)
    chainOfSpec.append(repeating: -1, count: specCount)
    keyOfSpec.append(repeating: -1, count: specCount)
  }

  /// Makes room for the pages that the catalog names beyond those known. A page without a scene is in its container's.
  private mutating func learnPages() {
    guard pages.count < catalog.pages.count else { return }
    pages.append(repeating: PageState(), count: catalog.pages.count - pages.count)
    forest.layOut(&pages, numbers: &sceneNumbers, catalog.pages)
    for index in pages.indices { pages[index].scene = scene(numbered: sceneNumbers[index]) }
  }
}

import PopupScheduling

// The beginning of a session, its end, and where things stand.
extension AuditState {
  mutating func begin(catalog: Catalog, tick: TickLength, marksReentrantStimuli: Bool, isObserved: Bool = false) {
    (self.tick, self.isObserved) = (tick, isObserved)
    self.marksReentrantStimuli = marksReentrantStimuli
    timers.begin(popupCount: catalog.popupNumbers.count)
    learn(catalog)
  }

  /// Lets go of the catalog, so that the reader can fill the next one in its memory.
  mutating func releaseCatalog() { catalog = emptyCatalog }

  /// Makes room for what a catalog names beyond what is known.
  mutating func learn(_ catalog: consuming Catalog) {
    self.catalog = catalog
    // The queue of an app with one scene and one scheduler is always the first.
    var scheduler = SchedulerID()
    var queue = self.queue(of: scheduler)
    popups.append(repeating: AuditedPopup(), count: max(0, catalog.popupNumbers.count - popups.count))
    learnPages()
    let specs = catalog.specs
    for index in specIndices.count..<max(specIndices.count, specs.count) {
      if specs[index].schedulerID != scheduler {
        scheduler = specs[index].schedulerID
        queue = self.queue(of: scheduler)
      }
      specIndices.append(SpecIndices(queue: queue))
    }
  }

  private mutating func learnPages() {
    let named = catalog.pages
    guard pages.count < named.count else { return }
    pages.append(repeating: PageState(), count: named.count - pages.count)
    forest.read(named, count: pages.count)
    var scene: Int32 = -1
    for index in pages.indices {
      let number = forest.scene(of: PageID(index))
      if scene < 0 || scenes[Int(scene)].number != number { scene = self.scene(numbered: number) }
      pages[index].classes = named[index].classes
      pages[index].scene = scene
    }
    for index in forest.order.indices {
      let page = forest.order[index].index
      let container = forest.container(of: PageID(page))
      let isInCover = !container.isNone && pages[container.index].flags.contains(.comesOver)
      if isInCover || named[page].presentation != .full { pages[page].flags.insert(.comesOver) }
    }
  }

  mutating func chain(ofSpec spec: Int, in queue: Int32) -> Int32 {
    if specIndices[spec].chain >= 0 { return specIndices[spec].chain }
    let name = catalog.specs[spec].chain
    let chain = chainIDs.index(of: IndexTable.Key(queue, name.rawValue), orNew: chains.count)
    if chain == chains.count { chains.append(ChainState(name: name, queue: queue)) }
    specIndices[spec].chain = chain
    return chain
  }

  mutating func key(ofSpec spec: Int, in queue: Int32) -> Int32 {
    if specIndices[spec].key >= 0 { return specIndices[spec].key }
    let key = keyIDs.index(of: IndexTable.Key(queue, catalog.specs[spec].key.rawValue), orNew: keys.count)
    if key == keys.count { keys.append(KeyState()) }
    specIndices[spec].key = key
    return key
  }

  mutating func queue(of scheduler: SchedulerID) -> Int32 {
    let queue = queueIndices.index(of: Self.key(of: scheduler), orNew: queues.count)
    if Int(queue) == queues.count {
      queues.append(QueueState(scene: scene(numbered: scheduler.scene)))
      slots.append(repeating: KindSlot(), count: Self.kindSlots)
    }
    return queue
  }

  func knownQueue(of scheduler: SchedulerID) -> Int32 { queueIndices[Self.key(of: scheduler)] }

  private static func key(of scheduler: SchedulerID) -> IndexTable.Key {
    IndexTable.Key(Int32(scheduler.scene), Int32(scheduler.scheduler))
  }

  mutating func scene(numbered number: UInt16) -> Int32 {
    if knownScene(numbered: number) < 0 {
      sceneIndices[Int(number)] = Int32(truncatingIfNeeded: scenes.count)
      scenes.append(SceneState(number: number))
    }
    return knownScene(numbered: number)
  }

  func knownScene(numbered number: UInt16) -> Int32 { sceneIndices[Int(number)] }
}

import PopupScheduling

// Where chains, keys, queues and scenes stand.
extension AuditState {
  /// The index of the chain that a popup with these attributes joins.
  mutating func chain(ofSpec spec: Int, in queue: Int32) -> Int32 {
    if chainOfSpec[spec] >= 0 { return chainOfSpec[spec] }
    let name = catalog.specs[spec].chain
    let key = IndexTable.Key(queue, name.rawValue)
    var chain = chainIDs[key]
    if chain < 0 {
      chain = Int32(truncatingIfNeeded: chains.count)
      chainIDs[key] = chain
      chains.append(ChainState(name: name, queue: queue))
      holderPositions.append(-1)
    }
    chainOfSpec[spec] = chain
    return chain
  }

  /// The index of the key that popups with these attributes have in their queue.
  mutating func key(ofSpec spec: Int, in queue: Int32) -> Int32 {
    if keyOfSpec[spec] >= 0 { return keyOfSpec[spec] }
    let id = IndexTable.Key(queue, catalog.specs[spec].key.rawValue)
    var key = keyIDs[id]
    if key < 0 {
      key = Int32(truncatingIfNeeded: keys.count)
      keyIDs[id] = key
      keys.append(KeyState())
    }
    keyOfSpec[spec] = key
    return key
  }

  /// The index of the queue that popups with these attributes belong to.
  func queue(ofSpec spec: SpecID) -> Int32 { queueOfSpec[spec.index] }

  /// The index of a queue, which is new where the queue is.
  mutating func queue(of scheduler: SchedulerID) -> Int32 {
    let known = knownQueue(of: scheduler)
    if known >= 0 { return known }
    let index = Int32(truncatingIfNeeded: queues.count)
    var state = QueueState()
    state.scene = scene(numbered: scheduler.scene)
    state.scheduler = scheduler.scheduler
    queues.append(state)
    if index > 0 { queueIndices[IndexTable.Key(Int32(scheduler.scene), Int32(scheduler.scheduler))] = index }
    suspensions.append(repeating: 0, count: Self.kindSlots)
    suspended.append(repeating: -1, count: Self.kindSlots)
    cleared.append(repeating: -1, count: Self.kindSlots)
    openGroups.append(repeating: PooledList(), count: Self.kindSlots)
    return index
  }

  /// The index of a queue; negative where it is not known.
  func knownQueue(of scheduler: SchedulerID) -> Int32 {
    if !queues.isEmpty, queues[0].scheduler == scheduler.scheduler,
      scenes[Int(queues[0].scene)].number == scheduler.scene
    {
      return 0
    }
    return queueIndices[IndexTable.Key(Int32(scheduler.scene), Int32(scheduler.scheduler))]
  }

  /// The index of a scene, which is new where the scene is.
  mutating func scene(numbered number: UInt16) -> Int32 {
    let known = knownScene(numbered: number)
    if known >= 0 { return known }
    if sceneIndices.count <= Int(number) {
      sceneIndices.append(repeating: -1, count: Int(number) + 1 - sceneIndices.count)
    }
    let index = Int32(truncatingIfNeeded: scenes.count)
    var state = SceneState()
    state.number = number
    scenes.append(state)
    sceneIndices[Int(number)] = index
    return index
  }

  /// The index of a scene; negative where it is not known.
  func knownScene(numbered number: UInt16) -> Int32 {
    Int(number) < sceneIndices.count ? sceneIndices[Int(number)] : -1
  }
}

import PopupScheduling

// Where chains, keys, lines and scenes stand.
extension AuditState {
  /// The place of the chain that a popup with these attributes joins.
  mutating func chain(ofSpec spec: Int, in line: Int32) -> Int32 {
    if chainOfSpec[spec] >= 0 { return chainOfSpec[spec] }
    let name = catalog.specs[spec].chain
    let key = IndexTable.Key(line, name.rawValue)
    var chain = chainIDs[key]
    if chain < 0 {
      chain = Int32(truncatingIfNeeded: chains.count)
      chainIDs[key] = chain
      chains.append(ChainState(name: name, line: line))
      chainPlaces.append(-1)
    }
    chainOfSpec[spec] = chain
    return chain
  }

  /// The place of the key that popups with these attributes have in their line.
  mutating func key(ofSpec spec: Int, in line: Int32) -> Int32 {
    if keyOfSpec[spec] >= 0 { return keyOfSpec[spec] }
    let id = IndexTable.Key(line, catalog.specs[spec].key.rawValue)
    var key = keyIDs[id]
    if key < 0 {
      key = Int32(truncatingIfNeeded: keys.count)
      keyIDs[id] = key
      keys.append(KeyState())
    }
    keyOfSpec[spec] = key
    return key
  }

  /// The place of the line that popups with these attributes belong to.
  func place(ofSpec spec: SpecID) -> Int32 { lineOfSpec[spec.index] }

  /// The place of a line, which is new where the line is.
  mutating func place(ofLine line: SchedulerID) -> Int32 {
    let known = knownPlace(ofLine: line)
    if known >= 0 { return known }
    let place = Int32(truncatingIfNeeded: lines.count)
    var state = LineState()
    state.scene = scene(numbered: line.scene)
    state.scheduler = line.scheduler
    lines.append(state)
    if place > 0 { placeOfLine[IndexTable.Key(Int32(line.scene), Int32(line.scheduler))] = place }
    suspensions.append(repeating: 0, count: Self.kindSlots)
    suspended.append(repeating: -1, count: Self.kindSlots)
    cleared.append(repeating: -1, count: Self.kindSlots)
    doors.append(repeating: PooledList(), count: Self.kindSlots)
    return place
  }

  /// The place of a line; negative where it is not known.
  func knownPlace(ofLine line: SchedulerID) -> Int32 {
    if !lines.isEmpty, lines[0].scheduler == line.scheduler, scenes[Int(lines[0].scene)].number == line.scene {
      return 0
    }
    return placeOfLine[IndexTable.Key(Int32(line.scene), Int32(line.scheduler))]
  }

  /// The place of a scene, which is new where the scene is.
  mutating func scene(numbered number: UInt16) -> Int32 {
    let known = knownScene(numbered: number)
    if known >= 0 { return known }
    if placeOfScene.count <= Int(number) {
      placeOfScene.append(repeating: -1, count: Int(number) + 1 - placeOfScene.count)
    }
    let place = Int32(truncatingIfNeeded: scenes.count)
    var state = SceneState()
    state.number = number
    scenes.append(state)
    placeOfScene[Int(number)] = place
    return place
  }

  /// The place of a scene; negative where it is not known.
  func knownScene(numbered number: UInt16) -> Int32 {
    Int(number) < placeOfScene.count ? placeOfScene[Int(number)] : -1
  }
}

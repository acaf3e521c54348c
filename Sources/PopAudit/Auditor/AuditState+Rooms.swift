import PopupScheduling

extension AuditState {
  /// Puts a popup into the room it waits in, among the ready or not, or takes it out, as its flags say.
  ///
  /// - Complexity: O(log n) with n in the room.
  @inline(__always)
  mutating func seat(_ place: Int) {
    if popups[place].mayTakeSeat { takeSeat(place) }
  }

  @inline(never)
  private mutating func takeSeat(_ place: Int) {
    let popup = Int32(truncatingIfNeeded: place)
    let chain = Int(popups[place].chain)
    if chain >= 0, chains[chain].isOpen, chains[chain].first == popup { seatChain(chain) }
    guard popups[place].flags.contains(.listed) else {
      if popups[place].room >= 0 { leaveRoom(place) }
      return
    }
    let room = room(for: place)
    if popups[place].room != room {
      if popups[place].room >= 0 { leaveRoom(place) }
      enter(place, room)
    }
    if rooms[Int(room)].isExempt {
      touchToast(place)
      return
    }
    let isReady = isReady(place)
    let wasReady = candidatePlaces[place] >= 0
    if isReady, wasReady {
      guard heaps[rooms[Int(room)].ready, Int(candidatePlaces[place])].rank != popups[place].rank else { return }
      heaps.change(popup, rank: popups[place].rank, in: rooms[Int(room)].ready, &candidatePlaces)
    } else if isReady {
      if popups[place].readySince < 0 { popups[place].readySince = sequence }
      heaps.insert(popup, rank: popups[place].rank, into: &rooms[Int(room)].ready, &candidatePlaces)
      if popups[place].passedOver < StarvationRule.limit {
        heaps.insert(popup, rank: UInt64(popups[place].submitted), into: &rooms[Int(room)].elders, &elderPlaces)
      }
    } else {
      popups[place].readySince = -1
      guard wasReady else { return }
      unready(place)
    }
    hang(room)
    touch(line: Int(popups[place].line))
  }

  /// Gives the popup submitted last its seat, unless it needs none any more.
  @inline(__always)
  mutating func seatLatest() {
    guard latest >= 0 else { return }
    let place = Int(latest)
    latest = -1
    seat(place)
  }

  private mutating func unready(_ place: Int) {
    let popup = Int32(truncatingIfNeeded: place)
    let room = Int(popups[place].room)
    heaps.remove(popup, from: &rooms[room].ready, &candidatePlaces)
    if elderPlaces[place] >= 0 { heaps.remove(popup, from: &rooms[room].elders, &elderPlaces) }
  }

  /// A popup has been passed over once more. Once that was often enough, it counts no more.
  mutating func notePassedOver(_ place: Int) {
    popups[place].passedOver += 1
    if popups[place].passedOver == StarvationRule.limit, elderPlaces[place] >= 0 {
      let room = Int(popups[place].room)
      heaps.remove(Int32(truncatingIfNeeded: place), from: &rooms[room].elders, &elderPlaces)
    }
  }

  private mutating func enter(_ place: Int, _ room: Int32) {
    let first = rooms[Int(room)].members
    popups[place].room = room
    popups[place].roomPrevious = -1
    popups[place].roomNext = first
    if first >= 0 { popups[Int(first)].roomPrevious = Int32(truncatingIfNeeded: place) }
    rooms[Int(room)].members = Int32(truncatingIfNeeded: place)
  }

  private mutating func leaveRoom(_ place: Int) {
    let room = popups[place].room
    if candidatePlaces[place] >= 0 {
      unready(place)
      hang(room)
      touch(line: Int(popups[place].line))
    }
    if !popups[place].flags.contains(.listed) { popups[place].readySince = -1 }
    let previous = popups[place].roomPrevious
    let next = popups[place].roomNext
    if previous >= 0 { popups[Int(previous)].roomNext = next } else { rooms[Int(room)].members = next }
    if next >= 0 { popups[Int(next)].roomPrevious = previous }
    popups[place].room = -1
  }

  /// Hangs a room out in its line, if somebody ready is in it and the page will do, or takes it down.
  private mutating func hang(_ room: Int32) {
    let it = Int(room)
    guard !rooms[it].isExempt else { return }
    let line = Int(rooms[it].line)
    let kind = UInt32(rooms[it].kind.rawValue)
    let slot = line * Self.kindSlots + 1 + Int(kind)
    let isOut = roomPlaces[it] >= 0
    if bindings[Int(rooms[it].binding)].isOpen, !rooms[it].ready.isEmpty {
      let rank = heaps[rooms[it].ready, 0].rank
      if isOut {
        heaps.change(room, rank: rank, in: doors[slot], &roomPlaces)
      } else {
        heaps.insert(room, rank: rank, into: &doors[slot], &roomPlaces)
        lines[line].kinds |= 1 << kind
      }
    } else if isOut {
      heaps.remove(room, from: &doors[slot], &roomPlaces)
      if doors[slot].isEmpty { lines[line].kinds &= ~(1 << kind) }
    }
  }

  private mutating func room(for place: Int) -> Int32 {
    let spec = Int(popups[place].spec)
    let isAsSubmitted = popups[place].flags.isDisjoint(with: [.parked, .altered, .plain])
    if isAsSubmitted, roomOfSpec[spec] >= 0 { return roomOfSpec[spec] }
    let room = room(ofLine: popups[place].line, popups[place].kind, bindingKey(for: place))
    if isAsSubmitted { roomOfSpec[spec] = room }
    return room
  }

  /// What a popup asks of a page now.
  mutating func binding(for place: Int) -> Int32 { binding(bindingKey(for: place)) }

  @inline(__always)
  private func bindingKey(for place: Int) -> PageBinding.Key {
    PageBinding.Key(
      scene: popups[place].scene, pages: popups[place].pages,
      matching: catalog.specs[Int(popups[place].spec)].matching, instance: popups[place].instance,
      parked: popups[place].isParked ? popups[place].parkedPage : .none)
  }

  private mutating func room(ofLine line: Int32, _ kind: PopupKind, _ asked: PageBinding.Key) -> Int32 {
    let key = asked.id(among: line << 4 | Int32(kind.rawValue))
    let known = roomIDs[key]
    return known >= 0 ? known : makeRoom(ofLine: line, kind, binding(asked), key)
  }

  @inline(never)
  private mutating func makeRoom(ofLine line: Int32, _ kind: PopupKind, _ binding: Int32, _ key: IndexTable.Key) -> Int32 {
    let room = Int32(truncatingIfNeeded: rooms.count)
    rooms.append(
      WaitingRoom(
        line: line, kind: kind, binding: binding, next: bindings[Int(binding)].rooms, isExempt: kind.isExempt))
    roomPlaces.append(-1)
    bindings[Int(binding)].rooms = room
    roomIDs[key] = room
    return room
  }

  private mutating func binding(_ key: PageBinding.Key) -> Int32 {
    let id = key.id(among: key.scene)
    let known = bindingIDs[id]
    if known >= 0 { return known }
    let binding = Int32(truncatingIfNeeded: bindings.count)
    bindingIDs[id] = binding
    bindings.append(PageBinding(key: key, isOpen: key.isFree))
    guard !key.isFree else { return binding }
    if !key.parked.isNone { anchor(binding, to: key.parked) }
    if !key.instance.isNone { anchor(binding, to: key.instance) }
    if key.isOfClasses {
      numberLists.append(binding, to: &scenes[Int(key.scene)].classBindings)
      for name in catalog.names.list(key.pages) {
        let className = IndexTable.Key(key.scene, name.rawValue)
        anchors.append(BindingAnchor(binding: binding, next: classAnchors[className]))
        classAnchors[className] = Int32(truncatingIfNeeded: anchors.count - 1)
      }
    }
    check(binding, scenes[Int(key.scene)].lastCurrent)
    return binding
  }

  private mutating func anchor(_ binding: Int32, to page: PageID) {
    guard page.index < pages.count else { return }
    anchors.append(BindingAnchor(binding: binding, next: pages[page.index].anchors))
    pages[page.index].anchors = Int32(truncatingIfNeeded: anchors.count - 1)
  }

  /// Opens a binding, or closes it, as a page that is current says.
  @inline(__always)
  private mutating func check(_ binding: Int32, _ page: PageID) {
    guard bindings[Int(binding)].checked != pageCount else { return }
    bindings[Int(binding)].checked = pageCount
    let isOfClasses = bindings[Int(binding)].key.isOfClasses
    let isOpen = !page.isNone && (isOfClasses ? takes(Int(binding), page) : fits(Int(binding), page))
    if isOpen != bindings[Int(binding)].isOpen { turn(binding, isOpen) }
  }

  /// Whether a page is what a binding asks for.
  ///
  /// - Complexity: O(d) for a page that stands in d others.
  private mutating func fits(_ binding: Int, _ page: PageID) -> Bool {
    let parked = bindings[binding].key.parked
    let instance = bindings[binding].key.instance
    guard parked.isNone || isInLineage(parked, of: page), instance.isNone || isInLineage(instance, of: page) else {
      return false
    }
    return bindings[binding].key.pages.isNone || takes(binding, page)
  }

  /// Whether a page, or one it stands in, is of a class that a binding asks for.
  ///
  /// - Complexity: O(d) for a page that stands in d others.
  @inline(__always)
  private mutating func takes(_ binding: Int, _ page: PageID) -> Bool {
    var step = page
    while !step.isNone, step.index < pages.count {
      if bindings[binding].takes(pages[step.index].classes, catalog.names) { return true }
      step = pages[step.index].container
    }
    return false
  }

  /// Opens or closes a binding, with the rooms and chains that hang on it.
  @inline(never)
  private mutating func turn(_ binding: Int32, _ isOpen: Bool) {
    bindings[Int(binding)].isOpen = isOpen
    let scene = Int(bindings[Int(binding)].key.scene)
    if isOpen {
      bindings[Int(binding)].openPlace = scenes[scene].openBindings.count
      numberLists.append(binding, to: &scenes[scene].openBindings)
    } else {
      let place = Int(bindings[Int(binding)].openPlace)
      let last = numberLists.removeLast(from: &scenes[scene].openBindings)
      if last != binding {
        numberLists[scenes[scene].openBindings, place] = last
        bindings[Int(last)].openPlace = Int32(truncatingIfNeeded: place)
      }
    }
    var room = bindings[Int(binding)].rooms
    while room >= 0 {
      if rooms[Int(room)].isExempt { touchToasts(in: room) } else { hang(room) }
      room = rooms[Int(room)].next
    }
    var chain = bindings[Int(binding)].chains
    while chain >= 0 {
      let next = chains[Int(chain)].bindingNext
      seatChain(Int(chain))
      chain = next
    }
  }

  /// Another page than before has become current: opens and closes what it, or the one before, concerns.
  mutating func openBindings(for page: PageID, in scene: Int) {
    guard page != scenes[scene].lastCurrent else { return }
    scenes[scene].lastCurrent = page
    pageCount &+= 1
    var index = Int(scenes[scene].openBindings.count) - 1
    while index >= 0 {
      // One that closes is replaced by the last, which has been looked at.
      check(numberLists[scenes[scene].openBindings, index], page)
      index -= 1
    }
    var step = page
    while !step.isNone, step.index < pages.count {
      check(anchorsFrom: pages[step.index].anchors, page, in: scene)
      step = pages[step.index].container
    }
    let few = 16
    let bound = scenes[scene].classBindings
    guard bound.count > few else {
      for index in bound.indices { check(numberLists[bound, index], page) }
      return
    }
    step = page
    while !step.isNone, step.index < pages.count {
      for name in catalog.names.list(pages[step.index].classes) {
        let className = IndexTable.Key(Int32(truncatingIfNeeded: scene), name.rawValue)
        check(anchorsFrom: classAnchors[className], page, in: scene)
      }
      step = pages[step.index].container
    }
  }

  private mutating func check(anchorsFrom first: Int32, _ page: PageID, in scene: Int) {
    var anchor = first
    while anchor >= 0 {
      let binding = anchors[Int(anchor)].binding
      if Int(bindings[Int(binding)].key.scene) == scene { check(binding, page) }
      anchor = anchors[Int(anchor)].next
    }
  }

  /// The places of everybody who waits PARKED for a page, or bound to it by `instance`.
  func appendWaiting(forPage page: PageID, to list: inout OwnedArray<Int32>) {
    var anchor = pages[page.index].anchors
    while anchor >= 0 {
      var room = bindings[Int(anchors[Int(anchor)].binding)].rooms
      while room >= 0 {
        var popup = rooms[Int(room)].members
        while popup >= 0 {
          list.append(popup)
          popup = popups[Int(popup)].roomNext
        }
        room = rooms[Int(room)].next
      }
      anchor = anchors[Int(anchor)].next
    }
  }
}

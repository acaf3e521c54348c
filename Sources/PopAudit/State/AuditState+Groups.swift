import PopupScheduling

// The popups that are LIVE and not UP: a list as long as they are few, groups of those with the same requirements from then on.
extension AuditState {
  /// Finds out whether a popup is ready now, and has its queue looked at where that may matter.
  @inline(__always)
  mutating func regroup(_ index: Int) {
    if popups[index].mayNeedGroup { settleReadiness(index) }
  }

  private mutating func settleReadiness(_ index: Int) {
    let isListed = popups[index].flags.contains(.listed)
    let wasReady = popups[index].wasReady
    let isReady = isListed && isReady(index)
    if isReady != wasReady {
      if isReady { popups[index].readySince = sequence }
      popups[index].readyUntil = isReady ? .max : sequence
    }
    popups[index].comparedPage = .none
    let chain = Int(popups[index].chain)
    if chain >= 0, chains[chain].isOpen, chainMembers.first(of: chain) == index { updateChain(chain) }
    if isIndexed { move(index, to: isListed ? group(for: index) : -1) }
    if popups[index].isExempt {
      if isListed { touchExempt(index) }
    } else if isReady || wasReady {
      touch(queue: Int(popups[index].queue))
    }
  }

  /// Lists the popup submitted last, unless it no longer waits.
  @inline(__always)
  mutating func relistLatest() {
    if latest >= 0 { relist(Int(latest)) }
  }

  /// So many wait by now, or so many chains are OPEN, that looking at them one by one would take long.
  mutating func makeGroups() {
    isIndexed = true
    for scene in scenes.indices { openBindings(for: scenes[scene].lastCurrent, in: scene) }
    for index in waiting.indices { move(Int(waiting[index]), to: group(for: Int(waiting[index]))) }
    waiting.removeAll()
    for index in openChains.indices { updateChain(Int(openChains[index])) }
    openChains.removeAll()
  }

  /// Goes back to the lists once far fewer wait.
  mutating func leaveGroups() {
    guard listedCount <= few / 4, boundChains.count <= few / 4 else { return }
    for group in groups.indices {
      while case let popup = members.first(of: group), popup >= 0 {
        move(popup, to: -1)
        waiting.append(Int32(truncatingIfNeeded: popup))
      }
    }
    for chain in chains.indices where chains[chain].isOpen {
      chains[chain].isOpen = false
      updateChain(chain)
      chains[chain].isOpen = true
      openChains.append(Int32(truncatingIfNeeded: chain))
    }
    isIndexed = false
  }

  /// Moves a popup to a group, among the ready or not, or out of its group where that is negative.
  private mutating func move(_ index: Int, to group: Int32) {
    let (popup, old) = (Int32(truncatingIfNeeded: index), popups[index].group)
    if ready.contains(popup) { ready.remove(popup, from: &groups[Int(old)].ready) }
    if byAge.contains(popup) { byAge.remove(popup, from: &groups[Int(old)].byAge) }
    if old != group {
      members.remove(index)
      popups[index].group = group
      if old >= 0 { updateOpenGroups(old) }
      if group >= 0 { members.append(index, to: Int(group)) }
    }
    guard group >= 0 else { return }
    if popups[index].wasReady, !popups[index].isExempt {
      ready.insert(popup, key: popups[index].rank, into: &groups[Int(group)].ready)
      if popups[index].passedOver < Self.mostPassedOver {
        byAge.insert(popup, key: UInt64(popups[index].submitted), into: &groups[Int(group)].byAge)
      }
    }
    updateOpenGroups(group)
  }

  /// A popup has been passed over once more. Once that was often enough, it counts no more.
  mutating func notePassedOver(_ index: Int) {
    popups[index].passedOver += 1
    let popup = Int32(truncatingIfNeeded: index)
    if popups[index].passedOver == Self.mostPassedOver, byAge.contains(popup) {
      byAge.remove(popup, from: &groups[Int(popups[index].group)].byAge)
      updateOpenGroups(popups[index].group)
    }
  }

  /// Adds a group to the open groups of its queue if a popup in it is ready and the page matches, else takes it out.
  private mutating func updateOpenGroups(_ group: Int32) {
    let it = groups[Int(group)]
    guard !it.isExempt else { return }
    let (queue, kind) = (Int(it.queue), UInt32(1) << UInt32(it.kind.rawValue))
    let slot = queue * Self.kindSlots + 1 + Int(it.kind.rawValue)
    let isOpen = bindings[Int(it.binding)].isOpen
    Self.place(group, isOpen && it.ready >= 0 ? ready.key(of: it.ready) : nil, in: &openGroups, &slots[slot].open)
    Self.place(group, isOpen && it.byAge >= 0 ? byAge.key(of: it.byAge) : nil, in: &openByAge, &slots[slot].openByAge)
    queues[queue].kinds = slots[slot].open < 0 ? queues[queue].kinds & ~kind : queues[queue].kinds | kind
  }

  private static func place(_ group: Int32, _ key: UInt64?, in heaps: inout HeapForest, _ root: inout Int32) {
    if heaps.contains(group) { heaps.remove(group, from: &root) }
    if let key { heaps.insert(group, key: key, into: &root) }
  }

  private mutating func group(for index: Int) -> Int32 {
    let (queue, kind, asked) = (popups[index].queue, popups[index].kind, bindingKey(for: index))
    let key = asked.id(among: queue << 4 | Int32(kind.rawValue))
    let group = groupIDs.index(of: key, orNew: groups.count)
    guard Int(group) == groups.count else { return group }
    let binding = binding(asked)
    groups.append(AuditedGroup(queue: queue, kind: kind, binding: binding, next: bindings[Int(binding)].groups))
    bindings[Int(binding)].groups = group
    return group
  }

  private func bindingKey(for index: Int) -> AuditedBinding.Key {
    AuditedBinding.Key(
      scene: popups[index].scene, pages: popups[index].pages,
      matching: catalog.specs[Int(popups[index].spec)].matching, instance: popups[index].instance,
      parked: popups[index].isParked ? popups[index].parkedPage : .none)
  }

  mutating func binding(for index: Int) -> Int32 { binding(bindingKey(for: index)) }

  private mutating func binding(_ key: AuditedBinding.Key) -> Int32 {
    let binding = bindingIDs.index(of: key.id(among: key.scene), orNew: bindings.count)
    guard Int(binding) == bindings.count else { return binding }
    bindings.append(AuditedBinding(key: key, isOpen: key.isFree))
    guard !key.isFree else { return binding }
    if !key.parked.isNone { link(binding, by: Self.key(of: key.parked)) }
    if !key.instance.isNone { link(binding, by: Self.key(of: key.instance)) }
    if key.parked.isNone, key.instance.isNone {
      for name in catalog.names.list(key.pages) { link(binding, by: IndexTable.Key(key.scene, name.rawValue)) }
    }
    check(binding, scenes[Int(key.scene)].lastCurrent)
    return binding
  }

  private static func key(of page: PageID) -> IndexTable.Key { IndexTable.Key(-1, page.rawValue) }

  private mutating func link(_ binding: Int32, by key: IndexTable.Key) {
    links.append(BindingLink(binding: binding, next: linkIDs[key]))
    linkIDs[key] = Int32(truncatingIfNeeded: links.count - 1)
  }

  /// Opens a binding, or closes it, as a page that is current says.
  @inline(__always)
  private mutating func check(_ binding: Int32, _ page: PageID) {
    guard bindings[Int(binding)].checked != pageCount else { return }
    bindings[Int(binding)].checked = pageCount
    let isOpen = !page.isNone && fits(bindings[Int(binding)].key, page)
    if isOpen != bindings[Int(binding)].isOpen { turn(binding, isOpen) }
  }

  private func fits(_ key: AuditedBinding.Key, _ page: PageID) -> Bool {
    (key.parked.isNone || isInLineage(key.parked, of: page))
      && (key.instance.isNone || isInLineage(key.instance, of: page))
      && (key.pages.isNone
        || anyInLineage(of: page) { catalog.names.matches(classes: $0.classes, anyOf: key.pages, key.matching) })
  }

  private mutating func turn(_ binding: Int32, _ isOpen: Bool) {
    bindings[Int(binding)].isOpen = isOpen
    let scene = Int(bindings[Int(binding)].key.scene)
    if isOpen {
      bindings[Int(binding)].openIndex = scenes[scene].openBindings.count
      numberLists.append(binding, to: &scenes[scene].openBindings)
    } else {
      let index = Int(bindings[Int(binding)].openIndex)
      let last = numberLists.removeLast(from: &scenes[scene].openBindings)
      if last != binding {
        numberLists[scenes[scene].openBindings, index] = last
        bindings[Int(last)].openIndex = Int32(truncatingIfNeeded: index)
      }
    }
    var group = bindings[Int(binding)].groups
    while group >= 0 {
      if groups[Int(group)].isExempt { touchExempt(in: group) } else { updateOpenGroups(group) }
      group = groups[Int(group)].next
    }
    var chain = boundChains.last(of: Int(binding))
    while chain >= 0 {
      let next = boundChains.previous(before: chain)
      updateChain(chain)
      chain = next
    }
  }

  /// Opens and closes what the page that is current now, or the one before, concerns.
  mutating func openBindings(for page: PageID, in scene: Int) {
    pageCount &+= 1
    var index = Int(scenes[scene].openBindings.count) - 1
    while index >= 0 {
      // One that closes is replaced by the last, which has been looked at.
      check(numberLists[scenes[scene].openBindings, index], page)
      index -= 1
    }
    var outer = page
    while !outer.isNone, outer.index < pages.count {
      check(linksBy: Self.key(of: outer), page, in: scene)
      for name in catalog.names.list(pages[outer.index].classes) {
        check(linksBy: IndexTable.Key(Int32(truncatingIfNeeded: scene), name.rawValue), page, in: scene)
      }
      outer = forest.container(of: outer)
    }
  }

  private mutating func check(linksBy key: IndexTable.Key, _ page: PageID, in scene: Int) {
    var link = linkIDs[key]
    while link >= 0 {
      let binding = links[Int(link)].binding
      if Int(bindings[Int(binding)].key.scene) == scene { check(binding, page) }
      link = links[Int(link)].next
    }
  }

  /// Appends all popups that wait PARKED for a page, or are bound to it by `instance`.
  func appendWaiting(forPage page: PageID, to list: inout OwnedArray<Int32>) {
    for index in waiting.indices {
      let popup = popups[Int(waiting[index])]
      if popup.instance == page || (popup.isParked && popup.parkedPage == page) { list.append(waiting[index]) }
    }
    var link = linkIDs[Self.key(of: page)]
    while link >= 0 {
      var group = bindings[Int(links[Int(link)].binding)].groups
      while group >= 0 {
        var popup = members.last(of: Int(group))
        while popup >= 0 {
          list.append(Int32(truncatingIfNeeded: popup))
          popup = members.previous(before: popup)
        }
        group = groups[Int(group)].next
      }
      link = links[Int(link)].next
    }
  }
}

/// What a popup asks of the page it is shown on: the same for all popups with the same requirements in one scene.
struct AuditedBinding {
  struct Key {
    var scene: Int32
    var pages: NameListID
    var matching: ClassMatching
    var instance: PageID
    var parked: PageID

    /// By what it is found again among those with the same number.
    func id(among number: Int32) -> IndexTable.Key {
      IndexTable.Key(number << 1 | (matching == .exact ? 1 : 0), pages.rawValue, instance.rawValue, parked.rawValue)
    }

    var isFree: Bool { pages.isNone && instance.isNone && parked.isNone }
  }

  var key: Key
  /// Whether the page that was current last in the scene, or is, will do.
  var isOpen: Bool
  /// The page it was last looked at for, as a number of ``AuditState/pageCount``.
  var checked: Int32 = -1
  var openIndex: Int32 = -1
  var groups: Int32 = -1
}

/// The LIVE popups that are not UP, of one queue, one kind and one binding: what opens and closes for one does so for all of them.
struct AuditedGroup {
  var queue: Int32
  var kind: PopupKind
  var binding: Int32
  var next: Int32
  /// The first of those that are ready in the order in which they would be shown, the root of its heap in ``AuditState/ready``.
  var ready: Int32 = -1
  /// The first submitted of the ready that have not starved yet, likewise in ``AuditState/byAge``.
  var byAge: Int32 = -1

  var isExempt: Bool { kind.isExempt }
}

/// A binding among those that have to be looked at when a page, or one of a class, becomes current.
struct BindingLink {
  var binding: Int32
  var next: Int32
}

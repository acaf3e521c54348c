/// Popups that wait, the most urgent first and equals by their rank.
///
/// They stand in groups that wait for the same (``WaitingGroup``): a choice looks at the first of each group that the current page lets in, a
/// change of page at the groups it concerns. A popup that cannot be next whatever page or gate there is, is counted and stands in no group.
struct WaitingQueue: ~Copyable, Sendable {
  typealias Entry = WaitingGroup.Entry

  var count = 0
  /// Whether a popup that belongs to no page needs one nevertheless.
  let needsPage: Bool

  /// The group of every popup; negative where it is not seated.
  var seats = OwnedArray<Int32>()
  var popups = HeapForest()
  var groups = OwnedArray<WaitingGroup>()
  /// The groups that the current page lets in and that are not empty, in no order.
  var admitted = OwnedArray<Int32>()
  /// Where these are many, the heap of each lane, in which they stand by their first popups; empty where they are few, and all are looked at.
  var lanes = OwnedArray<Int32>()
  var standing = HeapForest()
  var groupIndex = GroupIndex()
  var seenEpoch: Int32 = -1
  private let byAddress = ByAddress()
  var frontier = HeapForest.Frontier()

  /// A lane is a kind of popup, twice: those that may be shown, and behind these those whose condition has them dropped when their turn comes.
  static var laneCount: Int { 18 }
  static var allLanes: UInt32 { (1 << UInt32(laneCount)) - 1 }
  static var hopefulLanes: UInt32 { (1 << barred) - 1 }
  static var barred: UInt32 { 9 }
  /// The group of the popups that are too late, whatever page there is.
  static var late: Int32 { 0 }
  /// Up to how many groups a change of page looks at all of them.
  private static var few: Int { 24 }
  /// Up to how many groups that are let in a choice looks at all of them.
  var fewAdmitted = 64

  init(needsPage: Bool) {
    self.needsPage = needsPage
    groups.append(WaitingGroup(key: WaitingGroup.Key(binding: WaitingGroup.Binding(), lane: -1)))
  }

  static func lane(_ kind: PopupKind, isBarred: Bool) -> Int32 { Int32(kind.rawValue) + (isBarred ? Int32(barred) : 0) }

  mutating func copy(from other: borrowing WaitingQueue) {
    count = other.count
    seats.copy(from: other.seats)
    popups.copy(from: other.popups)
    groups.copy(from: other.groups)
    admitted.copy(from: other.admitted)
    lanes.copy(from: other.lanes)
    standing.copy(from: other.standing)
    groupIndex.copy(from: other.groupIndex)
    seenEpoch = other.seenEpoch
  }

  /// Takes a popup into the group of its pages and its lane: it may be next once these allow.
  mutating func seat(
    _ index: Int, _ key: UInt64, _ wanted: WaitingGroup.Key, _ pages: borrowing ScenePages, _ turn: borrowing Turn
  ) {
    var group = groupIndex.group(of: wanted)
    if group < 0 {
      group = Int32(groups.count)
      groups.append(WaitingGroup(key: wanted))
      groupIndex.add(group, wanted)
    }
    put(index, key, into: group)
    if !hasToLook(at: pages) { admit(group, pages, turn) }
  }

  /// Takes a popup that is too late into the group of those, wherever it was.
  mutating func seatLate(_ index: Int, _ key: UInt64) {
    guard !isLate(index) else { return }
    unseat(index)
    put(index, key, into: Self.late)
  }

  func isLate(_ index: Int) -> Bool { index < seats.count && seats[index] == Self.late }

  private mutating func put(_ index: Int, _ key: UInt64, into group: Int32) {
    if seats.count <= index { seats.append(repeating: -1, count: index + 1 - seats.count) }
    seats[index] = group
    popups.insert(Int32(index), key: key, into: &groups[Int(group)].first)
    moveInLane(Int(group))
  }

  /// Takes a popup out of its group; nothing happens where it is in none.
  mutating func unseat(_ index: Int) {
    guard index < seats.count, seats[index] >= 0 else { return }
    let group = Int(seats[index])
    seats[index] = -1
    popups.remove(Int32(index), from: &groups[group].first)
    guard groups[group].isEmpty, groups[group].isAdmitted else { return moveInLane(group) }
    if !lanes.isEmpty { standing.remove(Int32(group), from: &lanes[Int(groups[group].key.lane)]) }
    let place = Int(groups[group].place)
    groups[group].place = -1
    guard let last = admitted.popLast(), place < admitted.count else { return }
    admitted[place] = last
    groups[Int(last)].place = Int32(truncatingIfNeeded: place)
  }

  /// The first popup of a group may be another one now.
  private mutating func moveInLane(_ group: Int) {
    guard !lanes.isEmpty, groups[group].isAdmitted else { return }
    standing.change(
      Int32(group), key: popups.key(of: groups[group].first), in: &lanes[Int(groups[group].key.lane)])
  }

  private mutating func enterLane(_ group: Int) {
    standing.insert(
      Int32(group), key: popups.key(of: groups[group].first), into: &lanes[Int(groups[group].key.lane)])
  }

  // MARK: Pages

  func hasToLook(at pages: borrowing ScenePages) -> Bool { seenEpoch != pages.epoch }

  /// Lets in the groups that the current page does: all are looked at where they are few, else those that its lineage concerns.
  mutating func look(at pages: borrowing ScenePages, _ turn: borrowing Turn) {
    guard hasToLook(at: pages) else { return }
    seenEpoch = pages.epoch
    for index in admitted.indices { groups[Int(admitted[index])].place = -1 }
    admitted.removeAll()
    lanes.removeAll()
    guard groups.count > Self.few else {
      for group in 1..<Int32(groups.count) { admit(group, pages, turn) }
      return
    }
    groupIndex.learn(groups, turn.catalog)
    for index in groupIndex.free.indices { admit(groupIndex.free[index], pages, turn) }
    var page = pages.current
    while !page.isNone {
      admitGroups(of: groupIndex.first(of: page), pages, turn)
      if page.index < turn.catalog.pages.count {
        for name in turn.catalog.names.list(turn.catalog.pages[page.index].classes) {
          admitGroups(of: groupIndex.first(of: name), pages, turn)
        }
      }
      page = pages.container(of: page)
    }
  }

  private mutating func admitGroups(of first: Int32, _ pages: borrowing ScenePages, _ turn: borrowing Turn) {
    var link = first
    while link >= 0 {
      admit(groupIndex.group(at: link), pages, turn)
      link = groupIndex.next(after: link)
    }
  }

  /// Lets a group in if the current page does; one that is empty is looked at when it gets its first popup.
  private mutating func admit(_ number: Int32, _ pages: borrowing ScenePages, _ turn: borrowing Turn) {
    let group = Int(number)
    guard !groups[group].isAdmitted, !groups[group].isEmpty else { return }
    if pages.isSettled, !pages.current.isNone {
      guard groups[group].key.binding.holds(on: pages, turn) else { return }
    } else {
      guard !needsPage, groups[group].key.binding.isFree else { return }
    }
    groups[group].place = Int32(truncatingIfNeeded: admitted.count)
    admitted.append(number)
    if !lanes.isEmpty {
      enterLane(group)
    } else if admitted.count > fewAdmitted {
      lanes.append(repeating: -1, count: Self.laneCount)
      for index in admitted.indices { enterLane(Int(admitted[index])) }
    }
  }

  // MARK: Choosing

  var firstLate: Entry? {
    let first = groups[Int(Self.late)].first
    return first < 0 ? nil : Entry(key: popups.key(of: first), index: first)
  }

  func first(in open: UInt32) -> Entry? {
    var found = Entry(key: .max, index: -1)
    for place in 0..<headCount {
      guard let group = head(at: place, in: open) else { continue }
      let popup = groups[group].first
      let key = popups.key(of: popup)
      if found.index < 0 || key < found.key { found = Entry(key: key, index: popup) }
    }
    return found.index < 0 ? nil : found
  }

  /// How many groups a choice has to look at: all that are let in, or the first of each lane.
  private var headCount: Int { lanes.isEmpty ? admitted.count : lanes.count }

  private func head(at place: Int, in open: UInt32) -> Int? {
    let group = Int(lanes.isEmpty ? admitted[place] : lanes[place])
    return group >= 0 && isOpen(group, open) ? group : nil
  }

  private func isOpen(_ group: Int, _ open: UInt32) -> Bool { open & (1 << UInt32(groups[group].key.lane)) != 0 }

  /// A certain popup, where the current page lets it in and its lane is one of some; nil otherwise.
  func entry(of index: Int, in open: UInt32) -> Entry? {
    guard index >= 0, index < seats.count, seats[index] > 0 else { return nil }
    let group = Int(seats[index])
    guard groups[group].isAdmitted, isOpen(group, open) else { return nil }
    return Entry(key: popups.key(of: Int32(index)), index: Int32(index))
  }

  mutating func appendFirst(_ limit: Int, in open: UInt32, to found: inout OwnedArray<Int32>) {
    frontier.removeAll()
    for place in 0..<headCount {
      guard let group = head(at: place, in: open) else { continue }
      if lanes.isEmpty {
        frontier.add(groups[group].first, in: popups, isGroup: false)
      } else {
        frontier.add(Int32(group), in: standing, isGroup: true)
      }
    }
    var missing = limit
    while missing > 0, let nearest = frontier.popFirst(groups: standing, things: popups) {
      if nearest.isGroup {
        frontier.add(groups[Int(nearest.item)].first, in: popups, isGroup: false)
      } else {
        found.append(nearest.item)
        missing -= 1
      }
    }
  }

  /// Whether the heaps hold exactly the popups that have a group, none in front of a more urgent one, and those let in are so and not empty.
  var isInOrder: Bool {
    var (seated, sitting, open) = (0, 0, 0)
    for group in groups.indices {
      guard let found = popups.countInOrder(groups[group].first) else { return false }
      seated += found
      if groups[group].isAdmitted { open += 1 }
    }
    for index in seats.indices where seats[index] >= 0 { sitting += 1 }
    for place in admitted.indices {
      let group = Int(admitted[place])
      guard Int(groups[group].place) == place, !groups[group].isEmpty else { return false }
    }
    guard seated == sitting, open == admitted.count else { return false }
    for lane in lanes.indices {
      guard let found = standing.countInOrder(lanes[lane]) else { return false }
      open -= found
    }
    return lanes.isEmpty || open == 0
  }
}

/// Popups that wait for the same pages and are held back by the same gates: what lets one of them in lets in the first of them.
struct WaitingGroup: Sendable {
  /// A popup with its key: the smaller that is, the sooner it is shown.
  struct Entry: Sendable {
    var key: UInt64
    var index: Int32

    static func key(level: Int32, rank: Int32) -> UInt64 {
      let high = UInt64(UInt32(bitPattern: level) ^ 0x8000_0000)
      return high << 32 | UInt64(UInt32(bitPattern: rank) ^ 0x8000_0000)
    }
  }

  struct Key: Equatable, Sendable {
    var binding: Binding
    var lane: Int32
  }

  var key: Key
  var first: Int32 = -1
  /// Its index among the groups that the current page lets in; negative where that does not, or it is empty.
  var place: Int32 = -1

  var isEmpty: Bool { first < 0 }
  var isAdmitted: Bool { place >= 0 }

  /// What a popup's pages are, as far as that decides whether it may be shown on the current one.
  struct Binding: Equatable, Sendable {
    var pages: NameListID = .none
    var matching: ClassMatching = .subclasses
    var instance: PageID = .none
    var home: PageID = .none

    var isFree: Bool { pages.isNone && instance.isNone && home.isNone }
    /// The page without which it cannot be shown; ``Identifier/none`` where only classes decide, or nothing.
    var page: PageID { home.isNone ? instance : home }

    func holds(on stack: borrowing ScenePages, _ turn: borrowing Turn) -> Bool {
      guard !stack.current.isNone else { return false }
      if !home.isNone, !stack.isInLineage(home) { return false }
      if !instance.isNone, !stack.isInLineage(instance) { return false }
      if pages.isNone { return true }
      return stack.isInLineage(anyOf: pages, matching, turn.catalog)
    }
  }
}

/// Which groups of a queue there are, and which a page concerns: those that ask for the page itself, and those that ask for one of its classes.
struct GroupIndex: ~Copyable, Sendable, Replaceable {
  struct Link: Sendable {
    var group: Int32
    var next: Int32
  }

  private var numbers = IndexTable()
  private var links = OwnedArray<Link>()
  private var pages = IndexByNumber()
  private var classes = IndexByNumber()
  private(set) var free = OwnedArray<Int32>()
  private var learned = 1

  mutating func copy(from other: borrowing GroupIndex) {
    numbers.copy(from: other.numbers)
    links.copy(from: other.links)
    pages.copy(from: other.pages)
    classes.copy(from: other.classes)
    free.copy(from: other.free)
    learned = other.learned
  }

  /// The group of a sort; negative where there is none.
  func group(of key: WaitingGroup.Key) -> Int32 { numbers[Self.key(key)] }

  private static func key(_ key: WaitingGroup.Key) -> IndexTable.Key {
    IndexTable.Key(
      key.binding.pages.rawValue, key.binding.instance.rawValue, key.binding.home.rawValue,
      key.lane << 8 | Int32(key.binding.matching.rawValue))
  }

  mutating func add(_ group: Int32, _ key: WaitingGroup.Key) { numbers[Self.key(key)] = group }

  /// Finds out which pages concern the groups that came since the last time; the first group is of no page.
  mutating func learn(_ groups: borrowing OwnedArray<WaitingGroup>, _ catalog: borrowing Catalog) {
    while learned < groups.count {
      let (group, binding) = (Int32(learned), groups[learned].key.binding)
      learned += 1
      if binding.isFree {
        free.append(group)
      } else if !binding.page.isNone {
        pages[binding.page.index] = link(group, before: pages[binding.page.index])
      } else {
        for name in catalog.names.list(binding.pages) {
          classes[name.index] = link(group, before: classes[name.index])
        }
      }
    }
  }

  private mutating func link(_ group: Int32, before next: Int32) -> Int32 {
    links.append(Link(group: group, next: next))
    return Int32(links.count - 1)
  }

  func first(of page: PageID) -> Int32 { pages[page.index] }
  func first(of name: Symbol) -> Int32 { classes[name.index] }
  func next(after link: Int32) -> Int32 { links[Int(link)].next }
  func group(at link: Int32) -> Int32 { links[Int(link)].group }
}

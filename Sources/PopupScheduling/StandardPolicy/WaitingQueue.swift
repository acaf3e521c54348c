/// Popups that wait, the most urgent first and equals by their rank.
///
/// They stand in groups that wait for the same (``WaitingGroup``), and the groups that the current page lets in stand in lanes: a choice looks at
/// the first of each lane, a change of page at the groups it concerns. Few popups have a group each, so that none has to be found. A popup that
/// cannot be next whatever page or gate there is, is counted and stands in no group.
struct WaitingQueue: ~Copyable, Sendable {
  typealias Entry = WaitingGroup.Entry

  var count = 0
  /// Whether a popup that belongs to no page needs one nevertheless.
  let needsPage: Bool

  /// The group of every popup; negative where it is not seated.
  var seats = OwnedArray<Int32>()
  var popups = HeapForest()
  var groups = OwnedArray<WaitingGroup>()
  /// The heap of each lane: the groups that the current page lets in and that are not empty, by their first popups. A bit for each that has any.
  var lanes = OwnedArray<Int32>()
  var standing = HeapForest()
  var filled: UInt32 = 0
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
  /// How many of the first groups are of one popup each; a change of page looks at all of these. Those of them that have none for now.
  var singles: Int32 = 8
  private var idle = OwnedArray<Int32>()

  init(needsPage: Bool) {
    self.needsPage = needsPage
    groups.append(WaitingGroup(key: WaitingGroup.Key(binding: WaitingGroup.Binding(), lane: -1)))
    lanes.append(repeating: -1, count: Self.laneCount)
  }

  static func lane(_ kind: PopupKind, isBarred: Bool) -> Int32 { Int32(kind.rawValue) + (isBarred ? Int32(barred) : 0) }

  mutating func copy(from other: borrowing WaitingQueue) {
    (count, seenEpoch, filled) = (other.count, other.seenEpoch, other.filled)
    seats.copy(from: other.seats)
    popups.copy(from: other.popups)
    groups.copy(from: other.groups)
    idle.copy(from: other.idle)
    lanes.copy(from: other.lanes)
    standing.copy(from: other.standing)
    groupIndex.copy(from: other.groupIndex)
  }

  /// Takes a popup into the group of its pages and its lane: it may be next once these allow.
  @inline(never)
  mutating func seat(
    _ index: Int, _ key: UInt64, _ wanted: WaitingGroup.Key, _ pages: borrowing ScenePages, _ turn: borrowing Turn
  ) {
    let group = group(for: wanted)
    put(index, key, into: group)
    if !hasToLook(at: pages) { admit(group, pages, turn) }
  }

  @inline(__always)
  private mutating func group(for wanted: WaitingGroup.Key) -> Int32 {
    if let group = idle.popLast() {
      groups[Int(group)].key = wanted
      return group
    }
    let next = Int32(groups.count)
    let known = next > singles ? groupIndex.group(of: wanted) : -1
    guard known < 0 else { return known }
    groups.append(WaitingGroup(key: wanted))
    if next > singles { groupIndex.add(next, wanted) }
    return next
  }

  /// Takes a popup that is too late into the group of those, wherever it was.
  mutating func seatLate(_ index: Int, _ key: UInt64) {
    guard !isLate(index) else { return }
    unseat(index)
    put(index, key, into: Self.late)
  }

  func isLate(_ index: Int) -> Bool { index < seats.count && seats[index] == Self.late }

  @inline(__always)
  private mutating func put(_ index: Int, _ key: UInt64, into group: Int32) {
    if seats.count <= index { seats.append(repeating: -1, count: index + 1 - seats.count) }
    seats[index] = group
    popups.insert(Int32(index), key: key, into: &groups[Int(group)].first)
    if standing.contains(group) { moveInLane(group) }
  }

  /// Takes a popup out of its group; nothing happens where it is in none.
  mutating func unseat(_ index: Int) {
    guard index < seats.count, seats[index] >= 0 else { return }
    let group = seats[index]
    seats[index] = -1
    popups.remove(Int32(index), from: &groups[Int(group)].first)
    if group > 0, group <= singles { idle.append(group) }
    if standing.contains(group) { moveInLane(group) }
  }

  /// The first popup of a group may be another one now, or there is none left.
  private mutating func moveInLane(_ group: Int32) {
    let (lane, first) = (Int(groups[Int(group)].key.lane), groups[Int(group)].first)
    if first >= 0 { return standing.change(group, key: popups.key(of: first), in: &lanes[lane]) }
    standing.remove(group, from: &lanes[lane])
    if lanes[lane] < 0 { filled &= ~(1 << UInt32(lane)) }
  }

  // MARK: Pages

  /// Whether any popup can be next, as far as pages decide that and as they were looked at last.
  var hasCandidates: Bool { filled != 0 || groups[Int(Self.late)].first >= 0 }
  func hasToLook(at pages: borrowing ScenePages) -> Bool { seenEpoch != pages.epoch }

  /// Lets in the groups that the current page does: those of one popup are all looked at, of the others those that its lineage concerns.
  mutating func look(at pages: borrowing ScenePages, _ turn: borrowing Turn) {
    seenEpoch = pages.epoch
    while filled != 0 {
      standing.removeAll(from: &lanes[filled.trailingZeroBitCount])
      filled &= filled - 1
    }
    if needsPage, !pages.isSettled || pages.current.isNone { return }
    for group in 1..<min(Int32(groups.count), singles + 1) { admit(group, pages, turn) }
    guard groups.count > singles + 1 else { return }
    groupIndex.learn(groups, from: Int(singles) + 1, turn.catalog)
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
  @inline(__always)
  private mutating func admit(_ group: Int32, _ pages: borrowing ScenePages, _ turn: borrowing Turn) {
    if !groups[Int(group)].isEmpty, !standing.contains(group) { letIn(group, pages, turn) }
  }

  private mutating func letIn(_ group: Int32, _ pages: borrowing ScenePages, _ turn: borrowing Turn) {
    let (key, first) = (groups[Int(group)].key, groups[Int(group)].first)
    if pages.isSettled, !pages.current.isNone {
      guard key.binding.holds(on: pages, turn) else { return }
    } else {
      guard !needsPage, key.binding.isFree else { return }
    }
    standing.insert(group, key: popups.key(of: first), into: &lanes[Int(key.lane)])
    filled |= 1 << UInt32(key.lane)
  }

  // MARK: Choosing

  var firstLate: Entry? {
    let first = groups[Int(Self.late)].first
    return first < 0 ? nil : Entry(key: popups.key(of: first), index: first)
  }

  func first(in open: UInt32) -> Entry? {
    var found = Entry(key: .max, index: -1)
    var rest = open & filled
    while rest != 0 {
      let group = lanes[rest.trailingZeroBitCount]
      rest &= rest - 1
      let key = standing.key(of: group)
      if found.index < 0 || key < found.key { found = Entry(key: key, index: groups[Int(group)].first) }
    }
    return found.index < 0 ? nil : found
  }

  /// A certain popup, where the current page lets it in and its lane is one of some; nil otherwise.
  func entry(of index: Int, in open: UInt32) -> Entry? {
    guard index >= 0, index < seats.count, seats[index] > 0 else { return nil }
    let group = seats[index]
    guard standing.contains(group), open & (1 << UInt32(groups[Int(group)].key.lane)) != 0 else { return nil }
    return Entry(key: popups.key(of: Int32(index)), index: Int32(index))
  }

  mutating func appendFirst(_ limit: Int, in open: UInt32, to found: inout OwnedArray<Int32>) {
    frontier.removeAll()
    var rest = open & filled
    while rest != 0 {
      frontier.add(lanes[rest.trailingZeroBitCount], in: standing, isGroup: true)
      rest &= rest - 1
    }
    var missing = limit
    while missing > 0, let nearest = frontier.popFirst(groups: standing, things: popups) {
      // The first popup of a group comes when the group does, and is itself not looked at again.
      let popup = nearest.isGroup ? groups[Int(nearest.item)].first : nearest.item
      if nearest.isGroup {
        frontier.add(popups.left(of: popup), in: popups, isGroup: false)
        frontier.add(popups.right(of: popup), in: popups, isGroup: false)
      }
      found.append(popup)
      missing -= 1
    }
  }

  /// Whether the heaps hold exactly the popups that have a group, none in front of a more urgent one, and the lanes those groups that are let in.
  var isInOrder: Bool {
    var (seated, sitting, open) = (0, 0, 0)
    for group in groups.indices {
      let first = groups[group].first
      guard let found = popups.countInOrder(first) else { return false }
      seated += found
      guard standing.contains(Int32(group)) else { continue }
      guard first >= 0, standing.key(of: Int32(group)) == popups.key(of: first) else { return false }
      open += 1
    }
    for index in seats.indices where seats[index] >= 0 { sitting += 1 }
    for lane in lanes.indices {
      guard let found = standing.countInOrder(lanes[lane]), (found > 0) == (filled & 1 << UInt32(lane) != 0) else {
        return false
      }
      open -= found
    }
    return seated == sitting && open == 0
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

  @inline(__always) var isEmpty: Bool { first < 0 }

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
  private var learned = 0

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

  /// Finds out which pages concern the groups that came since the last time, from the first on that popups share.
  mutating func learn(_ groups: borrowing OwnedArray<WaitingGroup>, from first: Int, _ catalog: borrowing Catalog) {
    learned = max(learned, first)
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

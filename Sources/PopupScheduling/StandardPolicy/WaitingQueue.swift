/// Popups that wait, the most urgent first and equals by their rank.
///
/// They stand in groups that wait for the same (``WaitingGroup``), and every lane (a kind of popup, barred or not) has a list of the groups
/// that the current page lets in: a choice looks at the first of each lane, a change of page at the groups it concerns. A popup that cannot be
/// next whatever page or gate there is, is counted and stands in no group.
struct WaitingQueue: ~Copyable, Sendable {
  typealias Entry = WaitingGroup.Entry

  var count = 0
  /// Whether a popup that belongs to no page needs one nevertheless.
  let needsPage: Bool

  /// The group of every popup; negative where it is not seated.
  var seats = OwnedArray<Int32>()
  var popups = HeapForest()
  var groups = OwnedArray<WaitingGroup>()
  /// The heaps of the lanes, of groups that the current page lets in and that are not empty; each has the key of its first popup.
  var admitted = HeapForest()
  var lanes = OwnedArray<Int32>()
  var filled: UInt32 = 0
  /// The groups that were let in since the last change of page, those that are empty again included.
  var listed = OwnedArray<Int32>()
  /// Groups that got their first popup since the last look at the pages.
  var unchecked = OwnedArray<Int32>()
  var bound = 0
  var groupIndex = GroupIndex()
  var seenEpoch: Int32 = -1
  /// The moments from which those that wait may not be shown anew, or that once were such.
  var deadlines = MinHeap<Expiry>()
  private let byAddress = ByAddress()
  var frontier = HeapForest.Frontier()

  /// Every kind of popup twice: those that may be shown, and those whose condition has them dropped when their turn comes.
  static var laneCount: Int { 18 }
  static var allLanes: UInt32 { (1 << UInt32(laneCount)) - 1 }
  static var hopefulLanes: UInt32 { 0x15555 & allLanes }
  /// The group of the popups that are too late, which every page lets in.
  static var late: Int32 { 0 }

  init(needsPage: Bool) {
    self.needsPage = needsPage
    groups.append(WaitingGroup(key: WaitingGroup.Key(binding: WaitingGroup.Binding(), lane: -1)))
    lanes.append(repeating: -1, count: Self.laneCount)
  }

  static func lane(_ kind: PopupKind, isBarred: Bool) -> Int32 { Int32(kind.rawValue) * 2 + (isBarred ? 1 : 0) }

  mutating func copy(from other: borrowing WaitingQueue) {
    count = other.count
    seats.copy(from: other.seats)
    popups.copy(from: other.popups)
    groups.copy(from: other.groups)
    admitted.copy(from: other.admitted)
    lanes.copy(from: other.lanes)
    filled = other.filled
    listed.copy(from: other.listed)
    unchecked.copy(from: other.unchecked)
    bound = other.bound
    groupIndex.copy(from: other.groupIndex)
    seenEpoch = other.seenEpoch
    deadlines.copy(from: other.deadlines)
  }

  /// Takes a popup into the group of its pages and its lane: it may be next once these allow.
  mutating func seat(_ index: Int, _ key: UInt64, _ binding: WaitingGroup.Binding, _ lane: Int32) {
    let wanted = WaitingGroup.Key(binding: binding, lane: lane)
    var group = groupIndex.group(of: wanted, among: groups)
    if group < 0 {
      group = Int32(groups.count)
      groups.append(WaitingGroup(key: wanted))
    }
    put(index, key, into: group)
  }

  /// Takes a popup that is too late into the group of those, wherever it was.
  mutating func seatLate(_ index: Int, _ key: UInt64) {
    guard !isLate(index) else { return }
    unseat(index)
    put(index, key, into: Self.late)
  }

  func isLate(_ index: Int) -> Bool { index < seats.count && seats[index] == Self.late }

  /// Takes a popup out of its group; nothing happens where it is in none.
  mutating func unseat(_ index: Int) {
    guard index < seats.count, seats[index] >= 0 else { return }
    let group = Int(seats[index])
    seats[index] = -1
    let popup = Int32(index)
    let wasFirst = groups[group].first == popup
    popups.remove(popup, from: &groups[group].first)
    let isEmpty = groups[group].isEmpty
    if isEmpty, !groups[group].key.binding.isFree { bound -= 1 }
    guard wasFirst, groups[group].isAdmitted else { return }
    leaveLane(group)
    if isEmpty { groups[group].isAdmitted = false } else { enterLane(group) }
  }

  private mutating func put(_ index: Int, _ key: UInt64, into number: Int32) {
    if seats.count <= index { seats.append(repeating: -1, count: index + 1 - seats.count) }
    let group = Int(number)
    let popup = Int32(index)
    let wasEmpty = groups[group].isEmpty
    popups.insert(popup, key: key, into: &groups[group].first)
    seats[index] = number
    if wasEmpty, !groups[group].key.binding.isFree { bound += 1 }
    if groups[group].isAdmitted {
      guard groups[group].first == popup else { return }
      leaveLane(group)
      enterLane(group)
    } else if wasEmpty, number != Self.late {
      unchecked.append(number)
    }
  }

  /// Puts a group into the heap of its lane, where it stands by its first popup.
  mutating func enterLane(_ group: Int) {
    let lane = Int(groups[group].key.lane)
    admitted.insert(Int32(group), key: popups.key(of: groups[group].first), into: &lanes[lane])
    filled |= 1 << UInt32(lane)
  }

  private mutating func leaveLane(_ group: Int) {
    let lane = Int(groups[group].key.lane)
    admitted.remove(Int32(group), from: &lanes[lane])
    if lanes[lane] < 0 { filled &= ~(1 << UInt32(lane)) }
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

  struct Key: Hashable, Sendable {
    var binding: Binding
    var lane: Int32

    func hash(into hasher: inout Hasher) {
      hasher.combine(UInt64(UInt32(bitPattern: binding.pages.rawValue)) << 32 | UInt64(UInt32(bitPattern: lane)))
      hasher.combine(binding.instance.rawValue)
      hasher.combine(binding.home.rawValue)
    }
  }

  var key: Key
  var first: Int32 = -1
  /// Whether the current page lets it in, so that it stands in the heap of its lane.
  var isAdmitted = false
  /// Whether it is on the list of those that were let in since the last change of page.
  var isListed = false

  var isEmpty: Bool { first < 0 }
}

extension WaitingGroup {
  /// What a popup's pages are, as far as that decides whether it may be shown on the current one.
  struct Binding: Equatable, Sendable {
    var pages: NameListID = .none
    var matching: ClassMatching = .subclasses
    var instance: PageID = .none
    var home: PageID = .none

    var isFree: Bool { pages.isNone && instance.isNone && home.isNone }
    /// The page without which it cannot be shown; ``Identifier/none`` where only classes decide, or nothing.
    var page: PageID { home.isNone ? instance : home }

    func holds(on stack: borrowing ScenePages, _ catalog: borrowing Catalog) -> Bool {
      guard !stack.current.isNone else { return false }
      if !home.isNone, !stack.isInLineage(home) { return false }
      if !instance.isNone, !stack.isInLineage(instance) { return false }
      return pages.isNone || stack.isInLineage(anyOf: pages, matching, catalog)
    }
  }
}

extension WaitingQueue {
  /// The moment from which a waiting popup may not be shown anew. A heap of these keeps those that do not matter any more: the caller looks.
  struct Expiry: HeapElement, Sendable {
    var at: Ticks
    var index: Int32

    static func < (lhs: Expiry, rhs: Expiry) -> Bool { lhs.at < rhs.at }
  }
}

extension MinHeap where Element == WaitingQueue.Expiry {
  mutating func popFirst(at now: Ticks) -> Int? {
    guard let next = first, next.at <= now else { return nil }
    popFirst()
    return Int(next.index)
  }
}

/// Popups that wait, the most urgent first and equals by their rank.
///
/// They stand in groups that wait for the same (``WaitingGroup``), and every lane (a kind of popup, barred or not) knows the groups that the
/// current page lets in. So a choice looks at the first of a lane and not at everybody, a change of page at the groups it concerns, and who
/// cannot be next whatever page or gate there is, is counted and stands nowhere.
///
/// - Complexity: O(log n) to seat one of n popups and to take it out; O(lanes) to find the first.
struct WaitingQueue: Sendable {
  typealias Entry = WaitingGroup.Entry

  /// How many wait, seated or not.
  var count = 0
  /// Whether a popup that belongs to no page needs one nevertheless.
  let needsPage: Bool

  private struct Seat: Sendable {
    var group: Int32 = -1
    var position: Int32 = -1
  }

  private var seats: [Seat] = []
  private var groups: [WaitingGroup] = []
  /// How many of ``groups`` are in use; the others keep their memory for the next session.
  private var used = 1
  /// Every lane's groups that the current page lets in and that are not empty: a heap, the one with the first popup in front.
  private var lanes: [[Int32]] = Array(repeating: [], count: Self.laneCount)
  /// The lanes that are not empty, a bit for each.
  private var filled: UInt32 = 0
  /// Groups that have somebody since the last look at the pages.
  private var unchecked: [Int32] = []
  /// How many groups that belong to pages have somebody.
  private var bound = 0
  private var index = GroupIndex()
  private var seenEpoch: Int32 = -1
  /// The moments from which those that wait may not be shown anew, or that once were such.
  var deadlines = DeadlineHeap()
  /// What a search for several popups has still to look at.
  private var frontier: [Step] = []

  /// Every kind of popup twice: those that may be shown, and those whose condition has them dropped when their turn comes.
  static let laneCount = 18
  static let allLanes: UInt32 = (1 << UInt32(laneCount)) - 1
  /// The lanes of those that may be shown.
  static let hopefulLanes: UInt32 = 0x15555 & allLanes
  private static let fewEnoughToSort = 16
  /// The group of those for whom it is too late, which every page lets in.
  private static let late: Int32 = 0

  init(needsPage: Bool) {
    self.needsPage = needsPage
    groups.append(WaitingGroup(key: WaitingGroup.Key(binding: PageBinding(), lane: -1)))
  }

  static func lane(_ kind: PopupKind, isBarred: Bool) -> Int32 { Int32(kind.rawValue) * 2 + (isBarred ? 1 : 0) }

  /// Goes back to the beginning and keeps the memory.
  mutating func removeAll() {
    count = 0
    seats.removeAll(keepingCapacity: true)
    for group in 0..<used {
      groups[group].entries.removeAll(keepingCapacity: true)
      groups[group].lanePlace = -1
    }
    used = 1
    for lane in lanes.indices where filled & (1 << UInt32(lane)) != 0 { lanes[lane].removeAll(keepingCapacity: true) }
    filled = 0
    unchecked.removeAll(keepingCapacity: true)
    bound = 0
    index.removeAll()
    seenEpoch = -1
    deadlines.removeAll()
  }
}

// Sitting down and standing up.
extension WaitingQueue {
  /// Seats a popup that may be next once its pages and gates allow.
  mutating func seat(_ place: Int, _ key: UInt64, _ binding: PageBinding, _ lane: Int32) {
    let wanted = WaitingGroup.Key(binding: binding, lane: lane)
    var group = index.group(of: wanted, among: groups, used)
    if group < 0 {
      group = Int32(used)
      if used < groups.count { groups[used].key = wanted } else { groups.append(WaitingGroup(key: wanted)) }
      used += 1
    }
    put(Entry(key: key, place: Int32(place)), into: group)
  }

  /// Seats a popup for which it is too late, wherever it was.
  mutating func seatLate(_ place: Int, _ key: UInt64) {
    guard !isLate(place) else { return }
    unseat(place)
    put(Entry(key: key, place: Int32(place)), into: Self.late)
  }

  /// Whether a popup was found to be too late.
  func isLate(_ place: Int) -> Bool { place < seats.count && seats[place].group == Self.late }

  /// Has a popup stand up; nothing happens where it is not seated.
  mutating func unseat(_ place: Int) {
    guard place < seats.count, seats[place].group >= 0 else { return }
    let seat = seats[place]
    seats[place] = Seat()
    let group = Int(seat.group)
    let hole = Int(seat.position)
    let last = groups[group].entries.removeLast()
    if hole < groups[group].entries.count {
      groups[group].entries[hole] = last
      seats[Int(last.place)].position = Int32(hole)
      if !siftUp(group, hole) { siftDown(group, hole) }
    }
    if groups[group].entries.isEmpty, !groups[group].key.binding.isFree { bound -= 1 }
    guard hole == 0, groups[group].lanePlace >= 0 else { return }
    if groups[group].entries.isEmpty { close(seat.group) } else { sinkInLane(seat.group) }
  }

  private mutating func put(_ entry: Entry, into group: Int32) {
    while seats.count <= Int(entry.place) { seats.append(Seat()) }
    let place = Int(group)
    let end = groups[place].entries.count
    groups[place].entries.append(entry)
    seats[Int(entry.place)] = Seat(group: group, position: Int32(end))
    siftUp(place, end)
    if end == 0, !groups[place].key.binding.isFree { bound += 1 }
    if groups[place].lanePlace >= 0 {
      riseInLane(group)
    } else if end == 0, group != Self.late {
      unchecked.append(group)
    }
  }

  @discardableResult
  private mutating func siftUp(_ group: Int, _ start: Int) -> Bool {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard groups[group].entries[child].key < groups[group].entries[parent].key else { break }
      swap(group, child, parent)
      child = parent
    }
    return child != start
  }

  private mutating func siftDown(_ group: Int, _ start: Int) {
    var parent = start
    let count = groups[group].entries.count
    while true {
      var least = parent
      for child in (2 * parent + 1)...(2 * parent + 2) where child < count {
        if groups[group].entries[child].key < groups[group].entries[least].key { least = child }
      }
      if least == parent { return }
      swap(group, parent, least)
      parent = least
    }
  }

  private mutating func swap(_ group: Int, _ one: Int, _ other: Int) {
    groups[group].entries.swapAt(one, other)
    seats[Int(groups[group].entries[one].place)].position = Int32(one)
    seats[Int(groups[group].entries[other].place)].position = Int32(other)
  }
}

// Which groups the current page lets in.
extension WaitingQueue {
  /// Looks at the pages, where they or the groups have changed.
  mutating func look(at pages: borrowing PageStack, _ catalog: borrowing Catalog) {
    index.learn(groups, used, catalog)
    let isThere = pages.isSettled && !pages.current.isNone
    guard seenEpoch != pages.epoch else {
      guard !unchecked.isEmpty else { return }
      for group in unchecked { admit(group, isThere, pages, catalog) }
      unchecked.removeAll(keepingCapacity: true)
      return
    }
    seenEpoch = pages.epoch
    unchecked.removeAll(keepingCapacity: true)
    closeAll()
    for group in index.free { admit(group, isThere, pages, catalog) }
    guard isThere, bound > 0 else { return }
    if used <= pages.depth {
      for group in 1..<Int32(used) { admit(group, isThere, pages, catalog) }
      return
    }
    var page = pages.current
    while !page.isNone {
      var link = index.first(of: page)
      while link >= 0 {
        admit(index.group(at: link), isThere, pages, catalog)
        link = index.next(after: link)
      }
      if page.index < catalog.pages.count {
        for name in catalog.names.list(catalog.pages[page.index].classes) {
          link = index.first(of: name)
          while link >= 0 {
            admit(index.group(at: link), isThere, pages, catalog)
            link = index.next(after: link)
          }
        }
      }
      page = pages.container(of: page)
    }
  }

  /// Lets a group in, where somebody is in it and the page is one of its own.
  private mutating func admit(
    _ group: Int32, _ isThere: Bool, _ pages: borrowing PageStack, _ catalog: borrowing Catalog
  ) {
    let place = Int(group)
    guard groups[place].lanePlace < 0, !groups[place].entries.isEmpty else { return }
    let binding = groups[place].key.binding
    guard binding.isFree ? isThere || !needsPage : isThere && binding.holds(on: pages, catalog) else { return }
    let lane = Int(groups[place].key.lane)
    groups[place].lanePlace = Int32(lanes[lane].count)
    lanes[lane].append(group)
    filled |= 1 << UInt32(lane)
    riseInLane(group)
  }

  private mutating func closeAll() {
    var rest = filled
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      rest &= rest - 1
      for group in lanes[lane] { groups[Int(group)].lanePlace = -1 }
      lanes[lane].removeAll(keepingCapacity: true)
    }
    filled = 0
  }

  private mutating func close(_ group: Int32) {
    let lane = Int(groups[Int(group)].key.lane)
    let hole = Int(groups[Int(group)].lanePlace)
    groups[Int(group)].lanePlace = -1
    let last = lanes[lane].removeLast()
    if hole < lanes[lane].count {
      lanes[lane][hole] = last
      groups[Int(last)].lanePlace = Int32(hole)
      riseInLane(last)
      sinkInLane(last)
    }
    if lanes[lane].isEmpty { filled &= ~(1 << UInt32(lane)) }
  }

  private func head(_ lane: Int, _ position: Int) -> UInt64 { groups[Int(lanes[lane][position])].entries[0].key }

  private mutating func riseInLane(_ group: Int32) {
    let lane = Int(groups[Int(group)].key.lane)
    var child = Int(groups[Int(group)].lanePlace)
    while child > 0 {
      let parent = (child - 1) / 2
      guard head(lane, child) < head(lane, parent) else { return }
      swapInLane(lane, child, parent)
      child = parent
    }
  }

  private mutating func sinkInLane(_ group: Int32) {
    let lane = Int(groups[Int(group)].key.lane)
    var parent = Int(groups[Int(group)].lanePlace)
    while true {
      var least = parent
      for child in (2 * parent + 1)...(2 * parent + 2) where child < lanes[lane].count {
        if head(lane, child) < head(lane, least) { least = child }
      }
      if least == parent { return }
      swapInLane(lane, parent, least)
      parent = least
    }
  }

  private mutating func swapInLane(_ lane: Int, _ one: Int, _ other: Int) {
    lanes[lane].swapAt(one, other)
    groups[Int(lanes[lane][one])].lanePlace = Int32(one)
    groups[Int(lanes[lane][other])].lanePlace = Int32(other)
  }
}

extension WaitingQueue {
  /// Whether everybody sits where it says, and nobody in front of an earlier one.
  var isInOrder: Bool {
    for (number, group) in groups[..<used].enumerated() {
      for (position, entry) in group.entries.enumerated() {
        let seat = seats[Int(entry.place)]
        let isAfterParent = position == 0 || group.entries[(position - 1) / 2].key < entry.key
        guard isAfterParent, seat.group == Int32(number), seat.position == Int32(position) else { return false }
      }
    }
    for (number, lane) in lanes.enumerated() {
      guard lane.isEmpty == (filled & (1 << UInt32(number)) == 0) else { return false }
      for (position, group) in lane.enumerated() {
        let isAfterParent = position == 0 || head(number, (position - 1) / 2) < head(number, position)
        guard isAfterParent, groups[Int(group)].lanePlace == Int32(position) else { return false }
      }
    }
    return true
  }
}

// Who is next.
extension WaitingQueue {
  /// Something a search has still to look at: a group in a lane, or a popup in a group.
  private struct Step: Sendable {
    var key: UInt64
    /// A lane, or a group counted from -1 downwards; where all are sorted, a popup.
    var heap: Int32
    var position: Int32
  }

  /// The first of those too late; nil where there is none.
  var firstLate: Entry? { groups[Int(Self.late)].entries.first }

  /// The first popup of some lanes; nil where they are empty.
  func first(in open: UInt32) -> Entry? {
    var found: Entry?
    var rest = filled & open
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      rest &= rest - 1
      let entry = groups[Int(lanes[lane][0])].entries[0]
      if found.map({ entry.key < $0.key }) ?? true { found = entry }
    }
    return found
  }

  /// A certain popup, where the current page lets it in and its lane is one of some; nil otherwise.
  func entry(of place: Int, in open: UInt32) -> Entry? {
    guard place >= 0, place < seats.count, seats[place].group > 0 else { return nil }
    let group = groups[Int(seats[place].group)]
    guard group.lanePlace >= 0, open & (1 << UInt32(group.key.lane)) != 0 else { return nil }
    return group.entries[Int(seats[place].position)]
  }

  /// The first popups of some lanes, in order.
  ///
  /// - Complexity: O(k² + lanes) for k popups, however many wait.
  mutating func appendFirst(_ limit: Int, in open: UInt32, to found: inout [Int32]) {
    frontier.removeAll(keepingCapacity: true)
    if count <= Self.fewEnoughToSort { appendAll(limit, filled & open, &found) } else { search(limit, open, &found) }
  }

  /// Sorts all there are: that is faster than a search as long as they are few.
  private mutating func appendAll(_ limit: Int, _ open: UInt32, _ found: inout [Int32]) {
    var rest = open
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      rest &= rest - 1
      for group in lanes[lane] {
        for entry in groups[Int(group)].entries {
          var end = frontier.count
          frontier.append(Step(key: entry.key, heap: entry.place, position: 0))
          while end > 0, frontier[end - 1].key > entry.key {
            frontier.swapAt(end - 1, end)
            end -= 1
          }
        }
      }
    }
    for step in frontier.prefix(limit) { found.append(step.heap) }
  }

  private mutating func search(_ limit: Int, _ open: UInt32, _ found: inout [Int32]) {
    var rest = filled & open
    while rest != 0 {
      push(heap: Int32(rest.trailingZeroBitCount), 0)
      rest &= rest - 1
    }
    var missing = limit
    while missing > 0, !frontier.isEmpty {
      var best = 0
      for other in frontier.indices.dropFirst() where frontier[other].key < frontier[best].key { best = other }
      frontier.swapAt(best, frontier.count - 1)
      let step = frontier.removeLast()
      let position = Int(step.position)
      if step.heap >= 0 {
        push(heap: -1 - lanes[Int(step.heap)][position], 0)
      } else {
        found.append(groups[Int(-1 - step.heap)].entries[position].place)
        missing -= 1
      }
      push(heap: step.heap, 2 * position + 1)
      push(heap: step.heap, 2 * position + 2)
    }
  }

  private mutating func push(heap: Int32, _ position: Int) {
    let key: UInt64
    if heap >= 0 {
      guard position < lanes[Int(heap)].count else { return }
      key = head(Int(heap), position)
    } else {
      guard position < groups[Int(-1 - heap)].entries.count else { return }
      key = groups[Int(-1 - heap)].entries[position].key
    }
    frontier.append(Step(key: key, heap: heap, position: Int32(position)))
  }
}

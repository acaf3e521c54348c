// Which popup is next.
extension WaitingQueue {
  /// Something a search has still to look at: a group in a lane, or a popup in a group.
  struct Step: Sendable {
    var key: UInt64
    var item: Int32
    var isGroup: Bool
  }

  /// The first of those too late; nil where there is none.
  var firstLate: Entry? {
    let first = groups[Int(Self.late)].first
    return first < 0 ? nil : Entry(key: popups.key(of: first), index: first)
  }

  /// The first popup of some lanes; nil where they are empty.
  func first(in open: UInt32) -> Entry? {
    var rest = filled & open
    guard rest != 0 else { return nil }
    var found = Entry(key: .max, index: -1)
    while rest != 0 {
      let group = lanes[rest.trailingZeroBitCount]
      rest &= rest - 1
      let key = admitted.key(of: group)
      if found.index < 0 || key < found.key { found = Entry(key: key, index: groups[Int(group)].first) }
    }
    return found
  }

  /// A certain popup, where the current page lets it in and its lane is one of some; nil otherwise.
  func entry(of index: Int, in open: UInt32) -> Entry? {
    guard index >= 0, index < seats.count, seats[index] > 0 else { return nil }
    let group = Int(seats[index])
    guard groups[group].isAdmitted, open & (1 << UInt32(groups[group].key.lane)) != 0 else { return nil }
    return Entry(key: popups.key(of: Int32(index)), index: Int32(index))
  }

  /// The first popups of some lanes, in order.
  ///
  /// - Complexity: O(k² + lanes) for k popups, however many wait.
  mutating func appendFirst(_ limit: Int, in open: UInt32, to found: inout OwnedArray<Int32>) {
    frontier.removeAll()
    var rest = filled & open
    while rest != 0 {
      push(lanes[rest.trailingZeroBitCount], isGroup: true)
      rest &= rest - 1
    }
    var missing = limit
    while missing > 0, let step = popNearest() {
      if step.isGroup {
        push(groups[Int(step.item)].first, isGroup: false)
        push(admitted.left(of: step.item), isGroup: true)
        push(admitted.right(of: step.item), isGroup: true)
      } else {
        found.append(step.item)
        missing -= 1
        push(popups.left(of: step.item), isGroup: false)
        push(popups.right(of: step.item), isGroup: false)
      }
    }
  }

  private mutating func popNearest() -> Step? {
    guard frontier.count > 1 else { return frontier.popLast() }
    var best = 0
    for other in 1..<frontier.count where frontier[other].key < frontier[best].key { best = other }
    frontier.swapAt(best, frontier.count - 1)
    return frontier.popLast()
  }

  private mutating func push(_ item: Int32, isGroup: Bool) {
    guard item >= 0 else { return }
    let key = isGroup ? admitted.key(of: item) : popups.key(of: item)
    frontier.append(Step(key: key, item: item, isGroup: isGroup))
  }
}

extension WaitingQueue {
  /// Whether the heaps and lanes hold exactly the popups that have a group, and no popup stands in front of a more urgent one.
  var isInOrder: Bool {
    var seated = 0
    for group in groups.indices {
      guard let found = popups.countInOrder(groups[group].first) else { return false }
      seated += found
    }
    var standing = 0
    for index in seats.indices where seats[index] >= 0 { standing += 1 }
    guard seated == standing else { return false }
    var open = 0
    for lane in lanes.indices {
      guard (lanes[lane] < 0) == (filled & (1 << UInt32(lane)) == 0) else { return false }
      guard let found = admitted.countInOrder(lanes[lane]) else { return false }
      open += found
    }
    for group in groups.indices where groups[group].isAdmitted {
      open -= 1
      guard !groups[group].isEmpty, admitted.key(of: Int32(group)) == popups.key(of: groups[group].first) else {
        return false
      }
    }
    return open == 0
  }
}

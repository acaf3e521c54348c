import PopupScheduling

/// A list whose elements stand in a ``ListPool``: a plain value, so that what holds one can be copied and moved like a number.
struct PooledList {
  /// Where in the pool it begins, and how many elements have room there.
  fileprivate var start: Int32 = 0
  fileprivate var capacity: Int32 = 0
  fileprivate(set) var count: Int32 = 0

  var isEmpty: Bool { count == 0 }
  var indices: Range<Int> { 0..<Int(count) }

  mutating func removeAll() { count = 0 }
}

/// The elements of many lists, in one piece of memory that is kept from session to session.
///
/// A list that outgrows its room moves to the end and leaves the old room behind: no more is wasted than is used.
struct ListPool<Element: BitwiseCopyable>: ~Copyable {
  private var elements = OwnedArray<Element>()

  /// Forgets all lists; those that are still about must not be used any more.
  mutating func removeAll() { elements.removeAll() }

  subscript(list: PooledList, index: Int) -> Element {
    @inline(__always) get { elements[position(of: index, in: list)] }
    @inline(__always) set { elements[position(of: index, in: list)] = newValue }
  }

  @inline(__always)
  private func position(of index: Int, in list: PooledList) -> Int {
    precondition(
      UInt(bitPattern: index) < UInt(UInt32(bitPattern: list.count)), "an index beyond the elements there are")
    return Int(list.start) &+ index
  }

  /// Adds an element at the end.
  @inline(__always)
  mutating func append(_ element: Element, to list: inout PooledList) {
    if list.count == list.capacity { grow(&list, element) }
    elements[Int(list.start) &+ Int(list.count)] = element
    list.count &+= 1
  }

  mutating func removeLast(from list: inout PooledList) -> Element {
    let last = self[list, Int(list.count) - 1]
    list.count &-= 1
    return last
  }

  /// Takes an element out; those behind it move up.
  mutating func remove(at index: Int, from list: inout PooledList) {
    var position = position(of: index, in: list)
    let last = Int(list.start) + Int(list.count) - 1
    while position < last {
      elements[position] = elements[position + 1]
      position += 1
    }
    list.count &-= 1
  }

  private mutating func grow(_ list: inout PooledList, _ element: Element) {
    let room = max(4, 2 * list.capacity)
    let start = Int32(elements.count)
    elements.append(repeating: element, count: Int(room))
    for index in 0..<Int(list.count) { elements[Int(start) + index] = elements[Int(list.start) + index] }
    list.start = start
    list.capacity = room
  }
}

extension ListPool where Element: Equatable {
  /// Where an element stands last; negative where it does not.
  func lastIndex(of element: Element, in list: PooledList) -> Int {
    var index = Int(list.count) - 1
    while index >= 0, self[list, index] != element { index -= 1 }
    return index
  }

  /// Takes an element out that stands in a list once, if it does.
  mutating func remove(_ element: Element, from list: inout PooledList) {
    let index = lastIndex(of: element, in: list)
    if index >= 0 { remove(at: index, from: &list) }
  }
}

extension OwnedArray {
  /// Forgets all elements, and holds so many of one instead.
  mutating func fill(with element: Element, count: Int) {
    removeAll()
    append(repeating: element, count: count)
  }

  /// Keeps those elements of which something is so, in order, and throws the others away.
  @inline(__always)
  mutating func keep(from start: Int = 0, where isKept: (Element) -> Bool) {
    var kept = start
    for index in start..<count where isKept(self[index]) {
      self[kept] = self[index]
      kept += 1
    }
    removeLast(count - kept)
  }
}

/// Numbered things in order of rank, the smallest first: many binary heaps in one pool, each of which says of every thing where it stands.
///
/// Where they stand is kept outside, by number: one array serves many heaps of which each thing is in one at most; -1 for none.
struct RankedHeaps: ~Copyable {
  struct Entry {
    var rank: UInt64
    var id: Int32
  }

  private var pool = ListPool<Entry>()

  mutating func removeAll() { pool.removeAll() }

  /// An entry of a heap; the smallest is the first, and the children of one at `n` stand at `2n + 1` and `2n + 2`.
  subscript(heap: PooledList, index: Int) -> Entry {
    @inline(__always) get { pool[heap, index] }
  }

  /// Adds a thing that stands nowhere.
  mutating func insert(_ id: Int32, rank: UInt64, into heap: inout PooledList, _ positions: inout OwnedArray<Int32>) {
    pool.append(Entry(rank: rank, id: id), to: &heap)
    rise(Int(heap.count) - 1, heap, &positions)
  }

  /// Takes a thing out that stands here.
  mutating func remove(_ id: Int32, from heap: inout PooledList, _ positions: inout OwnedArray<Int32>) {
    let index = Int(positions[Int(id)])
    positions[Int(id)] = -1
    let last = pool.removeLast(from: &heap)
    guard index < Int(heap.count) else { return }
    pool[heap, index] = last
    settle(index, heap, &positions)
  }

  /// Gives a thing that stands here another rank.
  mutating func change(_ id: Int32, rank: UInt64, in heap: PooledList, _ positions: inout OwnedArray<Int32>) {
    let index = Int(positions[Int(id)])
    var entry = pool[heap, index]
    guard entry.rank != rank else { return }
    entry.rank = rank
    pool[heap, index] = entry
    settle(index, heap, &positions)
  }

  private mutating func settle(_ index: Int, _ heap: PooledList, _ positions: inout OwnedArray<Int32>) {
    if index > 0, pool[heap, index].rank < pool[heap, (index - 1) / 2].rank {
      rise(index, heap, &positions)
    } else {
      sink(index, heap, &positions)
    }
  }

  private mutating func rise(_ start: Int, _ heap: PooledList, _ positions: inout OwnedArray<Int32>) {
    let entry = pool[heap, start]
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      let above = pool[heap, parent]
      guard entry.rank < above.rank else { break }
      pool[heap, index] = above
      positions[Int(above.id)] = Int32(truncatingIfNeeded: index)
      index = parent
    }
    pool[heap, index] = entry
    positions[Int(entry.id)] = Int32(truncatingIfNeeded: index)
  }

  private mutating func sink(_ start: Int, _ heap: PooledList, _ positions: inout OwnedArray<Int32>) {
    let count = Int(heap.count)
    let entry = pool[heap, start]
    var index = start
    while true {
      var child = 2 * index + 1
      guard child < count else { break }
      if child + 1 < count, pool[heap, child + 1].rank < pool[heap, child].rank { child += 1 }
      let below = pool[heap, child]
      guard below.rank < entry.rank else { break }
      pool[heap, index] = below
      positions[Int(below.id)] = Int32(truncatingIfNeeded: index)
      index = child
    }
    pool[heap, index] = entry
    positions[Int(entry.id)] = Int32(truncatingIfNeeded: index)
  }
}

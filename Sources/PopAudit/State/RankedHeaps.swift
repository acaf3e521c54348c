import PopupScheduling

/// Numbered things in order of rank, the smallest first: many binary heaps in one pool, each of which says of every thing where it stands.
///
/// Where things stand is kept outside, by number, so that one array serves many heaps of which each thing is in one at most; -1 says in
/// none.
struct RankedHeaps: ~Copyable {
  struct Entry {
    var rank: UInt64
    var id: Int32
  }

  private var pool = ListPool<Entry>()

  /// Forgets all heaps; those that are still about must not be used any more.
  mutating func removeAll() { pool.removeAll() }

  /// An entry of a heap; the smallest is the first, and the children of one at `n` stand at `2n + 1` and `2n + 2`.
  subscript(heap: PooledList, index: Int) -> Entry {
    @inline(__always) get { pool[heap, index] }
  }

  /// Adds a thing that stands nowhere.
  ///
  /// - Complexity: O(log n)
  mutating func insert(_ id: Int32, rank: UInt64, into heap: inout PooledList, _ positions: inout OwnedArray<Int32>) {
    pool.append(Entry(rank: rank, id: id), to: &heap)
    rise(Int(heap.count) - 1, heap, &positions)
  }

  /// Takes a thing out that stands here.
  ///
  /// - Complexity: O(log n)
  mutating func remove(_ id: Int32, from heap: inout PooledList, _ positions: inout OwnedArray<Int32>) {
    let index = Int(positions[Int(id)])
    positions[Int(id)] = -1
    let last = pool.removeLast(from: &heap)
    guard index < Int(heap.count) else { return }
    pool[heap, index] = last
    settle(index, heap, &positions)
  }

  /// Gives a thing that stands here another rank.
  ///
  /// - Complexity: O(log n)
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

/// Heaps of numbered things, the least in front, each of which is in one of them at most: leftist trees over one table.
/// A heap goes by the number of its root, which its owner keeps; negative while it is empty.
@usableFromInline
package struct HeapForest: ~Copyable, Sendable, Replaceable {
  @usableFromInline
  struct Node: BitwiseCopyable, Sendable {
    @usableFromInline var key: UInt64 = 0
    @usableFromInline var left: Int32 = -1
    @usableFromInline var right: Int32 = -1
    @usableFromInline var parent: Int32 = -1
    /// The shortest way down to where a child is missing, counted in nodes; 0 for what is in no heap.
    @usableFromInline var rank: Int32 = 0
  }

  @usableFromInline var nodes = OwnedArray<Node>()

  @usableFromInline package init() {}

  @usableFromInline
  package mutating func copy(from other: borrowing HeapForest) { nodes.copy(from: other.nodes) }

  @inlinable package func contains(_ item: Int32) -> Bool { Int(item) < nodes.count && nodes[Int(item)].rank > 0 }
  @inlinable package func key(of item: Int32) -> UInt64 { nodes[Int(item)].key }
  /// The children of a thing in its heap, neither of which comes before it; negative where there is none.
  @inlinable package func left(of item: Int32) -> Int32 { nodes[Int(item)].left }
  @inlinable package func right(of item: Int32) -> Int32 { nodes[Int(item)].right }

  /// What comes next on a way from a root through all things of its heap whose keys are less than a bound; negative behind the last.
  package func next(after item: Int32, below bound: UInt64 = .max) -> Int32 {
    var node = nodes[Int(item)]
    if node.left >= 0, key(of: node.left) < bound { return node.left }
    var seen: Int32 = -1
    var last = item
    // Back up as long as nothing on the right is left to see.
    while node.right < 0 || node.right == seen || key(of: node.right) >= bound {
      guard node.parent >= 0 else { return -1 }
      (seen, last) = (last, node.parent)
      node = nodes[Int(last)]
    }
    return node.right
  }

  package mutating func insert(_ item: Int32, key: UInt64, into root: inout Int32) {
    if Int(item) >= nodes.count { nodes.append(repeating: Node(), count: Int(item) + 1 - nodes.count) }
    nodes[Int(item)] = Node(key: key, rank: 1)
    root = root < 0 ? item : merge(root, item)
  }

  package mutating func change(_ item: Int32, key: UInt64, in root: inout Int32) {
    guard self.key(of: item) != key else { return }
    remove(item, from: &root)
    insert(item, key: key, into: &root)
  }

  package mutating func remove(_ item: Int32, from root: inout Int32) {
    let node = nodes[Int(item)]
    nodes[Int(item)].rank = 0
    let rest = node.right < 0 ? node.left : merge(node.left, node.right)
    if rest >= 0 { nodes[Int(rest)].parent = node.parent }
    guard node.parent >= 0 else {
      root = rest
      return
    }
    if nodes[Int(node.parent)].left == item {
      nodes[Int(node.parent)].left = rest
    } else {
      nodes[Int(node.parent)].right = rest
    }
    var item = node.parent
    while item >= 0, balance(item) { item = nodes[Int(item)].parent }
  }

  /// Takes all things out of a heap.
  mutating func removeAll(from root: inout Int32) {
    while root >= 0 {
      nodes[Int(root)].rank = 0
      root = next(after: root)
    }
  }

  @inline(never)
  private mutating func merge(_ one: Int32, _ other: Int32) -> Int32 {
    var (upper, lower) = nodes[Int(one)].key < nodes[Int(other)].key ? (one, other) : (other, one)
    let root = upper
    var first: Int32 = -1
    // Down the right spines, always on with the lesser one.
    while true {
      let right = nodes[Int(upper)].right
      let next: Int32
      if right < 0 || nodes[Int(lower)].key < nodes[Int(right)].key {
        if first < 0 { first = upper }
        next = lower
        lower = right
      } else {
        next = right
      }
      nodes[Int(upper)].right = next
      nodes[Int(next)].parent = upper
      guard lower >= 0 else { break }
      upper = next
    }
    // Every node from the first on that got another right child has to be looked at, and those above it as far as ranks have changed.
    while upper != first {
      balance(upper)
      upper = nodes[Int(upper)].parent
    }
    while balance(upper), upper != root { upper = nodes[Int(upper)].parent }
    return root
  }

  /// Has the longer spine of a node on the left again; true where the node's rank has changed, so that its parent is to be looked at.
  @discardableResult
  private mutating func balance(_ item: Int32) -> Bool {
    let node = nodes[Int(item)]
    let leftRank = node.left < 0 ? 0 : nodes[Int(node.left)].rank
    let rightRank = node.right < 0 ? 0 : nodes[Int(node.right)].rank
    if leftRank < rightRank {
      nodes[Int(item)].left = node.right
      nodes[Int(item)].right = node.left
    }
    let rank = min(leftRank, rightRank) + 1
    guard rank != node.rank else { return false }
    nodes[Int(item)].rank = rank
    return true
  }

  /// How many things are in a heap; nil where one of them comes before the one it stands behind.
  func countInOrder(_ root: Int32) -> Int? {
    var (count, item) = (0, root)
    while item >= 0 {
      let parent = nodes[Int(item)].parent
      guard parent < 0 || key(of: parent) < key(of: item) else { return nil }
      count += 1
      item = next(after: item)
    }
    return count
  }
}

extension HeapForest {
  /// What a walk through things in groups, in order of their keys, has to look at next: groups in one forest, and things of these in another.
  package struct Frontier: ~Copyable, Sendable {
    package struct Entry: BitwiseCopyable, Sendable {
      var key: UInt64
      package var item: Int32
      package var isGroup: Bool
    }

    private var entries = OwnedArray<Entry>()

    package init() {}

    package mutating func removeAll() { entries.removeAll() }

    /// Adds what is not negative.
    @inline(__always)
    package mutating func add(_ item: Int32, in heaps: borrowing HeapForest, isGroup: Bool) {
      guard item >= 0 else { return }
      entries.append(Entry(key: heaps.key(of: item), item: item, isGroup: isGroup))
    }

    /// Takes the first one out, in whose place its children in the same heap come.
    package mutating func popFirst(groups: borrowing HeapForest, things: borrowing HeapForest) -> Entry? {
      guard !entries.isEmpty else { return nil }
      var best = 0
      for other in 1..<entries.count where entries[other].key < entries[best].key { best = other }
      entries.swapAt(best, entries.count - 1)
      guard let first = entries.popLast() else { return nil }
      if first.isGroup {
        add(groups.left(of: first.item), in: groups, isGroup: true)
        add(groups.right(of: first.item), in: groups, isGroup: true)
      } else {
        add(things.left(of: first.item), in: things, isGroup: false)
        add(things.right(of: first.item), in: things, isGroup: false)
      }
      return first
    }
  }
}

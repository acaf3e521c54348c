/// Which page stands in which: the containers, depths and lineages of all pages that a catalog names, worked out once.
///
/// The way from container to container comes to an end: a step that closes a circle, or leads to no page there is, is left out.
@usableFromInline
package struct PageForest: ~Copyable, Sendable {
  @usableFromInline
  package struct Node: BitwiseCopyable, Sendable {
    @usableFromInline var container: PageID
    @usableFromInline var root: PageID
    @usableFromInline var scene: UInt16
    /// How many pages its lineage has, itself included; 0 while that is not known, negative while it is being found out.
    @usableFromInline var depth: Int32 = 0
    /// The pages that stand in it, at whatever depth, have the numbers from ``enter`` up to ``leave``, its own first.
    @usableFromInline var enter: Int32 = 0
    @usableFromInline var leave: Int32 = 0
  }

  @usableFromInline var nodes = OwnedArray<Node>()
  /// All pages, each behind the one it stands in.
  package private(set) var order = OwnedArray<PageID>()
  /// How many pages the longest lineage has.
  package private(set) var depth = 0
  /// The first page found of which a step was left out; none where there is no such page.
  package private(set) var firstFlaw = PageID.none
  private var path = OwnedArray<PageID>()
  private let byAddress = ByAddress()

  package init() {}

  package init(_ pages: [PageSpec]) { read(pages, count: pages.count) }

  package mutating func copy(from other: borrowing PageForest) {
    nodes.copy(from: other.nodes)
    order.copy(from: other.order)
    depth = other.depth
    firstFlaw = other.firstFlaw
  }

  /// Reads pages anew, in the same memory. Those beyond the given ones stand in no other.
  ///
  /// - Complexity: O(n) for n pages, however they stand in each other.
  package mutating func read(_ pages: [PageSpec], count: Int) {
    depth = 0
    firstFlaw = .none
    nodes.removeAll()
    order.removeAll()
    for index in 0..<count {
      let spec = index < pages.count ? pages[index] : PageSpec()
      nodes.append(Node(container: spec.container, root: PageID(index), scene: spec.scene))
      // What it stands in comes before it, as nearly always: so is it with all in front of it.
      if order.count == index, spec.container.isNone || spec.container.index < index { settle(PageID(index)) }
    }
    if order.count < count { for index in 0..<count where nodes[index].depth == 0 { resolve(PageID(index)) } }
    number()
  }

  /// Finds out about a page and all those it stands in.
  private mutating func resolve(_ page: PageID) {
    path.removeAll()
    var next = page
    while !next.isNone, nodes[next.index].depth == 0 {
      nodes[next.index].depth = -1
      path.append(next)
      let container = nodes[next.index].container
      if !container.isNone, container.index >= nodes.count || nodes[container.index].depth < 0 {
        if firstFlaw.isNone { firstFlaw = next }
        nodes[next.index].container = .none
      }
      next = nodes[next.index].container
    }
    while let page = path.popLast() { settle(page) }
  }

  /// Finds out about a page, what it stands in being known.
  @inline(__always)
  private mutating func settle(_ page: PageID) {
    var node = nodes[page.index]
    node.depth = 1
    if !node.container.isNone {
      let outer = nodes[node.container.index]
      node.depth = outer.depth + 1
      node.root = outer.root
      if node.scene == 0 { node.scene = outer.scene }
    }
    nodes[page.index] = node
    order.append(page)
    depth = max(depth, Int(node.depth))
  }

  private mutating func number() {
    guard depth > 1 else {
      for index in nodes.indices {
        nodes[index].enter = Int32(truncatingIfNeeded: index)
        nodes[index].leave = nodes[index].enter + 1
      }
      return
    }
    // First how many pages stand in each, itself included.
    for index in order.indices.reversed() {
      let page = order[index].index
      nodes[page].leave += 1
      let container = nodes[page].container
      if !container.isNone { nodes[container.index].leave += nodes[page].leave }
    }
    var free: Int32 = 0
    for index in order.indices {
      let page = order[index].index
      let (container, size) = (nodes[page].container, nodes[page].leave)
      nodes[page].enter = container.isNone ? free : nodes[container.index].leave
      nodes[page].leave = nodes[page].enter + 1
      if container.isNone { free += size } else { nodes[container.index].leave += size }
    }
  }

  @inlinable package var count: Int { nodes.count }
  /// The page that a page stands in; none where it stands in none.
  @inlinable package func container(of page: PageID) -> PageID { nodes[page.index].container }
  /// The outermost page of a page's lineage.
  @inlinable package func root(of page: PageID) -> PageID { nodes[page.index].root }
  /// The number of a page's scene. A page that names none is in its container's (<doc:PagesAndPopups#Attributes-of-a-page>).
  @inlinable package func scene(of page: PageID) -> UInt16 { nodes[page.index].scene }

  @inlinable
  package func isContainer(_ page: PageID) -> Bool { nodes[page.index].leave > nodes[page.index].enter + 1 }

  /// Whether a page is another one or contains it, as a comparison of numbers and not a walk.
  @inlinable
  @inline(__always)
  package func isInLineage(_ page: PageID, of inner: PageID) -> Bool {
    guard !page.isNone, !inner.isNone, page.index < nodes.count, inner.index < nodes.count else { return false }
    let number = nodes[inner.index].enter
    return nodes[page.index].enter <= number && number < nodes[page.index].leave
  }
}

extension PageForest {
  /// Whether every page comes behind the one it stands in, as is usual: nothing has to be looked at to know that their ways come to an end.
  package static func isInOrder(_ pages: [PageSpec]) -> Bool {
    pages.indices.allSatisfy { pages[$0].container.index < $0 }
  }

  /// Has every page stand where a forest has it, whatever is said of it.
  package static func cut(_ pages: inout [PageSpec]) {
    guard !isInOrder(pages) else { return }
    let forest = PageForest(pages)
    for index in pages.indices { pages[index].container = forest.container(of: PageID(index)) }
  }
}

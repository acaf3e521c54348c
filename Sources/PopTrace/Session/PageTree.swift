import PopupScheduling

/// Pages in their containers. The way from a page to its container, and on to that one's, must come to an end.
enum PageTree {
  /// Whether every container exists and no page stands in itself.
  static func isSound(_ pages: [PageSpec]) -> Bool { firstFlaw(pages) == nil }

  /// Takes pages out of containers that do not exist or stand in them.
  static func cut(_ pages: inout [PageSpec]) {
    while let flaw = firstFlaw(pages) { pages[flaw].container = .none }
  }

  /// How many pages of a sound tree stand in each other, where that is more than a limit; else nil.
  ///
  /// - Complexity: O(n)
  static func depth(_ pages: [PageSpec], beyond limit: Int) -> Int? {
    guard pages.count > limit, pages.contains(where: { !$0.container.isNone }) else { return nil }
    var depths = [Int32](repeating: 0, count: pages.count)
    var path: [Int] = []
    var deepest: Int32 = 0
    for start in pages.indices where depths[start] == 0 {
      var page = start
      while page >= 0, depths[page] == 0 {
        path.append(page)
        page = pages[page].container.isNone ? -1 : pages[page].container.index
      }
      var depth = page < 0 ? 0 : depths[page]
      while let page = path.popLast() {
        depth += 1
        depths[page] = depth
      }
      deepest = max(deepest, depth)
    }
    return Int(deepest) > limit ? Int(deepest) : nil
  }

  /// A page that stands in itself, or in one that does not exist; nil where there is none.
  ///
  /// - Complexity: O(n): a walk ends where an earlier one has been.
  static func firstFlaw(_ pages: [PageSpec]) -> Int? {
    // Containers mostly come before what stands in them; then there is nothing to walk.
    guard let first = pages.indices.first(where: { pages[$0].container.index >= $0 }) else { return nil }
    var walk = [Int](repeating: -1, count: pages.count)
    for start in pages.indices[first...] {
      var page = start
      while walk[page] < 0 {
        walk[page] = start
        let container = pages[page].container
        if container.isNone { break }
        guard container.index < pages.count else { return page }
        if walk[container.index] == start { return page }
        page = container.index
      }
    }
    return nil
  }
}

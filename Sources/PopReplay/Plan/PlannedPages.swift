import PopupScheduling

/// Which page stands in which, and in which scene: what a session says of its pages once and for all.
struct PlannedPages: ~Copyable {
  /// The page that every page stands in; ``PopupScheduling/PageID/none`` where it stands in none.
  private(set) var containers = OwnedArray<PageID>()
  /// The index of every page's scene. A page that names none is in its container's (PagesAndPopups, *Attributes of a page*).
  private(set) var scenes = OwnedArray<Int32>()
  /// How many pages stand in each other at most.
  private(set) var depth = 0
  private var depths = OwnedArray<Int32>()
  private var path = OwnedArray<Int>()
  private let byAddress = ByAddress()

  /// For every page, what stands for its class: a bit, which classes may share.
  private var places = OwnedArray<UInt64>()

  /// The bit that stands for the class of a page, or for no page.
  func place(_ page: PageID) -> UInt64 { page.isNone || page.index >= places.count ? 1 : places[page.index] }

  /// How many pages there are.
  var count: Int { containers.count }

  /// Reads the attributes of all pages.
  ///
  /// - Complexity: O(n) for n pages, however they stand in each other.
  mutating func read(_ catalog: borrowing Catalog, pages count: Int, scenes table: inout SceneTable) {
    depth = 0
    containers.removeAll()
    scenes.removeAll()
    depths.removeAll()
    places.removeAll()
    for page in 0..<count {
      let container = page < catalog.pages.count ? catalog.pages[page].container : .none
      containers.append(container.isNone || container.index >= count ? .none : container)
      let name = page < catalog.pages.count ? catalog.className(of: PageID(page)) : .none
      places.append(2 << (UInt64(truncatingIfNeeded: name.rawValue) % 63))
    }
    scenes.append(repeating: 0, count: count)
    depths.append(repeating: 0, count: count)
    for page in 0..<count where depths[page] == 0 { resolve(page, catalog, &table) }
  }

  /// Finds out about a page and all those it stands in. Pages that stand in themselves count as standing in nothing.
  private mutating func resolve(_ page: Int, _ catalog: borrowing Catalog, _ table: inout SceneTable) {
    path.removeAll()
    var step = page
    while depths[step] == 0 {
      depths[step] = -1
      path.append(step)
      let container = containers[step]
      guard !container.isNone else { break }
      if depths[container.index] < 0 {
        containers[step] = .none
        break
      }
      step = container.index
    }
    while let page = path.popLast() {
      let container = containers[page]
      let own = page < catalog.pages.count ? catalog.pages[page].scene : 0
      depths[page] = container.isNone ? 1 : depths[container.index] + 1
      scenes[page] = container.isNone || own != 0 ? Int32(table.insert(own)) : scenes[container.index]
      depth = max(depth, Int(depths[page]))
    }
  }
}

/// The scenes of a session, by the order in which they were met: looking one up takes the same time however many there are.
struct SceneTable: ~Copyable {
  /// Their numbers, by index.
  private(set) var numbers = OwnedArray<UInt16>()
  /// The index of every number up to the greatest met so far; negative where there is no such scene.
  private var indices = OwnedArray<Int32>()

  /// How many there are.
  var count: Int { numbers.count }

  /// Forgets all of them and keeps the memory.
  mutating func removeAll() {
    for index in numbers.indices { indices[Int(numbers[index])] = -1 }
    numbers.removeAll()
  }

  /// The index of a scene, which is known from now on.
  @discardableResult
  mutating func insert(_ number: UInt16) -> Int {
    if indices.count <= Int(number) { indices.append(repeating: -1, count: Int(number) + 1 - indices.count) }
    if indices[Int(number)] < 0 {
      indices[Int(number)] = Int32(numbers.count)
      numbers.append(number)
    }
    return Int(indices[Int(number)])
  }

  /// The index of a scene; the first one's where it is not known.
  func index(of number: UInt16) -> Int {
    guard Int(number) < indices.count else { return 0 }
    return max(0, Int(indices[Int(number)]))
  }
}

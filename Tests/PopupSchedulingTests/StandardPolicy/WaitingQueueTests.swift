import Testing

@testable import PopupScheduling

@Suite("The queue by itself")
struct WaitingQueueTests {
  /// One that waits, as a list without any order knows it.
  private struct Waiter {
    var index: Int
    var key: UInt64
    var binding: WaitingGroup.Binding
    var lane: Int32
    var isLate = false
  }

  private static let lanes: [UInt32] = [
    WaitingQueue.allLanes, WaitingQueue.hopefulLanes, 0b11, 0b1100_0001, 1 << 17, 0,
  ]

  /// A catalog of five pages of three classes, the last two of which stand in the first.
  private func catalog() -> Catalog {
    var catalog = Catalog()
    for page in 0..<5 {
      let name = catalog.names.intern(["Home", "Detail", "Home", "Part", "Detail"][page])
      catalog.appendPage(numbered: Int64(page), PageSpec())
      catalog.pages[page].classes = catalog.names.intern([name])
      if page > 2 { catalog.pages[page].container = PageID(0) }
    }
    return catalog
  }

  private func randomBinding(_ dice: inout Dice, _ catalog: inout Catalog) -> WaitingGroup.Binding {
    var binding = WaitingGroup.Binding()
    if dice.chance(40) {
      let names = dice.pick([["Home"], ["Detail", "Part"], ["Part"]]).map { catalog.names.intern($0) }
      binding.pages = catalog.names.intern(names)
    }
    if dice.chance(15) { binding.instance = PageID(dice.roll(5)) }
    if dice.chance(15) { binding.home = PageID(dice.roll(5)) }
    return binding
  }

  @Test(
    "It finds whom a list finds, whoever comes and goes and wherever the user is", arguments: UInt64(1)...10,
    [false, true])
  func likeAList(seed: UInt64, needsPage: Bool) {
    var dice = Dice(state: seed)
    var catalog = catalog()
    var pages = ScenePages()
    for page in 0..<5 { pages.learn(PageID(page), catalog.pages) }
    var queue = WaitingQueue(needsPage: needsPage)
    // All share groups, or a few or many have one of their own.
    queue.singles = [0, 3, 8][Int(seed % 3)]
    var list: [Waiter] = []
    for step in 0..<250 {
      let index = dice.roll(40)
      let place = list.firstIndex { $0.index == index }
      switch dice.roll(10) {
      case 0..<5 where place == nil:
        let lane = WaitingQueue.lane(dice.pick(PopupKind.allCases), isBarred: dice.chance(20))
        let waiter = Waiter(
          index: index, key: UInt64(dice.roll(1_000) << 8 | index), binding: randomBinding(&dice, &catalog), lane: lane)
        list.append(waiter)
        let wanted = WaitingGroup.Key(binding: waiter.binding, lane: lane)
        queue.seat(index, waiter.key, wanted, pages, Turn(catalog: catalog))
      case 5, 6:
        if let place { list.remove(at: place) }
        queue.unseat(index)
      case 7 where place != nil && dice.chance(40):
        list[place!].isLate = true
        queue.seatLate(index, list[place!].key)
        queue.seatLate(index, list[place!].key)
      case 8:
        pages.take(
          dice.pick([.pageWillAppear, .pageDidAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear]),
          PageID(dice.roll(5)), catalog.pages)
      default: break
      }
      if dice.chance(30) { continue }
      if dice.chance(20) {
        var copy = WaitingQueue(needsPage: needsPage)
        copy.singles = queue.singles
        copy.copy(from: queue)
        queue = copy
      }
      let turn = Turn(catalog: catalog)
      queue.look(at: pages, turn)
      var isRight = queue.isInOrder && !queue.hasToLook(at: pages)
      let isThere = pages.isSettled && !pages.current.isNone
      let admitted = list.filter { waiter in
        guard !waiter.isLate else { return false }
        return isThere ? waiter.binding.holds(on: pages, turn) : waiter.binding.isFree && !needsPage
      }.sorted { $0.key < $1.key }
      for open in Self.lanes {
        let expected = admitted.filter { open & (1 << UInt32($0.lane)) != 0 }
        let first = queue.first(in: open)
        isRight = isRight && first?.index == expected.first.map { Int32($0.index) } && first?.key == expected.first?.key
        for limit in [0, 1, 4, 60] {
          var found = OwnedArray<Int32>()
          queue.appendFirst(limit, in: open, to: &found)
          isRight = isRight && found.array == expected.prefix(limit).map { Int32($0.index) }
        }
        for index in [-1, 0, dice.roll(40), 500] {
          isRight = isRight && queue.entry(of: index, in: open)?.key == expected.first { $0.index == index }?.key
        }
      }
      let late = list.filter(\.isLate).min { $0.key < $1.key }
      let firstLate = queue.firstLate
      isRight = isRight && firstLate?.index == late.map { Int32($0.index) } && firstLate?.key == late?.key
      isRight = isRight && (0..<45).filter { queue.isLate($0) } == list.filter(\.isLate).map(\.index).sorted()
      #expect(isRight, "seed \(seed), step \(step)")
      if !isRight { return }
    }
    queue.copy(from: WaitingQueue(needsPage: queue.needsPage))
    let (isEmpty, first, hasToLook) = (
      queue.isInOrder, queue.first(in: WaitingQueue.allLanes), queue.hasToLook(at: pages)
    )
    #expect(isEmpty && first == nil && queue.seats.isEmpty && queue.groups.count == 1 && queue.filled == 0)
    #expect(hasToLook || pages.epoch == -1)
  }

  @Test("A key puts the more urgent first, and of equals the one with the lower rank, over the whole range of both")
  func keys() {
    let numbers: [Int32] = [.min, -70_000, -1, 0, 1, 5, 70_000, .max]
    var last: UInt64?
    for level in numbers {
      for rank in numbers {
        let key = WaitingGroup.Entry.key(level: level, rank: rank)
        if let last { #expect(last < key, "\(level) \(rank)") }
        last = key
      }
    }
    #expect(WaitingGroup.Entry.key(level: .min, rank: .min) == 0)
  }

  @Test("Every kind has a lane for those who may be shown and one for those who are dropped")
  func lanes() {
    var seen: Set<Int32> = []
    for kind in PopupKind.allCases {
      for isBarred in [false, true] {
        let lane = WaitingQueue.lane(kind, isBarred: isBarred)
        #expect(seen.insert(lane).inserted && lane >= 0 && lane < Int32(WaitingQueue.laneCount))
        #expect((WaitingQueue.hopefulLanes & (1 << UInt32(lane)) != 0) == !isBarred)
        #expect(WaitingQueue.allLanes & (1 << UInt32(lane)) != 0)
      }
    }
    #expect(seen.count == WaitingQueue.laneCount && WaitingQueue.allLanes == (1 << 18) - 1)
  }

  @Test("A binding is free where it binds to nothing, and holds where all it asks for is there")
  func bindings() {
    var catalog = catalog()
    var pages = ScenePages()
    let turn = Turn(catalog: catalog)
    let nowhere = WaitingGroup.Binding().holds(on: pages, turn)
    for page in [0, 3] {
      pages.learn(PageID(page), catalog.pages)
      for kind in [EventKind.pageWillAppear, .pageDidAppear] { pages.take(kind, PageID(page), catalog.pages) }
    }
    let there = WaitingGroup.Binding().holds(on: pages, turn)
    #expect(!nowhere && there && WaitingGroup.Binding().isFree && WaitingGroup.Binding().page.isNone)
    let (home, detail) = (catalog.names.intern("Home"), catalog.names.intern("Detail"))
    let lists = [catalog.names.intern([home]), catalog.names.intern([detail])]
    let later = Turn(catalog: catalog)
    for pagesHold in [nil, false, true] {
      for instanceHolds in [nil, false, true] {
        for homeHolds in [nil, false, true] {
          var binding = WaitingGroup.Binding()
          if let pagesHold { binding.pages = lists[pagesHold ? 0 : 1] }
          if let instanceHolds { binding.instance = PageID(instanceHolds ? 3 : 1) }
          if let homeHolds { binding.home = PageID(homeHolds ? 0 : 2) }
          let all = [pagesHold, instanceHolds, homeHolds]
          let holds = binding.holds(on: pages, later)
          #expect(holds == !all.contains(false) && binding.isFree == (all == [nil, nil, nil]))
          #expect(binding.page == (homeHolds == nil ? binding.instance : binding.home))
        }
      }
    }
  }
}

import Testing

@testable import PopupScheduling

@Suite("The parts of the standard policy by themselves")
struct PolicyPartsTests {
  private func pages(_ appeared: Int...) -> ScenePages {
    var pages = ScenePages()
    for page in appeared {
      pages.learn(PageID(page), [])
      for kind in [EventKind.pageWillAppear, .pageDidAppear] { pages.take(kind, PageID(page), []) }
    }
    return pages
  }

  @Test("At first no gate is closed, nobody types, and all time is spent in the foreground")
  func firstGates() {
    let gates = GateStates()
    let none = ScenePages()
    #expect(!gates.isScrolling && !gates.isTyping && !gates.isTypingFolded && !gates.isInBackground)
    #expect(!gates.isAnyClosed && gates.foregroundClock(at: Ticks(7)) == Ticks(7))
    let closed = gates.closedKinds(.all, none)
    #expect(closed == 0)
    for kind in PopupKind.allCases {
      let isClosed = gates.isClosed(for: kind, .all, none)
      #expect(!isClosed)
    }
  }

  /// What closes gates, and the kinds that are then held back on page 0.
  private static let closings: [(what: String, gates: PolicyConfiguration.Gates, kinds: [PopupKind])] = [
    ("scrolling", .scroll, PopupKind.allCases),
    ("typing", .edit, [.permission, .guide, .campaign, .message, .splash]),
    ("the background", .background, PopupKind.allCases),
    ("a suspension", .suspend, PopupKind.allCases),
    ("a suspension of sheets and splashes", .suspend, [.sheet, .splash]),
    ("a suspension of alerts, twice, and once resumed", .suspend, [.alert]),
    (
      "typing, and a suspension of the system's own", [.edit, .suspend],
      [.permission, .guide, .campaign, .message, .splash, .system]
    ),
  ]

  @Test("Each gate holds back its kinds, wherever it is asked, and no other gate does", arguments: closings.indices)
  func closing(index: Int) {
    let (what, gates, kinds) = Self.closings[index]
    let pages = pages(0)
    var states = GateStates()
    switch index {
    case 0: states.beginScrolling(on: PageID(0))
    case 1: states.beginTyping(on: PageID(0))
    case 2: states.enterBackground(at: Ticks(1))
    case 3: states.suspend(nil)
    case 4:
      states.suspend(.sheet)
      states.suspend(.splash)
    case 5:
      for _ in 0..<2 { states.suspend(.alert) }
      states.resume(.alert)
    default:
      states.beginTyping(on: PageID(0))
      states.suspend(.system)
    }
    #expect(states.isAnyClosed, "\(what)")
    let (closed, ofOthers) = (states.closedKinds(gates, pages), states.closedKinds(.all.subtracting(gates), pages))
    #expect(closed == kinds.reduce(0) { $0 | 1 << UInt32($1.rawValue) } && ofOthers == 0, "\(what)")
    for kind in PopupKind.allCases {
      let (isClosed, isByOthers) = (
        states.isClosed(for: kind, gates, pages), states.isClosed(for: kind, .all.subtracting(gates), pages)
      )
      #expect(isClosed == kinds.contains(kind) && !isByOthers, "\(what), \(kind)")
    }
  }

  @Test("Every gate opens again, and what was never closed does not open")
  func opening() {
    var states = GateStates()
    states.resume(nil)
    states.resume(.alert)
    states.suspend(nil)
    states.suspend(.alert)
    #expect(states.isAnyClosed)
    states.resume(nil)
    #expect(states.isAnyClosed)
    states.resume(.alert)
    #expect(!states.isAnyClosed)
    states.beginScrolling(on: .none)
    states.endScrolling()
    states.beginTyping(on: .none)
    states.endTyping()
    #expect(!states.isAnyClosed && !states.isTypingFolded)
  }

  @Test("Time in the background does not count, however often it is said to begin or to end")
  func foregroundClock() {
    var states = GateStates()
    states.leaveBackground(at: Ticks(5))
    #expect(states.foregroundClock(at: Ticks(10)) == Ticks(10))
    states.enterBackground(at: Ticks(10))
    states.enterBackground(at: Ticks(15))
    #expect(states.foregroundClock(at: Ticks(20)) == Ticks(10))
    states.leaveBackground(at: Ticks(30))
    states.leaveBackground(at: Ticks(35))
    #expect(states.foregroundClock(at: Ticks(40)) == Ticks(20))
    states.enterBackground(at: Ticks(50))
    states.leaveBackground(at: Ticks(51))
    #expect(states.foregroundClock(at: Ticks(52)) == Ticks(31))
  }

  @Test("Typing is folded only where somebody types, and is forgotten on another page than its own")
  func folding() {
    let here = pages(0)
    let elsewhere = pages(0, 1)
    var states = GateStates()
    states.foldTyping()
    #expect(!states.isTypingFolded)
    states.beginTyping(on: PageID(0))
    let isNot = states.isTypingForgotten(elsewhere)
    states.foldTyping()
    let (isHere, isElsewhere) = (states.isTypingForgotten(here), states.isTypingForgotten(elsewhere))
    #expect(states.isTypingFolded && !isNot && !isHere && isElsewhere)
    states.beginTyping(on: PageID(0))
    #expect(!states.isTypingFolded)
    states.foldTyping()
    states.end(with: PageID(1), elsewhere)
    #expect(states.isTyping)
    states.end(with: PageID(0), elsewhere)
    #expect(!states.isTyping && !states.isTypingFolded)
  }

  @Test("At first no keyboard is up or folded, and nothing is caused by what was not said")
  func firstKeyboard() {
    let keyboard = KeyboardState()
    var event = Event(.editBegan)
    for cause: Int32 in [-1, 0, 1] {
      event.cause = cause
      #expect(!keyboard.isOfFolding(event) && !keyboard.isOfRestoring(event))
    }
    #expect(!keyboard.isUp && !keyboard.isFolded && keyboard.folded == (Symbol.none, PageID.none))
  }

  @Test("A keyboard that is brought back is that of its responder and its page, and may be folded again from there")
  func keyboard() {
    var keyboard = KeyboardState()
    keyboard.beginEditing(Symbol(3), on: .none)
    #expect(keyboard.subject(on: PageID(5)) == (Symbol(3), PageID(5)))
    keyboard.settle(on: PageID(4))
    keyboard.settle(on: PageID(6))
    #expect(keyboard.subject(on: PageID(5)) == (Symbol(3), PageID(4)))
    keyboard.fold(on: PageID(5), as: 11)
    #expect(!keyboard.isUp && keyboard.isFolded && keyboard.folded == (Symbol(3), PageID(4)))
    var event = Event(.editEnded)
    event.cause = 11
    #expect(keyboard.isOfFolding(event) && !keyboard.isOfRestoring(event))
    // Meanwhile somebody types elsewhere, and is done.
    keyboard.restore(as: 12)
    event.cause = 12
    #expect(keyboard.isUp && !keyboard.isFolded && keyboard.isOfRestoring(event) && !keyboard.isOfFolding(event))
    #expect(keyboard.subject(on: PageID(5)) == (Symbol(3), PageID(4)))
    keyboard.end(with: PageID(6), pages(4, 6))
    #expect(keyboard.isUp)
    keyboard.end(with: PageID(4), pages(4, 6))
    #expect(!keyboard.isUp)
  }

  @Test("Of typing meanwhile the same responder leaves the keyboard to be brought back, another does not")
  func typingMeanwhile() {
    for (name, isOwed) in [(Symbol(3), true), (Symbol(4), false)] {
      var keyboard = KeyboardState()
      keyboard.beginEditing(Symbol(3), on: PageID(1))
      keyboard.fold(on: PageID(1), as: 1)
      keyboard.beginEditing(name, on: PageID(2))
      #expect(keyboard.isUp && keyboard.isFolded == isOwed)
      #expect(keyboard.subject(on: .none) == (name, PageID(2)))
      keyboard.restore(as: 2)
      #expect(keyboard.subject(on: .none) == (Symbol(3), PageID(1)))
      keyboard.endEditing()
      #expect(!keyboard.isUp && !keyboard.isFolded)
    }
  }

  @Test("A popup begins with nothing said of it")
  func firstPopup() {
    let state = PopupState(popup: PopupID(4), spec: PopupSpec(name: Symbol(1)))
    #expect(state.stage == .undecided && state.holds && state.isLive)
    #expect(!state.isLeaving && !state.isExempt && !state.hasNoContent && !state.isLocking && !state.isCutShort)
    #expect(!state.isCovered && !state.isCountedBound && !state.losesShow && !state.losesHide && !state.isVisible)
    #expect(state.order == 0 && state.rank == 0 && state.generation == 0 && state.showing == 0 && state.chain == -1)
    #expect(state.deadline == .distantFuture && !state.isBound && !state.isSystem && !state.isUp)
  }

  @Test("Groups are found by their key, few or many, and a page or a class gives all of its own")
  func groups() {
    var catalog = Catalog()
    let names = (0..<60).map { catalog.names.intern("Page\($0)") }
    for count in [3, 15, 16, 17, 40, 130] {
      var index = GroupIndex()
      var groups = OwnedArray<WaitingGroup>()
      groups.append(WaitingGroup(key: WaitingGroup.Key(binding: WaitingGroup.Binding(), lane: -1)))
      func key(_ number: Int) -> WaitingGroup.Key {
        var binding = WaitingGroup.Binding()
        switch number % 5 {
        case 0: binding.pages = catalog.names.intern([names[number % 60]])
        case 1: binding.instance = PageID(number)
        case 2:
          binding.home = PageID(number)
          binding.instance = PageID(number + 1)
        case 3:
          binding.pages = catalog.names.intern([names[number % 60], names[(number + 7) % 60]])
          binding.matching = .exact
        default: break
        }
        return WaitingGroup.Key(binding: binding, lane: Int32(number))
      }
      for number in 1...count {
        let before = index.group(of: key(number))
        groups.append(WaitingGroup(key: key(number)))
        index.add(Int32(number), key(number))
        let after = index.group(of: key(number))
        #expect(before == -1 && after == Int32(number), "\(number) of \(count)")
        if number % 9 == 0 { index.learn(groups, from: 1, catalog) }
      }
      index.learn(groups, from: 1, catalog)
      for number in 1...count {
        let found = index.group(of: key(number))
        #expect(found == Int32(number), "\(number) of \(count)")
      }
      func listed(_ first: Int32) -> [Int] {
        var all: [Int] = []
        var link = first
        while link >= 0, all.count <= count {
          all.append(Int(index.group(at: link)))
          link = index.next(after: link)
        }
        return all.sorted()
      }
      for page in 0..<count + 2 {
        let expected = (1...count).filter { key($0).binding.page == PageID(page) }
        #expect(listed(index.first(of: PageID(page))) == expected)
      }
      for name in names {
        let expected = (1...count).filter { number in
          let binding = key(number).binding
          return binding.page.isNone && catalog.names.list(binding.pages).contains(name)
        }
        #expect(listed(index.first(of: name)) == expected)
      }
      #expect(index.free.array == (1...count).filter { key($0).binding.isFree }.map { Int32($0) })
      let copy = index.copy()
      index.removeAll()
      #expect(index.free.isEmpty && listed(index.first(of: names[0])).isEmpty)
      #expect(copy.free.array == (1...count).filter { key($0).binding.isFree }.map { Int32($0) })
      // It begins anew, with others.
      for number in 1...count {
        index.add(Int32(number), key(count + 1 - number))
        let found = index.group(of: key(count + 1 - number))
        #expect(found == Int32(number), "\(number) of \(count) again")
      }
      let unknown = index.group(of: key(count + 1))
      #expect(unknown == -1)
    }
  }

  @Test("A chain is open from its first presentation until a turn leaves it without a member")
  func chains() {
    var chains = ChainTable()
    #expect(chains.isChanged == false)
    let (tour, tips) = (chains.join(4, Symbol(0)), chains.join(5, Symbol(9)))
    #expect(chains.join(6, Symbol(0)) == tour && tips != tour && chains.isChanged)
    #expect(chains.next(of: tour) == 4 && chains.next(of: tips) == 5 && !chains.isVisible(tour))
    chains.noteLookedAt()
    chains.show(tips)
    #expect(chains.isChanged && chains.open.array == [tips] && chains.isVisible(tips) && !chains.isVisible(tour))
    chains.show(tour)
    chains.show(tour)
    #expect(chains.open.array == [tips, tour])
    chains.noteLookedAt()
    chains.leaveScreen(tour)
    #expect(chains.isChanged && chains.isVisible(tour))
    chains.leaveScreen(tour)
    #expect(chains.isVisible(tour) == false)
    chains.noteLookedAt()
    chains.leave(4, tour)
    #expect(chains.isChanged && chains.next(of: tour) == 6)
    chains.endFinished()
    #expect(chains.open.array == [tips, tour])
    chains.leave(6, tour)
    #expect(chains.open.array == [tips, tour])
    let joined = chains.join(7, Symbol(0))
    chains.endFinished()
    #expect(joined == tour && chains.open.array == [tips, tour], "it goes on")
    chains.leave(7, tour)
    chains.noteLookedAt()
    chains.endFinished()
    #expect(chains.isChanged && chains.open.array == [tips] && chains.next(of: tour) == -1)
    chains.noteLookedAt()
    chains.endFinished()
    #expect(chains.isChanged == false, "nothing ended")
    let again = chains.join(8, Symbol(0))
    #expect(again == tour && chains.open.array == [tips])
    chains.show(tour)
    chains.leave(8, tour)
    var copy = chains.copy()
    copy.endFinished()
    #expect(copy.open.array == [tips] && chains.open.array == [tips, tour])
    #expect(copy.join(9, Symbol(9)) == tips && copy.next(of: tips) == 5)
    chains.removeAll()
    #expect(chains.open.isEmpty && !chains.isChanged)
    #expect(chains.join(5, Symbol(9)) == 0 && chains.next(of: 0) == 5 && !chains.isVisible(0))
    chains.endFinished()
    chains.show(0)
    #expect(chains.open.array == [0])
  }
}

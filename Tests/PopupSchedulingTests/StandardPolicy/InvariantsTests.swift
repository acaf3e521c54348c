import Testing

@testable import PopupScheduling

@Suite("What is true at the end of every turn")
struct InvariantsTests {
  typealias Break = @Sendable (inout PolicyState) -> Void

  private func play(_ configuration: PolicyConfiguration = .v6) -> Play<StandardPolicy> {
    var play = Play(configuration)
    play.know(1, "Home")
    play.know(2, "Detail")
    play.appear(2, at: 0)
    play.submit(3, at: 1) { spec, catalog in
      spec.bind(to: "Detail", in: &catalog)
      spec.keepAlive = true
    }
    play.move(from: 2, to: 1, at: 2)
    play.submit(1, at: 3) { spec, _ in spec.showLength = Ticks(100) }
    play.submit(2, at: 3)
    play.submit(4, at: 3) { spec, _ in spec.kind = .hud }
    play.submit(5, at: 3) { spec, catalog in spec.key = catalog.names.intern("rate") }
    return play
  }

  /// Whether everything is true of a policy in which something was altered.
  private func holds(_ play: Play<StandardPolicy>, after alter: Break) -> Bool {
    var state = play.scheduler.policy.state.copy()
    alter(&state)
    return Invariants.allHold(state)
  }

  private static func index(of number: Int32, _ state: borrowing PolicyState) -> Int {
    state.states.array.firstIndex { $0.popup.rawValue == number } ?? -1
  }

  /// Popups go by the order of their submission: 0 is parked, 1 is up, 2 waits, 3 is the HUD, 4 waits and has a key.
  private static let breaks: [(what: String, alter: Break)] = [
    ("a second one fills the slot", { bringUp(2, &$0) }),
    ("one is counted in the slot that is not", { $0.occupied += 1 }),
    ("one is not counted in the slot that is", { $0.occupied -= 1 }),
    ("one is up and not on the list", { $0.up.removeLast() }),
    ("one that is not up is on the list", { $0.up[0] = Int32(index(of: 2, $0)) }),
    ("one more is said to belong to a page", { $0.boundUp += 1 }),
    ("one waits and locks input", { $0.states[index(of: 2, $0)].isLocking = true }),
    (
      "one locks input without an animation",
      { state in state.states[index(of: 1, state)].spec.showLength = .zero }
    ),
    ("one is up without a cover", { $0.states[index(of: 1, $0)].isCovered = false }),
    ("one waits with a cover", { $0.states[index(of: 2, $0)].isCovered = true }),
    ("one that needs no slot has a cover", { $0.states[index(of: 3, $0)].isCovered = true }),
    ("one waits with a timer to go by itself", { $0.states[index(of: 2, $0)].autoTimer = TimerID(1) }),
    ("one waits with a timer of its preemption", { $0.states[index(of: 2, $0)].preemptionTimer = TimerID(1) }),
    ("one waits with a timer of an animation", { $0.states[index(of: 2, $0)].graceTimer = TimerID(1) }),
    ("one stands in a group and is said to have none", { $0.queue.seats[index(of: 2, $0)] = -1 }),
    ("one is said to have a group and stands in none", { $0.slotless.seats.append(0) }),
    ("one is alive and not on the list", { $0.live.remove(index(of: 2, $0)) }),
    (
      "one is nowhere",
      { state in
        let index = index(of: 2, state)
        state.dequeue(index)
        state.states[index].stage = .undecided
      }
    ),
    ("one more is said to wait", { $0.queue.count += 1 }),
    ("one more is said to wait without a slot", { $0.slotless.count += 1 }),
    ("one is parked and not on the list", { $0.parked.remove(index(of: 0, $0)) }),
    ("one is parked and not by its page", { $0.kept.remove(index(of: 0, $0)) }),
    (
      "one waits to come back and is not on the list",
      { state in
        state.states[index(of: 2, state)].home = PageID(0)
        state.kept.append(index(of: 2, state), to: 0)
      }
    ),
    (
      "one waits to come back and is not by its page",
      { state in
        state.states[index(of: 2, state)].home = PageID(0)
        state.returning.append(index(of: 2, state))
      }
    ),
    ("one more of a kind is said to be alive", { $0.liveOfKind[0] += 1 }),
    ("an index that somebody has is free", { $0.free.append(Int32(index(of: 2, $0))) }),
    ("one is parked for a page that was removed", { $0.pages.take(.pageRemoved, PageID(1), []) }),
  ]

  /// Puts one that waits on screen, with all that goes with it.
  private static func bringUp(_ number: Int32, _ state: inout PolicyState) {
    let index = index(of: number, state)
    state.dequeue(index)
    state.states[index].stage = .up
    state.states[index].isCovered = true
    state.up.append(Int32(index))
    state.occupied += 1
  }

  @Test("Nothing is wrong where nothing is, and everything is where one thing is", arguments: breaks.indices)
  func oneThingWrong(index: Int) {
    let play = play()
    let (before, after) = (holds(play) { _ in }, holds(play, after: Self.breaks[index].alter))
    #expect(before && !after, "\(Self.breaks[index].what)")
  }

  @Test("What has ended has no timer but that of its exit animation")
  func ended() {
    var play = play()
    play.submit(6, at: 4) { spec, _ in
      spec.level = -1
      spec.hideLength = Ticks(100)
    }
    play.dismiss(1, at: 5)
    play.dismiss(6, at: 6)
    let leaving = Int(play.scheduler.policy.state.index(of: play.catalog.knownPopup(numbered: 6)) ?? -1)
    #expect(holds(play) { $0.states[leaving].graceTimer = TimerID(40) })
    #expect(!holds(play) { $0.states[leaving].expiryTimer = TimerID(40) })
    #expect(!holds(play) { $0.states[leaving].autoTimer = TimerID(40) })
    #expect(!holds(play) { $0.states[leaving].isCovered = false })
  }

  @Test("A key is that of one who is alive and has it")
  func keys() {
    let play = play()
    let key = play.catalog.names.symbol(of: "rate").index
    let owner = play.scheduler.policy.state.keyOwners[key]
    #expect(owner >= 0)
    #expect(!holds(play) { $0.keyOwners[key] = Int32(Self.index(of: 2, $0)) })
    #expect(holds(play) { $0.keyOwners[key] = -1 })
    #expect(
      !holds(play) { state in
        var change = state.states[Int(owner)]
        change.stage = .ended
        let other = Self.index(of: 2, state)
        state.states[other].spec.key = Symbol(key)
        state.keyOwners[key] = Int32(Self.index(of: 3, state))
      })
  }

  @Test("Where covers are not handled nobody has one, and where there is no slot several may be up")
  func otherVersions() {
    let old = play(.v5)
    #expect(holds(old) { _ in })
    #expect(!holds(old) { $0.states[Self.index(of: 1, $0)].isCovered = true })
    let first = play(.v0)
    #expect(first.scheduler.policy.states.count(where: \.isUp) == 5 && holds(first) { _ in })
  }

  /// A queue in which three popups wait for the page that is there, of two kinds.
  private func queue() -> WaitingQueue {
    var pages = ScenePages()
    let turn = Turn(catalog: Catalog())
    for kind in [EventKind.pageWillAppear, .pageDidAppear] { pages.take(kind, PageID(0), []) }
    var queue = WaitingQueue(needsPage: true)
    queue.singles = 0
    for (index, key) in [3, 5, 7, 9].enumerated() {
      let lane = WaitingQueue.lane(index == 3 ? .sheet : .alert, isBarred: false)
      queue.seat(index, UInt64(key), WaitingGroup.Key(binding: WaitingGroup.Binding(), lane: lane), pages, turn)
    }
    queue.look(at: pages, turn)
    return queue
  }

  private static let disorders: [(what: String, alter: @Sendable (inout WaitingQueue) -> Void)] = [
    ("one has no group and stands in it", { $0.seats[1] = -1 }),
    ("one has a group and stands in none", { $0.seats.append(1) }),
    (
      "one stands behind a less urgent one",
      { queue in
        var nowhere: Int32 = -1
        queue.popups.insert(queue.popups.left(of: queue.groups[1].first), key: 0, into: &nowhere)
      }
    ),
    ("a group is let in and stands in no lane", { $0.lanes[0] = -1 }),
    ("a lane has a group and is said to have none", { $0.filled = 0 }),
    ("a lane has no group and is said to have one", { $0.filled |= 1 << 17 }),
    ("a group stands in a lane by another popup than its first", { $0.standing.change(1, key: 0, in: &$0.lanes[0]) }),
    (
      "a group is let in and empty",
      { queue in
        queue.groups.append(WaitingGroup(key: queue.groups[1].key))
        queue.standing.insert(3, key: 9, into: &queue.lanes[0])
      }
    ),
  ]

  @Test("A queue is in order, and is not where one thing is out of it", arguments: disorders.indices)
  func disorder(index: Int) {
    var queue = queue()
    let isInOrder = queue.isInOrder
    #expect(isInOrder)
    Self.disorders[index].alter(&queue)
    let isStillInOrder = queue.isInOrder
    #expect(!isStillInOrder, "\(Self.disorders[index].what)")
  }
}

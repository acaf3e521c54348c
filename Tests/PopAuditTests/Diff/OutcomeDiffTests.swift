import PopTrace
import PopupScheduling
import Testing

@testable import PopAudit

@Suite struct OutcomeDiffTests {
  /// Presentations of popups 0, 1 … in one run: popup, from, until, page.
  private typealias Show = (popup: Int64, from: Int64, until: Int64?, page: Int64)

  private func run(_ shows: [Show], submitted: Int64 = 4, exempt: Set<Int64> = [], scenes: [Int64: UInt16] = [:])
    -> RunScript
  {
    var script = RunScript()
    for number in 0..<submitted {
      script.submit(number, "Popup\(number)") {
        if exempt.contains(number) { $0.kind = .hud }
        $0.scene = scenes[number] ?? 0
      }
    }
    for page in Int64(1)...2 { _ = script.page(page) }
    var generations: [Int64: Int32] = [:]
    for show in shows.sorted(by: { $0.from < $1.from }) {
      script.at(show.from)
      generations[show.popup, default: 0] += 1
      script.show(show.popup, on: script.page(show.page), generation: generations[show.popup] ?? 1)
      if let until = show.until {
        script.at(until)
        script.hide(show.popup, .dismissed, generation: generations[show.popup] ?? 1)
      }
    }
    return script
  }

  private func compare(_ recorded: RunScript, _ candidate: RunScript) -> OutcomeDiff {
    var diff = OutcomeDiff()
    diff.compare(recorded.tracker, candidate.tracker, in: recorded.session.catalog)
    return diff
  }

  private func kinds(_ recorded: [Show], _ candidate: [Show]) -> [Int64: OutcomeChange.Kind] {
    let first = run(recorded)
    var kinds: [Int64: OutcomeChange.Kind] = [:]
    for change in compare(first, run(candidate)).changes where change.kind != .same {
      kinds[first.session.catalog.number(of: change.recorded)] = change.kind
    }
    return kinds
  }

  @Test func equalRunsHaveNoChange() {
    let recorded: [Show] = [(0, 10, 50, 1), (1, 60, nil, 1)]
    #expect(kinds(recorded, recorded).isEmpty)
    #expect(compare(run(recorded), run(recorded)).counts[.same] == 4)
  }

  @Test func shownInOneRunOnlyItIsGainedOrLost() {
    #expect(kinds([(0, 10, 50, 1)], [(1, 10, 50, 1)]) == [0: .lost, 1: .gained])
  }

  @Test func shownSoonerOrLaterOnTheSamePageItIsEarlierOrLater() {
    #expect(kinds([(0, 10, 50, 1)], [(0, 9, 50, 1)]) == [0: .earlier])
    #expect(kinds([(0, 10, 50, 1)], [(0, 11, 50, 1)]) == [0: .later])
  }

  @Test func goneSoonerOrLaterItIsCutShortOrLonger() {
    #expect(kinds([(0, 10, 50, 1)], [(0, 10, 40, 1)]) == [0: .cutShort])
    #expect(kinds([(0, 10, 50, 1)], [(0, 10, 60, 1)]) == [0: .longer])
    #expect(kinds([(0, 10, 50, 1)], [(0, 10, nil, 1)]) == [0: .longer])
    #expect(kinds([(0, 10, nil, 1)], [(0, 10, 50, 1)]) == [0: .cutShort])
  }

  @Test func backSoonerOrLaterItIsCutShortOrLongerToo() {
    let recorded: [Show] = [(0, 10, 50, 1), (0, 70, 90, 1)]
    #expect(kinds(recorded, [(0, 10, 50, 1), (0, 60, 90, 1)]) == [0: .cutShort])
    #expect(kinds(recorded, [(0, 10, 50, 1), (0, 80, 90, 1)]) == [0: .longer])
    #expect(kinds(recorded, [(0, 10, 50, 1), (0, 70, 80, 1)]) == [0: .cutShort])
    #expect(kinds(recorded, [(0, 10, 50, 1), (0, 70, nil, 1)]) == [0: .longer])
  }

  @Test func theFirstDifferingInstantDecides() {
    #expect(kinds([(0, 10, 50, 1)], [(0, 9, 60, 1)]) == [0: .earlier])
    #expect(kinds([(0, 10, 50, 1)], [(0, 11, 40, 1)]) == [0: .later])
    #expect(kinds([(0, 10, 50, 1), (0, 70, 90, 1)], [(0, 10, 50, 1), (0, 80, 85, 1)]) == [0: .longer])
    #expect(kinds([(0, 10, 50, 1), (0, 70, 90, 1)], [(0, 10, 40, 1), (0, 80, 95, 1)]) == [0: .cutShort])
  }

  @Test func theNumberOfPresentationsWeighsMoreThanAnyInstant() {
    let twice: [Show] = [(0, 10, 50, 1), (0, 70, 90, 1)]
    for first: Show in [(0, 10, 50, 1), (0, 9, 50, 1), (0, 11, 50, 1), (0, 10, 40, 1), (0, 10, 60, 1)] {
      #expect(kinds(twice, [first]) == [0: .fewer])
      #expect(kinds([first], twice) == [0: .more])
    }
  }

  @Test func anotherPageAndAnotherOrderWeighMoreThanTheNumber() {
    #expect(kinds([(0, 10, 50, 1), (0, 70, 90, 1)], [(0, 10, 50, 2)]) == [0: .moved])
    // Where there is no counterpart, there is no other page.
    #expect(kinds([(0, 10, 50, 1)], [(0, 10, 50, 1), (0, 70, 90, 2)]) == [0: .more])
    #expect(
      kinds([(0, 10, 20, 1), (0, 50, 60, 1), (1, 30, 40, 1)], [(1, 10, 20, 1), (0, 30, 40, 1)])
        == [0: .reordered, 1: .reordered])
  }

  @Test func popupsThatTakeNoSlotHaveTheSameClasses() {
    func kind(_ recorded: [Show], _ candidate: [Show]) -> [OutcomeChange.Kind] {
      compare(run(recorded, exempt: [0]), run(candidate, exempt: [0])).changes.map(\.kind)
    }
    #expect(kind([(0, 10, 50, 1)], [(0, 12, 50, 1)]) == [.later])
    #expect(kind([(0, 10, 50, 1)], [(0, 10, 40, 1)]) == [.cutShort])
    #expect(kind([(0, 10, 50, 1)], [(0, 10, 50, 1), (0, 60, 70, 1)]) == [.more])
  }

  @Test func onAnotherPageItHasMovedWhateverElseApplies() {
    #expect(kinds([(0, 10, 50, 1), (1, 60, 70, 1)], [(1, 5, 8, 2), (0, 20, 50, 1)]) == [0: .reordered, 1: .moved])
    #expect(
      kinds([(0, 10, 50, 1), (0, 70, 90, 1)], [(0, 12, 50, 1), (0, 70, 90, 2)]) == [0: .moved])
  }

  @Test func withoutAPageItHasNotMoved() {
    var candidate = RunScript()
    for number in Int64(0)..<4 { candidate.submit(number, "Popup\(number)") }
    candidate.at(20)
    candidate.show(0)
    let diff = compare(run([(0, 10, nil, 1)]), candidate)
    #expect(diff.changes.map(\.kind) == [.later])
  }

  @Test func bothOfASwapAreReordered() {
    #expect(
      kinds([(0, 10, 20, 1), (1, 30, 40, 1), (2, 50, 60, 1)], [(1, 10, 20, 1), (0, 30, 40, 1), (2, 50, 60, 1)])
        == [0: .reordered, 1: .reordered])
  }

  @Test func whatOnlyOneRunShowsReordersNothing() {
    #expect(
      kinds([(0, 10, 20, 1), (1, 30, 40, 1)], [(2, 5, 8, 1), (0, 10, 20, 1), (1, 30, 40, 1)]) == [2: .gained])
  }

  @Test func exemptPopupsAndOtherScenesReorderNothing() {
    let first: [Show] = [(0, 10, 20, 1), (1, 30, 40, 1)]
    let second: [Show] = [(1, 30, 40, 1), (0, 50, 60, 1)]
    #expect(compare(run(first, exempt: [1]), run(second, exempt: [1])).changes.map(\.kind) == [.later])
    #expect(compare(run(first, scenes: [1: 3]), run(second, scenes: [1: 3])).changes.map(\.kind) == [.later])
    #expect(compare(run(first), run(second)).changes.map(\.kind) == [.reordered, .reordered])
  }

  @Test func presentedInNeitherRunItMayEndOtherwise() {
    var recorded = run([])
    recorded.decide(.popupDropped, 2, .expired)
    let diff = compare(recorded, run([]))
    #expect(diff.changes.map(\.kind) == [.endedOtherwise])
    #expect(diff.changes.map(\.recorded) == [PopupID(2)])
    #expect(diff.counts[.endedOtherwise] == 1)
    #expect(diff.counts[.same] == 3)
    #expect(diff.counts.changed == 1)
    #expect(compare(recorded, recorded).changes.isEmpty)
  }

  @Test func atTheSameInstantsItMayEndOtherwise() {
    func run(_ reason: Reason, at time: Int64) -> RunScript {
      var script = self.run([(0, 10, nil, 1)])
      script.at(time)
      script.hide(0, reason)
      return script
    }
    #expect(compare(run(.dismissed, at: 50), run(.auto, at: 50)).changes.map(\.kind) == [.endedOtherwise])
    #expect(compare(run(.dismissed, at: 50), run(.auto, at: 40)).changes.map(\.kind) == [.cutShort])
    #expect(compare(run(.auto, at: 50), run(.auto, at: 50)).changes.isEmpty)
  }

  @Test func whatOnlyOneRunKnowsAndNeverPresentsEndsOtherwise() {
    let diff = compare(run([], submitted: 1), run([], submitted: 2))
    #expect(diff.changes.map(\.kind) == [.endedOtherwise])
    #expect(diff.changes.map(\.recorded) == [PopupID.none])
  }

  @Test func aPopupThatOnlyOneRunKnowsHasNoPartner() {
    let diff = compare(run([], submitted: 1), run([(1, 10, nil, 1)], submitted: 2))
    #expect(diff.changes.count == 1)
    #expect(diff.changes.first?.recorded == PopupID.none)
    #expect(diff.changes.first?.candidate == PopupID(1))
    #expect(diff.changes.first?.kind == .gained)
  }

  @Test func everythingIsListedWhereThatIsAsked() {
    var diff = OutcomeDiff()
    diff.listsEverything = true
    let script = run([(0, 10, 50, 1)])
    diff.compare(script.tracker, script.tracker, in: script.session.catalog)
    #expect(diff.changes.map(\.kind) == [.same, .same, .same, .same])
  }

  @Test(arguments: 0..<20) func reorderingAgreesWithTheDefinitionPairByPair(seed: UInt64) {
    var random = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func shuffled() -> [Int64] {
      var numbers = Array(Int64(0)..<9)
      for place in numbers.indices.dropFirst() {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        numbers.swapAt(place, Int((random >> 33) % UInt64(place + 1)))
      }
      return Array(numbers.prefix(7))
    }
    let orders = (shuffled(), shuffled())
    func shows(_ order: [Int64]) -> [Show] {
      order.enumerated().map { (popup: $1, from: Int64($0) * 10, until: Int64($0) * 10 + 5, page: 1) }
    }
    let diff = compare(run(shows(orders.0), submitted: 9), run(shows(orders.1), submitted: 9))
    for change in diff.changes where orders.0.contains(Int64(change.recorded.index)) {
      let popup = Int64(change.recorded.index)
      guard let place = orders.0.firstIndex(of: popup), let other = orders.1.firstIndex(of: popup) else { continue }
      let isReordered = orders.0.indices.contains { rival in
        guard let otherRival = orders.1.firstIndex(of: orders.0[rival]) else { return false }
        return (rival < place) != (otherRival < other) && rival != place
      }
      #expect((change.kind == .reordered) == isReordered, "seed \(seed), popup \(popup)")
    }
  }
}

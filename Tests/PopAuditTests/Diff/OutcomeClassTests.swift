import PopTrace
import PopupScheduling
import Testing

@testable import PopAudit

/// The classes of outcomes against their definition, word for word, over the outcomes themselves.
@Suite struct OutcomeClassTests {
  /// A stream of numbers that depends on its seed alone.
  private struct Numbers {
    var state: UInt64

    mutating func below(_ bound: UInt64) -> Int64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64((state >> 33) % bound)
    }
  }

  /// A run of one popup: up to three presentations at one of few instants, so that two runs often agree for a while.
  private func run(_ numbers: inout Numbers) -> RunScript {
    var script = RunScript()
    script.submit(0)
    var time: Int64 = 0
    for generation in 1..<(1 + Int32(numbers.below(4))) {
      time += 1 + numbers.below(2)
      script.at(time)
      let page = script.page(numbers.below(8) == 0 ? 2 : 1)
      script.show(0, on: page, generation: generation)
      if numbers.below(8) == 0 { return script }
      time += 1 + numbers.below(2)
      script.at(time)
      script.hide(0, numbers.below(2) == 0 ? .dismissed : .pageLeft, generation: generation)
    }
    if numbers.below(3) == 0 { script.decide(.popupDropped, 0, .expired) }
    return script
  }

  private func definition(_ recorded: RunOutcome, _ candidate: RunOutcome) -> OutcomeChange.Kind {
    let (left, right) = (recorded.shown, candidate.shown)
    if left.isEmpty, !right.isEmpty { return .gained }
    if right.isEmpty, !left.isEmpty { return .lost }
    if zip(left, right).contains(where: { $0.page != $1.page }) { return .moved }
    if right.count < left.count { return .fewer }
    if right.count > left.count { return .more }
    func instants(_ stays: [RunOutcome.Stay]) -> [Ticks] { stays.flatMap { [$0.from, $0.until ?? .distantFuture] } }
    let both = Array(zip(instants(left), instants(right)))
    if let place = both.firstIndex(where: { $0 != $1 }) {
      let isSooner = both[place].1 < both[place].0
      if place == 0 { return isSooner ? .earlier : .later }
      return isSooner ? .cutShort : .longer
    }
    return recorded.end == candidate.end ? .same : .endedOtherwise
  }

  @Test func everyClassIsWhatItsDefinitionSays() throws {
    var seen = ChangeCounts()
    for seed in UInt64(1)...2000 {
      var numbers = Numbers(state: seed &* 0x9E37_79B9_7F4A_7C15)
      let (recorded, candidate) = (run(&numbers), run(&numbers))
      var diff = OutcomeDiff()
      diff.listsEverything = true
      diff.compare(recorded.tracker, candidate.tracker, in: recorded.session.catalog)
      let expected = definition(try #require(recorded.outcome(0)), try #require(candidate.outcome(0)))
      #expect(diff.changes.map(\.kind) == [expected], "seed \(seed)")
      #expect(diff.counts[expected] == 1 && diff.counts.all == 1, "seed \(seed)")
      seen += diff.counts
    }
    for kind in OutcomeChange.Kind.allCases where kind != .reordered { #expect(seen[kind] > 0, "\(kind)") }
    #expect(seen.all == 2000)
    #expect(seen.changed == 2000 - seen[.same])
  }

  @Test func theWordsStandInTheOrderInWhichTheyApply() {
    #expect(
      OutcomeChange.Kind.allCases.map(\.rawValue) == [
        "gained", "lost", "moved", "reordered", "fewer", "more", "earlier", "later", "cut-short", "longer",
        "ended-otherwise", "same",
      ])
  }

  @Test func eachClassIsCountedApart() {
    for kind in OutcomeChange.Kind.allCases {
      var counts = ChangeCounts()
      counts[kind] = 3
      for other in OutcomeChange.Kind.allCases { #expect(counts[other] == (other == kind ? 3 : 0)) }
      #expect(counts.changed == (kind == .same ? 0 : 3))
    }
  }
}

import PopTrace
import PopupScheduling
import Testing

@testable import PopAudit

@Suite struct RunAlignmentTests {
  private func numbers(_ first: RunScript, _ second: RunScript) -> [[Int64]] {
    RunAlignment(first.session, second.session).pairs.map {
      [first.session.catalog.number(of: $0.recorded), second.session.catalog.number(of: $0.candidate)]
    }
  }

  @Test func equalNamesArePairedInOrderOfSubmission() {
    var first = RunScript()
    first.submit(10, "Ad")
    first.submit(11, "Tip")
    first.submit(12, "Ad")
    var second = RunScript()
    second.submit(90, "Ad")
    second.submit(80, "Ad")
    second.submit(70, "Tip")
    second.submit(60, "Ad")
    #expect(numbers(first, second) == [[10, 90], [11, 70], [12, 80], [-1, 60]])
  }

  @Test func kindsTellEqualNamesApart() {
    var first = RunScript()
    first.submit(1, "Rate") { $0.kind = .alert }
    var second = RunScript()
    second.submit(1, "Rate") { $0.kind = .guide }
    #expect(numbers(first, second) == [[1, -1], [-1, 1]])
  }

  @Test func chainsOfCausesTellEqualNamesApart() {
    var first = RunScript()
    first.submit(1, "Update")
    first.submit(2, "Rate")
    first.submit(3, "Thanks", cause: first.dismiss(1))
    first.submit(4, "Thanks", cause: first.dismiss(2))
    var second = RunScript()
    second.submit(2, "Rate")
    second.submit(1, "Update")
    second.submit(4, "Thanks", cause: second.dismiss(2))
    second.submit(3, "Thanks", cause: second.dismiss(1))
    #expect(numbers(first, second) == [[1, 1], [2, 2], [3, 3], [4, 4]])
  }

  @Test func whatHasAnotherCauseIsStillFoundByItsName() {
    var first = RunScript()
    first.submit(1, "Update")
    first.submit(2, "Thanks", cause: first.dismiss(1))
    var second = RunScript()
    second.submit(5, "Thanks")
    #expect(numbers(first, second) == [[1, -1], [2, 5]])
  }

  @Test func timesCountFromTheSubmissionAndInUnitsOfTime() throws {
    var first = RunScript()
    first.at(100)
    first.submit(1)
    first.at(150)
    first.show(1, on: first.page(1, "Home"))
    var second = RunScript()
    second.session.header.tick = try #require(TickLength(microseconds: 500))
    second.at(7000)
    second.submit(1)
    second.at(7100)
    second.show(1, on: second.page(44, "Home"))
    var diff = OutcomeDiff()
    diff.compare(first.tracker, second.tracker, by: RunAlignment(first.session, second.session))
    #expect(diff.counts[.same] == 1)
    #expect(diff.changes.isEmpty)
  }

  @Test func pagesAreComparedByTheirClasses() {
    var first = RunScript()
    first.submit(1)
    first.show(1, on: first.page(1, "Home"))
    var second = RunScript()
    second.submit(1)
    second.show(1, on: second.page(1, "Cart"))
    var diff = OutcomeDiff()
    diff.compare(first.tracker, second.tracker, by: RunAlignment(first.session, second.session))
    #expect(diff.changes.map(\.kind) == [.moved])
  }

  @Test func instantsAfterTheFirstCountFromTheSubmissionToo() {
    func run(submitted: Int64, _ stays: [(from: Int64, until: Int64)], _ reason: Reason = .dismissed) -> RunScript {
      var script = RunScript()
      script.at(submitted)
      script.submit(1)
      for (index, stay) in stays.enumerated() {
        script.at(submitted + stay.from)
        script.show(1, on: script.page(1), generation: Int32(index + 1))
        script.at(submitted + stay.until)
        script.hide(1, reason, generation: Int32(index + 1))
      }
      return script
    }
    func kind(_ second: RunScript) -> OutcomeChange.Kind? {
      let first = run(submitted: 100, [(10, 50), (70, 90)])
      var diff = OutcomeDiff()
      diff.listsEverything = true
      diff.compare(first.tracker, second.tracker, by: RunAlignment(first.session, second.session))
      return diff.changes.first?.kind
    }
    #expect(kind(run(submitted: 500, [(10, 50), (70, 90)])) == .same)
    #expect(kind(run(submitted: 500, [(10, 50), (60, 90)])) == .cutShort)
    #expect(kind(run(submitted: 500, [(10, 50), (70, 95)])) == .longer)
    #expect(kind(run(submitted: 500, [(10, 50)])) == .fewer)
    #expect(kind(run(submitted: 500, [(10, 50), (70, 90), (95, 99)])) == .more)
    #expect(kind(run(submitted: 500, [(10, 50), (70, 90)], .auto)) == .endedOtherwise)
  }

  @Test func whatAKilledSessionDoesNotHaveMayHaveComeLater() {
    var whole = RunScript()
    whole.at(100)
    whole.submit(1)
    whole.at(110)
    whole.show(1, on: whole.page(1))
    var killed = whole
    killed.at(130)
    killed.add(.idle)
    killed.session.header.ended = nil
    whole.at(150)
    whole.hide(1, .dismissed)
    whole.submit(2, "Later")
    whole.show(2, on: whole.page(1))
    for (first, second) in [(whole, killed), (killed, whole)] {
      var diff = OutcomeDiff()
      diff.compare(first.tracker, second.tracker, by: RunAlignment(first.session, second.session))
      #expect(diff.changes.isEmpty && diff.counts[.same] == 1)
    }
  }

  @Test func causesThatAreMissingOrNotEarlierAreNoCauses() {
    var first = RunScript()
    first.submit(1, "Ad", cause: 99)
    var second = RunScript()
    second.submit(1, "Ad", cause: 0)
    #expect(numbers(first, second) == [[1, 1]])
  }

  @Test func whatOnlyAKilledSessionHasAndSawEndingEndedOtherwise() {
    var killed = RunScript()
    killed.submit(1, "Update")
    killed.submit(2, "Rate")
    killed.submit(3, "Gift")
    killed.decide(.popupDropped, 2, .expired)
    killed.session.header.ended = nil
    var whole = RunScript()
    whole.submit(1, "Update")
    func kinds(_ first: RunScript, _ second: RunScript) -> [OutcomeChange.Kind] {
      var diff = OutcomeDiff()
      diff.listsEverything = true
      diff.compare(first.tracker, second.tracker, by: RunAlignment(first.session, second.session))
      return diff.changes.map(\.kind)
    }
    // That the third waits when it is killed says nothing of what became of it.
    #expect(kinds(killed, whole) == [.same, .endedOtherwise, .same])
    #expect(kinds(whole, killed) == [.same, .endedOtherwise, .same])
    killed.session.header.ended = Ticks(1_000_000)
    #expect(kinds(killed, whole) == [.same, .endedOtherwise, .endedOtherwise])
  }

  @Test func aKilledSessionIsKnownUpToItsEndAndNoFurther() {
    func run(_ stays: [(from: Int64, until: Int64)], killedAt end: Int64? = nil) -> RunScript {
      var script = RunScript()
      script.at(100)
      script.submit(1)
      for (index, stay) in stays.enumerated() {
        script.at(stay.from)
        script.show(1, on: script.page(1), generation: Int32(index + 1))
        script.at(stay.until)
        script.hide(1, .preempted, generation: Int32(index + 1))
      }
      if let end {
        script.at(end)
        script.add(.idle)
        script.session.header.ended = nil
      }
      return script
    }
    func kind(_ first: RunScript, _ second: RunScript) -> OutcomeChange.Kind? {
      var diff = OutcomeDiff()
      diff.listsEverything = true
      diff.compare(first.tracker, second.tracker, by: RunAlignment(first.session, second.session))
      return diff.changes.first?.kind
    }
    let once = run([(110, 120)], killedAt: 150)
    #expect(kind(once, run([(110, 120), (150, 160)])) == .same)
    #expect(kind(run([(110, 120), (150, 160)]), once) == .same)
    #expect(kind(once, run([(110, 120), (149, 160)])) == .more)
    #expect(kind(run([(110, 120), (149, 160)]), once) == .fewer)
    let never = run([], killedAt: 150)
    #expect(kind(never, run([(150, 160)])) == .same && kind(never, run([(149, 160)])) == .gained)
    #expect(kind(run([(150, 160)]), never) == .same && kind(run([(149, 160)]), never) == .lost)
    var open = RunScript()
    open.at(100)
    open.submit(1)
    open.at(110)
    open.show(1, on: open.page(1))
    open.at(150)
    open.add(.idle)
    open.session.header.ended = nil
    #expect(kind(open, run([(110, 150)])) == .same && kind(run([(110, 150)]), open) == .same)
    #expect(kind(open, run([(110, 149)])) == .cutShort && kind(run([(110, 149)]), open) == .longer)
    // What was known of it first decides, though the one waits and the other is up when they end.
    #expect(kind(open, run([(111, 149)])) == .later)
  }
}

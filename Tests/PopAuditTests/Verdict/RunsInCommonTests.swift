import PopReplay
import PopTrace
import PopupScheduling
import Testing

@testable import PopAudit

/// What a run says counts up to where it says anything (Grades, *Robust*).
struct RunsInCommonTests {
  /// What is found where both popups are up at once, at 1500, and where the second waits.
  private func runs() throws -> (overlapping: AuditedRun, fine: AuditedRun) {
    var (overlapping, fine) = (AuditedRun(), AuditedRun())
    overlapping.read(recording(try scenario(twoAtOnce), by: .v0))
    fine.read(recording(try scenario(twoAtOnce), by: .v1))
    return (overlapping, fine)
  }

  @Test(arguments: [(1500, 0), (1501, 1)])
  func aFindingIsHeldInARunThatSaysSomethingThen(opening: Int64, count: Int) throws {
    let run = try runs().overlapping
    #expect(run.findings.map(\.time) == [Ticks(1500)])
    var reach = Robustness.Reach()
    reach.opening = Ticks(opening)
    var robustness = Robustness()
    robustness.begin(run, Reference())
    robustness.add(run, run, Reference(), reach) { _ in (.zero, .zero) }
    #expect(robustness.held(0) == ComparedFinding.Held(in: count, of: 1))
    #expect(robustness.hasErrorInEveryRun == (count == 1))
    #expect(robustness.hasErrorInSomeRun)
  }

  @Test(arguments: [(1500, 0), (1501, 1)])
  func aFindingOfTheReferenceIsMissingInARunThatSaysSomethingThen(opening: Int64, count: Int) throws {
    let run = try runs().fine
    var reference = Reference()
    reference.read(recording(try scenario(twoAtOnce), by: .v0), identity: .ok)
    var reach = Robustness.Reach()
    reach.opening = Ticks(opening)
    var robustness = Robustness()
    robustness.begin(run, reference)
    robustness.add(run, run, reference, reach) { _ in (.zero, .zero) }
    #expect(robustness.missing(0) == ComparedFinding.Held(in: count, of: 1))
  }

  @Test func nothingIsLeftOfTheSessionBefore() throws {
    let (overlapping, fine) = try runs()
    var robustness = Robustness()
    for run in [overlapping, fine] {
      robustness.begin(run, Reference())
      robustness.add(run, run, Reference(), Robustness.Reach()) { _ in (.zero, .zero) }
      #expect(robustness.hasErrorInSomeRun == !run.findings.isEmpty && robustness.runs == 1)
      #expect(robustness.hasErrorInEveryRun == !run.findings.isEmpty && !robustness.differs)
      #expect((robustness.held(0) == nil) == run.findings.isEmpty)
      robustness.add(run, run, Reference(), Robustness.Reach()) { _ in (.zero, .zero) }
      #expect(robustness.firstPresentation(of: PopupID(0))?.runs == 2)
    }
  }

  @Test func ofNoRunNothingIsKnown() {
    let robustness = Robustness()
    #expect(robustness.runs == 0 && !robustness.differs)
    #expect(!robustness.hasErrorInEveryRun && !robustness.hasErrorInSomeRun)
    #expect(robustness.held(0) == nil && robustness.missing(0) == nil)
    #expect(robustness.grades(Self.assumed, of: PopupID(0)) == Self.assumed)
    #expect(ComparedOutcome.FirstPresentation().count == 0 && ComparedOutcome.FirstPresentation().runs == 0)
  }

  private static let assumed = AspectGrades(shown: .assumed, where: .assumed, end: .assumed)

  /// The grades of the first popup where its outcome is settled at two times in each run, and the user may have gone at another.
  private func grades(shown: Ticks, end: Ticks, opening: Int64) throws -> AspectGrades {
    let run = try runs().fine
    var robustness = Robustness()
    robustness.begin(run, Reference())
    var reach = Robustness.Reach()
    reach.opening = Ticks(opening)
    robustness.add(run, run, Reference(), reach) { _ in (shown, end) }
    return robustness.grades(Self.assumed, of: PopupID(0))
  }

  @Test func anAspectIsRobustWhereItIsSettledBeforeTheUserMayHaveGone() throws {
    let shown = AspectGrades(shown: .robust, where: .assumed, end: .assumed)
    let all = AspectGrades(shown: .robust, where: .robust, end: .robust)
    #expect(try grades(shown: Ticks(10), end: Ticks(20), opening: 10) == Self.assumed)
    #expect(try grades(shown: Ticks(10), end: Ticks(20), opening: 11) == shown)
    #expect(try grades(shown: Ticks(10), end: Ticks(20), opening: 20) == shown)
    #expect(try grades(shown: Ticks(10), end: Ticks(20), opening: 21) == all)
    // One that ends without having come up will not come up.
    #expect(try grades(shown: .distantFuture, end: Ticks(20), opening: 20) == Self.assumed)
    #expect(try grades(shown: .distantFuture, end: Ticks(20), opening: 21) == all)
  }

  @Test func whatIsBeyondWhatIsKnownIsNoDifference() throws {
    let text = """
      {"t":100,"event":"popup.submitted","popup":1,"name":"A","kind":"hud"}
      {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":900}
      {"t":9000,"event":"idle"}
      """
    var (median, other) = (AuditedRun(), AuditedRun())
    median.read(recording(try scenario(text), by: .v6))
    other.read(
      recording(
        try scenario(text.replacing("dismissed", with: "view-lost").replacing(",\"by\":\"button\"", with: "")), by: .v6)
    )
    for (opening, differs) in [(0, false), (Int64.max, true)] as [(Int64, Bool)] {
      var robustness = Robustness()
      var reach = Robustness.Reach()
      reach.opening = Ticks(opening)
      robustness.begin(median, Reference())
      robustness.add(median, median, Reference(), reach) { _ in (Ticks(100), Ticks(1000)) }
      robustness.add(other, median, Reference(), reach) { _ in (Ticks(100), Ticks(109)) }
      #expect(robustness.differs == differs, "\(opening)")
    }
  }

  @Test func whatRestsOnNoAssumptionStaysAsItIs() throws {
    let run = try runs().fine
    var robustness = Robustness()
    robustness.begin(run, Reference())
    robustness.add(run, run, Reference(), Robustness.Reach()) { _ in (Ticks(1), Ticks(2)) }
    let given = AspectGrades(shown: .exact, where: .derived, end: .assumed)
    #expect(
      robustness.grades(given, of: PopupID(0)) == AspectGrades(shown: .exact, where: .derived, end: .robust))
    // Of a popup that the median run does not know nothing is in common.
    #expect(robustness.grades(given, of: PopupID(9)) == given)
    #expect(robustness.firstPresentation(of: PopupID(0)) == nil)
  }

  @Test func aRunThatCannotBeJudgedLeavesEverythingOpen() throws {
    let run = try runs().overlapping
    var robustness = Robustness()
    robustness.begin(run, Reference())
    robustness.add(run, run, Reference(), Robustness.Reach()) { _ in (Ticks(1), Ticks(2)) }
    #expect(!robustness.differs && robustness.hasErrorInEveryRun)
    robustness.addUnknown(times: 1)
    #expect(robustness.differs && robustness.runs == 2)
    #expect(!robustness.hasErrorInEveryRun && robustness.hasErrorInSomeRun)
    #expect(robustness.grades(Self.assumed, of: PopupID(0)) == Self.assumed)
    #expect(robustness.held(0) == ComparedFinding.Held(in: 1, of: 2))
    let first = try #require(robustness.firstPresentation(of: PopupID(0)))
    #expect(first.earliest == Ticks(1000) && first.latest == Ticks(1000) && first.count == 1 && first.runs == 2)
    #expect(robustness.firstPresentation(of: PopupID(2)) == nil)
    robustness.add(run, run, Reference(), Robustness.Reach()) { _ in (Ticks(1), Ticks(2)) }
    #expect(!robustness.hasErrorInEveryRun)
    robustness.clear()
    #expect(robustness.runs == 0 && !robustness.differs && robustness.held(0) == nil)
    #expect(!robustness.hasErrorInEveryRun && !robustness.hasErrorInSomeRun)
  }

  @Test func aRunThatIsOtherwiseDiffers() throws {
    let (overlapping, fine) = try runs()
    var robustness = Robustness()
    robustness.begin(fine, Reference())
    robustness.add(overlapping, fine, Reference(), Robustness.Reach()) { _ in (Ticks(1), Ticks(2)) }
    #expect(robustness.differs && robustness.hasErrorInSomeRun && robustness.hasErrorInEveryRun)
    robustness.add(fine, fine, Reference(), Robustness.Reach()) { _ in (Ticks(1), Ticks(2)) }
    #expect(robustness.hasErrorInSomeRun && !robustness.hasErrorInEveryRun)
    // The second popup comes up at once in the one, and when the first is gone in the other.
    let second = try #require(robustness.firstPresentation(of: PopupID(1)))
    #expect(second.earliest == Ticks(1500) && second.latest == Ticks(3000) && second.count == 2)
    robustness.begin(overlapping, Reference())
    robustness.add(fine, overlapping, Reference(), Robustness.Reach()) { _ in (Ticks(1), Ticks(2)) }
    #expect(robustness.differs && robustness.held(0) == ComparedFinding.Held(in: 0, of: 1))
    // In a reference that has it there is nothing to miss.
    var reference = Reference()
    reference.read(recording(try scenario(twoAtOnce), by: .v0), identity: .ok)
    robustness.begin(overlapping, reference)
    robustness.add(overlapping, overlapping, reference, Robustness.Reach()) { _ in (Ticks(1), Ticks(2)) }
    #expect(robustness.missing(0) == ComparedFinding.Held(in: 0, of: 1) && robustness.missing(1) == nil)
    #expect(!robustness.hasErrorInSomeRun && !robustness.hasErrorInEveryRun)
  }

  @Test func outcomesHaveInCommonWhatIsTheSame() {
    func aspects(_ one: RunScript, _ other: RunScript) -> Robustness.Aspects {
      one.tracker.commonAspects(of: PopupID(0), with: other.tracker)
    }
    func run(pages: [Int64], _ reason: Reason = .dismissed) -> RunScript {
      var script = RunScript()
      script.submit(0)
      for (index, page) in pages.enumerated() {
        script.show(0, on: script.page(page), generation: Int32(index + 1))
        script.hide(0, reason, generation: Int32(index + 1))
      }
      _ = script.page(1)
      return script
    }
    #expect(aspects(run(pages: [1]), run(pages: [1])) == .all)
    #expect(aspects(run(pages: []), run(pages: [])) == .all)
    #expect(aspects(run(pages: [1]), run(pages: [])) == [])
    #expect(aspects(run(pages: [1]), run(pages: [1, 1])) == [.shown, .end])
    #expect(aspects(run(pages: [1, 1]), run(pages: [1])) == [.shown, .end])
    #expect(aspects(run(pages: [1]), run(pages: [1], .auto)) == [.shown, .place])
    var elsewhere = RunScript()
    _ = elsewhere.page(1)
    elsewhere.submit(0)
    elsewhere.show(0, on: elsewhere.page(2))
    elsewhere.hide(0, .dismissed)
    #expect(aspects(run(pages: [1]), elsewhere) == [.shown, .end])
  }
}

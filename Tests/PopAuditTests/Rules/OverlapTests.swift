import PopAudit
import Testing

@Suite struct OverlapTests {
  @Test func aSecondPopupOverTheFirstIsFound() {
    let script =
      home + """
        10 popup.submitted 1
        10 popup.shown 1 page=1
        20 popup.submitted 2
        20 popup.shown 2 page=1
        """
    #expect(found(.overlap, in: script) == ["2/1"])
    let finding = EventScript(script).findings().first { $0.rule == .overlap }
    #expect(finding?.witness == [3, 5])
    #expect(finding?.because == "popup 2 \"p2\" was shown while popup 1 \"p1\", shown 10 ms earlier, is up")
  }

  @Test func oneAfterTheOtherIsNot() {
    let script =
      home + """
        10 popup.submitted 1
        10 popup.shown 1 page=1
        20 popup.submitted 2
        20 popup.queued 2 slot
        30 popup.dismissed 1 button
        30 popup.hidden 1 dismissed
        30 popup.shown 2 page=1
        """
    #expect(found(.overlap, in: script) == [])
  }

  @Test func anExitAnimationCountsUntilItsEndOrItsGrace() {
    let exit =
      home + """
        10 popup.submitted 1 hideMs=200
        10 popup.shown 1 page=1
        30 popup.dismissed 1 button
        30 popup.hidden 1 dismissed

        """
    #expect(found(.overlap, in: exit + "100 popup.submitted 2\n100 popup.shown 2 page=1") == ["2/1"])
    #expect(found(.overlap, in: exit + "1229 popup.submitted 2\n1229 popup.shown 2 page=1") == ["2/1"])
    #expect(found(.overlap, in: exit + "1230 popup.submitted 2\n1230 popup.shown 2 page=1") == [])
    let finished = exit + "230 animation.finished 1 hide\n230 popup.submitted 2\n230 popup.shown 2 page=1"
    #expect(found(.overlap, in: finished) == [])
    let another = exit + "230 animation.finished 1 hide gen=2\n240 popup.submitted 2\n240 popup.shown 2 page=1"
    #expect(found(.overlap, in: another) == ["2/1"])
  }

  @Test func togetherWithinAStepOnlyIsNot() {
    let script =
      home + """
        10 popup.submitted 1
        10 popup.shown 1 page=1
        20 popup.submitted 2
        20 popup.shown 2 page=1
        20 popup.hidden 1 preempted
        20 popup.queued 1 slot
        """
    #expect(found(.overlap, in: script) == [])
  }

  @Test func toastsMayOverlapAndOtherSchedulersMayNot() {
    let script =
      home + """
        10 popup.submitted 1
        10 popup.shown 1 page=1
        20 popup.submitted 2 kind=hud
        20 popup.shown 2 page=1
        30 popup.submitted 3 scheduler=1
        30 popup.shown 3 page=1
        40 popup.submitted 4 scene=1
        40 popup.shown 4
        """
    #expect(found(.overlap, in: script) == ["3/1"])
  }

  @Test func aSystemPopupMayComeOverOthersButNothingOverIt() {
    let script =
      home + """
        10 popup.submitted 1
        10 popup.shown 1 page=1
        20 popup.submitted 2 kind=system
        20 popup.shown 2 page=1
        30 popup.dismissed 1 button
        30 popup.hidden 1 dismissed
        40 popup.submitted 3
        40 popup.shown 3 page=1
        """
    #expect(found(.overlap, in: script) == ["3/2"])
  }

  @Test func oneFindingForEachPresentationWithTheFirstThatIsVisible() {
    let script =
      home + """
        10 popup.submitted 1
        10 popup.shown 1 page=1
        10 popup.submitted 2 re
        10 popup.shown 2 page=1
        10 popup.submitted 3 re
        10 popup.shown 3 page=1
        20 popup.tapped 3 action=x
        """
    #expect(found(.overlap, in: script) == ["2/1", "3/1"])
  }

  @Test func popupsWhoseSubmissionIsMissingAreJudgedByOverlapOnly() {
    let script = """
      100 popup.shown 1 page=1 gen=3
      200 timer.fired 0
      200 popup.shown 2 page=1
      """
    #expect(found(.overlap, in: script) == ["2/1"])
  }
}

import PopAudit
import PopupScheduling
import Testing

@Suite struct CallbackTests {
  let shown = "0 popup.submitted 1\n0 popup.shown 1\n0 callback 1 callback=shown\n"

  @Test func eachOnceIsFine() {
    let text = shown + "9 popup.dismissed 1 button\n9 popup.hidden 1 dismissed\n9 callback 1 callback=closed dismissed"
    #expect(found(.callback, in: text) == [])
  }

  @Test func closedIsDueInTheStepOfTheEnd() {
    let text = shown + "9 popup.dismissed 1 button\n9 popup.hidden 1 dismissed\n"
    #expect(found(.callback, in: text) == ["1"])
    #expect(found(.callback, in: text + "10 idle\n10 callback 1 callback=closed") == ["1"])
    #expect(found(.callback, in: shown + "9 popup.submitted 2\n9 popup.dropped 2 barred") == ["2"])
  }

  @Test func shownIsDueByThenWhereItWasPresented() {
    let text = "0 popup.submitted 1\n0 popup.shown 1\n9 popup.hidden 1 auto\n9 callback 1 callback=closed\n"
    #expect(found(.callback, in: text) == ["1"])
    #expect(
      found(
        .callback,
        in: "0 popup.submitted 1\n9 popup.withdrawn 1\n9 popup.dropped 1 withdrawn\n9 callback 1 callback=closed") == []
    )
  }

  @Test func calledASecondTimeIsDoubled() {
    #expect(found(.callback, in: shown + "5 idle\n5 callback 1 callback=shown") == ["1"])
    let text = shown + "9 popup.hidden 1 auto\n9 callback 1 callback=closed\n12 idle\n12 callback 1 callback=closed"
    #expect(found(.callback, in: text) == ["1"])
  }

  @Test func whatIsParkedOrPreemptedHasNotEnded() {
    let text = shown + "9 idle\n9 popup.hidden 1 page-left\n9 popup.parked 1 page=1\n20 idle"
    #expect(found(.callback, in: text) == [])
    #expect(found(.callback, in: shown + "9 idle\n9 popup.hidden 1 page-left\n20 idle") == ["1"])
  }

  @Test func aPolicyThatCallsNoneOrOthersIsNotJudged() {
    let text = "0 popup.submitted 1\n0 popup.shown 1\n9 popup.hidden 1 auto\n"
    #expect(found(.callback, in: text) == [])
    #expect(found(.callback, in: text + "9 callback 1 callback=finished") == [])
  }

  @Test func whatWasOmittedBeforeTheFirstCallIsFoundInOrderOfTime() {
    let text =
      "0 popup.submitted 1\n5 popup.withdrawn 1\n5 popup.dropped 1 withdrawn\n9 popup.submitted 2\n9 popup.shown 2\n"
    let more = text + "9 callback 2 callback=shown\n"
    let findings = EventScript(more).findings().filter { $0.rule == .callback }
    #expect(findings.map(\.time.rawValue) == [5])
    let all = EventScript("2 popup.submitted 9\n3 popup.submitted 9\n" + more).findings().map(\.time.rawValue)
    #expect(all == all.sorted())
    #expect(all.count > 1)
  }
}

import PopAudit
import PopupScheduling
import Testing

@Suite struct FlickerTests {
  /// Presentations of popup 1 at these times, each hidden 100 ms later.
  private func script(_ times: [Int], hidden reason: String = "preempted") -> String {
    var text = "0 page.will-appear 1 class=Home\n0 page.did-appear 1\n0 popup.submitted 1 onHigher=requeue\n"
    for time in times { text += "\(time) popup.shown 1 page=1\n\(time + 100) popup.hidden 1 \(reason)\n" }
    return text
  }

  @Test func theFourthPresentationWithinTenSecondsIsFound() {
    let text = script([1000, 3000, 5000, 11_000])
    #expect(found(.flicker, in: text) == ["1"])
    let finding = EventScript(text).findings().first { $0.rule == .flicker }
    #expect(finding?.witness == [3, 5, 7, 9])
    #expect(finding?.because == "popup 1 \"p1\" was shown 4 times within 10000 ms")
  }

  @Test func threeOrALongerTimeAreNot() {
    #expect(found(.flicker, in: script([1000, 3000, 5000])) == [])
    #expect(found(.flicker, in: script([1000, 3000, 5000, 11_001])) == [])
  }

  @Test func leavingThePageStartsTheCountAnew() {
    #expect(found(.flicker, in: script([1000, 2000, 3000, 4000], hidden: "page-left")) == [])
    let mixed = script([1000, 2000]) + "2500 popup.shown 1 page=1\n2600 popup.hidden 1 page-left\n"
    #expect(found(.flicker, in: mixed + "3000 popup.shown 1 page=1") == [])
  }

  @Test func itSpeaksAgainOnlyAfterTenSecondsOfPeace() {
    #expect(found(.flicker, in: script([1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000])) == ["1"])
    let again = [1000, 2000, 3000, 4000, 14_001, 15_000, 16_000, 17_000]
    #expect(found(.flicker, in: script(again)) == ["1", "1"])
    #expect(found(.flicker, in: script([1000, 2000, 3000, 4000, 14_000, 15_000, 16_000, 17_000])) == ["1"])
  }

  @Test func theWindowIsMeasuredInTimeAndNotInTicks() {
    for (last, expected) in [(100_000, [Rule.flicker]), (100_001, [])] {
      var auditor = Auditor()
      let script = EventScript(self.script([0, 30_000, 60_000, last]))
      auditor.begin(catalog: script.catalog, tick: TickLength(microseconds: 100)!)
      for event in script.events { auditor.take(event) }
      auditor.end(at: Ticks(Int64(last) + 100), isFinished: false)
      #expect(auditor.findings.map(\.rule).filter { $0 == .flicker } == expected)
    }
  }

  @Test func aSuspensionThatHidesStartsTheCountAnew() {
    let suspended = script([1000, 2000]) + "2500 popup.shown 1 page=1\n2600 scheduler.suspended HOW\n"
    let text = suspended + "2600 popup.hidden 1 preempted\n2700 scheduler.resumed\n2700 popup.shown 1 page=1"
    #expect(found(.flicker, in: text.replacing("HOW", with: "hides")) == [])
    #expect(found(.flicker, in: text.replacing("HOW", with: "")) == ["1"])
    #expect(found(.flicker, in: text.replacing("HOW", with: "hides scheduler=1")) == ["1"])
  }
}

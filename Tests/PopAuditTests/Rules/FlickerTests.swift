import PopAudit
import PopupScheduling
import Testing

@Suite struct FlickerTests {
  @Test func theWindowIsMeasuredInTimeAndNotInTicks() {
    let judged: [(last: Int, expected: [Rule])] = [(100_000, [.flicker]), (100_001, [])]
    for (last, expected) in judged {
      var text = home + "0 popup.submitted 1 onHigher=requeue\n"
      for time in [0, 30_000, 60_000, last] {
        text += "\(time) popup.shown 1 page=1\n\(time + 100) popup.hidden 1 preempted\n"
      }
      let script = EventScript(text)
      var auditor = Auditor()
      auditor.begin(catalog: script.catalog, tick: TickLength(microseconds: 100)!)
      for event in script.events { auditor.take(event) }
      auditor.end(at: Ticks(Int64(last) + 100), isFinished: false)
      let rules = auditor.findings.map(\.rule).filter { $0 == .flicker }
      #expect(rules == expected)
    }
  }
}

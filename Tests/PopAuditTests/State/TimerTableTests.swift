import PopSimulation
import PopSystem
import PopupScheduling
import Testing

@testable import PopAudit

@Suite struct TimerTableTests {
  @Test(arguments: 0..<3 as Range<UInt64>)
  func aTableOfTimersIsLikeADictionary(seed: UInt64) {
    var dice = SeededRandom(seed: seed)
    var table = AuditState.Timers()
    for round in 0..<4 {
      let popups = Int(dice.next() % 5)
      table.begin(popupCount: popups)
      var model: [Int: (popup: Int, set: Int32)] = [:]
      var highest = 0
      for sequence in 0..<Int32(300) {
        // Many are set, then most of those fire or are cancelled, and so on.
        let isFilling = sequence % 150 < 80
        let kinds: [EventKind] = isFilling ? [.timerSet, .timerSet, .timerFired] : [.timerFired, .timerCancelled]
        var event = Event(kinds[Int(dice.next() % UInt64(kinds.count))])
        // Numbers rise, mostly.
        let timer = isFilling && dice.next() % 4 > 0 ? highest + 1 : max(0, highest - Int(dice.next() % 90))
        highest = max(highest, timer)
        event.timer = dice.next() % 50 == 0 ? .none : TimerID(timer)
        event.popup = PopupID(Int(dice.next() % 7) - 1)
        event.sequence = sequence
        table.take(event)
        if !event.timer.isNone {
          model[timer] = event.kind == .timerSet ? (event.popup.isNone ? -1 : event.popup.index, sequence) : nil
        }
        let wrong = (max(0, highest - 95)...highest + 1).filter { table.isSet(TimerID($0)) != (model[$0] != nil) }
        #expect(wrong.isEmpty, "seed \(seed), round \(round)")
        for popup in 0..<8 {
          let own = model.filter { $0.value.popup == popup }
          #expect(table.hasTimer(popup: popup) == (popup < popups && !own.isEmpty), "seed \(seed), popup \(popup)")
          let last = own.max { $0.key < $1.key }?.value.set ?? -1
          #expect(table.setting(ofPopup: popup) == last, "seed \(seed), popup \(popup)")
        }
      }
    }
  }
}

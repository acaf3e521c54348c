import PopTrace
import PopupScheduling
import Testing

@testable import PopSimulation

/// Shows everything at once and hides it when it is dismissed: enough of a policy to make a world go round.
private struct ShowAtOnce: SchedulingPolicy {
  private var shown: Set<PopupID> = []

  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    switch stimulus.kind {
    case .popupSubmitted:
      shown.insert(stimulus.popup)
      turn.show(stimulus.popup, on: .none, generation: 1)
    case .popupDismissed where shown.remove(stimulus.popup) != nil:
      turn.hide(stimulus.popup, .dismissed, generation: 1)
      turn.callBack(turn.catalog.names.intern("closed"), stimulus.popup, .dismissed)
    default: break
    }
  }

  mutating func settle(_ turn: inout Turn) {}

  mutating func reset() { shown = [] }
}

@Suite("A policy at work in a simulated world")
struct LiveWorldTests {
  private func recording(_ session: Int, _ flavour: WorldFlavour) -> Session {
    LiveWorld(policy: ShowAtOnce()).run(ScriptMaker.script(seed: 3, session: session, flavour: flavour))
  }

  @Test("Two runs of one script are the same, event for event", arguments: WorldFlavour.allCases)
  func repeatable(flavour: WorldFlavour) {
    for session in 0..<30 { #expect(recording(session, flavour).events == recording(session, flavour).events) }
  }

  @Test("Numbers count up, times never decrease, and a cause is always earlier", arguments: WorldFlavour.allCases)
  func wellFormed(flavour: WorldFlavour) {
    for session in 0..<100 {
      let events = recording(session, flavour).events
      for (index, event) in events.enumerated() {
        #expect(Int(event.sequence) == index)
        #expect(event.cause < event.sequence)
        if index > 0 { #expect(events[index - 1].time <= event.time) }
      }
    }
  }

  @Test("A user answers after as much visible time as the hidden truth says")
  func dwell() throws {
    var checked = 0
    for session in 0..<60 {
      let script = ScriptMaker.script(seed: 4, session: session, flavour: .visibleTimeOnly)
      guard !script.steps.contains(where: { $0.kind == .appBackground }) else { continue }
      let events = LiveWorld(policy: ShowAtOnce()).run(script).events
      for answer in events where answer.kind == .popupDismissed && answer.act.isUsers && answer.cause >= 0 {
        let cause = events[Int(answer.cause)]
        guard cause.kind == .popupShown else { continue }
        #expect(answer.time - cause.time == script.truths[answer.popup.index].dwell)
        checked += 1
      }
    }
    #expect(checked > 100)
  }

  @Test("A page behind a tap is caused by it, and the user comes back")
  func excursions() {
    var journeys = 0
    for session in 0..<200 {
      let recording = recording(session, .field)
      for tap in recording.events where tap.kind == .popupTapped {
        let caused = recording.events.filter { $0.cause == tap.sequence && $0.kind.isAboutPage }
        if caused.contains(where: { $0.kind == .pageDidAppear }) { journeys += 1 }
      }
    }
    #expect(journeys > 10)
  }
}

import PopTrace
import PopupScheduling
import Testing

@testable import PopSimulation

/// Users whose answers and ways depend on what they have been through.
@Suite("The users of a simulated world")
struct UserModelTests {
  private let seed: UInt64 = 21

  private func session(_ number: Int, _ flavour: WorldFlavour, _ policy: PolicyConfiguration) -> (WorldScript, Session)
  {
    let script = ScriptMaker.script(seed: seed, session: number, flavour: flavour)
    return (script, LiveWorld(policy: StandardPolicy(policy)).run(script))
  }

  @Test("grow weary with every popup they have seen, and look longer at what they have waited for")
  func dwell() {
    let written = Ticks(1_000)
    #expect(UserModel.adaptive.dwell(written, seen: 0, waited: .zero) == written)
    #expect(UserModel.adaptive.dwell(written, seen: 8, waited: .zero) == Ticks(500))
    #expect(UserModel.adaptive.dwell(written, seen: 8, waited: Ticks(1_600)) == Ticks(600))
    #expect(UserModel.adaptive.dwell(written, seen: 1_000, waited: .zero) == Ticks(250))
    #expect(UserModel.adaptive.dwell(written, seen: 0, waited: Ticks(1_000_000)) == Ticks(2_000))
    #expect(UserModel.adaptive.dwell(Ticks(1), seen: 1_000, waited: .zero) == Ticks(1))
    for model in [UserModel.steady, .modal] { #expect(model.dwell(written, seen: 9, waited: Ticks(9)) == written) }
  }

  @Test("answer the later popups of a session sooner than the script says", arguments: [PolicyConfiguration.v0, .v4])
  func weariness(policy: PolicyConfiguration) {
    var checked = 0
    var shorter = 0
    for number in 0..<100 {
      let (script, recording) = session(number, .adaptive, policy)
      guard !script.steps.contains(where: { $0.kind == .appBackground }) else { continue }
      var submitted: [PopupID: Ticks] = [:]
      var order: [PopupID] = []
      for event in recording.events {
        switch event.kind {
        case .popupSubmitted: submitted[event.popup] = event.time
        case .popupShown where !order.contains(event.popup): order.append(event.popup)
        case .popupDismissed where event.act.isUsers && event.cause >= 0:
          let cause = recording.events[Int(event.cause)]
          let truth = script.truths[event.popup.index]
          guard cause.kind == .popupShown, cause.generation == 1, let written = truth.dwell else { continue }
          guard let asked = submitted[event.popup], let seen = order.firstIndex(of: event.popup) else { continue }
          let dwell = UserModel.adaptive.dwell(written, seen: seen, waited: cause.time - asked)
          #expect(event.time - cause.time == dwell, "seed \(seed), session \(number), popup \(event.popup)")
          checked += 1
          if cause.time == asked, seen > 0, written > Ticks(8) {
            #expect(event.time - cause.time < written, "seed \(seed), session \(number), popup \(event.popup)")
            shorter += 1
          }
        default: break
        }
      }
    }
    #expect(checked > 100 && shorter > 30)
  }

  @Test("go to no other page under a popup, where they are that kind of user", arguments: PolicyConfiguration.versions)
  func modal(version: PolicyVersion) {
    var waited = 0
    for number in 0..<60 {
      let (script, recording) = session(number, .modal, version.configuration)
      let free = LiveWorld(policy: StandardPolicy(version.configuration)).run(
        ScriptMaker.script(seed: seed, session: number, flavour: .field))
      waited += visitsUnderPopups(in: free, script)
      #expect(visitsUnderPopups(in: recording, script) == 0, "seed \(seed), session \(number)")
    }
    #expect(waited > 50)
  }

  @Test("scroll and type on the pages they went to late, for as long as they would have")
  func acts() {
    var late = 0
    for number in 0..<60 {
      let (script, recording) = session(number, .modal, .v4)
      let written = script.steps.filter { $0.kind == .scrollBegan }.map(\.time)
      let begun = recording.events.filter { $0.kind == .scrollBegan && $0.cause < 0 }.map(\.time)
      #expect(zip(written, begun).allSatisfy { $0 <= $1 }, "seed \(seed), session \(number)")
      late += zip(written, begun).count { $0 < $1 }
    }
    #expect(late > 10)
  }

  /// Whether a page comes because of a tap on a popup.
  private func isAppsDoing(_ event: Event, in recording: Session) -> Bool {
    event.cause >= 0 && recording.events[Int(event.cause)].kind == .popupTapped
  }

  /// How many visits, or ways back from a page behind a tap, begin while a popup is up that is not exempt.
  private func visitsUnderPopups(in recording: Session, _ script: WorldScript) -> Int {
    var up: Set<PopupID> = []
    var start = Ticks(-1)
    var count = 0
    for event in recording.events {
      switch event.kind {
      case .popupShown where script.catalog.spec(recording.spec(of: event.popup)).kind != .hud: up.insert(event.popup)
      case .popupHidden, .popupViewLost: up.remove(event.popup)
      case _ where event.kind.isAboutPage && !isAppsDoing(event, in: recording):
        // The launch is no visit, and a transition takes 350 ms.
        if start >= .zero, event.time <= start + Ticks(350) { continue }
        if start >= .zero, !up.isEmpty { count += 1 }
        start = event.time
      default: break
      }
    }
    return count
  }
}

extension Session {
  /// The attributes with which a popup was submitted.
  fileprivate func spec(of popup: PopupID) -> SpecID {
    events.first { $0.kind == .popupSubmitted && $0.popup == popup }?.spec ?? .none
  }
}

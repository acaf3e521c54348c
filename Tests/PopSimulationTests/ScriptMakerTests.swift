import PopTrace
import PopupScheduling
import Testing

@testable import PopSimulation

@Suite("Scripts of simulated sessions")
struct ScriptMakerTests {
  @Test("The same seed gives the same script, another seed another one", arguments: WorldFlavour.allCases)
  func repeatable(flavour: WorldFlavour) {
    let first = ScriptMaker.script(seed: 7, session: 3, flavour: flavour)
    let second = ScriptMaker.script(seed: 7, session: 3, flavour: flavour)
    let other = ScriptMaker.script(seed: 8, session: 3, flavour: flavour)
    #expect(first.steps == second.steps)
    #expect(first.truths == second.truths)
    #expect(first.steps != other.steps)
  }

  @Test("Steps stand in order of time and none is after the end", arguments: WorldFlavour.allCases)
  func ordered(flavour: WorldFlavour) {
    for session in 0..<200 {
      let script = ScriptMaker.script(seed: 1, session: session, flavour: flavour)
      #expect(
        zip(script.steps, script.steps.dropFirst()).allSatisfy { $0.time <= $1.time }, "seed 1 session \(session)")
      #expect(script.steps.allSatisfy { $0.time <= script.end }, "seed 1 session \(session)")
    }
  }

  @Test("Every kind of popup and every kind of stimulus turns up somewhere")
  func variety() {
    var kinds: Set<PopupKind> = []
    var stimuli: Set<EventKind> = []
    for session in 0..<300 {
      let script = ScriptMaker.script(seed: 2, session: session, flavour: .field)
      for step in script.steps {
        stimuli.insert(step.kind)
        if step.kind == .popupSubmitted { kinds.insert(script.catalog.spec(step.spec).kind) }
      }
    }
    #expect(kinds == Set(PopupKind.allCases))
    #expect(
      stimuli.isSuperset(of: [.pageRemoved, .appSignedOut, .scrollBegan, .editBegan, .appBackground, .popupCondition]))
  }
}

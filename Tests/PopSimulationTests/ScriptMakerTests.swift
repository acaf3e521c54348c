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

  @Test("A sparse session has a popup with every third visit at most, and is otherwise as lively")
  func sparse() {
    var popups = 0
    var visits = 0
    for session in 0..<200 {
      let script = ScriptMaker.script(seed: 2, session: session, flavour: .sparse)
      let submissions = script.steps.count { $0.kind == .popupSubmitted }
      let beginnings = SimulatedDevice.VisitPlan(script).isVisitsBeginning.count { $0 }
      #expect(submissions * 3 <= beginnings, "seed 2 session \(session)")
      popups += submissions
      visits += beginnings
    }
    #expect(popups > 300 && visits > popups * 3)
  }

  @Test("The field with other users is the same field", arguments: [WorldFlavour.adaptive, .modal])
  func otherUsers(flavour: WorldFlavour) {
    for session in 0..<20 {
      let field = ScriptMaker.script(seed: 2, session: session, flavour: .field)
      let other = ScriptMaker.script(seed: 2, session: session, flavour: flavour)
      #expect(field.steps == other.steps && field.truths == other.truths)
      #expect(field.users == .steady && other.users != .steady)
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

import PopAudit
import PopTrace
import PopupScheduling
import Testing
import Trials

@testable import PopSimulation

/// Sessions in which everything comes at the worst moment, and what no policy may make of them.
@Suite("Adversarial sessions")
struct AdversarialSessionTests {
  static let seed: UInt64 = 2_026

  private func script(_ number: Int) -> WorldScript {
    ScriptMaker.script(seed: Self.seed, session: number, flavour: .adversarial)
  }

  @Test("contain nothing that UIKit cannot do")
  func legal() {
    for number in 0..<4 * trials(few: 50) {
      let why = PageLaw.whyImpossible(script(number))
      #expect(why == nil, "seed \(Self.seed), session \(number): \(why ?? "")")
    }
  }

  @Test("make every policy do everything it can")
  func variety() {
    var stimuli: Set<EventKind> = []
    var reasons: Set<Reason> = []
    var usual = Set(PopupSpec.attributes.map(\.name))
    var mostLive = 0
    for number in 0..<400 {
      let session = LiveWorld(policy: StandardPolicy(.v6)).run(script(number))
      for spec in session.catalog.specs {
        for (attribute, value) in zip(PopupSpec.attributes, spec.values) where value != attribute.usual {
          usual.remove(attribute.name)
        }
      }
      var live: Set<PopupID> = []
      for event in session.events {
        stimuli.insert(event.kind)
        if event.kind == .popupSubmitted { live.insert(event.popup) }
        if event.kind == .popupDropped || event.kind == .popupHidden { reasons.insert(event.reason) }
        if event.kind == .callback, event.reason != .none { live.remove(event.popup) }
        mostLive = max(mostLive, live.count)
      }
    }
    let unheard = Set(EventKind.allCases).subtracting(stimuli)
    #expect(unheard == [.fault, .observingBegan, .observingEnded])
    // Of no meaning to a standard policy, and a scene has one scheduler here.
    #expect(usual == ["scheduler", "host", "dismissal", "page"])
    let endings: Set<Reason> = [
      .dismissed, .pageLeft, .preempted, .signedOut, .withdrawn, .auto, .viewLost, .pageRemoved, .contentFailed,
      .expired, .duplicate, .barred,
    ]
    #expect(reasons == endings)
    #expect(mostLive >= 15)
  }

  private static let chunks = 10
  private static let chunk = 2 * trials(few: 25)

  @Test("bring nothing wrong out of the last version but a slot held long", arguments: 0..<chunks)
  func lastVersionIsClean(chunk: Int) {
    var run = AdversarialRun(StandardPolicy(.v6))
    for number in chunk * Self.chunk..<(chunk + 1) * Self.chunk {
      let script = script(number)
      guard let finding = run.findings(in: script).first else { continue }
      Issue.record(
        """
        seed \(Self.seed), session \(number), \(finding.rule.id) at \(finding.time.rawValue): \(finding.because)
        \(run.smallest(script, rule: finding.rule))
        """)
      // One story at a time: the next ones would mostly be the same.
      return
    }
  }
}

import PopTrace
import Testing
import Trials

@testable import PopTraceTesting

@Suite("Scripts of stimuli")
struct StimulusScriptTests {
  @Test("Every script can be written, whole and with steps missing", arguments: [40, 3])
  func written(stimuli: Int) {
    for seed in 1...UInt64(trials(few: 40)) {
      var script = StimulusScript(seed: seed, stimuli: stimuli)
      while !script.steps.isEmpty {
        // They are impossible, so that no reader takes them; whoever writes a test by them has them to look at.
        #expect(script.session.jsonLines.split(separator: "\n").count == script.count + 1, "seed \(seed)")
        script.steps.removeSubrange(0..<(script.steps.count + 1) / 2)
      }
    }
  }
}

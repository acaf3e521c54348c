import PopSimulation
import PopSystem
import PopupScheduling
import Testing
import Trials

@testable import PopTrace

@Suite struct JSONLinesFuzzTests {
  /// Damages a text here and there.
  private func damaged(_ text: [UInt8], _ generator: inout SeededRandom) -> [UInt8] {
    var text = text
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !text.isEmpty {
      let index = Int.random(in: 0..<text.count, using: &generator)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: text[index] = UInt8.random(in: 0...255, using: &generator)
      case 1: text[index] = Array("0123456789{}[]\",:\\eE+-.tn".utf8).randomElement(using: &generator)!
      case 2: text.remove(at: index)
      case 3: text.removeSubrange(index..<min(text.count, index + Int.random(in: 1...200, using: &generator)))
      case 4:
        let end = min(text.count, index + Int.random(in: 1...80, using: &generator))
        text.insert(contentsOf: text[index..<end], at: Int.random(in: 0...text.count, using: &generator))
      default: text.insert(contentsOf: Array("9999999999999999999".utf8), at: index)
      }
    }
    return text
  }

  @Test(arguments: 0..<UInt64(trials(few: 60)))
  func readsOrRefusesAnything(seed: UInt64) throws {
    var generator = SeededRandom(seed: seed)
    var text: [UInt8] = []
    JSONLines.write(RandomSession.make(seed: seed, count: 10, isScenario: seed % 2 == 0), into: &text)
    for _ in 0..<10 {
      let sessions: [Session]
      do {
        sessions = try JSONLines.sessions(in: damaged(text, &generator))
      } catch {
        #expect(error.position != nil || error.code == .empty, "seed \(seed): \(error)")
        continue
      }
      // What was read can be written, and then reads the same.
      for session in sessions {
        var first: [UInt8] = []
        JSONLines.write(session, into: &first)
        let again = try JSONLines.sessions(in: first)
        var second: [UInt8] = []
        for session in again { JSONLines.write(session, into: &second) }
        #expect(first == second, "seed \(seed)")
      }
    }
  }

  @Test func takesHugeNonsenseInItsStride() {
    let count = 200_000
    let texts = [
      String(repeating: "{", count: count), String(repeating: "{\"a\":", count: count),
      String(repeating: "[", count: count),
      "{\"poptrace\":1" + String(repeating: ",\"app\":1", count: count) + "}", String(repeating: "\n", count: count),
      "{\"poptrace\":1}\n{\"event\":\"idle\",\"t\":" + String(repeating: "0", count: count) + "}",
      "{\"poptrace\":1}\n{\"event\":\"idle\",\"t\":0." + String(repeating: "0", count: count) + "1}",
      "{\"poptrace\":1}\n{\"event\":\"" + String(repeating: "a", count: count) + "\",\"t\":0}",
    ]
    for text in texts {
      #expect(throws: TraceError.self) { try JSONLines.sessions(in: Array(text.utf8)) }
    }
  }
}

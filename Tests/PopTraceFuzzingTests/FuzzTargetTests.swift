import Foundation
import PopTraceFuzzing
import Testing
import Trials

@Suite("What takes untrusted input comes to no harm by it")
struct FuzzTargetTests {
  /// How many changes of each input are tried: enough for some hundreds a target.
  private static let changes = trials(few: 2)

  @Test("The table of corpora names every target")
  func table() throws {
    #expect(Set(Corpus.folders.keys) == Set((FuzzTarget.all + [.canary]).map(\.name)))
    for target in FuzzTarget.all { #expect(try Corpus.inputs(of: target.name).count > 5, "\(target.name)") }
  }

  @Test(
    "Every input of the corpus, and changes of it",
    arguments: FuzzTarget.all.map(\.name).filter { $0 != FuzzTarget.observed.name })
  func corpus(name: String) throws { try check(name) }

  @MainActor
  @Test("Likewise of what takes the calls of an app")
  func calls() throws { try check(FuzzTarget.observed.name) }

  private func check(_ name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    for (index, input) in try Corpus.inputs(of: name).enumerated() {
      #expect(throws: Never.self, "\(input.name)") { try target.check(input.bytes) }
      // Large ones take long in a debug build; `make fuzz` has time for them.
      guard input.bytes.count < 8192 else { continue }
      var mutations = Mutations(seed: UInt64(index))
      for change in 0..<Self.changes {
        let changed = mutations.changed(input.bytes)
        do { try target.check(changed) } catch {
          Issue.record("\(input.name), change \(change): \(error)")
          keep(changed, of: name)
        }
      }
    }
  }

  /// Keeps an input that did harm where it can be looked into with `poptrace-fuzz`.
  private func keep(_ bytes: [UInt8], of name: String) {
    guard let folder = ProcessInfo.processInfo.environment["POPTRACE_FUZZ_KEEP"] else { return }
    let file = URL(fileURLWithPath: folder).appendingPathComponent("\(name)-\(bytes.hashValue.magnitude)")
    try? Data(bytes).write(to: file)
  }

  @Test("The planted fault is one")
  func canary() throws {
    #expect(throws: FuzzFinding.self) { try FuzzTarget.canary.check(Array("Pop!".utf8)) }
    try FuzzTarget.canary.check(Array("Pop?".utf8))
  }
}

import Foundation
import Testing

/// Trace files that are not what they should be.
@Suite("Damaged traces")
struct TraceFileTests {
  @Test("a trace that is cut off is never taken for a whole one")
  func truncated() throws {
    let scratch = try Scratch()
    let whole = try Samples.trace(in: scratch)
    for share in [1, 2, 3] {
      try scratch.file("cut.poptrace", Array(whole.prefix(whole.count * share / 4)))
      let run = try ToolRun.poptrace(["verify", "cut.poptrace"], in: scratch.url)
      #expect([1, 3].contains(run.status), "\(share)/4: \(run)")
    }
  }

  @Test("a flipped bit anywhere is found")
  func flippedBits() throws {
    let scratch = try Scratch()
    let whole = try Samples.trace(in: scratch)
    // Every seventh byte, so that all parts of the file get their turn.
    for index in stride(from: 0, to: whole.count, by: 7) {
      var damaged = whole
      damaged[index] ^= 1 << UInt8(index % 8)
      try scratch.file("flipped.poptrace", damaged)
      let run = try ToolRun.poptrace(["verify", "flipped.poptrace"], in: scratch.url)
      // The last frame, once its length is wrong, is one that was not written to its end (TimeAndTurns, *The end of a session*): it is left
      // out, and that is said.
      let isUnfinished = run.status == 0 && index > whole.count * 9 / 10 && run.errors.contains("they are left out")
      #expect(run.status == 1 || run.status == 3 || isUnfinished, "byte \(index) of \(whole.count): \(run)")
    }
  }
}

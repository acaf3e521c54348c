import Foundation
import Testing
import ToolRuns

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

  /// More zeros than anybody can read, where the file system keeps none of them.
  private static let hole = 1 << 42

  /// Runs the tool with twenty seconds of a processor, in which nobody reads so many zeros, however busy the machine is.
  private func soon(_ command: String, in scratch: Scratch) throws -> ToolRun {
    try ToolRun.shell("ulimit -t 20; poptrace \(command)", in: scratch.url)
  }

  @Test("zeros without end behind a trace are refused at once, and recover finds what stands behind them")
  func holes() throws {
    let scratch = try Scratch()
    let trace = try Samples.trace(in: scratch)
    try scratch.file("other.jsonl", Samples.scenario.replacing("two-alerts", with: "other"))
    _ = try ToolRun.poptrace(
      ["record", "other.jsonl", "--policy", "v1", "-o", "other.poptrace", "-q"], in: scratch.url)
    let other = try Data(contentsOf: scratch.url.appendingPathComponent("other.poptrace"))
    let file = try FileHandle(forUpdating: try scratch.file("holed.poptrace", trace))
    try file.truncate(atOffset: UInt64(Self.hole))
    for command in ["info", "verify", "cat", "replay --policy v1"] {
      let run = try soon("\(command) holed.poptrace", in: scratch)
      #expect(run.status == 1 && run.errors.contains("at byte \(trace.count)"), "\(run)")
    }
    let one = try soon("recover holed.poptrace -o one.poptrace", in: scratch)
    #expect(one.status == 0 && one.errors.contains("1 session,"), "\(one)")
    try file.seekToEnd()
    try file.write(contentsOf: other)
    try file.close()
    let two = try soon("recover holed.poptrace -o two.poptrace", in: scratch)
    #expect(two.errors.contains("2 sessions,"), "\(two)")
    let text = try ToolRun.poptrace(["export", "two.poptrace"], in: scratch.url).output
    #expect(text.contains("\"two-alerts\"") && text.contains("\"other\""), "\(two)")
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

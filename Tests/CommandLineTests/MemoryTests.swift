import Foundation
import Testing
import ToolRuns

@Suite("Memory follows the session, not the file")
struct MemoryTests {
  /// A trace of 220 MB: sessions, and between them frames of somebody else's, which a reader passes over.
  private func large(in scratch: Scratch) throws {
    _ = try ToolRun.poptrace(
      ["generate", "--seed", "2", "--sessions", "3", "--policy", "v4", "-o", "a.poptrace", "-q"], in: scratch.url)
    let trace = try Data(contentsOf: scratch.url.appendingPathComponent("a.poptrace"))
    let foreign = Data([0x50, 0x2A, 0x4D, 0x18, 0x00, 0x00, 0xA0, 0x00]) + Data(count: 0xA0_0000)
    let url = try scratch.file("large.poptrace")
    let file = try FileHandle(forWritingTo: url)
    for _ in 0..<10 { try file.write(contentsOf: foreign + foreign) }
    try file.write(contentsOf: foreign)
    // The seek table speaks of its own part only, which the frames in front of it belong to: so the sessions come in a part of their own.
    try file.write(contentsOf: Data(Self.seekTable(of: 21, size: foreign.count)))
    try file.write(contentsOf: trace)
    try file.close()
  }

  private static func seekTable(of count: Int, size: Int) -> [UInt8] {
    func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }
    let entry = word(size) + word(0)
    return word(0x184D_2A5E) + word(count * 8 + 9) + Array(repeating: entry, count: count).joined() + word(count)
      + [0] + word(0x8F92_EAB1)
  }

  @Test(
    "a file much larger than the memory there is is read, checked, copied and recovered",
    .enabled(if: !ToolRun.isSanitized, "a sanitizer reserves more addresses than the limit"),
    arguments: [
      "info large.poptrace", "cat large.poptrace | tail -n 1", "cat - < large.poptrace | tail -n 1",
      "verify large.poptrace --jobs 1",
      "merge large.poptrace -o o.poptrace", "pack large.poptrace -o o.poptrace",
      "slice large.poptrace --until 5000 -o o.poptrace", "recover large.poptrace -o o.poptrace",
      "export large.poptrace -o o.jsonl",
    ])
  func bounded(command: String) throws {
    let scratch = try Scratch()
    try large(in: scratch)
    // Address space, in kilobytes: the file alone has more.
    let run = try ToolRun.shell("ulimit -v 190000; poptrace \(command)", in: scratch.url)
    #expect(run.status == 0, "\(run)")
  }
}

import Foundation
import Testing
import ToolRuns

@Suite("Recovering traces")
struct RecoverTests {
  private func field(_ name: String, seed: Int = 5, sessions: Int = 6, in scratch: Scratch) throws -> [UInt8] {
    let run = try ToolRun.poptrace(
      ["generate", "--seed", "\(seed)", "--sessions", "\(sessions)", "--policy", "v5", "-o", name, "-q"],
      in: scratch.url)
    #expect(run.status == 0)
    return [UInt8](try Data(contentsOf: scratch.url.appendingPathComponent(name)))
  }

  private func export(_ name: String, in scratch: Scratch) throws -> String {
    try ToolRun.poptrace(["export", name], in: scratch.url).output
  }

  @Test("what recover writes passes verify, and recover finds nothing more in it", arguments: 0..<12)
  func passesVerify(seed: Int) throws {
    let scratch = try Scratch()
    var bytes = try field("a.poptrace", seed: seed, in: scratch)
    // One after another, with holes, cut off, flipped: the same for the same number.
    let other = try field("b.poptrace", seed: seed + 100, sessions: 3, in: scratch)
    switch seed % 4 {
    case 0: bytes.removeSubrange(bytes.count / 3..<bytes.count / 3 + 50 * (seed + 1))
    case 1: bytes = Array(bytes.dropLast(700 + seed)) + other
    case 2: for index in stride(from: 500 + seed, to: bytes.count, by: 4000) { bytes[index] ^= 0x10 }
    default: bytes = bytes + bytes + other.dropLast(90 + seed)
    }
    try scratch.file("damaged.poptrace", bytes)
    let run = try ToolRun.poptrace(["recover", "damaged.poptrace", "-o", "saved.poptrace"], in: scratch.url)
    #expect(run.status == (seed % 4 == 3 ? 0 : 3), "seed \(seed): \(run)")
    let verify = try ToolRun.poptrace(["verify", "saved.poptrace"], in: scratch.url)
    #expect(verify.status == 0 || verify.status == 3 && verify.output.contains("IN PART"), "seed \(seed): \(verify)")
    let again = try ToolRun.poptrace(["recover", "saved.poptrace", "-o", "again.poptrace"], in: scratch.url)
    #expect(again.status == 0, "seed \(seed): \(again)")
    #expect(try export("again.poptrace", in: scratch) == export("saved.poptrace", in: scratch), "seed \(seed)")
  }

  @Test("many files and directories go to one file, or each to one of its own; what has nothing is said")
  func many() throws {
    let scratch = try Scratch()
    try scratch.file("d/e/note.txt", "no trace")
    let (one, two) = (try field("d/a.poptrace", in: scratch), try field("d/e/a.poptrace", seed: 6, in: scratch))
    try scratch.file("d/noise.poptrace", Array(repeating: 7, count: 1000))
    try scratch.file("d/scenario.jsonl", Samples.scenario)
    let both = try ToolRun.poptrace(["recover", "d", "-o", "all.poptrace"], in: scratch.url)
    #expect(both.status == 3, "\(both)")
    #expect(both.errors.contains("d/noise.poptrace: not one whole chunk of a trace is in it"), "\(both)")
    #expect(!both.errors.contains("scenario"), "\(both)")
    let expected = try export("d/a.poptrace", in: scratch) + export("d/e/a.poptrace", in: scratch)
    #expect(try export("all.poptrace", in: scratch) == expected)
    let each = try ToolRun.poptrace(["recover", "d", "-o", "saved/"], in: scratch.url)
    #expect(each.status == 3, "\(each)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.path("saved")).sorted() == [
        "a-2.poptrace", "a.poptrace",
      ])
    #expect([UInt8](try Data(contentsOf: scratch.url.appendingPathComponent("saved/a.poptrace"))) == one)
    #expect([UInt8](try Data(contentsOf: scratch.url.appendingPathComponent("saved/a-2.poptrace"))) == two)
    // What has another name is called so that every command takes it.
    let piped = try ToolRun.shell("poptrace recover - -o piped/ < d/a.poptrace && ls piped", in: scratch.url)
    #expect(piped.status == 0 && piped.output == "stdin.poptrace\n", "\(piped)")
    let nothing = try ToolRun.poptrace(["recover", "d/noise.poptrace", "-o", "no.poptrace"], in: scratch.url)
    #expect(nothing.status == 1, "\(nothing)")
    #expect(try ToolRun.poptrace(["recover", "d/noise.poptrace", "-o", "none/"], in: scratch.url).status == 1)
    #expect(!FileManager.default.fileExists(atPath: scratch.path("no.poptrace")))
  }

  @Test("a session that is there twice, in other chunks or in part, is there once")
  func twins() throws {
    let scratch = try Scratch()
    _ = try field("a.poptrace", in: scratch)
    let run = try ToolRun.shell(
      """
      poptrace slice a.poptrace --until 1000 -o early.poptrace && poptrace pack a.poptrace -o packed.poptrace \
      && poptrace recover early.poptrace packed.poptrace a.poptrace -o all.poptrace
      """, in: scratch.url)
    #expect(run.status == 0, "\(run)")
    #expect(run.errors.contains("early.poptrace: 6 sessions that are there already are left out"), "\(run)")
    #expect(run.errors.contains("a.poptrace: 6 sessions that are there already are left out"), "\(run)")
    #expect(try export("all.poptrace", in: scratch) == export("a.poptrace", in: scratch))
  }

  @Test("sessions of one name in which other things happened are all kept")
  func namesakes() throws {
    let scratch = try Scratch()
    _ = try Samples.trace(policy: "v1", in: scratch, name: "a.poptrace")
    let text = try export("a.poptrace", in: scratch)
    let other = text.replacing("\"t\":2", with: "\"t\":3")
    #expect(text != other)
    try scratch.file("b.jsonl", other)
    let made = try ToolRun.poptrace(["import", "b.jsonl", "-o", "b.poptrace"], in: scratch.url)
    guard made.status == 0 else { return #expect(Bool(false), "\(made)") }
    let run = try ToolRun.poptrace(["recover", "a.poptrace", "b.poptrace", "-o", "all.poptrace"], in: scratch.url)
    #expect(run.status == 0 && !run.errors.contains("already"), "\(run)")
    #expect(try export("all.poptrace", in: scratch) == text + export("b.poptrace", in: scratch))
  }

  @Test("losses are told per session, by events and times, from standard input too")
  func words() throws {
    let scratch = try Scratch()
    var lines = ["{\"poptrace\":1,\"session\":\"long\",\"scenario\":false,\"ended\":99999}"]
    for number in 0..<9000 { lines.append("{\"t\":\(number * 10),\"event\":\"idle\"}") }
    try scratch.file("long.jsonl", lines.joined(separator: "\n"))
    _ = try ToolRun.poptrace(["import", "long.jsonl", "-o", "long.poptrace"], in: scratch.url)
    var bytes = [UInt8](try Data(contentsOf: scratch.url.appendingPathComponent("long.poptrace")))
    // The second of three chunks: it begins with the second head.
    let heads = bytes.indices.dropLast(12).filter { Array(bytes[$0 + 8..<$0 + 12]) == Array("PopT".utf8) }
    #expect(heads.count == 3)
    bytes[(heads[1] + heads[2]) / 2] ^= 1
    try scratch.file("damaged.poptrace", bytes)
    let run = try ToolRun.shell("poptrace recover - -o rest.poptrace < damaged.poptrace", in: scratch.url)
    #expect(run.status == 3, "\(run)")
    #expect(run.errors.contains("-: chunk 1 is missing."), "\(run.errors)")
    #expect(
      run.errors.contains("-: session long: events 4096 to 8191 are missing, between 40,950 and 81,920 ms."),
      "\(run.errors)")
  }
}

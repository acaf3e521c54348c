import Foundation
import Testing
import ToolRuns

@Suite("Scrubbing traces")
struct ScrubTests {
  private static let salt = "0123456789abcdef0123"

  private func field(_ policy: String, in scratch: Scratch) throws {
    try scratch.file("a.poptrace", Samples.generated(seed: "11", sessions: "25", policy: policy))
  }

  /// The decisions of a text, with nothing but what policies give.
  private func decisions(_ text: String) -> [String] {
    // Swift's own expressions take a hundred times as long.
    text.replacingOccurrences(
      of:
        #""(name|responder|session|class|chain|pages|key|user|action|state|host|app|build|configuration)":("[^"]*"|\[[^\]]*\])"#,
      with: "", options: .regularExpression
    ).components(separatedBy: "\n")
  }

  @Test(
    "a scrubbed trace gives itself back, and a replay of it the same outcomes",
    arguments: [
      ["--default"], ["--hash", "names,classes,users,keys,chains,responders,actions,states,hosts,app,build,session"],
      ["--drop", "names,classes,users,keys,chains", "--drop", "responders,actions,states"],
    ])
  func decisions(_ options: [String]) throws {
    let scratch = try Scratch()
    try field("v6", in: scratch)
    let scrub = try ToolRun.poptrace(
      ["scrub", "a.poptrace"] + options + (options[0] == "--drop" ? [] : ["--salt-env", "SALT"]) + [
        "-o", "b.poptrace",
      ],
      environment: ["SALT": Self.salt], in: scratch.url)
    #expect(scrub.status == 0, "\(scrub)")
    let verify = try ToolRun.poptrace(["verify", "b.poptrace"], in: scratch.url)
    #expect(verify.status == 0, "\(verify)")
    let clear = try ToolRun.poptrace(["export", "a.poptrace"], in: scratch.url).output
    let scrubbed = try ToolRun.poptrace(["export", "b.poptrace"], in: scratch.url).output
    #expect(decisions(clear) == decisions(scrubbed))
    #expect(clear != scrubbed)
    #expect(
      !String(decoding: try Data(contentsOf: scratch.url.appendingPathComponent("b.poptrace")), as: UTF8.self).contains(
        Self.salt))
    #expect(!(scrub.output + scrub.errors).contains(Self.salt))
  }

  @Test("the names that were hashed come back with --names, and nothing else changes")
  func names() throws {
    let scratch = try Scratch()
    try field("v5", in: scratch)
    try scratch.file("salt", Self.salt + "\n")
    let scrub = try ToolRun.poptrace(
      [
        "scrub", "a.poptrace", "--hash", "names,classes,session,keys", "--salt", "salt", "--names-out", "n.json", "-o",
        "b.poptrace",
      ],
      in: scratch.url)
    #expect(scrub.status == 0, "\(scrub)")
    let mode = try FileManager.default.attributesOfItem(atPath: scratch.path("n.json"))[.posixPermissions] as? Int
    #expect(mode == 0o600)
    for command in [["export"], ["cat"], ["info"], ["replay", "--policy", "v6", "-q", "--format", "json"]] {
      let clear = try ToolRun.poptrace(command + ["a.poptrace"], in: scratch.url)
      let hashed = try ToolRun.poptrace(command + ["b.poptrace"], in: scratch.url)
      let revealed = try ToolRun.poptrace(command + ["b.poptrace", "--names", "n.json"], in: scratch.url)
      let expected = clear.output.replacing("a.poptrace", with: "b.poptrace")
      #expect(revealed.output == expected, "\(command)")
      #expect(command == ["info"] || hashed.output.contains("h:"), "\(command)")
      #expect(revealed.status == hashed.status && hashed.status == clear.status, "\(command)")
    }
  }

  @Test(
    "what is asked for must make sense",
    arguments: [
      ("", "Say what to scrub"), ("--hash names", "A hash needs a salt"), ("--default", "A hash needs a salt"),
      ("--hash nmes --salt salt", "There is no field \"nmes\"; did you mean \"names\"?"),
      ("--hash users --drop users --salt salt", "both name users"),
      ("--default --salt short", "the salt has 5 bytes"), ("--default --salt-env NO_SUCH", "no variable NO_SUCH"),
      ("--default --salt salt --names-out a.poptrace", "which would be lost"),
      ("--default --salt salt --names-out b.poptrace", "are the same file"),
      ("--default --salt salt --names-out ./b.poptrace", "are the same file"),
    ])
  func usage(options: String, words: String) throws {
    let scratch = try Scratch()
    _ = try Samples.trace(in: scratch, name: "a.poptrace")
    try scratch.file("salt", Self.salt)
    try scratch.file("short", "short")
    let run = try ToolRun.shell("poptrace scrub a.poptrace \(options) -o b.poptrace", in: scratch.url)
    #expect(run.status == 64, "\(run)")
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path("b.poptrace")))
  }
}

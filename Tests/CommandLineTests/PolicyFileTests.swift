import Foundation
import Testing
import ToolRuns

@Suite("Policies")
struct PolicyFileTests {
  @Test("a YAML file gives a version with what differs")
  func configuration() throws {
    let scratch = try Scratch()
    try scratch.file("ours.yml", "# ours\nbase: v4\ngates:\n  - scroll\n  - suspend\nleaving: \"hide\"\n")
    let run = try ToolRun.poptrace(["policies", "ours.yml"], in: scratch.url)
    #expect(run.status == 0)
    #expect(run.output.contains("  leaving: hide\n"))
    #expect(run.output.contains("  gates: [scroll, suspend]\n"))
    #expect(run.output.contains("  chains: true\n"))
  }

  @Test(
    "what is wrong in a file is said with its line and what was meant",
    arguments: [
      ("base: v4\n\n# comment\nleavin: hide\n", "line 4", "'leaving'"), ("base: v7\n", "line 1", "v6"),
      ("base: v4\ngates: [scrol]\n", "line 2", "'scroll'"), ("base: v4\nslots: 3\n", "line 2", "0, 1"),
      ("base: [v4\n", "line 1", "YAML"),
      ("base: \(String(repeating: "[", count: 20_000))\n", "line 1", "YAML"), ("- v4\n", "line 1", "key: value"),
      ("", "empty", "base: v6"),
      ("base: v4\ngates:\n  scroll: true\n", "line 2", "nested"),
      ("base: v1\npreemption: true\n", "line 2", "priority"),
      ("base: \"v4\\nslots: 0\"\n", "line 1", "v4"),
      ("base: v4\nleaving: hide\n\nleaving: park\n", "line 2", "the key 'leaving' is set here, and once more below"),
      ("base: v4\nleaving:\n  - hide\n", "line 2", "'leaving' cannot be 'hide'; it is one of: ignore, hide, park."),
      ("base: &b v4\ngates: [\(String(repeating: "*b, ", count: 17))]\n", "line 2", "more than 16 aliases"),
      ("base: v4\ngates:\n  - \"scroll, edit\"\n", "line 2", "'gates' cannot be 'scroll, edit'"),
    ])
  func badFiles(text: String, line: String, words: String) throws {
    let scratch = try Scratch()
    try scratch.file("bad.yml", text)
    let run = try ToolRun.poptrace(["policies", "bad.yml"], in: scratch.url)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("poptrace: bad.yml: "), "\(run.errors)")
    #expect(run.errors.utf8.count < 1000, "\(run.errors.prefix(1000))")
    #expect(run.errors.contains(line), "\(run.errors)")
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test("a name that is none and a file that is none are the same kind of error: wrong usage")
  func missing() throws {
    let name = try ToolRun.poptrace(["policies", "v44"])
    #expect(name.status == 64)
    #expect(name.errors.contains("\"v4\""))
    let file = try ToolRun.poptrace(["policies", "nowhere.yml"])
    #expect(file.status == 64)
    #expect(file.errors.contains("nowhere.yml: there is no such file, and no policy of that name"))
  }

  @Test(
    "what is no policy is refused after its first bytes, and one that is too large before all is read",
    .enabled(if: !ToolRun.isSanitized, "a sanitizer reserves more addresses than the limit"))
  func hostileFiles() throws {
    let scratch = try Scratch()
    let device = try ToolRun.shell("ulimit -v 3000000; poptrace policies /dev/zero", in: scratch.url)
    #expect(device.status == 1)
    #expect(device.errors.hasPrefix("poptrace: /dev/zero: "), "\(device.errors)")
    let large = try ToolRun.shell(
      "truncate -s 10G big.yml; ulimit -v 3000000; poptrace policies big.yml; yes 'base: v6' | poptrace policies /dev/stdin",
      in: scratch.url)
    #expect(large.status == 1)
    #expect(large.errors.contains("big.yml: the file holds bytes of 0"), "\(large.errors)")
    #expect(large.errors.contains("/dev/stdin: the file has more than 1048576 bytes"), "\(large.errors)")
  }

  @Test("all policies are listed, the versions first")
  func list() throws {
    let run = try ToolRun.poptrace(["policies"])
    let names = run.output.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(names.prefix(7) == ["v0", "v1", "v2", "v3", "v4", "v5", "v6"])
    #expect(names.contains("ly-head"))
    #expect(Set(names).count == names.count)
  }
}

import Foundation
import Testing
import ToolRuns

@Suite("Output files")
struct OutputFileTests {
  @Test(
    "what is read is never written to, by whatever name",
    arguments: [
      "export a.poptrace -o a.poptrace", "recover a.poptrace -o a.poptrace", "merge a.poptrace -o ./a.poptrace",
      "export a.poptrace -o hard", "pack a.poptrace -o soft", "import soft -o a.poptrace",
      "info a.poptrace -o a.poptrace",
      "replay b.poptrace a.poptrace --policy v1 -o soft", "slice d -o a.poptrace", "diff a.poptrace b.poptrace -o hard",
      "export - -o a.poptrace < a.poptrace",
    ])
  func outputIsInput(command: String) throws {
    let scratch = try Scratch()
    let whole = try Samples.trace(in: scratch, name: "a.poptrace")
    try scratch.file("b.poptrace", whole)
    let run = try ToolRun.shell(
      "ln a.poptrace hard; ln -s a.poptrace soft; mkdir d; ln a.poptrace d/c.poptrace; poptrace \(command)",
      in: scratch.url)
    #expect(run.status == 64, "\(run)")
    #expect(run.errors.contains("which would be lost; name another file"), "\(run.errors)")
    #expect([UInt8](try Data(contentsOf: scratch.url.appendingPathComponent("a.poptrace"))) == whole)
  }

  @Test(
    "a configuration, a policy, a baseline, premises and names are never written to",
    arguments: [
      "replay a.poptrace --policy p.yml -o ./p.yml", "replay a.poptrace --policy v6 --against p.yml --format csv=p.yml",
      "gate a.poptrace --policy v6 --format junit=.poptrace.yml", "gate a.poptrace --policy v6 --format json=b.jsonl",
      "gate a.poptrace --policy p.yml -o soft", "view a.poptrace --policy p.yml -o p.yml",
      "explain a.poptrace --popup sale --policy p.yml -o p.yml",
      "replay a.poptrace --policy v6 --premises premises.json -o premises.json",
      "export a.poptrace --names names.json -o names.json", "record scenario.jsonl --policy p.yml -o p.yml",
      "scrub a.poptrace --default --salt salt -o salt",
    ])
  func outputIsRead(command: String) throws {
    let scratch = try Scratch()
    _ = try Samples.trace(in: scratch, name: "a.poptrace")
    let texts = [
      "p.yml": "base: v6\nleaving: hide\n", ".poptrace.yml": "baseline: b.jsonl\n",
      "b.jsonl": "{\"schema\":\"poptrace.baseline/1\"}\n", "names.json": "{}\n",
      "scenario.jsonl": Samples.scenario, "salt": "0123456789abcdef",
    ]
    for (name, text) in texts { try scratch.file(name, text) }
    let run = try ToolRun.shell(
      "ln -s p.yml soft; poptrace premises a.poptrace --quiet -o premises.json; cp premises.json kept; poptrace \(command)",
      in: scratch.url)
    #expect(run.status == 64, "\(run)")
    #expect(run.errors.contains("which would be lost; name another file"), "\(run.errors)")
    for (name, text) in texts { #expect(try String(contentsOfFile: scratch.path(name), encoding: .utf8) == text) }
    #expect(try ToolRun.shell("cmp kept premises.json", in: scratch.url).status == 0)
  }

  @Test("two forms of a report do not go to one file, by whatever names")
  func oneFile() throws {
    let scratch = try Scratch()
    _ = try Samples.trace(in: scratch, name: "a.poptrace")
    for second in ["./x", "d/../x", "soft"] {
      let run = try ToolRun.shell(
        "mkdir -p d; ln -sf x soft; poptrace replay a.poptrace --policy v1 --format junit=x --format sarif=\(second)",
        in: scratch.url)
      #expect(run.status == 64, "\(second): \(run)")
      #expect(run.errors.contains("two forms of the report go to one file, x and \(second)"), "\(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: scratch.path("x")))
    }
  }

  @Test("runs of inputs whose names come to one are saved in files of their own")
  func savedRuns() throws {
    let scratch = try Scratch()
    try scratch.file("a.poptrace", try Samples.trace(in: scratch, name: "other.poptrace"))
    try scratch.file("a", Samples.scenario)
    let run = try ToolRun.shell(
      "poptrace replay a a.poptrace --policy v1 --quiet --save-trace runs >/dev/null; poptrace info runs | wc -l; ls runs",
      in: scratch.url)
    #expect(run.output.hasSuffix("a-2.poptrace\na.poptrace\n"), "\(run)")
  }

  @Test("a link given as output stays one, and what it leads to is written with the mode it had")
  func links() throws {
    let scratch = try Scratch()
    _ = try Samples.trace(in: scratch, name: "a.poptrace")
    let run = try ToolRun.shell(
      """
      mkdir real; echo old > real/out.jsonl; chmod 640 real/out.jsonl; ln -s real/out.jsonl one; ln -s one two
      poptrace export a.poptrace -o two && readlink two one && stat -c %a real/out.jsonl && head -c 12 real/out.jsonl && ls real
      """, in: scratch.url)
    #expect(run.status == 0, "\(run)")
    #expect(run.output == "one\nreal/out.jsonl\n640\n{\"poptrace\":out.jsonl\n", "\(run)")
    let dangling = try ToolRun.shell(
      "ln -s real/later.jsonl three; poptrace export a.poptrace -o three && ls real && readlink three", in: scratch.url)
    #expect(dangling.output == "later.jsonl\nout.jsonl\nreal/later.jsonl\n", "\(dangling)")
  }

  @Test("a file beside the output is nobody's draft")
  func draft() throws {
    let scratch = try Scratch()
    _ = try Samples.trace(in: scratch, name: "a.poptrace")
    try scratch.file("out.jsonl.part", "mine")
    #expect(try ToolRun.poptrace(["export", "a.poptrace", "-o", "out.jsonl"], in: scratch.url).status == 0)
    #expect(try String(contentsOfFile: scratch.path("out.jsonl.part"), encoding: .utf8) == "mine")
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).filter { $0.hasSuffix(".part") }
    #expect(left == ["out.jsonl.part"])
  }

  @Test(
    "export and cat write as they read: the first session comes before the last one is there", .timeLimit(.minutes(30)))
  func streaming() throws {
    // One that waits for its input's end would wait for good: the limit ends that, and measures nothing.
    let scratch = try Scratch()
    try scratch.file("scenario.jsonl", Samples.scenario)
    for command in ["export -", "cat --json -"] {
      // The input does not end before the first line of the output was seen.
      let run = try ToolRun.shell(
        """
        rm -f in out; mkfifo in out; poptrace \(command) < in > out & exec 3> in; exec 4< out
        i=0; while [ $i -lt 150 ]; do cat scenario.jsonl >&3; i=$((i+1)); done; head -n 1 <&4; exec 3>&-; cat <&4 > /dev/null
        """, in: scratch.url)
      #expect(run.output.hasPrefix("{\"poptrace\":1"), "\(command): \(run)")
    }
  }

  @Test("JSON carries nothing that steers a terminal", arguments: ["export", "cat --json", "info --format json"])
  func escapes(command: String) throws {
    let scratch = try Scratch()
    let hostile = "a\u{9b}31m\u{85}\u{202e}\u{2028}\u{2066}\u{feff}\u{e0041}z"
    try scratch.file("\u{9b}x.jsonl", Samples.scenario.replacingOccurrences(of: "login", with: hostile))
    let run = try ToolRun.shell("poptrace \(command) *.jsonl", in: scratch.url)
    #expect(run.status == 0)
    for scalar in hostile.unicodeScalars where scalar.value >= 0x80 {
      #expect(!run.output.unicodeScalars.contains(scalar), "\(scalar.value)")
    }
    if command != "info --format json" {
      #expect(run.output.contains(#"a\u009b31m\u0085\u202e\u2028\u2066\ufeff\udb40\udc41z"#), "\(run.output)")
      try scratch.file("again.jsonl", run.output)
      let again = try ToolRun.poptrace(["export", "again.jsonl"], in: scratch.url)
      #expect(again.output == run.output)
    } else {
      #expect(run.output.contains(#"\u009bx.jsonl"#))
    }
  }
}

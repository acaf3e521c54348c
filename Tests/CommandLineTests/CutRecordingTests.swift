import Foundation
import Testing

/// What commands say of recordings with something missing: what is missing, and nothing that did not happen.
@Suite("Cut recordings")
struct CutRecordingTests {
  /// A recording of two popups, one after another, as `record` makes it from a scenario.
  private func whole(in scratch: Scratch) throws -> [String] {
    try scratch.file(
      "scenario.jsonl",
      """
      {"poptrace":1,"session":"two"}
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"A","showMs":200}
      {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":1900}
      {"t":3000,"event":"popup.submitted","popup":2,"name":"B"}
      {"event":"popup.dismissed","popup":2,"by":"button","after":{"event":"popup.shown","popup":2},"delay":1900}
      {"t":9000,"event":"idle"}

      """)
    _ = try ToolRun.poptrace(
      ["record", "scenario.jsonl", "--policy", "v6", "-o", "whole.poptrace", "-q"], in: scratch.url)
    let text = try ToolRun.poptrace(["export", "whole.poptrace"], in: scratch.url).output
    return text.split(separator: "\n").map(String.init)
  }

  /// The index of the first line of an event.
  private func index(of event: String, popup: Int, in lines: [String]) throws -> Int {
    try #require(
      lines.firstIndex { $0.contains("\"event\":\"\(event)\"") && $0.contains("\"popup\":\(popup)") })
  }

  private func write(_ lines: some Sequence<String>, isKilled: Bool, _ name: String, in scratch: Scratch) throws {
    var text = ""
    for line in lines { text += line + "\n" }
    if isKilled { text.replace(/"ended":\d+,?/, with: "", maxReplacements: 1) }
    try scratch.file(name, text)
  }

  private func run(_ arguments: String, in scratch: Scratch) throws -> ToolRun {
    try ToolRun.poptrace(arguments.split(separator: " ").map(String.init), in: scratch.url)
  }

  @Test("killed inside a turn: nothing new, mended or different, code 0, and a remark says what is not judged")
  func killedInsideATurn() throws {
    let scratch = try Scratch()
    let lines = try whole(in: scratch)
    for (event, popup) in [("popup.dismissed", 1), ("popup.hidden", 1), ("cover.added", 2)] {
      let place = try index(of: event, popup: popup, in: lines)
      try write(lines[...place], isKilled: true, "cut.jsonl", in: scratch)
      let verify = try run("verify cut.jsonl", in: scratch)
      #expect(verify.status == 0, "\(verify)")
      #expect(verify.output.contains("CUT OFF  1 session"), "\(verify)")
      #expect(verify.output.contains("of \(place) events"), "\(verify)")
      let replay = try run("replay cut.jsonl --policy v6", in: scratch)
      #expect(replay.status == 0, "\(replay)")
      for word in ["MENDS", "BREAKS", "cut-short", "ended-otherwise"] {
        #expect(!replay.output.contains(word), "\(replay)")
      }
      for order in ["whole.poptrace cut.jsonl", "cut.jsonl whole.poptrace"] {
        let diff = try run("diff \(order)", in: scratch)
        #expect(diff.status == 0, "\(diff)")
        for word in ["MENDS", "BREAKS", "lost", "cut-short", "ended-otherwise"] {
          #expect(!diff.output.contains(word), "\(diff)")
        }
      }
    }
  }

  @Test("killed before its first decision it is still a recording, by its header")
  func killedBeforeItsFirstDecision() throws {
    let scratch = try Scratch()
    let lines = try whole(in: scratch)
    let place = try index(of: "popup.submitted", popup: 1, in: lines)
    try write(lines[...place], isKilled: true, "cut.jsonl", in: scratch)
    #expect(!lines[0].contains("scenario"))
    for command in ["diff whole.poptrace cut.jsonl", "diff cut.jsonl whole.poptrace", "verify cut.jsonl"] {
      let run = try run(command, in: scratch)
      #expect(run.status == 0, "\(run)")
    }
    #expect(!(try run("cat cut.jsonl", in: scratch)).output.contains("a scenario"))
    let copy = try run("import cut.jsonl -o cut.poptrace", in: scratch)
    #expect(copy.status == 0, "\(copy)")
    #expect(!(try run("export cut.poptrace", in: scratch)).output.contains("scenario"))
  }

  @Test("behind a hole that took stimuli nothing is replayed or compared")
  func hole() throws {
    let scratch = try Scratch()
    let lines = try whole(in: scratch)
    let dismissed = try index(of: "popup.dismissed", popup: 1, in: lines)
    let second = try index(of: "popup.submitted", popup: 2, in: lines)
    try write(lines[..<dismissed] + lines[(second + 1)...], isKilled: false, "holed.jsonl", in: scratch)
    let verify = try run("verify holed.jsonl", in: scratch)
    #expect(verify.status == 3, "\(verify)")
    #expect(verify.output.contains("events are missing in 1 place"), "\(verify)")
    #expect(verify.output.contains("only the first \(dismissed - 1) of "), "\(verify)")
    for command in ["replay holed.jsonl --policy v6", "diff whole.poptrace holed.jsonl"] {
      let run = try run(command, in: scratch)
      #expect(run.status == 3, "\(run)")
      for word in ["MENDS", "BREAKS", "lost", "cut-short", "ended-otherwise"] {
        #expect(!run.output.contains(word), "\(run)")
      }
    }
  }

  @Test("a hole that took decisions of one turn is filled, and the session judged on both sides of it")
  func filled() throws {
    let scratch = try Scratch()
    let lines = try whole(in: scratch)
    let hidden = try index(of: "popup.hidden", popup: 1, in: lines)
    try write(lines[..<hidden] + lines[(hidden + 2)...], isKilled: false, "holed.jsonl", in: scratch)
    let verify = try run("verify holed.jsonl", in: scratch)
    #expect(verify.status == 3, "\(verify)")
    #expect(verify.output.contains("2 events of these could be worked out"), "\(verify)")
    #expect(!verify.output.contains("only the first"), "\(verify)")
    let diff = try run("diff whole.poptrace holed.jsonl --format json", in: scratch)
    #expect(diff.status == 3, "\(diff)")
    #expect(diff.output.contains("\"same\":2"), "\(diff)")
  }
}

import Foundation
import Testing
import ToolRuns

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

  @Test("diff says what is missing of either trace, by its name")
  func bothSides() throws {
    let scratch = try Scratch()
    let lines = try whole(in: scratch)
    let (first, second) = (
      try index(of: "popup.dismissed", popup: 1, in: lines), try index(of: "popup.submitted", popup: 2, in: lines)
    )
    try write(lines[..<first] + lines[(second + 1)...], isKilled: false, "holed.jsonl", in: scratch)
    let last = try index(of: "popup.dismissed", popup: 2, in: lines)
    try write(lines[..<last] + lines[(last + 2)...], isKilled: false, "other.jsonl", in: scratch)
    let (early, late) = ("only the first \(first - 1) of ", "only the first \(last - 1) of ")
    let missing = "events are missing in 1 place"
    let diff = try run("diff holed.jsonl whole.poptrace", in: scratch)
    #expect(diff.status == 3, "\(diff)")
    for words in [missing, early] { #expect(diff.output.contains(": in holed.jsonl: \(words)"), "\(diff)") }
    let both = try run("diff holed.jsonl other.jsonl", in: scratch)
    #expect(both.status == 3, "\(both)")
    for words in [": in holed.jsonl: \(missing)", ": in holed.jsonl: \(early)", "two: \(missing)", "two: \(late)"] {
      #expect(both.output.contains(words), "\(words) is not in \(both)")
    }
    let cut = try index(of: "popup.hidden", popup: 1, in: lines)
    try write(lines[...cut], isKilled: true, "cut.jsonl", in: scratch)
    let remark = try run("diff cut.jsonl whole.poptrace", in: scratch)
    #expect(remark.status == 0 && remark.output.contains("in cut.jsonl: its last turn is cut"), "\(remark)")
  }

  @Test("a story ends where events are missing, and says so")
  func stories() throws {
    let scratch = try Scratch()
    let lines = try whole(in: scratch)
    let (first, second) = (
      try index(of: "popup.dismissed", popup: 1, in: lines), try index(of: "popup.submitted", popup: 2, in: lines)
    )
    // The first one's dismissal is gone.
    try write(lines[..<first] + lines[second...], isKilled: false, "holed.jsonl", in: scratch)
    let shown = try run("explain holed.jsonl --popup 1", in: scratch)
    #expect(shown.status == 0, "\(shown)")
    for words in [
      "and was still up where the recording has a hole", "hole in the recording: still up",
      "What became of it behind the hole is not known.",
    ] {
      #expect(shown.output.contains(words), "\(words) is not in \(shown)")
    }
    #expect(!shown.output.contains("at the end") && !shown.output.contains("3,0"), "\(shown)")
    let later = try run("explain holed.jsonl --popup 2 --policy v5", in: scratch)
    #expect(later.output.contains("had not been submitted where the recording has a hole"), "\(later)")
    #expect(!later.output.contains("no submission") && !later.output.contains("came at once"), "\(later)")
    // What was over before is told whole; a hole that can be filled is none.
    let third = try index(of: "popup.dismissed", popup: 2, in: lines)
    try write(lines[..<third] + lines[(third + 2)...], isKilled: false, "late.jsonl", in: scratch)
    let over = try run("explain late.jsonl --popup 1", in: scratch)
    #expect(over.output.contains("and was dismissed") && !over.output.contains("hole"), "\(over)")
    let hidden = try index(of: "popup.hidden", popup: 1, in: lines)
    try write(lines[..<hidden] + lines[(hidden + 2)...], isKilled: false, "filled.jsonl", in: scratch)
    let filled = try run("explain filled.jsonl --popup 1", in: scratch)
    #expect(filled.output.contains("and was dismissed") && !filled.output.contains("hole"), "\(filled)")
  }

  @Test("a popup that waits where events are missing is not said to have never come")
  func waitingAtAHole() throws {
    let scratch = try Scratch()
    try scratch.file("scenario.jsonl", Samples.scenario)
    _ = try ToolRun.poptrace(["record", "scenario.jsonl", "--policy", "v6", "-o", "t.poptrace", "-q"], in: scratch.url)
    let lines = try ToolRun.poptrace(["export", "t.poptrace"], in: scratch.url).output.split(separator: "\n")
      .map(String.init)
    let dismissed = try index(of: "popup.dismissed", popup: 1, in: lines)
    let shown = try index(of: "popup.shown", popup: 2, in: lines)
    try write(lines[..<dismissed] + lines[(shown + 1)...], isKilled: false, "holed.jsonl", in: scratch)
    let run = try run("explain holed.jsonl --popup coupon", in: scratch)
    #expect(run.output.contains("had not come where the recording has a hole"), "\(run)")
    for words in ["never came", "LIKE THIS", "was never dismissed", "at the end"] {
      #expect(!run.output.contains(words), "\(words) is in \(run)")
    }
    try scratch.file("again.jsonl", Samples.scenario.replacing("two-alerts", with: "again"))
    _ = try ToolRun.poptrace(
      ["record", "again.jsonl", "--policy", "v6", "-o", "again.poptrace", "-q"], in: scratch.url)
    let list = try self.run("explain holed.jsonl again.poptrace --popup coupon", in: scratch)
    #expect(list.output.contains("1 submission in 1 session; every one of them came"), "\(list)")
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

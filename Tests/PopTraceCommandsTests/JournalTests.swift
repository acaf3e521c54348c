import Foundation
import PopTrace
import PopupScheduling
import Testing
import ToolRuns

@Suite("Journals that killed sessions left")
struct JournalTests {
  /// The journal and, where there is one, the trace of a session that is killed after so many events.
  private func left(_ count: Int, in scratch: Scratch) throws {
    let directory = scratch.path("live")
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    var header = SessionHeader()
    header.session = "killed"
    var recorder = try TraceRecorder(header: header, directory: directory, name: "a")
    let catalog = Catalog()
    for number in 0..<count {
      var event = Event(.idle)
      // Of its own, so that one that is refused for want of room and tried again leaves no number out.
      event.sequence = Int32(number)
      var isTaken = false
      for _ in 0..<60_000 where !isTaken {
        isTaken = recorder.record(event, at: Ticks(Int64(number)), in: catalog)
        if !isTaken { usleep(1000) }
      }
      try #require(isTaken, "event \(number) is not taken")
    }
    // As it is at this moment, the recorder still at work: so a kill leaves it. The journal comes first: what it no longer has is in the trace.
    let target = scratch.path("dead")
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    for name in ["a.popjournal", "a.poptrace"] where FileManager.default.fileExists(atPath: directory + "/" + name) {
      try FileManager.default.copyItem(atPath: directory + "/" + name, toPath: target + "/" + name)
    }
    recorder.end(at: Ticks(Int64(count)))
  }

  @Test(
    "a killed session is read with its journal, in a directory, by its trace and by its journal, whole and unfinished",
    arguments: [3, 20_000])
  func read(count: Int) throws {
    let scratch = try Scratch()
    try left(count, in: scratch)
    let hasTrace = FileManager.default.fileExists(atPath: scratch.path("dead/a.poptrace"))
    for input in ["dead"] + (hasTrace ? ["dead/a.poptrace"] : ["dead/a.popjournal"]) {
      let info = try ToolRun.poptrace(["info", input, "--format", "json"], in: scratch.url)
      #expect(info.status == 0, "\(info)")
      #expect(info.output.contains("\"sessions\":1,"), "\(info)")
      #expect(info.output.contains("\"events\":\(count),") && info.output.contains("\"unfinished\":1,"), "\(info)")
      #expect(info.output.contains("\"lossy\":0,"), "\(info)")
      let export = try ToolRun.poptrace(["export", input], in: scratch.url)
      #expect(export.status == 0 && export.output.contains("\"id\":\(count - 1),"), "\(export.errors)")
    }
  }

  @Test(
    "whatever a kill left, every command reads the whole session, and recover names it so that every command takes it",
    arguments: [3, 20_000], [false, true])
  func leftByKills(count: Int, isClaimed: Bool) throws {
    let scratch = try Scratch()
    try left(count, in: scratch)
    let dead = scratch.path("dead")
    let hasTrace = FileManager.default.fileExists(atPath: dead + "/a.poptrace")
    let journal = isClaimed ? "a.popjournal.claimed-999999999-5-6-1f" : "a.popjournal"
    if isClaimed { try FileManager.default.moveItem(atPath: dead + "/a.popjournal", toPath: dead + "/" + journal) }
    // What was never finished has nothing that is not elsewhere.
    try scratch.file("dead/b.popjournal.draft-999999999-5-6-1f", [])
    try scratch.file("dead/a.poptrace.draft-1f", [1, 2, 3])
    for input in ["dead", "dead/" + journal] + (hasTrace ? ["dead/a.poptrace"] : []) {
      let info = try ToolRun.poptrace(["info", input, "--format", "json"], in: scratch.url)
      #expect(info.status == 0 && info.output.contains("\"sessions\":1,"), "\(input): \(info)")
      #expect(info.output.contains("\"events\":\(count),") && info.output.contains("\"lossy\":0,"), "\(input): \(info)")
      let run = try ToolRun.poptrace(["recover", input, "--output", "saved-\(input.count)/"], in: scratch.url)
      #expect(run.status == 0, "\(input): \(run)")
      let saved = "saved-\(input.count)/a.poptrace"
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: scratch.path("saved-\(input.count)")) == ["a.poptrace"])
      let export = try ToolRun.poptrace(["export", saved], in: scratch.url)
      #expect(
        export.status == 0 && export.output.split(separator: "\n").count == count + 1, "\(input): \(export.errors)")
    }
    let both = try ToolRun.poptrace(["info", "dead/" + journal, "dead", "--format", "json"], in: scratch.url)
    #expect(both.status == 0 && both.output.contains("\"events\":\(count),"), "\(both)")
  }

  @Test("a session whose journal cannot be read, or whose trace is gone, is not said to be whole")
  func notWhole() throws {
    let scratch = try Scratch()
    try left(20_000, in: scratch)
    try FileManager.default.copyItem(atPath: scratch.path("dead"), toPath: scratch.path("other"))
    try FileManager.default.removeItem(atPath: scratch.path("dead/a.poptrace"))
    let alone = try ToolRun.poptrace(["recover", "dead", "--output", "saved/"], in: scratch.url)
    #expect(alone.status == 3 && alone.errors.contains("neither in the trace nor in its journal"), "\(alone)")
    try scratch.file("other/a.popjournal", Array(repeating: 7, count: 500))
    let unreadable = try ToolRun.poptrace(["recover", "other", "--output", "rest/"], in: scratch.url)
    #expect(unreadable.status == 3 && unreadable.errors.contains("journal"), "\(unreadable)")
    let info = try ToolRun.poptrace(["info", "other"], in: scratch.url)
    #expect(info.status == 0 && info.errors.contains("a.popjournal"), "\(info)")
  }

  @Test("an empty trace, as a kill leaves it, hides nothing of the journal beside it")
  func emptyTrace() throws {
    let scratch = try Scratch()
    try left(3, in: scratch)
    try scratch.file("dead/a.poptrace", [])
    let run = try ToolRun.poptrace(["recover", "dead", "-o", "all.poptrace"], in: scratch.url)
    #expect(run.status == 0, "\(run)")
    let export = try ToolRun.poptrace(["export", "all.poptrace"], in: scratch.url)
    #expect(export.output.split(separator: "\n").count == 4, "\(export)")
  }

  @Test("a journal beside the trace of another session is a session of its own")
  func otherSession() throws {
    let scratch = try Scratch()
    try left(3, in: scratch)
    _ = try Samples.trace(policy: "v1", in: scratch, name: "dead/a.poptrace")
    for command in [["info", "dead", "--format", "json"], ["recover", "dead", "-o", "all.poptrace"]] {
      #expect(try ToolRun.poptrace(command, in: scratch.url).status == 0)
    }
    let names = try ToolRun.poptrace(["export", "all.poptrace"], in: scratch.url).output
    #expect(names.contains("\"killed\""), "\(names)")
  }

  @Test("what is no journal is said to be none")
  func noJournal() throws {
    let scratch = try Scratch()
    try scratch.file("a.popjournal", Array(repeating: 7, count: 500))
    let run = try ToolRun.poptrace(["info", "a.popjournal"], in: scratch.url)
    #expect(run.status == 1 && run.errors.contains("a.popjournal: "), "\(run)")
    #expect(try ToolRun.poptrace(["info", "."], in: scratch.url).status == 1)
  }
}

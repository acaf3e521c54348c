import Foundation
import PopTrace
import PopupScheduling
import Testing

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
      while !recorder.record(event, at: Ticks(Int64(number)), in: catalog) { usleep(1000) }
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

  @Test("what is no journal is said to be none")
  func noJournal() throws {
    let scratch = try Scratch()
    try scratch.file("a.popjournal", Array(repeating: 7, count: 500))
    let run = try ToolRun.poptrace(["info", "a.popjournal"], in: scratch.url)
    #expect(run.status == 1 && run.errors.contains("a.popjournal: "), "\(run)")
    #expect(try ToolRun.poptrace(["info", "."], in: scratch.url).status == 1)
  }
}

import Foundation
import PopupScheduling
import Testing

@testable import PopTrace

@Suite("Recovering what killed sessions left")
struct RecoveryTests {
  /// What a process leaves that records a session and is killed after so many events.
  private func left(_ session: Session, after count: Int) throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    var recorder = try TraceRecorder(
      header: session.header, directory: folder.path, name: "a", options: TraceRecorderTests.small)
    for event in session.events.prefix(count) {
      try expectSoon("room for an event") {
        recorder.record(event, at: event.time, over: session.log.over(of: event), in: session.catalog)
      }
    }
    let journal = try LeftJournal.bytes(folder, "a")
    return try .left(journal: journal, trace: LeftJournal.sealedTrace(folder, "a", beside: journal))
  }

  @Test("Nothing is lost and nothing is there twice", arguments: [1, 2, 100, 477, 478, 500, 1000, 2500])
  func exact(count: Int) throws {
    var session = FieldSession.make(events: 2600)
    session.header.ended = nil
    let folder = try left(session, after: count)
    let recovered = try TraceRecording.recover(in: folder.path)
    #expect(recovered.map(\.error) == [nil] && recovered.first?.remains.unsoundEvents == 0)
    #expect(folder.names == ["a.poptrace"])
    let read = try sessions(in: try folder.bytes(#require(recovered.first).path))
    var expected = session
    expected.log.events.removeLast(session.events.count - count)
    let found = eventDifference(expected, read[0])
    #expect(read.count == 1 && found == nil)
    #expect(read[0].gaps.isEmpty && !read[0].isFinished)
    let info = TraceInfo(try folder.bytes(#require(recovered.first).path))
    #expect(info.isWhole && info.partCount == 1)
    #expect(try TraceRecording.recover(in: folder.path).isEmpty)
  }

  @Test("A trace whose tail was being written is continued from its last whole chunk, wherever it was cut")
  func cutTail() throws {
    var session = FieldSession.make(events: 1500)
    session.header.ended = nil
    let whole = try left(session, after: 1500)
    let journal = try whole.bytes(whole.path + "/a.popjournal")
    let trace = try whole.bytes(whole.path + "/a.poptrace")
    let last = try #require(TraceInfo(trace).chunks.last)
    // The half that the last chunk was made of is free only once the chunk is stored: it is still in the journal while that is being written.
    for size in stride(from: last.bytes.lowerBound, to: trace.count, by: 97) {
      let folder = try TemporaryFolder.left(journal: journal, trace: Array(trace[..<size]))
      let recovered = try TraceRecording.recover(in: folder.path)
      let read = try sessions(in: try folder.bytes(#require(recovered.first).path))[0]
      #expect(read.gaps.isEmpty, "cut at \(size)")
      #expect(read.events.count == 1500)
    }
  }

  @Test("Being killed in the middle of a recovery does no harm")
  func twice() throws {
    var session = FieldSession.make(events: 1200)
    session.header.ended = nil
    let folder = try left(session, after: 1200)
    let journal = try folder.bytes(folder.path + "/a.popjournal")
    let before = try folder.bytes(folder.path + "/a.poptrace").count
    _ = try TraceRecording.recover(in: folder.path)
    let trace = try folder.bytes(folder.path + "/a.poptrace")
    for size in stride(from: before, through: trace.count, by: max(1, (trace.count - before) / 40)) {
      let again = TemporaryFolder()
      try again.write(journal, "a.popjournal.claimed-999999999-1-1-f")
      try again.write(Array(trace[..<size]), "a.poptrace")
      let recovered = try TraceRecording.recover(in: again.path)
      #expect(recovered.map(\.error) == [nil], "cut at \(size)")
      let read = try sessions(in: try again.bytes(again.path + "/a.poptrace"))
      #expect(read.count == 1 && read[0].events.count == 1200 && read[0].gaps.isEmpty, "cut at \(size)")
      #expect(again.names == ["a.poptrace"])
    }
  }

  @Test("A session that had ended when its process was killed has its end")
  func ended() throws {
    let session = FieldSession.make(events: 20)
    let folder = TemporaryFolder()
    var recorder = try TraceRecorder(header: session.header, directory: folder.path, name: "a")
    // Where the trace cannot be written the end is in the journal, and nowhere else.
    try FileManager.default.createDirectory(atPath: folder.path + "/a.poptrace", withIntermediateDirectories: false)
    for event in session.events { recorder.record(event, at: event.time, in: session.catalog) }
    let recording = recorder.recording
    recorder.end(at: Ticks(1 << 30))
    recording.waitUntilOver()
    #expect(recording.problem?.code == .unwritable && recording.phase == .open)
    let left = try TemporaryFolder.left(journal: try LeftJournal.bytes(folder, "a"))
    let recovered = try TraceRecording.recover(in: left.path)
    #expect(recovered.map(\.remains.hasEnded) == [true])
    let trace = try sessions(in: try left.bytes(#require(recovered.first).path))[0]
    #expect(trace.header.ended == Ticks(1 << 30) && trace.events.count == session.events.count)
    #expect(left.names == ["a.poptrace"])
    // The process that recorded it is still there, and goes on once it can.
    try FileManager.default.removeItem(atPath: folder.path + "/a.poptrace")
    try recording.flush()
    try expectSoon("the end of the recording") { recording.phase != .open }
    #expect(recording.problem == nil && folder.names == ["a.poptrace"])
    #expect(try sessions(in: try folder.bytes(recording.path))[0].events.count == session.events.count)
  }

  @Test("The journal of a process that is still there is nobody else's")
  func livingOwner() throws {
    let folder = TemporaryFolder()
    var recorder = try TraceRecorder(header: SessionHeader(), directory: folder.path, name: "a")
    recorder.record(Event(.idle), at: .zero, in: Catalog())
    #expect(try TraceRecording.recover(in: folder.path).isEmpty)
    #expect(folder.names == ["a.popjournal"])
    // What is no journal may be one of which somebody is writing the head.
    try folder.write([1, 2, 3], "b.popjournal")
    let recovered = try TraceRecording.recover(in: folder.path)
    #expect(recovered.map(\.name) == ["b"] && recovered.first?.error?.code == .notATrace)
    #expect(folder.names == ["a.popjournal", "b.popjournal"])
    recorder.record(Event(.idle), at: .zero, in: Catalog())
  }

  @Test("A journal that cannot be read, or not be completed, stays, and is completed once it can be")
  func kept() throws {
    var session = FieldSession.make(events: 60)
    session.header.ended = nil
    let folder = try left(session, after: 60)
    let journal = try folder.bytes(folder.path + "/a.popjournal")
    // A directory can be opened and not be read, whoever asks.
    for name in ["b.popjournal", "a.poptrace"] {
      try FileManager.default.createDirectory(atPath: folder.path + "/" + name, withIntermediateDirectories: false)
    }
    for _ in 0..<2 {
      let recovered = try TraceRecording.recover(in: folder.path)
      #expect(recovered.map(\.name) == ["a", "b"] && recovered.allSatisfy { $0.error != nil })
      #expect(folder.names == ["a.popjournal", "a.poptrace", "b.popjournal"])
    }
    #expect(try folder.bytes(folder.path + "/a.popjournal") == journal)
    let recording = TraceStore(directory: folder.path)
    try recording.tidy()
    #expect(recording.problem != nil)
    for name in ["b.popjournal", "a.poptrace"] { try FileManager.default.removeItem(atPath: folder.path + "/" + name) }
    let pending = try recording.pending()
    #expect(pending.map(\.name) == ["a"] && recording.problem == nil)
    #expect(try sessions(in: try folder.bytes(#require(pending.first).path))[0].events.count == 60)
  }

  @Test("What a process that is gone left beside the journal of a living one waits for that")
  func besideLiving() throws {
    let folder = TemporaryFolder()
    var recorder = try TraceRecorder(header: SessionHeader(), directory: folder.path, name: "a")
    recorder.record(Event(.idle), at: .zero, in: Catalog())
    let claimed = "a.popjournal.claimed-999999999-1-1-f"
    try folder.write(try LeftJournal.bytes(folder, "a"), claimed)
    #expect(try TraceRecording.recover(in: folder.path).isEmpty)
    #expect(folder.names == ["a.popjournal", claimed])
    recorder.record(Event(.idle), at: .zero, in: Catalog())
  }

  @Test("Of two journals of a session that cannot be completed both stay")
  func bothKept() throws {
    var session = FieldSession.make(events: 60)
    session.header.ended = nil
    let folder = try left(session, after: 60)
    let journal = try folder.bytes(folder.path + "/a.popjournal")
    try folder.write(journal, "a.popjournal.claimed-999999999-1-1-f")
    try FileManager.default.createDirectory(atPath: folder.path + "/a.poptrace", withIntermediateDirectories: false)
    for _ in 0..<2 {
      #expect(try TraceRecording.recover(in: folder.path).allSatisfy { $0.error != nil })
      #expect(folder.names.count { $0.contains(".popjournal") } == 2)
    }
  }

  @Test("A trace of another session beside a journal stays, and one that says less than the journal does not end it")
  func otherTrace() throws {
    var session = FieldSession.make(events: 60)
    session.log.events.removeLast(session.log.events.count - 60)
    (session.header.ended, session.header.session) = (nil, "this")
    let folder = try left(session, after: 60)
    let journal = try folder.bytes(folder.path + "/a.popjournal")
    var other = session
    other.header.session = "other"
    try folder.write(try file(of: [other]), "a.poptrace")
    #expect(try TraceRecording.recover(in: folder.path).map(\.error) == [nil])
    let read = try folder.names.map { try sessions(in: try folder.bytes(folder.path + "/" + $0))[0] }
    #expect(read.map(\.header.session).sorted() == ["other", "this"] && read.allSatisfy { $0.events.count == 60 })
    var part = session
    part.log.events.removeLast(50)
    let second = try TemporaryFolder.left(journal: journal, trace: try file(of: [part]))
    #expect(try TraceRecording.recover(in: second.path).map(\.remains.addedEvents) == [50])
    #expect(second.names == ["a.poptrace"])
    #expect(try sessions(in: try second.bytes(second.path + "/a.poptrace"))[0].events.count == 60)
  }

  @Test(
    "A session is known by its name, however wide the characters are where its chunks cut it",
    arguments: ["x", "é", "e\u{301}", "家", "👩‍👩‍👧‍👦"], [0, 1, 2, 3])
  func longName(character: String, shift: Int) throws {
    var session = FieldSession.make(events: 600)
    session.header.ended = nil
    session.header.session =
      String(repeating: "-", count: 90 + shift) + String(repeating: character, count: 60) + "aaaa"
    let folder = try left(session, after: 600)
    let recovered = try TraceRecording.recover(in: folder.path)
    #expect(recovered.map(\.error) == [nil] && folder.names == ["a.poptrace"])
    let read = try sessions(in: try folder.bytes(#require(recovered.first).path))
    #expect(read.map(\.header.session) == [session.header.session] && read[0].events.count == 600)
  }

  @Test("Whoever recovers in two processes at once, each session is recovered once")
  func race() async throws {
    let folder = TemporaryFolder()
    var session = FieldSession.make(events: 60)
    session.header.ended = nil
    let one = try left(session, after: 60)
    let journal = try one.bytes(one.path + "/a.popjournal")
    for number in 0..<12 { try folder.write(journal, "s\(number).popjournal") }
    let path = folder.path
    let counts = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 { group.addTask { ((try? TraceRecording.recover(in: path)) ?? []).count } }
      return await group.reduce(0, +)
    }
    #expect(counts == 12)
    #expect(folder.names.count == 12 && folder.names.allSatisfy { $0.hasSuffix(".poptrace") })
  }
}

import Foundation
import PopSystem
import PopupScheduling
import Testing

@testable import PopTrace

@Suite("Storage that does not do as it should")
struct StorageTests {
  let folder = TemporaryFolder()

  /// Records idle events, one a tick, each until it is taken.
  private func record(_ numbers: Range<Int>, _ recorder: inout TraceRecorder) throws {
    for number in numbers {
      var event = Event(.idle)
      event.sequence = Int32(number)
      try expectSoon("room for event \(number)") { recorder.record(event, at: Ticks(Int64(number)), in: Catalog()) }
    }
  }

  private func begin() throws -> TraceRecorder {
    var header = SessionHeader()
    header.session = "one"
    return try TraceRecorder(header: header, directory: folder.path, name: "a", options: TraceRecorderTests.small)
  }

  private func read(_ recording: TraceRecording) throws -> Session {
    try #require(try sessions(in: try folder.bytes(recording.path)).first)
  }

  @Test("A directory that somebody empties has its salt again at the next look, and that is no problem")
  func emptiedSalt() throws {
    let recording = TraceStore(directory: folder.path)
    try recording.tidy()
    let salt = folder.path + "/install.salt"
    let bytes = FileManager.default.contents(atPath: salt)
    try FileManager.default.removeItem(atPath: salt)
    try recording.tidy()
    #expect(recording.problem == nil, "\(String(describing: recording.problem))")
    #expect(bytes?.count == 32 && FileManager.default.contents(atPath: salt) == bytes)
  }

  @Test(
    "A directory that is emptied while a session is recorded costs nothing while the process lives",
    arguments: [false, true])
  func emptied(isReplaced: Bool) throws {
    var recorder = try begin()
    let recording = recorder.recording
    try record(0..<1500, &recorder)
    #expect(recording.problem == nil)
    for name in folder.names { try FileManager.default.removeItem(atPath: folder.path + "/" + name) }
    try recording.flush()
    // Of a process that is killed now nothing is lost.
    try expectSoon("the trace") { folder.names.contains("a.poptrace") }
    #expect(try sequences() == Array(0..<1500))
    if isReplaced {
      try FileManager.default.removeItem(atPath: recording.path)
      try folder.write(try file(of: [FieldSession.make(events: 5)]), "a.poptrace")
    }
    try record(1500..<3000, &recorder)
    recorder.end(at: Ticks(3000))
    recording.waitUntilOver()
    #expect(recording.phase == .ended && recording.problem == nil)
    let session = try read(recording)
    #expect(session.events.map(\.sequence) == Array(0..<3000) && session.isFinished && session.gaps.isEmpty)
    // Somebody else's trace is a session of its own.
    let index = RecordingDirectory(path: folder.path)
    for entry in try index.entries() {
      #expect(try !sessions(in: try folder.bytes(index.tracePath(of: entry))).isEmpty)
    }
    #expect(folder.names.count == (isReplaced ? 2 : 1))
  }

  @Test(
    "A directory that is replaced while a session is recorded costs nothing, though the process is killed soon after",
    arguments: [0, 1, 300, 1500, 2700], [false, true])
  func replaced(events: Int32, goesOn: Bool) async throws {
    var recorder = try begin()
    let recording = recorder.recording
    try record(0..<Int(events), &recorder)
    recorder.note(refused: 3)
    try replace()
    var count = events
    if goesOn {
      // What somebody took away is named until nothing is at risk any more.
      try await wait {
        guard recording.problem != nil else { return true }
        try record(Int(count)..<Int(count) + 1, &recorder)
        count += 1
        return false
      }
      recorder.note(refused: 4)
      try record(Int(count)..<Int(count) + 200, &recorder)
      count += 200
    } else {
      // The half that is being filled cannot move where nothing is recorded any more, but what it says does.
      try await wait { folder.names.contains("a.popjournal") }
      #expect(recording.problem?.message.contains("took the journal away") == true)
    }
    if events > 600 { try await wait { folder.names.contains("a.poptrace") } }
    #expect(try sequences() == Array(0..<count))
    if count > 0 { #expect(try leftSession()?.header.refusedEvents == (goesOn ? 7 : 3)) }
    recorder.end(at: Ticks(Int64(count)))
    recording.waitUntilOver()
    #expect(recording.phase == .ended && recording.problem == nil)
    #expect(folder.names == ["a.poptrace"])
    #expect(try read(recording).events.map(\.sequence) == Array(0..<count))
  }

  @Test("A journal that cannot be put back is named until it can be, and then nothing is at risk any more")
  func noDirectory() async throws {
    var recorder = try begin()
    let recording = recorder.recording
    try record(0..<300, &recorder)
    try folder.remove()
    #expect(FileManager.default.createFile(atPath: folder.path, contents: nil))
    #expect(recording.problem != nil)
    #expect(throws: TraceError.self) { try recording.flush() }
    #expect(recording.problem != nil)
    try folder.remove()
    try recording.flush()
    #expect(recording.problem?.message.contains("took the journal away") == true)
    try record(300..<301, &recorder)
    try await wait { recording.problem == nil }
    try record(301..<400, &recorder)
    #expect(try sequences() == Array(0..<400))
  }

  @Test("However often the directory is replaced while a session is recorded, its trace is whole")
  func replacedAgainAndAgain() async throws {
    var recorder = try begin()
    let recording = recorder.recording
    for round in 0..<20 {
      try record(round * 200..<round * 200 + 100, &recorder)
      try replace()
      if round % 3 > 0 { try recording.flush() }
      try record(round * 200 + 100..<round * 200 + 200, &recorder)
      guard round % 5 == 4 else { continue }
      try recording.flush()
      try await wait { folder.names.contains("a.poptrace") }
      #expect(try sequences() == Array(0..<Int32(round + 1) * 200))
    }
    recorder.end(at: Ticks(4000))
    recording.waitUntilOver()
    let session = try read(recording)
    #expect(session.events.map(\.sequence) == Array(0..<4000) && session.isFinished && session.gaps.isEmpty)
    #expect(folder.names == ["a.poptrace"])
  }

  @Test("A count that is stored while the journal moves to another file is never taken back")
  func counts() throws {
    let head = try TraceRecorderTests.small.head(of: SessionHeader())
    let path = folder.path + "/a.popjournal"
    let memory = try JournalMemory.create(path, head)
    let (asked, answered) = (Latch(), Latch())
    // Stores a number once for each time it is asked, now earlier and now later.
    try DetachedThread.run {
      for number in Int64(1)...600 {
        while asked.value < number {}
        let end = SystemClock.nanoseconds() + number * 997 % 400 * 1000
        while SystemClock.nanoseconds() < end {}
        memory.store(number, at: JournalLayout.dropped)
        answered.value = number
      }
    }
    for number in Int64(1)...600 {
      try FileSystem.remove(path)
      asked.value = number
      #expect(try memory.mend())
      try expectSoon("an answer") { answered.value >= number }
      #expect(memory.losses.dropped == number)
      #expect(try JournalReader(path: path).losses.dropped == number)
    }
  }

  /// Waits for something that comes soon, and not for ever.
  private func wait(_ isSo: () throws -> Bool) async throws {
    for _ in 0..<20_000 {
      if try isSo() { return }
      try await Task.sleep(nanoseconds: 1_000_000)
    }
    Issue.record("it has not come")
  }

  /// Takes the directory away with all that is in it, and makes another one.
  private func replace() throws {
    // The recording may put something into it meanwhile.
    try expectSoon("an empty directory") { (try? folder.remove()) != nil }
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
  }

  /// The session as the next launch has it, were the process killed now; nil where there is none.
  private func leftSession() throws -> Session? {
    let left = try TemporaryFolder.left(
      journal: try LeftJournal.bytes(folder, "a"), trace: try? folder.bytes(folder.path + "/a.poptrace"))
    #expect(try TraceRecording.recover(in: left.path).map(\.error) == [nil])
    guard left.names.contains("a.poptrace") else { return nil }
    return try sessions(in: try left.bytes(left.path + "/a.poptrace")).first
  }

  private func sequences() throws -> [Int32] { try leftSession()?.events.map(\.sequence) ?? [] }

  @Test("A trace that somebody takes away is there again at the next look, though nothing more is recorded")
  func takenTrace() async throws {
    var recorder = try begin()
    let recording = recorder.recording
    try record(0..<700, &recorder)
    // Of the two halves one was full, so that no chunk is on its way any more.
    try await wait { folder.names.contains("a.poptrace") }
    try FileManager.default.removeItem(atPath: recording.path)
    try recording.flush()
    try await wait { folder.names.contains("a.poptrace") }
    #expect(try sequences() == Array(0..<700))
    recorder.end(at: Ticks(700))
    recording.waitUntilOver()
    #expect(try read(recording).events.map(\.sequence) == Array(0..<700))
  }

  @Test("What a write that was never finished left behind a trace goes with the next chunk")
  func unfinishedWrite() throws {
    let (path, bytes) = (folder.path + "/a.poptrace", [UInt8](0..<200))
    try folder.write(bytes + Array(repeating: 7, count: 500), "a.poptrace")
    let trace = FileSink.OpenTrace(try SystemFile.open(path, .existing), byteCount: bytes.count, of: bytes)
    try trace.append([1, 2, 3])
    #expect(try folder.bytes(path) == bytes + [1, 2, 3])
  }

  @Test("A trace that is written over while its session is recorded begins anew, and says what it lacks")
  func writtenOver() throws {
    var recorder = try begin()
    let recording = recorder.recording
    try record(0..<1500, &recorder)
    // Nothing is on its way to the trace when it is written over.
    let journal = try LeftJournal.bytes(folder, "a")
    #expect(try LeftJournal.sealedTrace(folder, "a", beside: journal) != nil)
    let handle = try FileHandle(forWritingTo: URL(filePath: recording.path))
    try handle.truncate(atOffset: 10)
    try handle.close()
    try record(1500..<3000, &recorder)
    recorder.end(at: Ticks(3000))
    recording.waitUntilOver()
    let session = try read(recording)
    let lost = 3000 - session.events.count
    #expect(lost > 0 && session.gaps == [0] && session.isFinished)
    #expect(session.events.map(\.sequence) == Array(Int32(lost)..<3000))
    #expect(session.header.droppedEvents >= Int64(lost) && recording.losses.dropped >= Int64(lost))
    #expect(recording.problem?.message.contains("took \(lost) events away") == true)
    #expect(TraceInfo(try folder.bytes(recording.path)).isWhole && folder.names == ["a.poptrace"])
  }

  @Test(
    "A journal that is cut off is a problem to the end, and no harm where it was made whole before it is written to")
  func cutOff() throws {
    var recorder = try begin()
    let recording = recorder.recording
    try record(0..<3, &recorder)
    let handle = try FileHandle(forWritingTo: URL(filePath: folder.path + "/a.popjournal"))
    try handle.truncate(atOffset: 100)
    try handle.close()
    #expect(recording.problem != nil)
    try recording.flush()
    #expect(recording.problem?.message.contains("cut the journal off") == true)
    try record(3..<9, &recorder)
    recorder.end(at: Ticks(9))
    recording.waitUntilOver()
    #expect(recording.problem != nil)
  }

  @Test("Behind a half that somebody cut off the recording goes on, and the numbers say what is missing")
  func cutOffHalf() throws {
    var recorder = try begin()
    let recording = recorder.recording
    try record(0..<300, &recorder)
    let handle = try FileHandle(forWritingTo: URL(filePath: folder.path + "/a.popjournal"))
    let head = try JournalHead(folder.bytes(folder.path + "/a.popjournal"), limits: ResourceLimits())
    try handle.truncate(atOffset: UInt64(head.headBytes))
    try recording.flush()
    try record(300..<3000, &recorder)
    #expect(recording.problem?.message.contains("cut the journal off") == true)
    recorder.end(at: Ticks(3000))
    recording.waitUntilOver()
    let session = try read(recording)
    let first = try #require(session.events.first?.sequence)
    #expect(first > 300 && first < 600 && session.gaps == [0])
    #expect(session.events.map(\.sequence) == Array(first..<3000) && session.isFinished)
  }

  @Test("A name that has a trace is no other session's")
  func takenName() throws {
    try folder.write(try file(of: [FieldSession.make(events: 5)]), "a.poptrace")
    #expect(throws: TraceError.self) { _ = try begin() }
    #expect(folder.names == ["a.poptrace"])
  }

  @Test("A file that is no trace is not offered, whatever it is called")
  func noTrace() throws {
    try folder.write(Array(repeating: 7, count: 4000), "a.poptrace")
    try folder.write(Array(try file(of: [FieldSession.make(events: 500)]).dropFirst(50)), "b.poptrace")
    try folder.write(try file(of: [FieldSession.make(events: 5)]), "c.poptrace")
    #expect(try TraceStore(directory: folder.path).pending().map(\.name) == ["c"])
  }

  @Test("Drafts go when they are old and their process is gone; what is young, or no journal yet, stays")
  func drafts() throws {
    let living = ProcessIdentity.current.nameText
    let (old, young) = (
      [
        "install.salt-1f", "a.poptrace.draft-1f", "a-snapshot-1.poptrace.part", "a.popjournal.draft-999999999-1-1-f",
      ], ["install.salt-2f", "b.poptrace.draft-2f", "b.popjournal.draft-999999999-1-1-f", "b.popjournal"]
    )
    for name in old + young + ["c.popjournal.draft-\(living)-f"] { try folder.write([], name) }
    for name in old + ["c.popjournal.draft-\(living)-f"] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -7200)], ofItemAtPath: folder.path + "/" + name)
    }
    var limits = RecordingLimits()
    (limits.sessions, limits.ageSeconds) = (0, -10)
    let recording = TraceStore(directory: folder.path, limits: limits)
    try recording.tidy()
    #expect(
      Set(folder.names) == Set(young + ["c.popjournal.draft-\(living)-f", "install.salt"]))
    #expect(recording.problem?.code == .notATrace)
  }

  @Test("A session that begins has a journal with a head under its name, whatever other launches tidy meanwhile")
  func launches() async throws {
    let path = folder.path
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<100 { _ = try? TraceRecording.recover(in: path) }
        }
      }
      group.addTask {
        for number in 0..<100 {
          guard let recorder = try? TraceRecorder(header: SessionHeader(), directory: path, name: "s\(number)") else {
            Issue.record("session \(number) did not begin")
            continue
          }
          #expect((try? JournalReader(path: "\(path)/s\(number).popjournal")) != nil, "session \(number)")
          #expect(recorder.recording.problem == nil)
        }
      }
    }
  }

  @Test("Whoever sees a session's journal finds its head in it, however soon he looks")
  func headAtOnce() throws {
    let (path, count) = (folder.path, 40)
    func wait(for name: String) throws {
      try expectSoon("\(name)") { FileManager.default.fileExists(atPath: "\(path)/\(name)") }
    }
    try DetachedThread.run {
      for number in 0..<count {
        _ = FileManager.default.createFile(atPath: "\(path)/watched-\(number)", contents: nil)
        var descriptor: Int32 = -1
        // It is opened within microseconds of having its name.
        while descriptor < 0 { descriptor = unsafe open("\(path)/s\(number).popjournal", O_RDONLY) }
        var word: UInt64 = 0
        let hasHead = unsafe pread(descriptor, &word, 8, 0) == 8 && word == JournalLayout.magic
        _ = close(descriptor)
        if !hasHead { _ = FileManager.default.createFile(atPath: "\(path)/headless-\(number)", contents: nil) }
        _ = FileManager.default.createFile(atPath: "\(path)/seen-\(number)", contents: nil)
      }
    }
    for number in 0..<count {
      try wait(for: "watched-\(number)")
      let recorder = try TraceRecorder(header: SessionHeader(), directory: path, name: "s\(number)")
      try wait(for: "seen-\(number)")
      #expect(recorder.recording.problem == nil)
    }
    #expect(folder.names.filter { $0.hasPrefix("headless") }.isEmpty)
  }

  @Test("What cannot be stored is a problem while that is so, and is tried again without a call")
  func again() throws {
    var recorder = try begin()
    let recording = recorder.recording
    let obstacle = folder.path + "/a.poptrace"
    try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
    // More than one half, and less than both.
    try record(0..<700, &recorder)
    try expectSoon("the problem") { recording.problem != nil }
    #expect(recording.problem?.code == .unwritable)
    try FileManager.default.removeItem(atPath: obstacle)
    try expectSoon("the end of the problem") { recording.problem == nil }
    #expect(recording.problem == nil && recording.phase == .open && folder.names.contains("a.poptrace"))
    recorder.end(at: Ticks(700))
    recording.waitUntilOver()
    #expect(try read(recording).events.count == 700)
  }

  @Test("A salt that cannot be stored is one salt all the same, and is stored once it can be")
  func unstoredSalt() throws {
    let path = folder.path + "/r"
    let recording = TraceStore(directory: path)
    try FileManager.default.removeItem(atPath: path)
    try folder.write([1], "r")
    let alias = recording.privacy.alias(of: "ada", .user)
    #expect(recording.privacy.alias(of: "ada", .user) == alias)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try recording.tidy()
    #expect(recording.privacy.alias(of: "ada", .user) == alias && recording.problem == nil)
    #expect(TraceStore(directory: path).privacy.alias(of: "ada", .user) == alias)
  }

  @Test(
    "A part of a salt, as a power cut leaves it, is none",
    arguments: [[], [UInt8](repeating: 7, count: 31), [UInt8](repeating: 0, count: 32)])
  func partOfSalt(part: [UInt8]) throws {
    try folder.write(part, "install.salt")
    let recording = TraceStore(directory: folder.path)
    try recording.tidy()
    let salt = FileManager.default.contents(atPath: folder.path + "/install.salt").map { [UInt8]($0) } ?? []
    #expect(salt.count == 32 && salt != part && recording.problem == nil)
  }

  @Test("A journal that cannot be read is not beyond the limits, however old it is")
  func unreadableBeyondLimits() throws {
    let journal = folder.path + "/a.popjournal"
    // A directory can be opened and not be read, whoever asks.
    try FileManager.default.createDirectory(atPath: journal, withIntermediateDirectories: false)
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -7200)], ofItemAtPath: journal)
    var limits = RecordingLimits()
    (limits.sessions, limits.ageSeconds) = (0, -10)
    let recording = TraceStore(directory: folder.path, limits: limits)
    try recording.tidy()
    #expect(folder.names.contains("a.popjournal") && recording.problem?.code == .unreadable)
  }

  @Test("In a process that was forked off nobody waits for the other one's recording")
  func forked() throws {
    let recorder = try TraceRecorder(header: SessionHeader())
    let recording = recorder.recording
    // In the child there is this thread alone, so that a lock held by another one is held for good: all that it calls is called here before.
    let other = try TraceRecorder(header: SessionHeader())
    let over = other.recording
    other.end(at: .zero)
    over.waitUntilOver()
    let fork = unsafe unsafeBitCast(dlsym(nil, "fork"), to: (@convention(c) () -> Int32).self)
    let child = fork()
    if child == 0 {
      // Should it wait, the system ends it.
      alarm(10)
      recording.waitUntilOver()
      _exit(7)
    }
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
    #expect(status == 7 << 8)
    _ = consume recorder
  }
}

/// A number that threads share.
private final class Latch: Sendable {
  private let mutex = Mutex()
  // Touched with the lock only.
  private nonisolated(unsafe) var stored: Int64 = 0
  var value: Int64 {
    get { mutex.withLock { unsafe stored } }
    set { mutex.withLock { unsafe stored = newValue } }
  }
}

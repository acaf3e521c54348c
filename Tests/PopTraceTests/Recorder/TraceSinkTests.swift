import Foundation
import PopSystem
import PopupScheduling
import Testing

@testable import PopTrace

@Suite("A trace's file while it is recorded")
struct TraceSinkTests {
  let folder = TemporaryFolder()
  private var path: String { folder.path + "/deep/a.poptrace" }
  private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/deep")) ?? [] }
  /// Long enough that its beginning is not its end.
  private static let first = (0..<200).map { UInt8($0) }

  private func sink() throws -> FileSink {
    let sink = FileSink(path: path, journal: folder.path + "/a.popjournal")
    #expect(sink.byteCount == 0)
    #expect(try sink.append(Self.first))
    #expect(sink.byteCount == 200)
    return sink
  }

  @Test("What is added stands behind what was there, in a file with no draft beside it")
  func adding() throws {
    let sink = try sink()
    #expect(try folder.bytes(path) == Self.first)
    #expect(try sink.append([7, 8, 9]) && sink.byteCount == 203)
    #expect(try sink.append([]) && sink.byteCount == 203)
    #expect(try sink.append([6]) && sink.byteCount == 204)
    #expect(try folder.bytes(path) == Self.first + [7, 8, 9, 6] && names == ["a.poptrace"])
  }

  @Test(
    "A file that is taken away, or replaced, is there again with the next bytes", arguments: [[], [7]] as [[UInt8]])
  func taken(bytes: [UInt8]) throws {
    let sink = try sink()
    try FileManager.default.removeItem(atPath: path)
    #expect(try sink.append(bytes))
    #expect(try folder.bytes(path) == Self.first + bytes && sink.byteCount == 200 + bytes.count)
    try FileManager.default.removeItem(atPath: folder.path + "/deep")
    #expect(try sink.append([8]))
    #expect(try folder.bytes(path) == Self.first + bytes + [8])
    // Another one under its name: what is no trace gives way.
    try FileManager.default.removeItem(atPath: path)
    try folder.write([1, 2, 3], "deep/a.poptrace")
    #expect(try sink.append([9]) && sink.byteCount == 202 + bytes.count)
    #expect(try folder.bytes(path) == Self.first + bytes + [8, 9] && names == ["a.poptrace"])
  }

  @Test(
    "Of one that was written to by somebody else nothing is taken for what was added", arguments: [0, 63, 136, 199])
  func changed(place: Int) throws {
    let sink = try sink()
    var other = Self.first
    other[place] ^= 1
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.write(contentsOf: other)
    #expect(try !sink.append([7]))
    #expect(sink.byteCount == 0)
    // The next ones begin anew.
    #expect(try sink.append([5, 6]) && sink.byteCount == 2)
    #expect(try folder.bytes(path) == [5, 6])
  }

  @Test("One that was cut off lacks something, and one that is longer does not")
  func size() throws {
    let sink = try sink()
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.truncate(atOffset: 300)
    #expect(try sink.append([]) && sink.append([7]) && sink.byteCount == 201)
    #expect(try folder.bytes(path) == Self.first + [7])
    try handle.truncate(atOffset: 200)
    #expect(try !sink.append([8]))
  }

  @Test("The end of what was added last is what is looked at, not that of the beginning")
  func edges() throws {
    let sink = try sink()
    #expect(try sink.append(Array(repeating: 9, count: 100)) && sink.append([4]))
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.seek(toOffset: 300)
    try handle.write(contentsOf: [5])
    #expect(try !sink.append([7]))
  }

  @Test("Where there can be no file, nothing is left of the try, and the next one makes it")
  func obstacle() throws {
    try FileManager.default.createDirectory(atPath: path + "/full", withIntermediateDirectories: true)
    let sink = FileSink(path: path, journal: folder.path + "/a.popjournal")
    for _ in 0..<2 {
      let error = #expect(throws: SystemError.self) { try sink.append(Self.first) }
      #expect(error?.isReading == false && sink.byteCount == 0 && names == ["a.poptrace"])
    }
    try FileManager.default.removeItem(atPath: path)
    #expect(try sink.append(Self.first))
    #expect(try folder.bytes(path) == Self.first && names == ["a.poptrace"])
  }

  @Test("At the end the journal goes, where there is one, and the trace stays")
  func end() throws {
    let sink = try sink()
    try folder.write([1], "a.popjournal")
    for _ in 0..<2 {
      try sink.finish()
      #expect(folder.names == ["deep"] && names == ["a.poptrace"])
    }
  }

  @Test("A trace in memory is all that was added")
  func memory() {
    let sink = MemorySink()
    #expect(sink.bytes.isEmpty && sink.byteCount == 0)
    #expect(sink.append([1, 2]) && sink.append([]) && sink.append([3]))
    sink.finish()
    #expect(sink.bytes == [1, 2, 3] && sink.byteCount == 3)
  }
}

@Suite("A recording as others see it")
struct TraceRecordingTests {
  private func recording() throws -> (TraceRecording, JournalMemory, MemorySink) {
    let head = try TraceRecorderTests.small.head(of: SessionHeader())
    let (memory, sink) = (try JournalMemory.anonymous(head), MemorySink())
    return (TraceRecording(memory, sink: sink, path: "a"), memory, sink)
  }

  private static let problem = TraceError(.unwritable, "No room.")

  @Test("It is open until the trace is complete, and a problem is named as long as there is one")
  func phases() throws {
    let (recording, _, _) = try recording()
    #expect(recording.phase == .open && recording.problem == nil && !recording.isComplete)
    recording.note(.failure(Self.problem))
    #expect(recording.phase == .open && recording.problem == Self.problem)
    recording.note(.success(.open))
    #expect(recording.phase == .open && recording.problem == nil && !recording.isComplete)
    recording.note(.failure(Self.problem))
    recording.note(.success(.ended))
    #expect(recording.phase == .ended && recording.problem == nil && recording.isComplete)
  }

  @Test("One that is full stays so to its end, and is complete then")
  func full() throws {
    let (recording, memory, _) = try recording()
    recording.note(.failure(Self.problem))
    recording.note(.success(.full))
    #expect(recording.phase == .full && recording.problem?.code == .tooLarge && !recording.isComplete)
    memory.state[0] = .full(byteCount: 8, isLast: true)
    #expect(recording.problem == nil)
    recording.note(.failure(Self.problem), isLast: true)
    #expect(recording.phase == .full && !recording.isComplete)
    recording.note(.success(.ended))
    #expect(recording.phase == .full && recording.problem == nil && recording.isComplete)
  }

  @Test("Events that went with the file are named and counted, over all times that it went")
  func lost() throws {
    let (recording, memory, _) = try recording()
    memory.store(4, at: JournalLayout.dropped)
    memory.store(5, at: JournalLayout.refused)
    memory.store(6, at: JournalLayout.clamped)
    for count in [0, 30, 3] { recording.note(lost: count) }
    var losses = TraceLosses()
    (losses.dropped, losses.refused, losses.clamped) = (37, 5, 6)
    #expect(recording.losses == losses)
    #expect(recording.problem?.message.contains("took 33 events away") == true)
    memory.store(-1, at: JournalLayout.refused)
    #expect(memory.losses.refused == 0)
  }

  @Test("The bytes of one in memory are there when it is over, and not before")
  func bytes() throws {
    let (recording, _, sink) = try recording()
    sink.append([1, 2, 3])
    recording.note(.success(.open))
    #expect(recording.bytes.isEmpty)
    recording.note(.success(.ended))
    #expect(recording.bytes == [1, 2, 3])
  }

  @Test("Whoever waits for its end goes on once, though it ends again after a failure")
  func waiting() async throws {
    // Some of them wait before it ends, and some come later.
    for _ in 0..<20 {
      let (recording, _, _) = try recording()
      async let first: Void = recording.untilOver()
      async let second: Void = recording.untilOver()
      for _ in 0..<20 { await Task.yield() }
      recording.note(.success(.open))
      recording.note(.failure(Self.problem))
      recording.note(.failure(Self.problem), isLast: true)
      _ = await (first, second)
      recording.waitUntilOver()
      #expect(!recording.isComplete)
      recording.note(.failure(Self.problem), isLast: false)
      recording.note(.success(.ended))
      await recording.untilOver()
      #expect(recording.isComplete)
    }
  }
}

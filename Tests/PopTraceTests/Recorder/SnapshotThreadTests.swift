import PopSystem
import PopupScheduling
import Testing

@testable import PopTrace

@Suite("Taking the halves of a journal for snapshots")
struct SnapshotThreadTests {
  private let memory: JournalMemory
  private let head: JournalHead
  private let recording: TraceRecording
  private let requests: SnapshotRequests
  private let start: () throws(TraceError) -> JournalWriter

  init() throws {
    var options = RecorderOptions()
    options.journalHalfBytes = 1
    let head = try options.head(of: SessionHeader())
    let memory = try JournalMemory.anonymous(head)
    let requests = SnapshotRequests(most: 9, wake: memory.state.wake)
    let sink = MemorySink()
    let recording = TraceRecording(memory, sink: sink, requests: requests)
    (self.head, self.memory, self.requests, self.recording) = (head, memory, requests, recording)
    start = { [options] () throws(TraceError) in
      try TraceError.catching { () throws(SystemError) in
        try DetachedThread.run {
          SnapshotThread(memory, requests, into: .memory(sink), options, SnapshotOptions(), recording).run()
        }
      }
      return JournalWriter(memory)
    }
  }

  /// Adds events until a half is full and one more is in the next; their times are their numbers.
  private func fill(_ journal: inout JournalWriter) {
    let generation = journal.generation
    while journal.generation == generation {
      let time = Ticks(Int64(journal.nextSequence))
      _ = journal.append(Event(.idle), at: time, in: Catalog())
    }
  }

  /// The times of the events in a snapshot that is taken now.
  private func snapshot() throws -> [Int] {
    #expect(requests.ask())
    requests.waitUntilAnswered()
    let session = try #require(try sessions(in: recording.bytes).last)
    return session.events.map { Int($0.time.rawValue) }
  }

  @Test("A half that cannot be read is reported for as long as the recording goes on, and the others are taken")
  func unreadableHalf() throws {
    var journal = try start()
    #expect(try snapshot() == [] && recording.problem == nil)
    // Somebody else writes over where the first half begins.
    memory.store(0, at: head.headBytes)
    fill(&journal)
    let next = Int(journal.nextSequence)
    #expect(try snapshot() == [next - 1])
    #expect(recording.problem?.code == .corrupt && recording.phase == .open)
    fill(&journal)
    #expect(try snapshot() == Array(next - 1..<Int(journal.nextSequence)))
    journal.end(at: Ticks(1 << 20))
    recording.waitUntilOver()
    #expect(recording.problem?.code == .corrupt && recording.snapshotPaths.count == 3)
    #expect(!requests.ask())
  }

  @Test("As long as all can be read there is no problem, to the end")
  func readableHalves() throws {
    var journal = try start()
    for _ in 0..<3 {
      fill(&journal)
      #expect(try snapshot() == Array(0..<Int(journal.nextSequence)))
    }
    journal.end(at: Ticks(1 << 20))
    recording.waitUntilOver()
    #expect(recording.problem == nil && recording.phase == .ended)
  }

  @Test("There are never more than there may be: one that is under way counts, and those asked for together are one")
  func most() {
    let requests = SnapshotRequests(most: 2, wake: memory.state.wake)
    #expect(requests.ask() && requests.ask() && requests.isOpenForMore)
    #expect(requests.takeOpen().count == 2)
    // The first is under way, and the second is the last there may be.
    #expect(requests.ask())
    requests.answer(2, path: "a")
    #expect(requests.ask() && requests.takeOpen().count == 2)
    #expect(!requests.ask())
    requests.answer(2, path: "b")
    #expect(!requests.ask() && !requests.isOpenForMore && requests.paths == ["a", "b"])
    let closed = SnapshotRequests(most: 2, wake: memory.state.wake)
    closed.close()
    #expect(!closed.ask())
  }
}

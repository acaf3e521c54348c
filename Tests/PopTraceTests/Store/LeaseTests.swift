import Foundation
import PopSystem
import PopupScheduling
import Testing

@testable import PopTrace

@Suite("Leases of recorded sessions")
struct LeaseTests {
  private let folder = TemporaryFolder()

  private func store(_ change: (inout RecordingLimits) -> Void = { _ in }) -> TraceStore {
    var limits = RecordingLimits()
    change(&limits)
    return TraceStore(directory: folder.path, limits: limits)
  }

  /// Leaves so many sessions that came to their ends: `0`, `1`, ….
  private func leave(_ count: Int) throws {
    for number in 0..<count {
      var session = FieldSession.make(events: 30 + number)
      session.header.started = "2026-11-2\(number % 10)T10:00:00Z"
      try folder.write(try file(of: [session]), "\(number).poptrace")
    }
  }

  @Test("Of many callers at once each session is one's alone")
  func oneAlone() async throws {
    try leave(9)
    let path = folder.path
    let found = await withTaskGroup(of: [String].self) { group in
      for _ in 0..<6 { group.addTask { ((try? TraceStore(directory: path).pending()) ?? []).map(\.name) } }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(found.sorted() == (0..<9).map(String.init))
    #expect(try store().pending().isEmpty)
  }

  @Test("It says when it began, how it ended, how large it is, and what is lost")
  func says() throws {
    try leave(2)
    var killed = FieldSession.make(events: 40)
    (killed.header.ended, killed.header.droppedEvents, killed.header.refusedEvents) = (nil, 3, 2)
    try folder.write(try file(of: [killed]), "7.poptrace")
    killed.header.metadata = [HeaderEntry(SnapshotOptions.reasonName, "overlap")]
    try folder.write(try file(of: [killed]), "8.poptrace")
    try folder.write([1, 2, 3], "9.poptrace")
    let sessions = try store().pending()
    #expect(
      sessions.map(\.name) == ["0", "1", "7", "8"] && sessions.map(\.end) == [.ended, .ended, .killed, .snapshot])
    #expect(sessions[1].began == "2026-11-21T10:00:00Z" && sessions[0].lost == 0 && sessions[2].lost == 3)
    for (session, least) in zip(sessions, [30, 31, 40, 40]) {
      let bytes = try folder.bytes(session.path)
      #expect(session.events >= least && session.events < least + 20 && bytes.count == session.byteCount)
    }
    // What cannot be read stays where it is.
    #expect(folder.names.contains("9.poptrace"))
  }

  @Test("A session that could not be uploaded is there again when its time has passed, and one that is kept at once")
  func givenBack() throws {
    try leave(3)
    let (one, other) = (store(), store())
    let leased = try one.pending()
    try #require(leased.count == 3)
    try one.keep(leased[0])
    try one.failed(leased[1], retryAfterSeconds: 3600)
    try one.failed(leased[2], retryAfterSeconds: -5)
    #expect(try other.pending().map(\.name) == ["0", "2"])
    #expect(folder.names.contains { $0.hasPrefix("1.later-") })
    // The same session for any command that reads the directory.
    let waiting = try #require(folder.names.first { $0.hasPrefix("1.later-") })
    #expect(try sessions(in: try folder.bytes(folder.path + "/" + waiting)).count == 1)
  }

  @Test("A lease is its holder's until it ends: nobody who had one before can end another's")
  func another() throws {
    try leave(1)
    let one = store()
    let lost = try #require(try one.pending().first)
    try one.keep(lost)
    let held = try #require(try store().pending().first)
    #expect(held.name == lost.name && held.path != lost.path)
    try one.keep(lost)
    try one.failed(lost, retryAfterSeconds: 0)
    try one.remove(lost)
    #expect(try store().pending().isEmpty && FileManager.default.fileExists(atPath: held.path))
    try store().remove(held)
    #expect(folder.names.allSatisfy { !$0.hasSuffix(".poptrace") })
  }

  @Test("Limits take no session away that somebody has")
  func limits() throws {
    try leave(4)
    let leased = try store().pending()
    try #require(leased.count == 4)
    try store().keep(leased[1])
    try store().failed(leased[2], retryAfterSeconds: 3600)
    #expect(try store { ($0.sessions, $0.totalBytes, $0.ageSeconds) = (0, 0, -10) }.pending().isEmpty)
    let names = folder.names.filter { $0.hasSuffix(".poptrace") }
    #expect(names.count == 2 && names.allSatisfy { $0.hasPrefix("0.leased-") || $0.hasPrefix("3.leased-") })
  }

  @Test("It ends with its process, and after a day")
  func ends() async throws {
    try leave(1)
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      let pending = try TraceStore(directory: path).pending()
      precondition(pending.count == 1)
    }
    #expect(folder.names.contains { $0.hasPrefix("0.leased-") })
    #expect(try store().pending().map(\.name) == ["0"])
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      let pending = try TraceStore(directory: path).pending()
      precondition(pending.isEmpty)
    }
    let mine = TraceLease.taken(by: .current)
    #expect(!mine.isOver(at: 100_000, changed: 100_000 - 86_400) && mine.isOver(at: 100_000, changed: 100_000 - 86_401))
    let gone = TraceLease.taken(by: ProcessIdentity(number: 0, started: 0, boot: 0))
    #expect(gone.isOver(at: 0, changed: 0) && TraceLease.free.isOver(at: 0, changed: 0))
    #expect(TraceLease.later(5).isOver(at: 5, changed: 9) && !TraceLease.later(6).isOver(at: 5, changed: 0))
  }

  @Test("A file's name says whose it is, and what session")
  func names() {
    for lease in [TraceLease.free, .taken(by: .current), .later(1_800_000_000), .later(0)] {
      let read = TraceLease.read(lease.name(of: "2026-11-28T10-5f"))
      #expect(read.name == "2026-11-28T10-5f" && read.lease == lease)
    }
    let (name, lease) = TraceLease.read("a.leased-nobody")
    #expect(name == "a" && lease == .taken(by: ProcessIdentity(number: 0, started: 0, boot: 0)))
    #expect(TraceLease.read("a.later-soon").lease == .later(0))
  }

  @Test("Whoever wants to know is told of each session that was completed, and of each that could not be")
  func recovered() async throws {
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      // It goes as a killed one goes: without an end. One that is let go of before would come to its own.
      let recorder = UnsafeMutablePointer<TraceRecorder>.allocate(capacity: 1)
      unsafe recorder.initialize(to: try TraceRecorder(header: SessionHeader(), directory: path, name: "a"))
      for time in 0..<5 { unsafe recorder.pointee.record(Event(.idle), at: Ticks(Int64(time)), in: Catalog()) }
      exit(0)
    }
    try folder.write([UInt8](repeating: 7, count: 4096), "b.popjournal")
    let told = Locked<[RecoveredSession]>([])
    let store = TraceStore(directory: folder.path) { session in told.withLock { $0.append(session) } }
    #expect(try store.pending().map(\.events) == [5])
    let sessions = told.withLock { $0 }
    try #require(sessions.map(\.name) == ["a", "b"])
    #expect(sessions[0].remains.addedEvents == 5 && sessions[0].lost == 0)
    #expect(sessions[0].error == nil && sessions[1].error != nil)
  }
}

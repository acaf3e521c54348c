import CAllocations
import PopTrace
import PopupScheduling
import Testing

@Suite(
  "Recording without allocations",
  .enabled(if: poptrace_counts_allocations() != 0, "only glibc's allocations can be counted, and not under a sanitizer")
)
struct AllocationTests {
  /// What a body allocates on this thread.
  private static func allocations(_ body: () throws -> Void) rethrows -> UInt64 {
    let before = poptrace_allocations()
    try body()
    return poptrace_allocations() - before
  }

  /// A session that comes to know many things, and fewer of each than a recording has room for from the start.
  private static func session() throws -> Session {
    let session = FieldSession.make(events: 16_000, seed: 3)
    let catalog = session.catalog
    try #require(catalog.pages.count > 300 && catalog.pages.count < 1024)
    try #require(catalog.specs.count > 50 && catalog.specs.count < 1024)
    try #require(catalog.names.texts.count > 80 && catalog.names.texts.count < 1024 && catalog.names.listCount < 1024)
    try #require(catalog.popupNumbers.count > 500)
    return session
  }

  /// An array that is not there before, and cannot be left out.
  @inline(never)
  private static func canary(_ count: Int) -> [Int] { Array(repeating: count, count: count) }

  private static func expectCanary() {
    var kept: [Int] = []
    let counted = allocations { kept = canary(100 + Int(poptrace_allocations() % 7)) }
    #expect(counted > 0 && kept.count >= 100, "an allocation is not counted")
  }

  @Test("With the time given: nothing from the first event to the last, over many halves, with all they have to say")
  func timeGiven() throws {
    let session = try Self.session()
    Self.expectCanary()
    // The first recording is for what the language makes once in a process.
    for run in 0..<2 {
      let folder = TemporaryFolder()
      var recorder = try TraceRecorder(
        header: session.header, directory: folder.path, name: "a", options: TraceRecorderTests.small)
      let recording = recorder.recording
      var counted: UInt64 = 0
      for event in session.log.events {
        let over = session.log.over(of: event)
        var isTaken = false
        // Only the sealing thread can make room.
        while !isTaken {
          counted += Self.allocations {
            isTaken =
              over.isEmpty
              ? recorder.record(event, at: event.time, in: session.catalog)
              : recorder.record(event, at: event.time, over: over, in: session.catalog)
          }
        }
      }
      recorder.end(at: .zero)
      recording.waitUntilOver()
      if run > 0 { #expect(counted == 0) }
    }
    Self.expectCanary()
  }

  @Test("With clock and lock: nothing either")
  func clockAndLock() throws {
    let session = try Self.session()
    Self.expectCanary()
    for run in 0..<2 {
      let folder = TemporaryFolder()
      let recorder = SharedTraceRecorder(
        try TraceRecorder(header: session.header, directory: folder.path, name: "a", options: TraceRecorderTests.small))
      var counted: UInt64 = 0
      for event in session.log.events {
        var isTaken = false
        while !isTaken { counted += Self.allocations { isTaken = recorder.record(event, in: session.catalog) } }
      }
      recorder.end()
      recorder.recording.waitUntilOver()
      if run > 0 { #expect(counted == 0) }
    }
    Self.expectCanary()
  }
}

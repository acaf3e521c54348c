import Foundation
import PopupScheduling
import Testing

@testable import PopTrace

/// What a version of the format wrote, every later one reads that says so, and reads the same.
@Suite struct FormatVersionTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Fixtures/formats").standardizedFileURL

  /// The file; where there is none yet and files are being recorded, what is made.
  private func bytes(_ name: String, else make: () throws -> [UInt8]) throws -> [UInt8] {
    let place = Self.folder.appending(path: name)
    let isMissing = !FileManager.default.fileExists(atPath: place.path())
    if isMissing, ProcessInfo.processInfo.environment["POPTRACE_RECORD"] == "1" { try Data(make()).write(to: place) }
    return Array(try Data(contentsOf: place))
  }

  private func text(_ sessions: [Session]) -> [UInt8] {
    var text: [UInt8] = []
    for session in sessions { JSONLines.write(session, into: &text) }
    return text
  }

  /// The version that a chunk's head says, and the least that its reader must know; a short head has no tag in front.
  private func versions(of chunk: TraceInfo.Chunk, in bytes: [UInt8]) -> [UInt8] {
    let start = chunk.bytes.lowerBound + (chunk.head.isShort ? 8 : 8 + ChunkHead.tag.count)
    return Array(bytes[start..<start + 2])
  }

  /// Sessions with all that the format has.
  private func newest() throws -> [UInt8] {
    var skipped = TinySession.make()
    skipped.log.events.remove(at: 3)
    skipped.skippedEvents = 1
    var lost = skipped
    lost.log.events.remove(at: 0)
    lost.gaps = [0, 2]
    var timers = ReentrantMarkTests.session()
    for purpose in TimerPurpose.allCases {
      var event = Event(.timerSet, time: Ticks(900))
      event.sequence = Int32(timers.log.events.count)
      event.timer = TimerID(Int(purpose.rawValue))
      event.at = Ticks(1000)
      event.purpose = purpose
      timers.log.events.append(event)
    }
    let full = HeaderFieldTests.session()
    let long = FieldSession.make(events: 1500)
    var scenario = SessionMaker(seed: 3)
    var few = TraceWriter.Options()
    few.eventsPerChunk = 2
    // Later chunks speak of popups like those of earlier ones.
    var some = TraceWriter.Options()
    some.eventsPerChunk = 40
    return try file(of: [skipped, lost, timers]) + file(of: [full], few)
      + file(of: [FieldSession.make(events: 400)], some)
      + file(of: [full, long, full, timers], .archive)
      + file(of: [scenario.session(events: 30, isScenario: true)])
  }

  @Test func whatIsWrittenIsOfTheCurrentVersion() throws {
    let bytes = try TinySession.file(compresses: true)
    for chunk in TraceInfo(bytes).chunks {
      #expect(versions(of: chunk, in: bytes) == [FormatVersion.current, FormatVersion.minimumReader])
    }
  }

  @Test(arguments: Int(FormatVersion.oldest)...Int(FormatVersion.current))
  func isReadAsItAlwaysWas(version: Int) throws {
    let trace = try bytes("version-\(version).poptrace", else: newest)
    let read = try sessions(in: trace)
    #expect(read.count > 2)
    let newest = TraceInfo(trace).chunks.map { versions(of: $0, in: trace)[0] }.max()
    #expect(newest.map(Int.init) == version)
    let expected = try bytes("version-\(version).jsonl") { text(read) }
    #expect(text(read) == expected)
    #expect(text(try JSONLines.sessions(in: expected)) == expected)
  }
}

import Foundation
import PopTrace
import PopupScheduling
import Testing
import ToolRuns

@testable import PopTraceCommands

@Suite("What a thread judges in one go")
struct SessionBatchesTests {
  private static func file(sessions: Int, events: Int = 1) throws -> [UInt8] {
    var writer = TraceWriter(options: .archive)
    for _ in 0..<sessions {
      var session = Session()
      session.header.policy = "v1"
      session.header.ended = Ticks(5)
      for number in 0..<events {
        var event = Event(.idle)
        event.sequence = Int32(number)
        session.log.events.append(event)
      }
      try writer.append(session)
    }
    return try writer.finish()
  }

  /// What each batch has of each input: its place, how many sessions, and whether it could not be read.
  private func batches(_ files: [[UInt8]], jobs: Int) throws -> [[String]] {
    let scratch = try Scratch()
    for (index, bytes) in files.enumerated() { try scratch.file("\(1000 + index).poptrace", bytes) }
    let inputs = InputList([scratch.url.path()])
    #expect(inputs.paths.count == files.count)
    var batches = SessionBatches(inputs, jobs: jobs)
    var found: [[String]] = []
    while let batch = batches.next() {
      for part in batch.parts {
        #expect(part.input == inputs.shown(inputs.paths[part.inputIndex - 1]))
        #expect(part.origins.allSatisfy { $0.input == part.input })
      }
      found.append(batch.parts.map { "\($0.inputIndex): \($0.origins.count)\($0.failure == nil ? "" : " unread")" })
      batches.room.giveBack(batch)
    }
    #expect(batches.isAtEnd)
    return found
  }

  @Test("small inputs share a batch, in order, with those that cannot be read, or not to their end", arguments: [1, 2])
  func small(jobs: Int) throws {
    let (one, two) = (try Self.file(sessions: 1), try Self.file(sessions: 2))
    let files = [one, [], two, Array("neither".utf8), two, Array(one.dropLast(30)), one]
    let expected = ["1: 1", "2: 0 unread", "3: 2", "4: 0 unread", "5: 2", "6: 1", "7: 1"]
    let found = try batches(files, jobs: jobs)
    #expect(found == [expected])
  }

  @Test("a batch ends with the session that brings it to enough sessions or events", arguments: [1, 2])
  func limits(jobs: Int) throws {
    let most = SessionBatches.sessionLimit
    let (one, many) = (try Self.file(sessions: 1), try Self.file(sessions: most + 10))
    let long = try Self.file(sessions: 2, events: (SessionBatches.eventLimit - 2) / 2)
    let found = try batches([one, many, one, long, one], jobs: jobs)
    #expect(found == [["1: 1", "2: \(most - 1)"], ["2: 11", "3: 1", "4: 2"], ["5: 1"]])
  }

  @Test("a batch has something of so many inputs at most, and of each of them once")
  func parts() throws {
    let most = SessionBatches.partLimit
    let found = try batches(Array(repeating: [], count: 2 * most + 1), jobs: 1)
    #expect(found.map(\.count) == [most, most, 1])
    #expect(found.joined().elementsEqual((1...2 * most + 1).map { "\($0): 0 unread" }))
  }
}

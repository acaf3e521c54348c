import PopupScheduling
import Testing

@testable import PopTrace

@Suite("A file's heads tell what it holds")
struct TraceInfoTests {
  @Test("Counts, names and times")
  func counts() throws {
    let session = FieldSession.make(events: 1000)
    var options = TraceWriter.Options()
    options.eventsPerChunk = 300
    let bytes = try file(of: [session, TinySession.make()], options) + file(of: [TinySession.make()])
    let info = TraceInfo(bytes)
    #expect(info.isWhole)
    #expect(info.partCount == 2)
    #expect(info.sessionCount == 3)
    #expect(info.finishedSessionCount == 3)
    #expect(info.chunks.reduce(0) { $0 + $1.eventCount } == session.events.count + 10)
    #expect(info.chunks.prefix(4).map(\.session) == Array(repeating: session.header.session, count: 4))
    #expect(info.chunks.map(\.head.policy) == ["v4", "v4", "v4", "v4", "v1", "v1"])
    #expect(info.chunks[1].sequences == 300...599)
    #expect(Ticks(info.chunks[1].head.firstTime) == session.events[300].time)
    #expect(info.chunks[1].lastTime == session.events[599].time)
    #expect(info.chunks[0].bytes.lowerBound == 0)
    #expect(info.chunks[1].bytes.lowerBound == info.chunks[0].bytes.upperBound)
  }

  @Test("Damage is told, and the rest nevertheless")
  func damage() throws {
    var bytes = try TinySession.file(compresses: true)
    let chunks = TraceInfo(bytes).chunks
    bytes[chunks[1].bytes.upperBound - 1] ^= 1
    let info = TraceInfo(bytes)
    #expect(!info.isWhole)
    #expect(info.chunks == [chunks[0], chunks[2]])
    #expect(info.damage.first?.bytes == chunks[1].bytes)
    #expect(TraceInfo([]).damage.map(\.error.code) == [.empty])
  }

  @Test("A long name is cut in the head and whole in the session")
  func longNames() throws {
    var session = TinySession.make()
    session.header.session = String(repeating: "é", count: 200)
    let bytes = try file(of: [session])
    #expect(TraceInfo(bytes).chunks[0].session == String(repeating: "é", count: 64))
    #expect(try sessions(in: bytes)[0].header.session == session.header.session)
  }

  @Test("Of a long session only the chunks around a window are read")
  func window() throws {
    let session = FieldSession.make(events: 5000)
    var options = TraceWriter.Options()
    options.eventsPerChunk = 100
    let bytes = try file(of: [session, TinySession.make()], options)
    let window = session.events[2010].time...session.events[2250].time
    var reader = try TraceReader(bytes)
    var read = Session()
    #expect(try reader.next(&read, around: window))
    #expect(read.events.count <= 100 + 500)
    #expect(read.gaps.first == 100)
    let wanted = session.events.filter { window.contains($0.time) }
    #expect(read.events.filter { window.contains($0.time) } == wanted)
    for event in wanted {
      #expect(read.catalog.number(of: event.popup) == session.catalog.number(of: event.popup))
      guard event.kind == .popupSubmitted else { continue }
      #expect(
        read.catalog.names.text(read.catalog.spec(event.spec).name)
          == session.catalog.names.text(session.catalog.spec(event.spec).name))
    }
    #expect(!read.isFinished)
    #expect(try reader.next(&read))
    #expect(read.events.count == 5)
    #expect(try !reader.next(&read))
  }

  @Test("Chunks that only touch a window are read: their last event is its first, or their first its last")
  func windowEdges() throws {
    let session = FieldSession.make(events: 2000)
    var options = TraceWriter.Options()
    options.eventsPerChunk = 100
    let bytes = try file(of: [session], options)
    for edge in [1099, 1100] {
      let instant = session.events[edge].time
      var reader = try TraceReader(bytes)
      var read = Session()
      #expect(try reader.next(&read, around: instant...instant))
      #expect(read.events.filter { $0.time == instant } == session.events.filter { $0.time == instant })
      #expect(read.events.contains { $0.sequence == session.events[edge].sequence })
      #expect(!read.gaps.isEmpty)
    }
  }
}

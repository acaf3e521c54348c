import Foundation
import PopupScheduling
import Testing

@testable import PopTrace

/// What readers and writers keep from one chunk, part or session to the next is memory, and nothing of what was in it.
@Suite("What a reader keeps")
struct ReaderMemoryTests {
  private static let formats = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Fixtures/formats").standardizedFileURL

  private func text(_ bytes: [UInt8]) throws -> [UInt8] {
    var text: [UInt8] = []
    for session in try sessions(in: bytes) { JSONLines.write(session, into: &text) }
    return text
  }

  @Test("Files of all versions and sorts read the same one behind the other, in whatever order")
  func versions() throws {
    var scenario = SessionMaker(seed: 5)
    let names = (FormatVersion.oldest...FormatVersion.current).map { "version-\($0).poptrace" }
    let files =
      try names.map { [UInt8](try Data(contentsOf: Self.formats.appending(path: $0))) } + [
        try TinySession.file(compresses: false),
        try file(of: [scenario.session(events: 30, isScenario: true)], .archive),
      ]
    let texts = try files.map(text)
    for order in [[0, 1, 2], [2, 0, 2], [2, 1, 0, 2], [1, 2, 1], [0, 2, 0]] {
      #expect(try text(order.flatMap { files[$0] }) == order.flatMap { texts[$0] }, "\(order)")
    }
  }

  @Test("A chunk that cannot be decompressed is no reason to refuse the next one")
  func ahead() throws {
    let chunk = ChunkAhead()
    let (one, other) = ([UInt8](0..<200), [UInt8](repeating: 3, count: 90))
    let sound = try [one, other].map { try ZstdFrame.encode($0, .zstd(level: 3)) }
    var broken = sound[0]
    broken[broken.count - 2] ^= 1
    for isEarly in [false, true] {
      for (frame, content) in [(sound[0], one), (broken, nil), (sound[1], other), (broken, nil), (sound[0], one)] {
        chunk.hold(frame[...], size: content?.count ?? 200)
        if isEarly { chunk.decompress() }
        var read: [UInt8] = [9]
        if let content {
          try chunk.take(&read)
          #expect(read == content)
        } else {
          #expect(throws: Malformed.self) { try chunk.take(&read) }
        }
      }
    }
  }

  @Test("No more of a file is held than what is looked at, and a block or two beside it")
  func window() throws {
    var options = TraceWriter.Options()
    (options.compresses, options.eventsPerChunk) = (false, 500)
    let part = try file(of: [FieldSession.make(events: 3000)], options)
    let most = 2 * ByteWindow.block + part.count
    let parts = [UInt8](Array(repeating: part, count: 2_000_000 / part.count).joined())
    var scanner = TraceScanner(ByteWindow(PiecewiseInput(parts)))
    var chunks = 0
    loop: while true {
      switch try scanner.next() {
      case .chunk: chunks += 1
      case .end: break loop
      default: break
      }
      #expect(scanner.window.bytes.count <= most)
    }
    #expect(chunks > 100 && scanner.position == parts.count)
    // Behind rubbish as well, with beginnings of frames in it or without.
    for byte in [0x00, 0x18] as [UInt8] {
      let rubbish = part + [UInt8](repeating: byte, count: 2_000_000) + part
      scanner = TraceScanner(ByteWindow(PiecewiseInput(rubbish)))
      while scanner.position < part.count { _ = try scanner.next() }
      #expect(throws: Malformed.self) { try scanner.next() }
      scanner.resynchronize()
      #expect(scanner.position == part.count + 2_000_000 && scanner.window.bytes.count <= most)
    }
  }

  @Test("Pages that differ in what they stand in alone are of one kind")
  func pageKinds() throws {
    var session = Session()
    let list = session.catalog.names.intern([session.catalog.names.intern("Home")])
    for number in 0..<20 {
      let page = session.catalog.page(numbered: Int64(number))
      session.catalog.pages[page.index].classes = list
      if number > 0 { session.catalog.pages[page.index].container = PageID(number - 1) }
    }
    var scanner = TraceScanner(ByteWindow(try file(of: [session])))
    guard case .chunk(let head, let frame) = try scanner.next() else { return }
    var chunk = ChunkContent()
    try ZstdFrame.Decoder().decode(frame, in: scanner.window.bytes, into: &chunk.bytes, size: head.contentSize)
    try chunk.open(head)
    #expect(chunk.pageKinds.count == 1 && chunk.listCount == 1 && chunk.nameCount == 1)
  }

  /// Three sessions that share a chunk, the second of which has an event that cannot be, and one behind them.
  private func shared() throws -> [UInt8] {
    var (encoder, builder) = (ChunkEncoder(), TraceFileBuilder())
    for number in 0..<4 {
      var session = TinySession.make()
      session.header.session = "s\(number)"
      var timer = Event(.timerSet, time: session.log.events[2].time)
      (timer.sequence, timer.timer, timer.at) = (2, TimerID(0), Ticks(number == 1 ? 1 << 60 : 900))
      session.log.events[2] = timer
      var bases = SegmentBases()
      let piece = SegmentPiece(session: number, events: 0..<5, isFirst: true, isLast: true)
      encoder.add(piece, of: session, SegmentMentions(piece, of: session, bases: bases), bases: &bases)
      if number > 1 { builder.append(try encoder.finish(number: builder.chunkCount, .none)) }
    }
    return builder.finish()
  }

  @Test("Behind a session that cannot be, the rest of its chunk is lost, and nothing else")
  func sharedChunk() throws {
    let bytes = try shared()
    var reader = TraceReader(recovering: bytes)
    var (names, session) = ([String](), Session())
    while try reader.next(&session) { names.append("\(session.header.session) \(session.events.count)") }
    #expect(names == ["s0 5", "s3 5"], "\(reader.damage)")
    #expect(reader.damage.map(\.bytes) == [TraceInfo(bytes).chunks[0].bytes])
  }

  @Test("Damage in one part is none of the next one's, which is checked as strictly as any")
  func parts() throws {
    let part = try TinySession.file(compresses: false)
    let chunks = TraceInfo(part).chunks
    var first = part
    first[chunks[1].bytes.upperBound - 6] ^= 1
    var second = part
    second.removeSubrange(chunks[1].bytes)
    var reader = TraceReader(recovering: first + part + second + part)
    var (events, session) = ([Int](), Session())
    while try reader.next(&session) { events.append(session.events.count) }
    #expect(events == [3, 5, 3, 5])
    #expect(reader.damage.map(\.sequences) == [2..<4, 2..<4])
    #expect(TraceInfo(first + part + second + part).partCount == 4)
  }

  @Test("Frames of other formats in one part say nothing of the chunks of the next")
  func foreignParts() throws {
    let part = try TinySession.file(compresses: false)
    let chunks = TraceInfo(part).chunks
    let body = part[..<chunks[2].bytes.upperBound]
    // The table says two frames more, which stand in front; and then one whose last chunk is gone.
    var frame: [UInt8] = []
    frame.append(littleEndian: 0x184D_2A50)
    frame.append(littleEndian: 0)
    var table = Array(part[chunks[2].bytes.upperBound...])
    table.insert(contentsOf: Array(repeating: [8, 0, 0, 0, 0, 0, 0, 0] as [UInt8], count: 2).joined(), at: 8)
    table[4] += 16
    table[table.count - 9] += 2
    let foreign = frame + frame + body + table
    #expect(try sessions(in: foreign).count == 1)
    var (other, options) = (TinySession.make(), TraceWriter.Options())
    (other.header.session, options.eventsPerChunk) = ("other", 2)
    var lacking = try file(of: [other], options)
    lacking.removeSubrange(TraceInfo(lacking).chunks[2].bytes)
    var salvage = try TraceSalvage(PiecewiseInput(foreign + lacking))
    var session = Session()
    while try salvage.next(&session) {}
    #expect(salvage.losses.contains(.chunks(2..<3, sessions: 0)))
  }
}

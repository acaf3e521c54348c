import Foundation
import PopTrace
import PopupScheduling
import Testing
import Trials

/// The format as its documentation has it: a reader in another language, written from that page, and the zstd command see the same.
@Suite struct IndependentReaderTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Every trace there is among the fixtures that can be read.
  static let fixtures: [String] = {
    let folder = root.appending(path: "Fixtures")
    let names = FileManager.default.enumerator(atPath: folder.path())?.compactMap { $0 as? String } ?? []
    return names.filter { name in
      guard name.hasSuffix(".poptrace") else { return false }
      guard let bytes = try? Data(contentsOf: folder.appending(path: name)) else { return true }
      // What is damaged on purpose may be no trace at all any more.
      let isDamaged = name.hasPrefix("corrupt/") || name.hasPrefix("fuzz/salvage/")
      return !isDamaged || (try? sessions(in: Array(bytes))) != nil
    }.sorted()
  }()

  /// What the script makes of a file, and what the library does.
  private func compare(_ bytes: [UInt8], _ comment: Comment) throws {
    let result = try Command.run("python3", Self.reading, file: bytes)
    #expect(result.status == 0, "\(comment): \(result.errors)")
    try compare(result.bytes, bytes, comment)
  }

  private static let reading = [
    "Tests/PopTraceTests/Reader/read_trace.py", "Sources/PopTrace/PopTrace.docc/TraceFormat.md",
  ].map { root.appending(path: $0).path() }

  private func compare(_ read: Data, _ bytes: [UInt8], _ comment: Comment) throws {
    var expected: [UInt8] = []
    for session in try sessions(in: bytes) { JSONLines.write(session, into: &expected) }
    guard read != Data(expected) else { return }
    let pairs = zip(
      String(decoding: read, as: UTF8.self).split(separator: "\n"),
      String(decoding: expected, as: UTF8.self).split(separator: "\n"))
    let difference = pairs.first { $0 != $1 }
    Issue.record("\(comment), first difference: \(difference.map { "\($0)" } ?? "its length")")
  }

  @Test(
    "A reader written in Python from the documentation makes the same JSON Lines of it", arguments: 0..<trials(few: 4))
  func python(seed: Int) throws {
    var maker = SessionMaker(seed: UInt64(1000 + seed))
    var options = TraceWriter.Options()
    options.eventsPerChunk = [4096, 9, 60, 1][seed % 4]
    options.sharesChunks = seed % 2 == 0
    options.compresses = seed % 3 != 0
    var bytes = try file(of: [], options)
    bytes += try file(of: [maker.session(events: 90), maker.session(events: 40, isScenario: true)], options)
    bytes += try file(of: [maker.session(events: 0), FieldSession.make(events: 150)], options)
    bytes += try file(of: [RandomSession.make(seed: UInt64(seed), count: 60, isScenario: seed % 3 == 0)], options)
    try compare(bytes, "seed \(seed)")
  }

  @Test("It reads every fixture")
  func fixtures() throws {
    let files = Self.fixtures.map { Self.root.appending(path: "Fixtures").appending(path: $0) }
    #expect(files.count > 50)
    // One Python for all of them, and a session behind them.
    let last = try file(of: [TinySession.make()])
    let result = try Command.run("python3", Self.reading + files.map { $0.path() }, file: last)
    #expect(result.status == 0, "\(result.errors)")
    var rest = result.bytes[...]
    for (name, bytes) in try zip(Self.fixtures, files.map { try Array(Data(contentsOf: $0)) }) + [("the last", last)] {
      let end = try #require(rest.firstRange(of: [0, 0x0A]), "\(name) is not read")
      try compare(Data(rest[..<end.lowerBound]), bytes, "\(name)")
      rest = rest[end.upperBound...]
    }
    #expect(rest.isEmpty)
  }

  @Test("It reads what was packed, merged, recovered and skipped")
  func rewritten() throws {
    var all: [Session] = []
    for name in Self.fixtures where name.hasPrefix("traces/") {
      all += try sessions(in: Array(Data(contentsOf: Self.root.appending(path: "Fixtures").appending(path: name))))
    }
    #expect(all.count > 20)
    try compare(try file(of: all, .archive), "packed")
    try compare(try file(of: all), "merged")
    var options = TraceWriter.Options()
    options.eventsPerChunk = 50
    var bytes = try file(of: [FieldSession.make(events: 400), FieldSession.make(events: 30)], options)
    bytes.removeSubrange(TraceInfo(bytes).chunks[2].bytes)
    var reader = TraceReader(recovering: bytes)
    var saved: [Session] = []
    var session = Session()
    while try reader.next(&session) { saved.append(session) }
    #expect(saved.contains { !$0.gaps.isEmpty })
    try compare(try file(of: saved), "recovered")
    for lost in [false, true] {
      session = TinySession.make()
      session.log.events.remove(at: 3)
      session.skippedEvents = 1
      session.gaps = lost ? [3] : []
      try compare(try file(of: [session]), "skipped")
    }
    try compare(try file(of: [ReentrantMarkTests.session()]), "marked")
  }

  @Test("The zstd command finds the file in order, and gives the contents", arguments: [true, false])
  func zstd(compresses: Bool) throws {
    var options = TraceWriter.Options()
    options.eventsPerChunk = 100
    options.compresses = compresses
    let bytes = try file(of: [FieldSession.make(events: 500)], options)
    #expect(try Command.run("zstd", ["-tq"], file: bytes).status == 0)
    let contents = try Command.run("zstd", ["-dcq"], file: bytes)
    #expect(contents.status == 0)
    #expect(contents.bytes.count == TraceInfo(bytes).chunks.reduce(0) { $0 + $1.contentSize })
    var flipped = bytes
    flipped[bytes.count / 2] ^= 0x10
    #expect(try Command.run("zstd", ["-tq"], file: flipped).status != 0)
  }
}

import Foundation
import PopSystem
import PopupScheduling
import Testing

@testable import PopTrace

@Suite("Short sessions of a day, in one file")
struct SharedFileTests {
  private let folder = TemporaryFolder()
  /// A process that is not there any more.
  private let gone = ProcessIdentity(number: 0, started: 0, boot: 0)

  private func store(_ change: (inout RecordingLimits) -> Void = { _ in }) -> TraceStore {
    var limits = RecordingLimits()
    change(&limits)
    return TraceStore(directory: folder.path, limits: limits)
  }

  /// A session as a device stores it, under a name that says when it began.
  @discardableResult
  private func leave(_ name: String, events: Int = 40, change: (inout Session) -> Void = { _ in }) throws -> Session {
    var session = FieldSession.make(events: events)
    session.header.session = name
    session.header.started = "2026-11-21T10:00:00Z"
    change(&session)
    try folder.write(try file(of: [session]), name + ".poptrace")
    return session
  }

  private func text(_ sessions: [Session]) -> String {
    var text: [UInt8] = []
    for session in sessions { JSONLines.write(session, into: &text) }
    return String(decoding: text, as: UTF8.self)
  }

  @Test("They are one pending item, one lease, and give every session back; what comes later that day joins them")
  func oneItem() throws {
    let killed = try leave("20261121T100000Z-b") { ($0.header.ended, $0.header.droppedEvents) = (nil, 3) }
    var all = [try leave("20261121T090000Z-a"), killed, try leave("20261121T110000Z-c", events: 0)]
    let other = try leave("20261122T090000Z-d")
    let pending = try store().pending()
    try #require(pending.count == 2)
    #expect(pending[0].sessions == 3 && pending[0].name.hasPrefix("20261121T090000Z-a+2-"))
    #expect(pending[0].events == all.reduce(0) { $0 + $1.events.count } && pending[0].lost == 3)
    #expect(pending[0].end == .killed && pending[0].began == "2026-11-21T10:00:00Z")
    #expect(text(try sessions(in: try folder.bytes(pending[0].path))) == text(all))
    #expect(pending[1].sessions == 1 && pending[1].end == .ended && pending[1].name == other.header.session)
    #expect(folder.names.filter { $0.hasSuffix(".poptrace") }.count == 2)
    // What somebody has is left alone.
    try leave("20261121T120000Z-e")
    #expect(try store().pending().map(\.sessions) == [1])
    for one in pending { try store().keep(one) }
    all.append(try leave("20261121T130000Z-f"))
    let later = try store().pending()
    #expect(later.map(\.sessions) == [4, 1])
    #expect(text(try sessions(in: try folder.bytes(later[0].path))) == text(all))
    try store().remove(later[0])
    #expect(try store().pending().isEmpty)
  }

  @Test("Of many callers at once each session is one's alone, and in one file")
  func atOnce() async throws {
    for number in 0..<12 { try leave("20261121T1000\(number + 10)Z-a") }
    let path = folder.path
    let found = await withTaskGroup(of: [String].self) { group in
      for _ in 0..<6 { group.addTask { ((try? TraceStore(directory: path).pending()) ?? []).map(\.path) } }
      return await group.reduce(into: []) { $0 += $1 }
    }
    let read = try found.flatMap { try sessions(in: try folder.bytes($0)) }.map(\.header.session)
    #expect(read.sorted() == (0..<12).map { "20261121T1000\($0 + 10)Z-a" })
  }

  @Test(
    "Long ones, snapshots, damaged ones and those of other names stay by themselves, as does everything where that is asked for"
  )
  func byThemselves() throws {
    try leave("20261121T090000Z-a")
    try leave("20261121T100000Z-b", events: 9000)
    try leave("20261121T110000Z-c") { $0.header.metadata = [HeaderEntry(SnapshotOptions.reasonName, "asked")] }
    try leave("mine-d")
    try folder.write(
      Array(try folder.bytes(folder.path + "/mine-d.poptrace").dropLast(3)), "20261121T120000Z-e.poptrace")
    let plain = TemporaryFolder()
    for name in ["20261121T090000Z-a", "20261121T100000Z-b"] {
      try plain.write(try folder.bytes(folder.path + "/mine-d.poptrace"), name + ".poptrace")
    }
    var limits = RecordingLimits()
    limits.sharesFiles = false
    #expect(try TraceStore(directory: plain.path, limits: limits).pending().map(\.sessions) == [1, 1])
    #expect(try store().pending().map(\.sessions) == [1, 1, 1, 1, 1])
  }

  @Test("A file takes no more bytes than 32 KiB, and nothing that somebody is still at")
  func room() throws {
    let names = (0..<9).map { "20261121T1\($0)0000Z-a" }
    for name in names { try leave(name, events: 4000) }
    let sizes = try names.map { try folder.bytes(folder.path + "/\($0).poptrace").count }
    try #require(sizes.allSatisfy { $0 <= 8 << 10 } && sizes.reduce(0, +) > 32 << 10, "\(sizes)")
    let first = try #require(sizes.indices.first { sizes[...$0].reduce(0, +) > 32 << 10 })
    #expect(try store().pending().map(\.sessions) == [first, names.count - first])
    let busy = TemporaryFolder()
    for name in ["20261121T100000Z-a", "20261121T110000Z-b"] {
      try busy.write(try file(of: [FieldSession.make(events: 40)]), name + ".poptrace")
    }
    let index = RecordingDirectory(path: busy.path)
    try index.joinShortSessions(except: [busy.path + "/20261121T110000Z-b.poptrace"])
    #expect(
      busy.names.filter { $0.hasSuffix(".poptrace") } == ["20261121T100000Z-a.poptrace", "20261121T110000Z-b.poptrace"])
  }

  @Test("A file is as old as what is in it, and counts for as many sessions as it has")
  func limits() throws {
    for number in 0..<5 {
      try leave("20261121T100\(number)00Z-a")
      let path = folder.path + "/20261121T100\(number)00Z-a.poptrace"
      try SystemFile.open(path, .existing).setModified(1_000_000_000 + Int64(number))
    }
    let old = Int64(Date().timeIntervalSince1970) - 1_000_000_004
    try store { $0.ageSeconds = old + 3600 }.tidy()
    let file = try #require(folder.names.first { $0.contains("+4-") })
    #expect(FileSystem.status(of: folder.path + "/" + file)?.modified == 1_000_000_004)
    try store { $0.ageSeconds = old + 3600 }.tidy()
    #expect(folder.names.contains(file))
    try leave("20261122T100000Z-b")
    try leave("20261123T100000Z-c")
    try store { ($0.ageSeconds, $0.sessions) = (old + 3600, 2) }.tidy()
    #expect(
      folder.names.filter { $0.hasSuffix(".poptrace") } == [
        "20261122T100000Z-b.poptrace", "20261123T100000Z-c.poptrace",
      ])
  }

  /// What a process leaves that is killed as it puts three sessions into a file.
  private enum Moment: CaseIterable { case one, all, published, halfRemoved }

  @Test("Whoever is killed as it puts them together leaves each once", arguments: 0..<4)
  func killed(moment: Int) throws {
    let moment = Moment.allCases[moment]
    let names = ["20261121T090000Z-a", "20261121T100000Z-b", "20261121T110000Z-c"]
    let all = try names.map { try leave($0) }
    let lease = TraceLease.joined(by: gone, into: 0xABC)
    for name in moment == .one ? Array(names.prefix(1)) : names {
      _ = try FileSystem.rename(
        folder.path + "/\(name).poptrace", to: folder.path + "/" + lease.name(of: name) + ".poptrace")
    }
    if moment == .published || moment == .halfRemoved {
      var writer = TraceWriter(options: .archive)
      try folder.write(try writer.file(of: all), "20261121T090000Z-a+2-abc.poptrace")
    }
    if moment == .halfRemoved { try FileSystem.remove(folder.path + "/" + lease.name(of: names[0]) + ".poptrace") }
    let pending = try store().pending()
    #expect(pending.map(\.sessions) == [3] && folder.names.filter { $0.hasSuffix(".poptrace") }.count == 1)
    #expect(text(try sessions(in: try folder.bytes(pending[0].path))) == text(all))
  }

  @Test("A lease that has ended keeps no session by itself")
  func leasesThatEnded() throws {
    let names = ["20261121T090000Z-a", "20261121T100000Z-b", "20261121T110000Z-c"]
    for name in names { try leave(name) }
    for (name, lease) in [(names[0], TraceLease.taken(by: gone)), (names[1], .later(1000))] {
      _ = try FileSystem.rename(
        folder.path + "/\(name).poptrace", to: folder.path + "/" + lease.name(of: name) + ".poptrace")
    }
    #expect(try store().pending().map(\.sessions) == [3])
  }

  @Test("While a process is at it, nobody gets its file, nor what will be in it")
  func living() throws {
    let all = try ["20261121T090000Z-a", "20261121T100000Z-b"].map { try leave($0) }
    let lease = TraceLease.joined(by: .current, into: 0xABC)
    #expect(TraceLease.read(lease.name(of: "x")) == ("x", lease))
    for session in all {
      let name = session.header.session
      _ = try FileSystem.rename(
        folder.path + "/\(name).poptrace", to: folder.path + "/" + lease.name(of: name) + ".poptrace")
    }
    #expect(try store().pending().isEmpty)
    var writer = TraceWriter(options: .archive)
    try folder.write(try writer.file(of: all), "20261121T090000Z-a+1-abc.poptrace")
    #expect(try store().pending().isEmpty)
    #expect(try store { ($0.sessions, $0.totalBytes) = (0, 0) }.pending().isEmpty && folder.names.count >= 2)
  }

  @Test("Short visits take at most 3 bytes an event together, and 5.8 each by itself")
  func bytes() throws {
    var (events, alone) = (0, 0)
    for number in 0..<40 {
      let session = try leave("20261121T10\(number + 10)00Z-\(String(number, radix: 16))ab3cd91f", events: 100)
      events += session.events.count
      alone += try folder.bytes(folder.path + "/" + session.header.session + ".poptrace").count
    }
    let pending = try store().pending()
    #expect(pending.map(\.sessions) == [40])
    #expect(Double(alone) / Double(events) <= 5.8)
    #expect(Double(pending[0].byteCount) / Double(events) <= 3)
  }
}

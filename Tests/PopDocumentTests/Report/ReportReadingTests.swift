import Foundation
import PopAudit
import PopReplay
import PopTrace
import Testing

@testable import PopDocument

@Suite("A report a line a session")
struct ReportReadingTests {
  private static func head(_ shards: Shards? = nil) -> ReportHead {
    var head = ReportHead(policy: "a \"b\".yml", reference: "recorded")
    head.premises = PremisesReport(visits: .wait, origin: .file)
    head.premises?.seen = PremisesReport.Seen(
      visits: VisitCounts(seen: 3, expectedMillionths: 61_250_000), sessions: 40, digest: "0123456789abcdef")
    head.provenance = ReportProvenance(tool: "0.1.0")
    head.provenance?.policyText = "slots: 1\n"
    head.provenance?.options = [ReportProvenance.Option("fail-on", "robust")]
    head.provenance?.shards = shards
    return head
  }

  private static func lines(
    _ sessions: [SessionReport], _ asides: [ReportRemark] = [], shards: Shards? = nil
  ) -> [[UInt8]] {
    var writer = ReportLines()
    var summary = ReportSummary()
    var bytes = writer.begin(head(shards))
    for session in sessions {
      summary.add(session)
      bytes += writer.add(session, json: JSONReport.session(session, isWhole: true))
    }
    for remark in asides { bytes += writer.add(remark) }
    bytes += writer.end(ReportDocument(head: head(shards), summary: summary, findings: []))
    return bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
  }

  @Test("gives every session back, whole", arguments: 1...20)
  func roundTrip(seed: UInt64) throws {
    var random = RandomReports(seed: seed)
    let sessions = (1...10).map { random.session(trace: "a.poptrace", index: $0) }
    let lines = Self.lines(sessions)
    var partial = ReportLines.Reading()
    var read: [SessionReport] = []
    for line in lines {
      switch try partial.take(line) {
      case .session(let session): read.append(session)
      case .head(let head): #expect(head == Self.head(), "seed \(seed)")
      case .remark, .end: break
      }
    }
    try partial.finish()
    // Written again, every byte is there again; and nothing of the values is lost that no form writes.
    #expect(
      read.map { JSONReport.session($0, isWhole: true) } == sessions.map { JSONReport.session($0, isWhole: true) },
      "seed \(seed)")
    #expect(read.map(\.findings) == sessions.map(\.findings), "seed \(seed)")
    #expect(read.map(\.outcomes) == sessions.map(\.outcomes), "seed \(seed)")
    #expect(read.map(\.changes) == sessions.map(\.changes), "seed \(seed)")
    #expect(read.map(\.mismatch) == sessions.map(\.mismatch), "seed \(seed)")
    #expect(read.map(\.facts) == sessions.map(\.facts), "seed \(seed)")
    #expect(read.map(\.grades) == sessions.map(\.grades), "seed \(seed)")
  }

  @Test("gives back what stands between sessions")
  func asides() throws {
    let asides: [ReportRemark] = [
      .unread(NotJudged(trace: "a.poptrace", sessions: 1, because: "It ends in the middle of a chunk.")),
      .empty(trace: "b.poptrace"),
      .duplicate(DuplicateReport(trace: "c.poptrace", index: 2, session: "s", digest: Fingerprint(rawValue: 7))),
    ]
    var partial = ReportLines.Reading()
    var read: [ReportRemark] = []
    for line in Self.lines([], asides) {
      if case .remark(let remark) = try partial.take(line) { read.append(remark) }
    }
    #expect(read == asides)
  }

  private func failure(_ lines: [[UInt8]]) -> ReportError? {
    var partial = ReportLines.Reading()
    do {
      for line in lines { _ = try partial.take(line) }
      try partial.finish()
      return nil
    } catch {
      return error
    }
  }

  @Test("is refused where lines are missing, changed, added or out of order")
  func damage() throws {
    var random = RandomReports(seed: 4)
    let sessions = (1...3).map { random.session(trace: "a", index: $0) }
    let lines = Self.lines(sessions, shards: Shards(1, of: 2))
    #expect(failure(lines) == nil)
    #expect(failure([])?.code == .cutShort)
    #expect(failure(Array(lines.dropLast()))?.code == .cutShort)
    #expect(failure(lines.enumerated().filter { $0.offset != 2 }.map(\.element))?.code == .cutShort)
    #expect(failure(lines + [lines[1]])?.code == .malformed)
    #expect(failure([lines[0], lines[2], lines[1], lines[3], lines[4]])?.line == 3)
    var changed = lines
    changed[1] = Array(String(decoding: lines[1], as: UTF8.self).replacing("\"s1\"", with: "\"s9\"").utf8)
    #expect(failure(changed)?.message.contains("digest") == true)
    var other = lines
    other[0] = Array("{\"schema\":\"poptrace.report/2\"}".utf8)
    #expect(failure(other)?.code == .otherVersion)
    // No truncation of a line traps.
    for count in stride(from: 0, to: lines[1].count, by: 7) {
      #expect(failure([lines[0], Array(lines[1].prefix(count))])?.code == .malformed, "\(count) bytes")
    }
  }

  @Test("Parts are written and read back, and add up")
  func shards() throws {
    for text in ["1/1", "2/4", "1,3/4", "1:0123456789abcdef,3:fedcba9876543210/4"] {
      #expect(try #require(Shards(text)).description == text)
    }
    for text in ["0/4", "5/4", "1/0", "3,1/4", "1,1/4", "/4", "1", "1/4/4", "-1/4", "1/10001", "1:12/4"] {
      #expect(Shards(text) == nil, "\(text)")
    }
    var parts = try #require(Shards(3, of: 4))
    parts.formUnion(try #require(Shards(1, of: 4)))
    parts.formUnion(try #require(Shards(3, of: 4)))
    #expect(parts.description == "1,3/4" && parts.missing == [2, 4] && !parts.isComplete)
  }

  @Test("Places come folder by folder, as a walk through directories gives them")
  func places() {
    let names = ["a", "a/b", "a/b/c", "a/c", "a.b", "a0", "b"]
    let sorted = names.shuffled().sorted { ReportPosition.comesFirst($0, $1) }
    #expect(sorted == names)
    #expect(ReportPosition(trace: "a", index: 2) < ReportPosition(trace: "a", index: 10))
  }
}

import Foundation
import PopAudit
import PopReplay
import PopTrace
import PopupScheduling
import Testing

@testable import PopDocument
@testable import PopDocumentTests
@testable import PopReport

@Suite("The outcomes as comma-separated values")
struct OutcomesCSVTests {
  /// Reads it as the csv module of Python does, strictly.
  private func read(_ text: String) throws -> [[String]] {
    let result = try Python.run(
      """
      import csv, json, sys
      data = open(sys.argv[1], newline="").read()
      assert data.endswith("\\r\\n")
      rows = list(csv.reader(data.splitlines(keepends=True) if False else open(sys.argv[1], newline=""), strict=True))
      assert len(rows) == data.count("\\r\\n") == data.count("\\n"), "a line for each"
      assert len({len(row) for row in rows}) == 1
      print(json.dumps(rows))
      """, Array(text.utf8))
    #expect(result.status == 0, "\(result.errors)")
    return try JSONDecoder().decode([[String]].self, from: Data(result.output.utf8))
  }

  private func row(_ outcome: OutcomeReport, length: Int64 = 20_000) throws -> [String: String] {
    var session = SampleSessions.session("s1", outcomes: [outcome])
    session.facts.app = "shop"
    session.facts.build = "1042"
    session.facts.policy = "v5"
    session.length = SampleSessions.milliseconds(length)
    var writer = OutcomesCSV()
    let bytes = writer.begin(ReportHead(policy: "v6", reference: "recorded")) + writer.add(session, json: [])
    let rows = try read(String(decoding: bytes, as: UTF8.self))
    #expect(rows.count == 2 && rows[0] == OutcomesCSV.columns)
    return Dictionary(uniqueKeysWithValues: zip(rows[0], rows[1]))
  }

  @Test("has a row for each outcome, with plain numbers")
  func outcome() throws {
    var outcome = SampleSessions.later()
    outcome.attributes = .init(kind: .campaign, level: -3)
    outcome.grades = AspectGrades(shown: .exact, where: .derived, end: .assumed)
    #expect(
      try row(outcome) == [
        "trace": "field/monday.poptrace", "session": "s1", "app": "shop", "build": "1042", "recorded_policy": "v5",
        "popup": "4", "name": "coupon", "kind": "campaign", "level": "-3", "change": "later", "grade": "assumed",
        "shown_grade": "exact", "where_grade": "derived", "end_grade": "assumed", "recorded_presentations": "1",
        "recorded_waited_ms": "0", "recorded_visible_ms": "2910", "recorded_end": "dismissed",
        "candidate_presentations": "1", "candidate_waited_ms": "2350", "candidate_visible_ms": "2910",
        "candidate_end": "dismissed",
      ])
  }

  @Test("counts what is up at the end to the end, and leaves empty what there is not")
  func lost() throws {
    var row = try row(SampleSessions.lost())
    #expect(row["recorded_visible_ms"] == "8000")
    #expect(row["candidate_presentations"] == "0" && row["candidate_waited_ms"] == "")
    #expect(row["candidate_visible_ms"] == "" && row["candidate_end"] == "waiting")
    row = try self.row(SampleSessions.lost(), length: 0)
    #expect(row["recorded_visible_ms"] == "0")
    var outcome = SampleSessions.lost()
    outcome.recorded = nil
    row = try self.row(outcome)
    #expect(row["recorded_presentations"] == "" && row["recorded_end"] == "" && row["kind"] == "")
  }

  @Test("adds presentations up, to the microsecond, and does not overflow")
  func sums() throws {
    var outcome = SampleSessions.later()
    outcome.candidate?.shown = [
      .init(from: Milliseconds(microseconds: 1), until: Milliseconds(microseconds: 1502)),
      .init(from: Milliseconds(microseconds: 2000), until: Milliseconds(microseconds: 4000)),
    ]
    #expect(try row(outcome)["candidate_visible_ms"] == "3.501")
    outcome.candidate?.shown = Array(
      repeating: .init(from: Milliseconds(microseconds: -2), until: Milliseconds(microseconds: .max - 5)), count: 3)
    #expect(try row(outcome)["candidate_visible_ms"] == "9223372036854775.807")
  }

  @Test("guards against formulas and keeps every field one", arguments: SampleGate.nastyNames)
  func nasty(name: String) throws {
    let sample = SampleGate(name)
    let rows = try read(sample.written(by: OutcomesCSV()))
    #expect(rows.count == 5)
    let guarded = ["=", "+", "-", "@"].contains { name.hasPrefix($0) } ? "'" + name : printable(name)
    #expect(rows[1][6] == guarded && rows[1][2] == guarded)
    #expect(rows[1][0] == "field/\(printable(name))-1.poptrace")
    for row in rows.dropFirst() {
      for index in [0, 1, 2, 3, 4, 6] { #expect(!["=", "+", "-", "@"].contains { row[index].hasPrefix($0) }) }
    }
  }
}

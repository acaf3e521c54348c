import Foundation
import PopAudit
import PopReplay
import PopTrace
import Testing

@testable import PopDocument

/// A file in `Schemas`, made of the tables of what it describes.
struct SchemaFile {
  let name: String
  /// What the file is about, in sentences, but for those that all of them have.
  let about: String

  private static let rule =
    "Keys and values are added within this version, none is removed or changes its meaning; this file has all that the release it belongs to writes."

  private var url: URL {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Schemas/poptrace.\(name)-1.schema.json").standardizedFileURL
  }

  /// Compares the file with the tables; with POPTRACE_RECORD=1 it is written anew, with the descriptions of fields that it has.
  func compare(_ fields: [FieldSchema.Field], _ schema: FieldSchema) throws {
    guard case .object(let members) = schema.object(fields) else { return }
    let isKnown = FileManager.default.fileExists(atPath: url.path())
    let known: Any? = try isKnown ? JSONSerialization.jsonObject(with: Data(contentsOf: url)) : nil
    let node = FieldSchema.Node.object(
      [
        ("$schema", .text("https://json-schema.org/draft/2020-12/schema")), ("title", .text("poptrace.\(name)/1")),
        ("description", .text("\(about) \(Self.rule)")),
      ] + members + [("$defs", .object(schema.definitions))])
    let text = node.described(by: known).text() + "\n"
    let made: Any? = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let lost = Self.fieldDescriptions(in: known).subtracting(Self.fieldDescriptions(in: made)).sorted()
    try #require(
      lost.isEmpty, "a field has another name or is gone; in \(url.lastPathComponent), move or remove: \(lost)")
    if ProcessInfo.processInfo.environment["POPTRACE_RECORD"] == "1" { try Data(text.utf8).write(to: url) }
    let written = try String(contentsOf: url, encoding: .utf8)
    let difference = zip(text.split(separator: "\n"), written.split(separator: "\n")).first { $0 != $1 }
    #expect(written == text, "first difference: \(difference.map { "\($0)" } ?? "the length")")
  }

  /// What a file says of fields, and nothing else does: a field with a new name would lose it without a word.
  private static func fieldDescriptions(in node: Any?) -> Set<String> {
    if let list = node as? [Any] { return list.reduce(into: []) { $0.formUnion(fieldDescriptions(in: $1)) } }
    guard let members = node as? [String: Any] else { return [] }
    let fields = (members["properties"] as? [String: [String: Any]] ?? [:]).values
    return members.values.reduce(into: Set(fields.compactMap { $0["description"] as? String })) {
      $0.formUnion(fieldDescriptions(in: $1))
    }
  }

  /// What schemas share.
  static var names: [FieldSchema.Name] {
    [
      FieldSchema.Name(Int.self, "count", "How many."),
      FieldSchema.Name(
        Milliseconds.self, "time",
        "A time or length in milliseconds since the session began, with a fraction where there is one. Negative before it began."
      ),
      FieldSchema.Name(Rule.self, "rule", "The id of a rule: `poptrace rules ID` explains it."),
      FieldSchema.Name(Grade.self, "grade", "How far something can be relied on, the furthest first."),
    ]
  }

  static var reportNames: [FieldSchema.Name] {
    names + [
      FieldSchema.Name(Severity.self, "severity"),
      FieldSchema.Name(FindingStatus.self, "status", "Whether only the candidate has it, only the baseline, or both."),
      FieldSchema.Name(
        IdentityWord.self, "identity", "Whether the recorded policy gives its own decisions back."),
      FieldSchema.Name(Assumption.Reason.self, "reason", "What a replay had to assume."),
      FieldSchema.Name(OutcomeChange.Kind.self, "change", "In what two outcomes differ."),
      FieldSchema.Name([HeaderEntry].self, "entries"),
      FieldSchema.Name(
        SessionReport.CoverageFields.self, "coverage",
        "How much of a recording took part in the replay, and how far the outcomes can be relied on."),
      FieldSchema.Name([TimelineLine].self, "timeline"),
      FieldSchema.Name(RunReport.Stay.self, "stay", "One presentation; `until` is null while it is up at the end."),
      FieldSchema.Name(RunReport.self, "run", "The outcome of a popup in one run."),
      FieldSchema.Name(FindingReport.self, "finding", "A violation of a rule."),
      FieldSchema.Name(OutcomeReport.self, "outcome", "What became of one popup in both runs."),
      FieldSchema.Name(NoteReport.self, "note"),
      FieldSchema.Name(SessionReport.self, "session", "What came of one session."),
      FieldSchema.Name(PremisesReport.self, "premises", "What the replays take for granted of users."),
      FieldSchema.Name(ReportProvenance.self, "provenance", "What the report was made with."),
      FieldSchema.Name(
        ReportSummary.self, "summary", "The sums over all sessions, and the verdict that the exit code says."),
      FieldSchema.Name(
        FindingJudgement.Word.self, "judgement", "What a gate makes of a finding; the first three fail the build."),
      FieldSchema.Name(JudgedFinding.self, "judged", "All findings that share a fingerprint and a status."),
      FieldSchema.Name(ThresholdReport.self, "threshold", "A metric and the limits it has."),
      FieldSchema.Name(GateFields.self, "gate", "What fails the build, and why; there where a gate was asked."),
    ]
  }
}

@Suite("The schemas are made of the tables of fields; run with POPTRACE_RECORD=1 to write them anew")
struct SchemaFileTests {
  @Test("of a report")
  func report() throws {
    let schema = FieldSchema(SchemaFile.reportNames)
    var fields = schema.fields(of: ReportHead.self, isWhole: false)
    let sessions = FieldSchema.Node.array(schema.describe(SessionReport.self))
    fields.append(FieldSchema.Field(name: "traces", node: sessions, isRequired: true))
    fields.append(
      FieldSchema.Field(name: "summary", node: schema.describe(ReportSummary.self), isRequired: true))
    fields.append(FieldSchema.Field(name: "gate", node: schema.describe(GateFields.self), isRequired: false))
    let groups = FieldSchema.Node.array(schema.describe(GroupTable.self))
    fields.append(FieldSchema.Field(name: "groups", node: groups, isRequired: false))
    let about = "The report for programs: what `poptrace replay --format json` writes."
    try SchemaFile(name: "report", about: about).compare(fields, schema)
  }

  @Test("of a rehearsal")
  func rehearsal() throws {
    let schema = FieldSchema(
      SchemaFile.names + [FieldSchema.Name(RehearsalReport.Part.self, "part", "A part of the gate.")])
    let about = "What a gate is worth: what `poptrace gate --rehearse N --format json` writes."
    try SchemaFile(name: "rehearsal", about: about).compare(schema.fields(of: RehearsalReport.self), schema)
  }
}

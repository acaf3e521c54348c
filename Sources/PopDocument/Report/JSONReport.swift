import PopAudit

/// The report for programs: schema `poptrace.report/1` (Diff, *The JSON report*).
///
/// Written session by session, so that no more than one of them is held. Keys come in a fixed order and nothing in it depends on the time, the
/// machine or the number of jobs. Keys beyond those of Diff, *The JSON report* may be added within a schema's version, none removed.
package enum JSONReport {
  package static let comparisonSchema = "poptrace.comparison/1"

  package static func begin(_ head: ReportHead, into json: inout JSONWriter) {
    json.open(UInt8(ascii: "{"))
    json.members(of: head)
    json.key("traces")
    json.open(UInt8(ascii: "["))
  }

  /// Adds a session that ``session(_:isWhole:)`` wrote.
  package static func add(_ session: [UInt8], into json: inout JSONWriter) {
    json.newLine()
    json.raw(session)
  }

  /// Closes a report with its summary.
  package static func end(_ summary: ReportSummary, _ report: ReportDocument? = nil, into json: inout JSONWriter) {
    json.close(UInt8(ascii: "]"))
    json.newLine()
    json.member("summary", summary)
    if let report, let gate = report.gate {
      json.newLine()
      json.member("gate", GateFields(gate: gate, findings: report.findings))
    }
    json.close(UInt8(ascii: "}"))
  }

  package static func beginComparison(into json: inout JSONWriter) {
    json.open(UInt8(ascii: "{"))
    json.member("schema", comparisonSchema)
    json.key("reports")
    json.open(UInt8(ascii: "["))
  }

  package static func endComparison(into json: inout JSONWriter) {
    json.close(UInt8(ascii: "]"))
    json.close(UInt8(ascii: "}"))
  }

  /// One session's element of `traces`. Pure, so that sessions can be written on several threads.
  ///
  /// - Parameter isWhole: Whether it has all that other forms of a report are made of: what is recognised as a duplicate, the events around
  ///   findings.
  package static func session(_ session: SessionReport, isWhole: Bool = false) -> [UInt8] {
    JSONWriter.bytes(of: session, isWhole: isWhole)
  }
}

/// The lines of a report for workers, and for what merges what they write: JSON Lines, schema `poptrace.report/1`.
///
/// The first line says what was judged and how. Then comes a line a session, the same text as in `traces` of ``JSONReport``, and between them,
/// each at its place (``ReportPlace``), what could not be read, what was given twice, and which inputs hold nothing. Last comes the summary,
/// without which the report was cut short. Apart from the first and last line it is a set of lines, so that merging is no more than the union.
/// ``PartialReport`` reads it.
package struct ReportLines: Sendable {
  private var digest = StableHash()
  private var lines = 0
  private var shards: Shards?

  package init() {}

  package mutating func begin(_ head: ReportHead) -> [UInt8] {
    shards = head.provenance?.shards
    return Self.line { $0.members(of: head) }
  }

  /// A session that ``JSONReport/session(_:isWhole:)`` wrote, whole.
  package mutating func add(_ session: [UInt8]) -> [UInt8] { counted(session + [UInt8(ascii: "\n")]) }

  package mutating func add(_ remark: ReportRemark) -> [UInt8] {
    counted(
      Self.line {
        switch remark {
        case .unread(let entry): $0.derived("unread", entry)
        case .empty(let trace): $0.derived("input", trace)
        case .duplicate(let session): $0.derived("twin", session)
        }
      })
  }

  package mutating func end(_ report: ReportDocument) -> [UInt8] {
    // A part says what it holds; of several parts each said so for itself.
    let parts = shards?.withDigest(Fingerprint(rawValue: digest.value).description)
    return Self.line(isWhole: false) {
      $0.derived("summary", report.summary)
      $0.derived("lines", lines)
      $0.derived("blame", ifAny: report.blame.isEmpty ? nil : report.blame)
      $0.derived("shards", ifAny: parts)
    }
  }

  private mutating func counted(_ line: [UInt8]) -> [UInt8] {
    lines += 1
    if shards?.indices.count == 1 { digest.combine(line) }
    return line
  }

  private static func line(isWhole: Bool = true, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter(isWhole: isWhole)
    json.object(members)
    return json.bytes + [UInt8(ascii: "\n")]
  }
}

struct GateFields: Fielded {
  var gate = GateReport(asOf: CalendarDay(secondsSince1970: 0))
  var findings: [JudgedFinding] = []

  static var blank: Self { Self() }

  mutating func fields(_ form: inout some FieldForm) throws(ReportError) {
    try form.field("asOf", &gate.asOf)
    try form.field("configuration", &gate.configuration, unless: "")
    try form.field("thresholds", &gate.thresholds)
    try form.field("baseline", ifAny: &gate.baseline)
    try form.field("blame", ifAny: &gate.blame)
    form.derived([
      "breakdowns": gate.breakdowns, "hurtSessions": gate.hurtSessions, "hurt": gate.hurt, "remarks": gate.remarks,
    ])
    form.derived(
      "accept", ifAny: gate.acceptCommand.isEmpty ? nil : ShellCommand(gate.acceptCommand).text, .notEmpty,
      about: "The command that would accept the findings that fail.")
    form.rows("judged", findings, about: "")
  }
}

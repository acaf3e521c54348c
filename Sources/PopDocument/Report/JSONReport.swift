/// The report for programs: schema `poptrace.report/1` (Diff, *The JSON report*).
///
/// Written session by session, so that no more than one of them is held. Within a schema's version keys may be added, none removed.
package struct JSONReport: Sendable {
  /// What stands around reports of several policies; a comma stands between two of them.
  package static let comparison = (begin: "{\"schema\":\"poptrace.comparison/1\",\"reports\":[", end: "]}")

  private var json = JSONWriter()

  package init() {}

  package mutating func begin(_ head: ReportHead) -> [UInt8] {
    json.open(UInt8(ascii: "{"))
    json.members(of: head)
    json.key("traces")
    json.open(UInt8(ascii: "["))
    return taken()
  }

  package mutating func add(_ session: SessionReport, json text: [UInt8]) -> [UInt8] {
    json.newLine()
    json.raw(text.isEmpty ? Self.session(session) : text)
    return taken()
  }

  package mutating func end(_ report: ReportDocument) -> [UInt8] {
    json.close(UInt8(ascii: "]"))
    json.newLine()
    json.member("summary", report.summary)
    if let gate = report.gate {
      json.newLine()
      json.member("gate", GateFields(gate: gate, findings: report.findings))
    }
    if let comparison = report.forecastComparison {
      json.newLine()
      json.member("forecast", comparison)
    }
    if !report.groups.isEmpty {
      json.newLine()
      json.member("groups", report.groups)
    }
    json.close(UInt8(ascii: "}"))
    return taken() + [UInt8(ascii: "\n")]
  }

  private mutating func taken() -> [UInt8] {
    defer { json.bytes.removeAll(keepingCapacity: true) }
    return json.bytes
  }

  /// One session's element of `traces`. Pure, so that sessions can be written on several threads.
  ///
  /// - `isWhole`: Whether it has all that other forms of a report are made of.
  package static func session(_ session: SessionReport, isWhole: Bool = false) -> [UInt8] {
    JSONWriter.bytes(of: session, isWhole: isWhole)
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
    form.derived("accept", ifAny: gate.acceptCommand.isEmpty ? nil : ShellCommand(gate.acceptCommand).text, .notEmpty)
    form.rows("judged", findings)
  }
}

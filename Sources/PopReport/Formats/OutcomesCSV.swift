import PopAudit
package import PopDocument
import PopReplay
import PopTrace
import PopupScheduling

/// The outcomes as comma-separated values (RFC 4180), a line for each popup of each session: for spreadsheets and notebooks.
///
/// Times are milliseconds with a fraction where there is one, and empty where there is none. A spreadsheet takes a text that begins with
/// `=`, `+`, `-` or `@` for a formula; such a text from a trace gets an apostrophe in front.
package struct OutcomesCSV: ReportWriter {
  package static let columns = [
    "trace", "session", "app", "build", "recorded_policy", "popup", "name", "kind", "level", "change", "grade",
    "shown_grade", "where_grade", "end_grade", "recorded_presentations", "recorded_waited_ms", "recorded_visible_ms",
    "recorded_end", "candidate_presentations", "candidate_waited_ms", "candidate_visible_ms", "candidate_end",
  ]

  package mutating func begin(_ head: ReportHead) -> [UInt8] { Self.line(Self.columns) }

  package mutating func add(_ session: SessionReport, json: [UInt8]) -> [UInt8] {
    guard !session.outcomes.isEmpty else { return [] }
    let facts = session.facts
    let start = [session.trace, session.session, facts.app, facts.build, facts.policy].map(Self.text)
    var bytes: [UInt8] = []
    for outcome in session.outcomes {
      bytes += Self.line(
        start + [
          String(outcome.popup), Self.text(outcome.name), outcome.attributes?.kind.wireName ?? "",
          outcome.attributes.map { String($0.level) } ?? "", outcome.change?.rawValue ?? "", outcome.grade.rawValue,
          outcome.grades.shown.rawValue, outcome.grades.where.rawValue, outcome.grades.end.rawValue,
        ] + Self.run(outcome.recorded, of: session) + Self.run(outcome.candidate, of: session))
    }
    return bytes
  }

  package mutating func end(_ report: ReportDocument) -> [UInt8] { [] }

  /// Presentations, waited, visible, end. A presentation that is not over lasts to the end of the session.
  private static func run(_ run: RunReport?, of session: SessionReport) -> [String] {
    guard let run else { return ["", "", "", ""] }
    var visible: Int64 = 0
    for stay in run.shown {
      let until = (stay.until ?? session.length).microseconds
      let length = until.subtractingReportingOverflow(stay.from.microseconds)
      // Without a length of the session, and where numbers are beyond all reason, there is nothing to add.
      guard !length.overflow, length.partialValue > 0 else { continue }
      let sum = visible.addingReportingOverflow(length.partialValue)
      visible = sum.overflow ? .max : sum.partialValue
    }
    return [
      String(run.shown.count), run.waited?.plain ?? "",
      run.shown.isEmpty ? "" : Milliseconds(microseconds: visible).plain, text(run.end),
    ]
  }

  /// A text as a field: no formula, in quotes where it needs them.
  static func text(_ text: String) -> String {
    var field = printable(text)
    // The wide forms too, which some spreadsheets take for the others.
    if let first = field.unicodeScalars.first, "=+-@＝＋－＠".unicodeScalars.contains(first) { field = "'" + field }
    guard field.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ",") }) else { return field }
    return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  private static func line(_ fields: [String]) -> [UInt8] { Array((fields.joined(separator: ",") + "\r\n").utf8) }
}

extension ReportFormat {
  package static let csv = ReportFormat("csv", "the outcomes, for spreadsheets and notebooks") { _ in OutcomesCSV() }
}

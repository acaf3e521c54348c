import PopAudit
package import PopDocument
import PopReplay
package import PopTrace
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

  /// Whether it has what groups of sessions met, and no popups.
  private var isOfGroups = false

  package mutating func begin(_ head: ReportHead) -> [UInt8] {
    isOfGroups = head.provenance?.options.contains { $0.name == ReportProvenance.groups } == true
    return Self.line(isOfGroups ? Self.groupColumns : Self.columns)
  }

  package mutating func add(_ session: SessionReport, json: [UInt8]) -> [UInt8] {
    guard !session.outcomes.isEmpty, !isOfGroups else { return [] }
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

  package mutating func end(_ report: ReportDocument) -> [UInt8] { report.groups.flatMap(Self.lines) }

  package static let groupColumns = [
    "by", "group", "sessions", "figure", "unit", "value", "low", "high", "compared_with", "difference", "differs",
  ]

  /// A line for each figure of each group, with what it was compared with.
  private static func lines(_ table: GroupTable) -> [UInt8] {
    func decimal(_ millionths: Int) -> String { decimalText(millionths, places: 6) }
    return table.rows.flatMap { row in
      let comparison = table.comparisons.first { $0.value == row.value }
      return row.figures.flatMap { figure in
        let change = comparison?.changes.first { $0.name == figure.name }
        return line([
          text(table.by), text(row.value), String(row.sessions), figure.name, figure.value.unit.rawValue,
          decimal(figure.value.millionths), decimal(figure.low), decimal(figure.high),
          change == nil ? "" : text(comparison?.with ?? ""), change.map { decimal($0.difference) } ?? "",
          change.map { String($0.differs) } ?? "",
        ])
      }
    }
  }

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
  fileprivate static func text(_ text: String) -> String {
    var field = printable(text)
    // The wide forms too, which some spreadsheets take for the others.
    if let first = field.unicodeScalars.first, "=+-@＝＋－＠".unicodeScalars.contains(first) { field = "'" + field }
    guard field.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ",") }) else { return field }
    return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  fileprivate static func line(_ fields: [String]) -> [UInt8] { Array((fields.joined(separator: ",") + "\r\n").utf8) }
}

/// One popup of one session as a row for notebooks: what was asked for, and what became of it.
package struct PopupRow {
  package static let columns = [
    "trace", "session", "app", "build", "policy", "popup", "name", "kind", "level", "submitted_ms", "waited_ms",
    "presentations", "first_shown_ms", "first_page", "on_screen_ms", "preempted", "end",
  ]

  package enum Cell: Hashable, Sendable {
    case text(String)
    case number(Int64)
    case milliseconds(Milliseconds)
    case nothing
  }

  package let cells: [Cell]

  /// The rows of a session, a popup each, in the order of their submissions.
  package static func rows(of session: Session, trace: String, label: String) -> [PopupRow] {
    let tracker = OutcomeTracker(of: session)
    let words = session.words
    var rows: [PopupRow] = []
    var seen: Set<PopupID> = []
    for event in session.events where event.kind == .popupSubmitted && seen.insert(event.popup).inserted {
      guard let outcome = tracker.outcome(of: event.popup) else { continue }
      let spec = words.spec(event.spec)
      var length = Ticks.zero
      for stay in outcome.shown { length += (stay.until ?? session.end) - stay.from }
      let first = outcome.shown.first
      rows.append(
        PopupRow(cells: [
          .text(trace), .text(label), .text(session.header.app), .text(session.header.build),
          .text(session.header.policy),
          .number(words.number(of: event.popup)), .text(words.name(of: event.popup)), .text(spec.kind.wireName),
          .number(Int64(spec.level)), .milliseconds(words.time(event.time)),
          outcome.waited.map { .milliseconds(words.time($0)) } ?? .nothing, .number(Int64(outcome.shown.count)),
          first.map { .milliseconds(words.time($0.from)) } ?? .nothing,
          first.map { .text(words.className(of: $0.page)) } ?? .nothing, .milliseconds(words.time(length)),
          .number(Int64(outcome.preempted)), .text(outcome.end.description),
        ]))
    }
    return rows
  }

  package static var header: [UInt8] { OutcomesCSV.line(columns) }

  /// The row as a line of CSV (RFC 4180).
  package var csv: [UInt8] {
    OutcomesCSV.line(
      cells.map { cell in
        switch cell {
        case .text(let text): OutcomesCSV.text(text)
        case .number(let number): String(number)
        case .milliseconds(let time): time.plain
        case .nothing: ""
        }
      })
  }

  /// The row as a line of JSON, every column of one type, for `pyarrow` and `duckdb` to make Parquet of.
  package var json: [UInt8] {
    var json = JSONWriter()
    json.object {
      for (column, cell) in zip(Self.columns, cells) {
        $0.key(named: column)
        switch cell {
        case .text(let text): $0.value(text)
        case .number(let number): $0.value(number)
        case .milliseconds(let time): $0.value(time)
        case .nothing: $0.null()
        }
      }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }
}

import PopAudit
import PopDocument
package import PopTrace
import PopupScheduling

/// One popup of one session as a row for notebooks: what was asked for, and what became of it.
package struct PopupRow {
  package static let columns = [
    "trace", "session", "app", "build", "policy", "popup", "name", "kind", "level", "submitted_ms", "waited_ms",
    "presentations", "first_shown_ms", "first_page", "on_screen_ms", "preempted", "end",
  ]

  /// A cell: a number where it is one, nil where there is nothing.
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
    let words = EventDescriber(log: session.log, catalog: session.catalog, tick: session.header.tick)
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

  package static var header: [UInt8] { Array((columns.joined(separator: ",") + "\r\n").utf8) }

  /// The row as a line of CSV (RFC 4180).
  package var csv: [UInt8] {
    let fields = cells.map { cell in
      switch cell {
      case .text(let text): OutcomesCSV.text(text)
      case .number(let number): String(number)
      case .milliseconds(let time): time.plain
      case .nothing: ""
      }
    }
    return Array((fields.joined(separator: ",") + "\r\n").utf8)
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

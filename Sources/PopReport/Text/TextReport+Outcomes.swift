import PopAudit
import PopDocument
import PopReplay
import PopTrace

extension TextReport {
  func addOutcomes(_ summary: ReportSummary, to lines: inout [String]) {
    guard summary.changes.changed > 0 else { return }
    addCounts(summary.changes, to: &lines)
    let sorted = outcomes.sorted(by: OutcomeGroup.comesFirst)
    let reference = head.reference == "recorded" ? "recorded" : printable(head.reference)
    let room = room(for: sorted.prefix(limits.outcomes))
    let titles = ["popup", "times", reference + ", ms", printable(head.policy), "certainty"]
    let rows =
      [["  "] + titles.map { Cell($0, .faint) }]
      + sorted.prefix(limits.outcomes).map { group in
        [
          Cell("  " + group.key.change.rawValue, look(of: group.key.change)),
          Cell(truncated(printable(group.key.name), to: room.name)), Cell(grouping(group.count)),
          Cell(truncated(group.example.words(of: group.example.recorded), to: room.run)),
          Cell(truncated(group.example.words(of: group.example.candidate), to: room.run)),
          Cell(group.grade.rawValue, group.grade == .assumed ? .warning : .faint),
        ]
      }
    addTable([.left, .left, .right, .left, .left, .left], rows, most: .max, to: &lines) { $0 }
    addMore(sorted.count - (rows.count - 1), "; --all or --format json has all", to: &lines)
  }

  /// Adds how many popups differ, and of the classes that occur how many in which way: as many to a line as it has room for.
  private func addCounts(_ changes: ChangeCounts, to lines: inout [String]) {
    let kinds = OutcomeChange.Kind.allCases.filter { $0 != .same && changes[$0] > 0 }
      .sorted { OutcomeGroup.weight(of: $0) < OutcomeGroup.weight(of: $1) }
    let indent = String(repeating: " ", count: "OUTCOMES  ".count)
    var parts = ["\(grouping(changes.changed)) of \(grouping(changes.all)) popups differ:"]
    parts += kinds.map { "\(grouping(changes[$0])) \($0.rawValue)" + ($0 == kinds.last ? "" : ",") }
    let rows = packed(parts, to: style.width - indent.count)
    addHeading("OUTCOMES", rows[0], to: &lines)
    lines += rows.dropFirst().map { indent + $0 }
  }

  private func look(of change: OutcomeChange.Kind) -> Look? {
    switch change {
    case .lost, .moved, .fewer: .bad
    case .gained, .reordered, .more, .later, .cutShort, .longer: .warning
    case .earlier: .good
    case .endedOtherwise, .same: nil
    }
  }

  private func room(for groups: ArraySlice<OutcomeGroup>) -> (name: Int, run: Int) {
    let limit = min(24, max(12, style.width - 76))
    let names = groups.map { min(limit, displayWidth(printable($0.key.name))) }.max() ?? 0
    let classes = groups.map { $0.key.change.rawValue.count }.max() ?? 0
    let counts = groups.map { grouping($0.count).count }.max() ?? 0
    // The indentation, five gaps and the last column take 21 columns.
    return (limit, max(13, (style.width - max(names, 5) - classes - max(counts, 5) - 21) / 2))
  }
}

/// The changed outcomes of all sessions that are the same to a reader: popup name and change are.
final class OutcomeGroup {
  struct Key: Hashable, Sendable {
    var change: OutcomeChange.Kind
    var name: String
  }

  let key: Key
  private(set) var example: OutcomeReport
  private(set) var position: ReportPosition
  private(set) var session: String
  var count = 0
  private(set) var grade: Grade

  init(_ key: Key, example: OutcomeReport, in session: SessionReport) {
    self.key = key
    self.example = example
    position = session.position
    self.session = session.session
    grade = example.grade
  }

  func show(_ outcome: OutcomeReport, in session: SessionReport) {
    grade = outcome.grade
    example = outcome
    position = session.position
    self.session = session.session
  }

  /// What weighs most first, then the most frequent; ties by name.
  static func comesFirst(_ lhs: OutcomeGroup, _ rhs: OutcomeGroup) -> Bool {
    (weight(of: lhs.key.change), -lhs.count, lhs.key.name) < (weight(of: rhs.key.change), -rhs.count, rhs.key.name)
  }

  /// The classes in the order of the report, and of each two opposites the one first that takes something from the user.
  static func weight(of change: OutcomeChange.Kind) -> Int {
    switch change {
    case .lost: 0
    case .gained: 1
    case .moved: 2
    case .reordered: 3
    case .fewer: 4
    case .more: 5
    case .later: 6
    case .earlier: 7
    case .cutShort: 8
    case .longer: 9
    case .endedOtherwise: 10
    case .same: 11
    }
  }
}

extension OutcomeReport {
  /// A run in a few words, of which the first are those that ``change`` is about: `1,300–4,210` and how it ended where that is
  /// not the usual way; else the page, how often it was shown, or how it ended.
  func words(of run: RunReport?) -> String {
    guard let run else { return "never submitted" }
    let end = printable(run.end)
    guard !run.shown.isEmpty else { return change == .endedOtherwise ? end : "never, \(end)" }
    let index = differingPresentation
    let stay = run.shown[index]
    let times = stay.from.grouped + "–" + (stay.until?.grouped ?? "")
    let more = run.shown.count > 1 ? " and \(run.shown.count - 1)× more" : ""
    let rest = run.end == "dismissed" ? "" : ", " + end
    switch change {
    case .endedOtherwise: return "\(end), \(times)\(more)"
    case .fewer, .more: return "\(run.shown.count)×, \(times)\(rest)"
    default: break
    }
    let page = change == .moved ? stay.page.map { "\(printable(stay.pageClass)) #\($0), " } ?? "" : ""
    return page + times + (index > 0 ? " (\(index + 1) of \(run.shown.count))" : more) + rest
  }

  /// The index of the presentation in which two runs over a session part, where that is not the first of each.
  private var differingPresentation: Int {
    guard let recorded, let candidate else { return 0 }
    let both = zip(recorded.shown, candidate.shown)
    switch change {
    case .moved:
      // Recordings of their own number their pages apart, so a class says more than a number.
      let classes = both.enumerated().first { $1.0.pageClass != $1.1.pageClass && $1.0.page != nil && $1.1.page != nil }
      let pages = both.enumerated().first { $1.0.page != $1.1.page && $1.0.page != nil && $1.1.page != nil }
      return (classes ?? pages)?.offset ?? 0
    case .cutShort, .longer:
      // Recordings of their own count from other instants, so that they part in every presentation.
      return both.enumerated().first { $1.0.from != $1.1.from || $1.0.until != $1.1.until }?.offset ?? 0
    default: return 0
    }
  }
}

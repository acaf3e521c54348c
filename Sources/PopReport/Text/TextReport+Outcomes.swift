import PopAudit
import PopReplay

extension TextReport {
  /// Adds the outcomes that changed, by popup name and change.
  func addOutcomes(_ summary: ReportSummary, to lines: inout [String]) {
    guard summary.changes.changed > 0 else { return }
    lines.append("")
    addCounts(summary.changes, to: &lines)
    let sorted = outcomes.sorted(by: OutcomeGroup.comesFirst)
    let shown = sorted.prefix(limits.outcomes)
    let baseline = head.baseline == "recorded" ? "recorded" : printable(head.baseline)
    let room = OutcomeRoom(shown, width: style.width)
    var table = TextTable([.left, .left, .right, .left, .left, .left])
    table.add([
      "  ", TextTable.Cell("popup", .faint), TextTable.Cell("times", .faint), TextTable.Cell(baseline + ", ms", .faint),
      TextTable.Cell(printable(head.policy), .faint), TextTable.Cell("certainty", .faint),
    ])
    for group in shown {
      let example = group.example
      table.add([
        TextTable.Cell("  " + group.key.change.rawValue, look(of: group.key.change)),
        TextTable.Cell(truncated(printable(group.key.name), to: room.name)), TextTable.Cell(grouping(group.count)),
        TextTable.Cell(truncated(describe(example.recorded, in: example), to: room.run)),
        TextTable.Cell(truncated(describe(example.candidate, in: example), to: room.run)),
        TextTable.Cell(group.grade.rawValue, group.grade == .assumed ? .warning : .faint),
      ])
    }
    lines += table.lines(style: style)
    if sorted.count > limits.outcomes {
      lines.append("  … and \(grouping(sorted.count - limits.outcomes)) more; --all or --format json has all")
    }
  }

  /// Adds how many popups differ, and of the classes that occur how many in which way: as many to a line as it has room for.
  private func addCounts(_ changes: ChangeCounts, to lines: inout [String]) {
    let kinds = OutcomeChange.Kind.allCases.filter { $0 != .same && changes[$0] > 0 }
      .sorted { OutcomeGroup.weight(of: $0) < OutcomeGroup.weight(of: $1) }
    let title = "OUTCOMES"
    let indent = String(repeating: " ", count: title.count + 2)
    var rest: [String] = []
    var line = "\(grouping(changes.changed)) of \(grouping(changes.total)) popups differ:"
    for (index, kind) in kinds.enumerated() {
      let part = "\(grouping(changes[kind])) \(kind.rawValue)" + (index < kinds.count - 1 ? "," : "")
      if indent.count + line.count + 1 + part.count > style.width {
        rest.append(line)
        line = part
      } else {
        line += " " + part
      }
    }
    rest.append(line)
    lines.append(heading(title, rest[0]))
    lines += rest.dropFirst().map { indent + $0 }
  }

  /// A run in a few words, of which the first are those that ``OutcomeReport/change`` is about: `1,300–4,210` and how it ended where that is
  /// not the usual way; else the page, how often it was shown, or how it ended.
  private func describe(_ run: RunReport?, in outcome: OutcomeReport) -> String {
    guard let run else { return "never submitted" }
    let end = printable(run.end)
    guard !run.shown.isEmpty else { return outcome.change == .endedOtherwise ? end : "never, \(end)" }
    let place = outcome.differingPresentation
    let stay = run.shown[place]
    let times = stay.from.grouped + "–" + (stay.until?.grouped ?? "")
    let more = run.shown.count > 1 ? " and \(run.shown.count - 1)× more" : ""
    let rest = run.end == "dismissed" ? "" : ", " + end
    switch outcome.change {
    case .endedOtherwise: return "\(end), \(times)\(more)"
    case .fewer, .more: return "\(run.shown.count)×, \(times)\(rest)"
    default: break
    }
    let page = outcome.change == .moved ? stay.page.map { "\(printable(stay.pageClass)) #\($0), " } ?? "" : ""
    return page + times + (place > 0 ? " (\(place + 1) of \(run.shown.count))" : more) + rest
  }

  private func look(of change: OutcomeChange.Kind) -> Look? {
    switch change {
    case .lost, .moved, .fewer: .bad
    case .gained, .reordered, .more, .later, .cutShort, .longer: .warning
    case .earlier: .good
    case .endedOtherwise, .same: nil
    }
  }
}

/// How many columns the table of outcomes has for a name and for each of the two runs.
private struct OutcomeRoom {
  let name: Int
  let run: Int

  init(_ groups: ArraySlice<OutcomeGroup>, width: Int) {
    let limit = min(24, max(12, width - 76))
    name = limit
    let names = groups.map { min(limit, displayWidth(printable($0.key.name))) }.max() ?? 0
    let classes = groups.map { $0.key.change.rawValue.count }.max() ?? 0
    let counts = groups.map { grouping($0.count).count }.max() ?? 0
    // The indentation, five gaps and the last column take 21 columns.
    run = max(13, (width - max(names, 5) - classes - max(counts, 5) - 21) / 2)
  }
}

extension OutcomeReport {
  /// The index of the presentation in which two runs over a session part, where that is not the first of each.
  fileprivate var differingPresentation: Int {
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

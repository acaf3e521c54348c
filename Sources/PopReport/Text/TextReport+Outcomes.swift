import PopAudit
import PopDocument
import PopReplay

extension TextReport {
  /// Adds the outcomes that changed, by popup name and change.
  func addOutcomes(_ summary: ReportSummary, to lines: inout [String]) {
    guard summary.changes.changed > 0 else { return }
    lines.append("")
    addCounts(summary.changes, to: &lines)
    let sorted = outcomes.sorted(by: OutcomeGroup.comesFirst)
    let shown = sorted.prefix(limits.outcomes)
    let reference = head.reference == "recorded" ? "recorded" : printable(head.reference)
    let room = OutcomeRoom(shown, width: style.width)
    var table = TextTable([.left, .left, .right, .left, .left, .left])
    table.add([
      "  ", TextTable.Cell("popup", .faint), TextTable.Cell("times", .faint),
      TextTable.Cell(reference + ", ms", .faint),
      TextTable.Cell(printable(head.policy), .faint), TextTable.Cell("certainty", .faint),
    ])
    for group in shown {
      let example = group.example
      table.add([
        TextTable.Cell("  " + group.key.change.rawValue, look(of: group.key.change)),
        TextTable.Cell(truncated(printable(group.key.name), to: room.name)), TextTable.Cell(grouping(group.count)),
        TextTable.Cell(truncated(example.words(of: example.recorded), to: room.run)),
        TextTable.Cell(truncated(example.words(of: example.candidate), to: room.run)),
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
    var line = "\(grouping(changes.changed)) of \(grouping(changes.all)) popups differ:"
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

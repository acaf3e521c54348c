import PopAudit
import PopDocument
import PopReplay
import PopTrace

extension Explanation {
  package func text(style: Style, showsAll: Bool) -> String {
    var lines: [String] = []
    let about = attributes.isEmpty ? "" : " (\(printable(attributes)))"
    let name = "\(printable(self.name)) #\(popup)"
    for (index, story) in stories.enumerated() {
      if index == 0 {
        let title = "\(name)\(about) \(printable(story.outcome))."
        lines.append(style.dress(title, .heading) + " \(Self.origin(of: story))")
        lines.append(style.dress("  \(printable(trace)), session \(printable(session))", .faint))
        if let finding {
          let text = "\(finding.rule.id): \(printable(finding.because)) (poptrace rules \(finding.rule.id))"
          lines += Self.labelled("FINDING", [text], style)
        }
        lines += Self.told(story, style, showsAll)
        lines += Self.labelled("WHY", story.why.map(printable), style)
      } else {
        lines += Self.second(story, beside: stories[0], style, showsAll)
      }
    }
    if let parting, stories.count == 2 {
      lines += Self.labelled("PARTING", Self.words(of: parting, stories.map(\.policy)), style)
    }
    lines += instead(style)
    if let similar, similar.sessions > 1, let reason = stories.first?.reason {
      let sessions = "\(counted(similar.sessions, "session")) of \(grouping(similar.total))"
      lines += Self.labelled("LIKE THIS", ["\(sessions), where \(printable(reason)): --similar"], style)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func origin(of story: Story) -> String {
    story.isRecorded ? "Recorded under \(printable(story.policy))." : "Under \(printable(story.policy))."
  }

  /// Of a long story the beginning and the end.
  private static let (first, last) = (14, 8)

  private static func told(_ story: Story, _ style: Style, _ showsAll: Bool) -> [String] {
    var rows = story.lines
    var gap: (at: Int, count: Int)?
    if !showsAll, rows.count > first + last + 1 {
      gap = (first, rows.count - first - last)
      rows = Array(rows.prefix(first) + rows.suffix(last))
    }
    let width = rows.map { displayWidth($0.time.grouped) }.max() ?? 0
    var lines: [String] = []
    for (index, row) in rows.enumerated() {
      if let gap, gap.at == index {
        let dots = String(repeating: " ", count: max(0, width - 1)) + "…"
        lines.append(style.dress("   \(dots)  \(counted(gap.count, "more turn")): --all", .faint))
      }
      let padding = String(repeating: " ", count: width - displayWidth(row.time.grouped))
      let time = "   \(padding)\(row.time.grouped)  "
      for (part, text) in wrapped(printable(row.text), to: max(20, style.width - displayWidth(time))).enumerated() {
        lines.append((part == 0 ? time : String(repeating: " ", count: displayWidth(time) + 2)) + text)
      }
    }
    return lines
  }

  private static func second(_ story: Story, beside other: Story, _ style: Style, _ showsAll: Bool) -> [String] {
    let label = "UNDER \(printable(story.policy))"
    let grade = story.grade.map { " That is \($0.rawValue): see poptrace help grades." } ?? ""
    if story.lines.map(\.text) == other.lines.map(\.text), story.outcome == other.outcome {
      return labelled(label, ["the same: it \(printable(story.outcome)).\(grade)"], style)
    }
    return labelled(label, ["it \(printable(story.outcome)).\(grade)"], style) + told(story, style, showsAll)
      + labelled("", story.why.map(printable), style)
  }

  private static func words(of parting: Parting, _ policies: [String]) -> [String] {
    func side(_ line: Line?, _ policy: String) -> String {
      "\(printable(policy)) " + (line.map { "at \($0.time.grouped): \(printable($0.text))" } ?? "decides nothing more")
    }
    return [
      "the first decision that differs is " + side(parting.recorded, policies[0]), side(parting.candidate, policies[1]),
    ]
  }

  private func instead(_ style: Style) -> [String] {
    if !untried.isEmpty { return Self.labelled("INSTEAD", [printable(untried)], style) }
    guard triedCount > 0 else { return [] }
    guard !changes.isEmpty else {
      let tried = counted(triedCount, "single change")
      return Self.labelled("INSTEAD", ["none of \(tried) that were tried would have had it shown"], style)
    }
    let shown = changes.map { change in
      let grade = change.grade.map { " (\($0.rawValue))" } ?? ""
      return "shown \(Self.when(change))\(grade), if \(printable(change.text))"
    }
    let tried = "each found by a replay of \(printable(changedPolicy)), of \(counted(triedCount, "change")) tried"
    return Self.labelled("INSTEAD", shown, style) + Self.labelled("", [style.dress("(\(tried))", .faint)], style)
  }

  /// `at 1,500`; of several runs `at 1,500 to 2,000` or, where some do not show it, `at 1,500 or later in 7 of 11 runs`.
  private static func when(_ change: Change) -> String {
    guard let first = change.firstShown else { return "at \(change.shownAt.grouped)" }
    guard let latest = first.latest else {
      let runs =
        first.held.count < first.held.runs ? " in \(first.held.count) of \(counted(first.held.runs, "run"))" : ""
      return "at \(first.earliest.grouped) or later\(runs)"
    }
    return "at \(first.earliest.grouped)" + (latest == first.earliest ? "" : " to \(latest.grouped)")
  }

  private static func labelled(_ label: String, _ texts: [String], _ style: Style) -> [String] {
    let width = max(displayWidth(label), 9)
    let indent = String(repeating: " ", count: width + 2)
    var lines: [String] = []
    for text in texts {
      for row in wrapped(text, to: max(20, style.width - width - 2)) { lines.append(indent + row) }
    }
    guard let first = lines.first else { return [] }
    let padding = String(repeating: " ", count: width + 2 - displayWidth(label))
    lines[0] = style.dress(label, .heading) + padding + first.dropFirst(indent.count)
    return lines
  }
}

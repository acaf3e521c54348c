import PopAudit
import PopDocument
import PopReplay
import PopTrace

/// An explanation for people: the story first, then why, and what would have had to be different.
package enum TextExplanation {
  package static func text(_ explanation: Explanation, style: Style, showsAll: Bool) -> String {
    var lines: [String] = []
    let about = explanation.attributes.isEmpty ? "" : " (\(printable(explanation.attributes)))"
    let name = "\(printable(explanation.name)) #\(explanation.popup)"
    for (index, story) in explanation.stories.enumerated() {
      if index == 0 {
        lines.append(style.dress("\(name)\(about) \(printable(story.outcome)).", .heading) + " \(origin(of: story))")
        lines.append(
          style.dress("  \(printable(explanation.trace)), session \(printable(explanation.session))", .faint))
        if let finding = explanation.finding {
          let text = "\(finding.rule.id): \(printable(finding.because)) (poptrace rules \(finding.rule.id))"
          lines += labelled("FINDING", [text], style)
        }
        lines += told(story, style, showsAll)
        lines += labelled("WHY", story.why.map(printable), style)
      } else {
        lines += second(story, beside: explanation.stories[0], style, showsAll)
      }
    }
    if let parting = explanation.parting, explanation.stories.count == 2 {
      lines += labelled("PARTING", words(of: parting, explanation.stories.map(\.policy)), style)
    }
    lines += changes(explanation, style)
    if let similar = explanation.similar, similar.sessions > 1, let reason = explanation.stories.first?.reason {
      lines += labelled(
        "LIKE THIS",
        [
          "\(counted(similar.sessions, "session")) of \(grouping(similar.total)), where \(printable(reason)): --similar"
        ],
        style)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func origin(of story: Explanation.Story) -> String {
    story.isRecorded ? "Recorded under \(printable(story.policy))." : "Under \(printable(story.policy))."
  }

  /// Of a long story the beginning and the end.
  private static let (first, last) = (14, 8)

  private static func told(_ story: Explanation.Story, _ style: Style, _ showsAll: Bool) -> [String] {
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
      let time = "   \(rightAligned(row.time.grouped, to: width))  "
      for (part, text) in wrapped(printable(row.text), to: max(20, style.width - displayWidth(time))).enumerated() {
        lines.append((part == 0 ? time : String(repeating: " ", count: displayWidth(time) + 2)) + text)
      }
    }
    return lines
  }

  private static func second(
    _ story: Explanation.Story, beside other: Explanation.Story, _ style: Style, _ showsAll: Bool
  ) -> [String] {
    let label = "UNDER \(printable(story.policy))"
    let grade = story.grade.map { " That is \($0.rawValue): see poptrace help grades." } ?? ""
    if story.lines.map(\.text) == other.lines.map(\.text), story.outcome == other.outcome {
      return labelled(label, ["the same: it \(printable(story.outcome)).\(grade)"], style)
    }
    return labelled(label, ["it \(printable(story.outcome)).\(grade)"], style) + told(story, style, showsAll)
      + labelled("", story.why.map(printable), style)
  }

  private static func words(of parting: Explanation.Parting, _ policies: [String]) -> [String] {
    func side(_ line: Explanation.Line?, _ policy: String) -> String {
      "\(printable(policy)) " + (line.map { "at \($0.time.grouped): \(printable($0.text))" } ?? "decides nothing more")
    }
    return [
      "the first decision that differs is " + side(parting.recorded, policies[0]), side(parting.candidate, policies[1]),
    ]
  }

  private static func changes(_ explanation: Explanation, _ style: Style) -> [String] {
    if !explanation.untried.isEmpty { return labelled("INSTEAD", [printable(explanation.untried)], style) }
    guard explanation.triedCount > 0 else { return [] }
    guard !explanation.changes.isEmpty else {
      return labelled(
        "INSTEAD",
        ["none of \(counted(explanation.triedCount, "single change")) that were tried would have had it shown"],
        style)
    }
    let tried =
      "each found by a replay of \(printable(explanation.changedPolicy)), of \(counted(explanation.triedCount, "change")) tried"
    return labelled(
      "INSTEAD", explanation.changes.map { "shown \(when($0))\(grade(of: $0)), if \(printable($0.text))" }, style)
      + labelled("", [style.dress("(\(tried))", .faint)], style)
  }

  /// `at 1,500`; of several runs `at 1,500 to 2,000` or, where some do not show it, `at 1,500 or later in 7 of 11 runs`.
  private static func when(_ change: Explanation.Change) -> String {
    guard let first = change.firstShown else { return "at \(change.shownAt.grouped)" }
    guard let latest = first.latest else {
      let runs =
        first.held.count < first.held.runs ? " in \(first.held.count) of \(counted(first.held.runs, "run"))" : ""
      return "at \(first.earliest.grouped) or later\(runs)"
    }
    return "at \(first.earliest.grouped)" + (latest == first.earliest ? "" : " to \(latest.grouped)")
  }

  private static func grade(of change: Explanation.Change) -> String { change.grade.map { " (\($0.rawValue))" } ?? "" }

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

  private static func rightAligned(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - displayWidth(text))) + text
  }
}

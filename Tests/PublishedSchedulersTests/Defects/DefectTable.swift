import PopAudit
import PublishedSchedulers

/// The defects as a page of Markdown: how many per scheduler, and each with its rule and scenario.
func defectTable(of rows: [DefectRow]) -> String {
  var text = """
    # The defects of the published schedulers

    Every scenario here makes the audit name a defect of a published scheduler, and has no error and no warning under `v6`. They were written
    by hand for this project, each as short as it can be; the schedulers are those of `Sources/PublishedSchedulers`. A list `defects.tsv` in
    each scheduler's folder says which scenarios concern it, which rule must speak, and how the published code comes to do it; a scenario may
    serve several schedulers. This page is made of those lists by the test `DefectTests` (`POPTRACE_RECORD=1 swift test --filter DefectTests`
    writes it anew), which also replays every row.

    A rule in parentheses does not speak of a defect: rightly, where the line of thought goes on to say why no rule names it; not yet, where
    it does not. Both are counted apart.

    | scheduler | modelled from | defects | rules | rightly unnamed | not named yet |
    | --- | --- | ---: | ---: | ---: | ---: |

    """
  for scheduler in PublishedSchedulers.all {
    let own = rows.filter { $0.scheduler == scheduler.name }
    guard !own.isEmpty else { continue }
    text += "| `\(scheduler.name)` | \(scheduler.origin.rawValue) | \(counts(own)) |\n"
  }
  text += "| in all | | \(counts(rows)) |\n"
  for scheduler in PublishedSchedulers.all {
    let own = rows.filter { $0.scheduler == scheduler.name }
    guard !own.isEmpty else { continue }
    text +=
      "\n## `\(scheduler.name)`\n\n\(scheduler.summary).\n\n| rule | scenario | line of thought |\n| --- | --- | --- |\n"
    for row in own { text += "| \(name(of: row)) | [`\(row.scenario)`](\(row.scenario)) | \(thought(of: row)) |\n" }
  }
  return text
}

/// The README's table: what the audit names in each scheduler, and by which rules.
func publishedTable(of rows: [DefectRow]) -> String {
  var text = "| scheduler | modelled from | defects | rules |\n| --- | --- | ---: | --- |\n"
  let named = rows.filter { !$0.isUnnamed }
  for scheduler in PublishedSchedulers.all {
    let own = named.filter { $0.scheduler == scheduler.name }
    let rules = Rule.allCases.filter { rule in own.contains { $0.rule == rule } }.map { "`\($0.id)`" }
    text +=
      "| `\(scheduler.name)` | \(scheduler.origin.rawValue) | \(own.count) | \(rules.joined(separator: ", ")) |\n"
  }
  return text
}

/// How many are named, by how many rules, and how many are not: rightly, and not yet.
private func counts(_ rows: [DefectRow]) -> String {
  let named = rows.filter { !$0.isUnnamed }
  let silent = rows.count { $0.silence != nil }
  return "\(named.count) | \(Set(named.map(\.rule)).count) | \(silent) | \(rows.count - named.count - silent)"
}

private func thought(of row: DefectRow) -> String {
  row.silence.map { "\(row.thought) No rule names it: \($0)" } ?? row.thought
}

private func name(of row: DefectRow) -> String { row.isUnnamed ? "(`\(row.rule.id)`)" : "`\(row.rule.id)`" }

import PopAudit
import PublishedSchedulers

/// The defects as Markdown: which rules name how many of each scheduler, and each with its rule and scenario.
func defectTable(of rows: [DefectRow]) -> String {
  var text = """
    | scheduler | modelled from | defects | rules | rightly unnamed | not named yet |
    | --- | --- | ---: | --- | ---: | ---: |

    """
  for scheduler in PublishedSchedulers.all {
    let own = rows.filter { $0.scheduler == scheduler.name }
    guard !own.isEmpty else { continue }
    let cells = counts(own) { named in
      Rule.allCases.filter(named.contains).map { "`\($0.id)`" }.joined(separator: ", ")
    }
    text += "| `\(scheduler.name)` | \(scheduler.origin.rawValue) | \(cells) |\n"
  }
  text += "| in all | | \(counts(rows) { "\($0.count) of \(Rule.allCases.count)" }) |\n"
  for scheduler in PublishedSchedulers.all {
    let own = rows.filter { $0.scheduler == scheduler.name }
    guard !own.isEmpty else { continue }
    text +=
      "\n## `\(scheduler.name)`\n\n\(scheduler.summary).\n\n| rule | scenario | line of thought |\n| --- | --- | --- |\n"
    for row in own { text += "| \(name(of: row)) | [`\(row.scenario)`](\(row.scenario)) | \(thought(of: row)) |\n" }
  }
  return text
}

/// How many are named, by which rules, and how many are not: rightly, and not yet.
private func counts(_ rows: [DefectRow], rules: (Set<Rule>) -> String) -> String {
  let named = rows.filter { !$0.isUnnamed }
  let silent = rows.count { $0.silence != nil }
  return "\(named.count) | \(rules(Set(named.map(\.rule)))) | \(silent) | \(rows.count - named.count - silent)"
}

private func thought(of row: DefectRow) -> String {
  row.silence.map { "\(row.thought) No rule names it: \($0)" } ?? row.thought
}

private func name(of row: DefectRow) -> String { row.isUnnamed ? "(`\(row.rule.id)`)" : "`\(row.rule.id)`" }

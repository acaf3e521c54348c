import PopReplay

/// The figures that Grades gives, as a table of Markdown: how much was right of each grade, how much was decided, and how many sessions
/// with a new error were expected beside how many there were.
package struct FidelityMarkdown: CustomStringConvertible {
  private var rows: [String] = [
    "| world | candidates | *derived* | *robust* | *assumed* | *robust* new errors | decided | affected: expected | were |",
    "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
  ]

  /// Makes a table of headings.
  package init() {}

  /// Adds a row.
  package mutating func add(_ fidelity: Fidelity, world: String, candidates: String) {
    let outcomes = fidelity.outcomes
    func right(_ tally: GradeTally, _ grade: Grade) -> String {
      FidelityTable.percent(tally.right(grade), of: tally.said(grade))
    }
    let cells = [
      world, candidates, right(outcomes, .derived), right(outcomes, .robust), right(outcomes, .assumed),
      right(fidelity.errors, .robust),
      FidelityTable.percent(outcomes.total - outcomes.said(.assumed), of: outcomes.total),
      FidelityTable.grouped((fidelity.expectedSixteenths + 8) / 16), FidelityTable.grouped(fidelity.faultySessions),
    ]
    rows.append("| " + cells.joined(separator: " | ") + " |")
  }

  /// The table.
  package var description: String { rows.map { $0.replacing("|  |", with: "| |") }.joined(separator: "\n") }
}

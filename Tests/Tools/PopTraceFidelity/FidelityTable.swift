import PopReplay

/// The figures of several worlds as one table, its columns aligned.
///
/// Of each grade it gives how often it was said, and how much of that was right in every aspect.
package struct FidelityTable: CustomStringConvertible {
  private var rows: [[String]] = [
    [
      "world", "candidates", "sessions", "outcomes", "exact", "derived", "robust", "assumed", "decided",
      "errors: certain", "robust", "assumed", "found", "false alarms", "expected",
    ]
  ]

  /// Makes a table of headings.
  package init() {}

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - world: What the world is called.
  ///   - candidates: What the candidates are called.
  package mutating func add(_ fidelity: Fidelity, world: String, candidates: String) {
    let outcomes = fidelity.outcomes
    let errors = fidelity.errors
    rows.append(
      [world, candidates, Self.grouped(fidelity.sessions), Self.grouped(outcomes.total)]
        + Grade.allCases.map { Self.cell(outcomes.right($0), of: outcomes.said($0)) }
        + [
          Self.decided(outcomes),
          Self.cell(errors.right(.exact) + errors.right(.derived), of: errors.said(.exact) + errors.said(.derived)),
          Self.cell(errors.right(.robust), of: errors.said(.robust)),
          Self.cell(errors.right(.assumed), of: errors.said(.assumed)),
          "\(Self.grouped(fidelity.foundSessions)) of \(Self.grouped(fidelity.faultySessions))",
          "\(fidelity.falseAlarms)", Self.grouped((fidelity.expectedSixteenths + 8) / 16),
        ])
  }

  /// Adds a row for each aspect of outcomes.
  package mutating func addAspects(_ fidelity: Fidelity) {
    let aspects = [("shown at all", fidelity.shown), ("pages", fidelity.places), ("end", fidelity.ends)]
    for (name, tally) in aspects {
      rows.append(
        ["", "  " + name, "", Self.grouped(tally.total)]
          + Grade.allCases.map { Self.cell(tally.right($0), of: tally.said($0)) }
          + [Self.decided(tally), "", "", "", "", "", ""])
    }
  }

  /// The table, its first two columns to the left and the others to the right.
  package var description: String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      row.indices.map { column in
        let gap = String(repeating: " ", count: widths[column] - row[column].count)
        return column < 2 ? row[column] + gap : gap + row[column]
      }.joined(separator: "  ")
    }
    return lines.joined(separator: "\n")
  }

  /// How much was decided by the recording, and how much after it was gone on with in several ways.
  private static func decided(_ tally: GradeTally) -> String {
    let certain = tally.said(.exact) + tally.said(.derived)
    return "\(percent(certain, of: tally.total)) → \(percent(certain + tally.said(.robust), of: tally.total))"
  }

  /// So many, and how much of them was right.
  private static func cell(_ right: Int, of said: Int) -> String {
    said == 0 ? "–" : "\(grouped(said)) \(percent(right, of: said))"
  }

  /// A share with one decimal, rounded down, so that it is 100.0 only where nothing is missing.
  static func percent(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "–" }
    let tenths = part * 1_000 / whole
    return "\(tenths / 10).\(tenths % 10) %"
  }

  /// A number with commas between thousands.
  static func grouped(_ number: Int) -> String {
    number < 1_000 ? "\(number)" : grouped(number / 1_000) + "," + String("\(1_000 + number % 1_000)".dropFirst())
  }
}

/// One measured figure, with its budget.
struct Measurement {
  /// What was measured.
  var name: String
  /// The figure.
  var value: Double
  /// Its unit.
  var unit: String
  /// What it should be, in words; empty where there is no budget.
  var budget: String
  /// Whether it is within the budget.
  var isWithinBudget: Bool

  /// The figure as a line of the report.
  var line: String {
    let figure = value >= 100 ? String(Int(value.rounded())) : String((value * 100).rounded() / 100)
    let verdict = budget.isEmpty ? "" : (isWithinBudget ? "within " : "OVER   ") + budget
    return "  \(pad(name, to: 58)) \(pad(figure, to: 12, leading: true)) \(pad(unit, to: 14)) \(verdict)"
  }

  private func pad(_ text: String, to width: Int, leading: Bool = false) -> String {
    let spaces = String(repeating: " ", count: max(0, width - text.count))
    return leading ? spaces + text : text + spaces
  }
}

/// How long the fastest of several runs of a body took, in nanoseconds: noise only ever adds.
func fastestNanoseconds(of runs: Int, _ body: () throws -> Void) rethrows -> Double {
  var fastest = Double.infinity
  for _ in 0..<runs {
    let begin = ContinuousClock.now
    try body()
    let (seconds, attoseconds) = (ContinuousClock.now - begin).components
    fastest = min(fastest, Double(seconds) * 1e9 + Double(attoseconds) / 1e9)
  }
  return fastest
}

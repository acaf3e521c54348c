import PopReplay

extension Fidelity {
  /// What falls short of what is promised of a world; empty where all of it holds.
  package func shortfalls(in world: FidelityWorld) -> [String] {
    var lines: [String] = []
    if unjudgedSessions > 0 { lines.append("\(world): \(unjudgedSessions) sessions do not give themselves back") }
    func check(_ what: String, _ tally: GradeTally, _ grade: Grade, atLeast bound: Int?) {
      guard let bound, let share = tally.share(grade), share < bound else { return }
      let percent = FidelityTable.percent(tally.right(grade), of: tally.said(grade))
      lines.append(
        "\(world): \(what), \(grade.rawValue): \(tally.right(grade)) of \(tally.said(grade)) right, \(percent)")
    }
    for grade in Grade.allCases {
      let bound = world.bound(of: grade)
      check("outcomes", outcomes, grade, atLeast: bound)
      guard grade.isCertain else { continue }
      check("shown at all", shown, grade, atLeast: bound)
      check("pages", places, grade, atLeast: bound)
      check("ends", ends, grade, atLeast: bound)
      // A promise without exception is one to the tick, and of every error.
      guard bound == 100_000 else { continue }
      check("tick for tick", exactly, grade, atLeast: bound)
      check("new errors", errors, grade, atLeast: bound)
    }
    // A share of a few errors says nothing.
    for grade in [Grade.derived, .robust] where errors.said(grade) >= Self.fewErrors {
      check("new errors", errors, grade, atLeast: world.boundOfErrors)
    }
    if world.boundOfErrors != nil, falseAlarms > max(1, sessions / 200) {
      lines.append("\(world): \(falseAlarms) of \(sessions) sessions fail although nothing is wrong")
    }
    return lines
  }

  private static var fewErrors: Int { 30 }
}

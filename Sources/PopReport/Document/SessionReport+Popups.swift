import PopAudit

extension SessionReport {
  /// Keeps only what is about some popups: findings that one of them has a part in, their outcomes, and what is counted of these.
  ///
  /// - Parameter numbers: Their numbers in the session, all of whose outcomes are listed.
  package mutating func keepOnly(popups numbers: Set<Int64>) {
    func concerns(_ popup: Int64?) -> Bool { popup.map(numbers.contains) ?? false }
    findings.removeAll { !concerns($0.popup) && !concerns($0.other) }
    outcomes.removeAll { !concerns($0.popup) }
    notes.removeAll { !concerns($0.popup) }
    changes = ChangeCounts()
    grades = GradeCounts()
    for outcome in outcomes {
      if let change = outcome.change { changes[change] += 1 }
      grades[outcome.grade] += 1
    }
  }
}

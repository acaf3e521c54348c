package import PopReplay

/// How many outcomes can be relied on how far (Grades, *Grades of outcomes*).
package struct OutcomeGrades: Hashable, Sendable {
  package var exact = 0
  package var derived = 0
  package var assumed = 0

  /// Makes the count of nothing.
  package init() {}

  /// Counts one more.
  package mutating func add(_ grade: Grade) {
    switch grade {
    case .exact: exact += 1
    case .derived: derived += 1
    case .assumed: assumed += 1
    }
  }

  /// Adds the outcomes of another session.
  package static func += (lhs: inout OutcomeGrades, rhs: OutcomeGrades) {
    lhs.exact += rhs.exact
    lhs.derived += rhs.derived
    lhs.assumed += rhs.assumed
  }
}

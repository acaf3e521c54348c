package import PopReplay

/// How many outcomes, or findings, can be relied on how far (Grades, *Grades of outcomes*).
package struct GradeCounts: Hashable, Sendable {
  package var exact = 0
  package var derived = 0
  package var robust = 0
  package var assumed = 0

  /// Makes the count of nothing.
  package init() {}

  /// How many there are.
  package var all: Int { exact + derived + robust + assumed }

  /// How many rest on no assumption.
  package var certain: Int { exact + derived }

  /// How many have one grade.
  package subscript(grade: Grade) -> Int {
    get {
      switch grade {
      case .exact: exact
      case .derived: derived
      case .robust: robust
      case .assumed: assumed
      }
    }
    set {
      switch grade {
      case .exact: exact = newValue
      case .derived: derived = newValue
      case .robust: robust = newValue
      case .assumed: assumed = newValue
      }
    }
  }

  /// How many can be relied on at least so far.
  package func count(upTo grade: Grade) -> Int {
    Grade.allCases.reduce(0) { $1 <= grade ? $0 + self[$1] : $0 }
  }

  /// Counts one more.
  package mutating func add(_ grade: Grade) { self[grade] += 1 }

  /// Adds those of another session.
  package static func += (lhs: inout GradeCounts, rhs: GradeCounts) {
    for grade in Grade.allCases { lhs[grade] += rhs[grade] }
  }
}

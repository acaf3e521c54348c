public import PopReplay

/// How many outcomes can be relied on how far (Grades, *Grades of outcomes*).
public struct OutcomeGrades: Hashable, Sendable {
  public var exact = 0
  public var derived = 0
  public var assumed = 0

  /// Makes the count of nothing.
  public init() {}

  /// Counts one more.
  public mutating func add(_ grade: Grade) {
    switch grade {
    case .exact: exact += 1
    case .derived: derived += 1
    case .assumed: assumed += 1
    }
  }

  /// Adds the outcomes of another session.
  public static func += (lhs: inout OutcomeGrades, rhs: OutcomeGrades) {
    lhs.exact += rhs.exact
    lhs.derived += rhs.derived
    lhs.assumed += rhs.assumed
  }
}

package import PopReplay

/// How often something of each grade was said, and how often it was right.
package struct GradeTally: Hashable, Sendable {
  private var said = [0, 0, 0, 0]
  private var right = [0, 0, 0, 0]

  /// Makes the tally of nothing.
  package init() {}

  /// How often something of a grade was said.
  package func said(_ grade: Grade) -> Int { said[Self.index(of: grade)] }

  /// How often that was right.
  package func right(_ grade: Grade) -> Int { right[Self.index(of: grade)] }

  /// How often anything was said.
  package var total: Int { said.reduce(0, +) }

  /// Counts one more.
  package mutating func add(_ grade: Grade, isRight: Bool) {
    said[Self.index(of: grade)] += 1
    if isRight { right[Self.index(of: grade)] += 1 }
  }

  /// How much of what was said of a grade was right, in a hundred thousand; nil where nothing was said.
  package func share(_ grade: Grade) -> Int? {
    said(grade) == 0 ? nil : right(grade) * 100_000 / said(grade)
  }

  package static func += (lhs: inout GradeTally, rhs: GradeTally) {
    for index in lhs.said.indices {
      lhs.said[index] += rhs.said[index]
      lhs.right[index] += rhs.right[index]
    }
  }

  private static func index(of grade: Grade) -> Int {
    switch grade {
    case .exact: 0
    case .derived: 1
    case .robust: 2
    case .assumed: 3
    }
  }
}

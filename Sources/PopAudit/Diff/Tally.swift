package import PopReplay

/// How many there are of each sort.
///
/// Held in place: a verdict on which nothing is found allocates nothing.
package struct Tally<Sort: CaseIterable & Hashable & Sendable>: Hashable, Sendable {
  private var counts = SIMD16<Int>()

  package init() {}

  package subscript(sort: Sort) -> Int {
    get { counts[Self.index(of: sort)] }
    set { counts[Self.index(of: sort)] = newValue }
  }

  package mutating func add(_ sort: Sort) { self[sort] += 1 }

  /// All of them.
  package var all: Int { counts.wrappedSum() }

  package static func += (lhs: inout Tally, rhs: Tally) { lhs.counts &+= rhs.counts }

  private static func index(of sort: Sort) -> Int {
    var index = 0
    for other in Sort.allCases {
      if other == sort { return index }
      index += 1
    }
    preconditionFailure("a sort that is none of its own type's")
  }
}

/// How many popups changed in which way.
package typealias ChangeCounts = Tally<OutcomeChange.Kind>

extension Tally<OutcomeChange.Kind> {
  /// How many popups changed in any way.
  package var changed: Int { all - self[.same] }
}

/// How many outcomes, or findings, can be relied on how far (Grades, *Grades of outcomes*).
package typealias GradeCounts = Tally<Grade>

extension Tally<Grade> {
  /// How many rest on no assumption.
  package var certain: Int { count(upTo: .derived) }

  /// How many can be relied on at least so far.
  package func count(upTo grade: Grade) -> Int {
    Grade.allCases.reduce(0) { $1 <= grade ? $0 + self[$1] : $0 }
  }
}

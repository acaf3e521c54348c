package import PopReplay
package import PopupScheduling

/// How the outcome of one popup differs between two runs (<doc:Diff#Outcome-classes>).
package struct OutcomeChange: Hashable, Sendable {
  /// The popup in the first run; ``Identifier/none`` where that run does not know it.
  package var recorded: PopupID
  /// The popup in the second run; ``Identifier/none`` where that run does not know it.
  package var candidate: PopupID
  /// In what way the two runs differ.
  package var kind: Kind
  /// How far the second run's outcome can be relied on.
  package var grade = Grade.exact

  /// In what way two runs differ over a popup. Where several apply, the first of this list holds.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The second run presents it, the first does not.
    case gained
    /// The first run presents it, the second does not.
    case lost
    /// Some presentation, counted from the first, is on one page in one run and on another in the other (two instances of a class are two
    /// pages within a session; between two traces only the class counts). A presentation without a page has not moved.
    case moved
    /// Another popup of its scene, presented in both runs too and like it not exempt, is presented for the first time before it in one
    /// run and after it in the other.
    case reordered
    /// The second run presents it less often: it no longer comes back.
    case fewer
    /// The second run presents it more often.
    case more
    /// It is presented for the first time earlier in the second run.
    case earlier
    /// It is presented for the first time later in the second run.
    case later
    /// Of the instants at which it goes and comes again, its first presentation's beginning left out, the first that differs is earlier in
    /// the second run; never is the latest.
    case cutShort = "cut-short"
    /// Of the same instants, the first that differs is later in the second run.
    case longer
    /// It comes and goes at the same instants, or in neither run, and ends in another way; or only one run knows it, and never presents it.
    case endedOtherwise = "ended-otherwise"
    /// None of these: the two runs agree in everything.
    case same
  }
}

/// How many popups changed in which way.
package struct ChangeCounts: Hashable, Sendable {
  package var gained = 0
  package var lost = 0
  package var moved = 0
  package var reordered = 0
  package var fewer = 0
  package var more = 0
  package var earlier = 0
  package var later = 0
  package var cutShort = 0
  package var longer = 0
  package var endedOtherwise = 0
  package var same = 0

  /// Makes the count of nothing.
  package init() {}

  /// How many popups changed in one way.
  package subscript(kind: OutcomeChange.Kind) -> Int {
    get {
      switch kind {
      case .gained: gained
      case .lost: lost
      case .moved: moved
      case .reordered: reordered
      case .fewer: fewer
      case .more: more
      case .earlier: earlier
      case .later: later
      case .cutShort: cutShort
      case .longer: longer
      case .endedOtherwise: endedOtherwise
      case .same: same
      }
    }
    set {
      switch kind {
      case .gained: gained = newValue
      case .lost: lost = newValue
      case .moved: moved = newValue
      case .reordered: reordered = newValue
      case .fewer: fewer = newValue
      case .more: more = newValue
      case .earlier: earlier = newValue
      case .later: later = newValue
      case .cutShort: cutShort = newValue
      case .longer: longer = newValue
      case .endedOtherwise: endedOtherwise = newValue
      case .same: same = newValue
      }
    }
  }

  /// How many popups there are.
  package var total: Int { OutcomeChange.Kind.allCases.reduce(0) { $0 + self[$1] } }

  /// How many popups changed in any way.
  package var changed: Int { total - same }

  /// Adds what changed in another session.
  package static func += (lhs: inout ChangeCounts, rhs: ChangeCounts) {
    for kind in OutcomeChange.Kind.allCases { lhs[kind] += rhs[kind] }
  }
}

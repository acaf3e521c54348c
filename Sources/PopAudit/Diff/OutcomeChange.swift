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

package import PopupScheduling

/// For how long the users of an app leave popups unanswered, and how long content takes there (<doc:CausalReplay#The-estimate>).
package struct ReactionModel: Hashable, Sendable {
  /// The answers to one question.
  package struct Answers: Hashable, Sendable {
    /// By name of the popup, where there were enough.
    package var names: [PopupName: ReactionCurve] = [:]
    /// By its kind, where there were enough.
    package var kinds: [PopupKind: ReactionCurve] = [:]
    /// Of all popups; nil where there were not enough.
    package var all: ReactionCurve?

    /// Makes those to nothing.
    package init() {}

    /// Makes those that a tally gives.
    init(_ tally: ReactionTally) {
      var whole = DurationHistogram()
      for (kind, histogram) in tally.kinds {
        whole += histogram
        kinds[kind] = ReactionCurve(enough: histogram)
      }
      for (name, histogram) in tally.names { names[name] = ReactionCurve(enough: histogram) }
      all = ReactionCurve(enough: whole)
    }

    /// What is known of a popup: by its name, else by its kind, else of all; nil where nothing is.
    package func curve(named name: PopupName, _ kind: PopupKind) -> ReactionCurve? {
      names[name] ?? kinds[kind] ?? all
    }
  }

  /// For how long users look at popups.
  package var dwell = Answers()
  /// How long content takes.
  package var content = Answers()
  /// How long users take to visit a page after the last popup went; nil where there were not enough visits.
  package var visit: ReactionCurve?

  /// Makes a model that knows nothing.
  package init() {}
}

/// A popup's name as its bytes are: two texts that only look alike are two names, in a fixed order.
package struct PopupName: Hashable, Sendable, Comparable {
  /// The name.
  package let text: String

  /// Makes a name.
  package init(_ text: String) { self.text = text }

  /// The longest name that is told from others of its kind, in bytes.
  package static var longest: Int { 256 }

  package static func == (lhs: PopupName, rhs: PopupName) -> Bool { lhs.text.utf8.elementsEqual(rhs.text.utf8) }

  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }

  package static func < (lhs: PopupName, rhs: PopupName) -> Bool {
    lhs.text.utf8.lexicographicallyPrecedes(rhs.text.utf8)
  }
}

package import PopReplay
package import PopSimulation

/// A simulated world, and how replays in it take visits of pages.
package struct FidelityWorld: Hashable, Sendable, CustomStringConvertible {
  /// The world.
  package let flavour: WorldFlavour
  /// How visits are taken.
  package let visits: ReplayOptions.Visits
  /// What it is called in tables.
  package let description: String

  /// Takes a world.
  package init(_ flavour: WorldFlavour, visits: ReplayOptions.Visits = .free) {
    self.flavour = flavour
    self.visits = visits
    description = visits == .free ? flavour.rawValue : "\(flavour.rawValue), visits \(visits.rawValue)"
  }

  /// All lifelike worlds; the one in which nobody navigates under a popup in both ways.
  package static let all: [FidelityWorld] = [
    FidelityWorld(.visibleTimeOnly), FidelityWorld(.field), FidelityWorld(.adaptive), FidelityWorld(.sparse),
    FidelityWorld(.modal, visits: .wait), FidelityWorld(.modal),
  ]

  /// Whom the world is of, for people.
  package var words: String {
    switch flavour {
    case .visibleTimeOnly: "users depend on visible time alone"
    case .field: "and go behind taps, among late timers"
    case .adaptive: "and answer sooner with every popup"
    case .sparse: "a popup with every third page alone"
    case .modal where visits == .wait: "users go nowhere under a popup, and visits wait (auto)"
    case .modal: "the same, visits free"
    case .adversarial: "everything at the worst moment"
    }
  }

  /// How many in a hundred thousand outcomes, or aspects of one, have to be right; nil where nothing is promised.
  ///
  /// Where users depend on visible time alone, what rests on no assumption is right without exception.
  package func bound(of grade: Grade) -> Int? {
    switch (grade, flavour) {
    case (.exact, _): 100_000
    case (.derived, .visibleTimeOnly): 100_000
    case (.robust, .visibleTimeOnly): 99_500
    case (.robust, .field), (.robust, .adaptive), (.robust, .sparse): 98_000
    case (.robust, .modal): visits == .wait ? 95_000 : nil
    default: nil
    }
  }
}

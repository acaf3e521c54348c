package import PopReplay
package import PopSimulation

/// A simulated world, and how replays in it take visits of pages.
package struct FidelityWorld: Hashable, Sendable, CustomStringConvertible {
  /// The world.
  package let flavour: WorldFlavour
  /// Who lives in it; nil for those who came with it.
  package let strangers: StrangersWays?
  /// How visits are taken.
  package let visits: ReplayOptions.Visits
  /// Whether its recordings are what an app reports of a scheduler of its own, which cannot be replayed.
  package let isObserved: Bool
  /// What it is called in tables.
  package let description: String

  /// Takes a world.
  package init(_ flavour: WorldFlavour, visits: ReplayOptions.Visits = .free, isObserved: Bool = false) {
    self.flavour = flavour
    self.isObserved = isObserved
    self.visits = visits
    strangers = nil
    let name = visits == .free ? flavour.rawValue : "\(flavour.rawValue), visits \(visits.rawValue)"
    description = isObserved ? "observed, \(name)" : name
  }

  /// Takes the field's app in the hands of strangers.
  package init(_ strangers: StrangersWays) {
    flavour = .field
    isObserved = false
    self.strangers = strangers
    visits = strangers.goesNowhereUnderPopups ? .wait : .free
    description = "strangers, \(strangers.rawValue)"
  }

  /// Those in which strangers live.
  package static let strange: [FidelityWorld] = StrangersWays.allCases.map { FidelityWorld($0) }

  /// All lifelike worlds; the one in which nobody navigates under a popup in both ways.
  package static let all: [FidelityWorld] =
    [
      FidelityWorld(.visibleTimeOnly), FidelityWorld(.field), FidelityWorld(.adaptive), FidelityWorld(.sparse),
      FidelityWorld(.modal, visits: .wait), FidelityWorld(.modal), FidelityWorld(.visibleTimeOnly, isObserved: true),
    ] + strange

  /// Whom the world is of, for people.
  package var words: String {
    if let strangers { return strangers.words }
    return switch flavour {
    case .visibleTimeOnly where isObserved: "the first of these, observed: a scheduler of the app's own"
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
    if let strangers { return strangers.bound(of: grade) }
    return switch (grade, flavour) {
    case (.exact, _): 100_000
    case (.derived, .visibleTimeOnly): isObserved ? 99_000 : 100_000
    case (.robust, .visibleTimeOnly): isObserved ? 97_000 : 99_500
    case (.robust, .field), (.robust, .adaptive), (.robust, .sparse): 98_000
    case (.robust, .modal): visits == .wait ? 95_000 : nil
    default: nil
    }
  }
}

extension FidelityWorld {
  /// How many in a hundred thousand new errors have to be true that do not rest on an assumption, or do not depend on it; nil where nothing is
  /// promised.
  package var boundOfErrors: Int? { strangers == nil || strangers == .leaving ? nil : 95_000 }
}

extension StrangersWays {
  /// Whom the world is of, for people.
  fileprivate var words: String {
    switch self {
    case .steady: "strangers who depend on visible time"
    case .tapping: "who tap through to a page on two popups in five"
    case .glancing: "who look up every 100 to 300 ms, and go nowhere under a popup (auto)"
    case .hastening: "who answer faster with each popup"
    case .byPage: "who look longer on some pages than on others"
    case .leaving: "who leave the app after the second popup"
    case .givingUp: "who give up where input is locked"
    }
  }

  fileprivate func bound(of grade: Grade) -> Int? {
    switch grade {
    case .exact: 100_000
    case .derived: 99_500
    case .robust:
      switch self {
      case .steady: 99_000
      case .tapping, .glancing: 98_000
      case .hastening, .byPage, .givingUp: 95_000
      // Where users leave by themselves, what they do besides does not happen when it was recorded.
      case .leaving: 92_000
      }
    case .assumed: nil
    }
  }
}

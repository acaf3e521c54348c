/// What a standard policy does and leaves undone: a point in the space between `v0` and `v6` (<doc:Configuration#Configuration-keys>).
///
/// ```swift
/// var configuration = PolicyConfiguration.v4
/// configuration.gates = [.scroll, .suspend]
/// try configuration.validate()
/// ```
public struct PolicyConfiguration: Hashable, Sendable {
  /// How many popups may be up at once: 0 for no scheduling at all, or 1.
  public var slots = 0
  /// What decides which popup is next.
  public var order = Order.fifo
  /// What decides among equal levels.
  public var ties = Ties.fifo
  /// Whether chains keep others out.
  public var chains = false
  /// Whether popups wait for their pages.
  public var pages = Pages.ignore
  /// What happens to a popup whose page is left.
  public var leaving = Leaving.ignore
  /// What a sign-out does.
  public var signOut = SignOut.ignore
  /// Whether content is asked for.
  public var content = Content.ignore
  /// Whether popups of the same key are taken for the same.
  public var keys = false
  /// Whether a time limit holds.
  public var expiry = false
  /// Whether popups go by themselves.
  public var autoDismiss = false
  /// What holds popups back.
  public var gates: Gates = []
  /// Whether a more urgent popup takes the place of a shown one that allows it.
  public var preemption = false
  /// The kinds that need no slot.
  public var exempt: Set<PopupKind> = []
  /// Whether input lock, keyboard and cover are handled.
  public var chrome = false

  /// Makes the configuration of `v0`.
  public init() {}

  /// What decides which popup is next.
  public enum Order: String, CaseIterable, Sendable { case fifo, lifo, priority }
  /// What decides among equal levels.
  public enum Ties: String, CaseIterable, Sendable { case fifo, lifo }
  /// Whether popups wait for their pages.
  public enum Pages: String, CaseIterable, Sendable { case ignore, bound }
  /// What happens to a popup whose page is left.
  public enum Leaving: String, CaseIterable, Sendable { case ignore, hide, park }
  /// What a sign-out does.
  public enum SignOut: String, CaseIterable, Sendable { case ignore, clear }
  /// Whether content is asked for.
  public enum Content: String, CaseIterable, Sendable { case ignore, request }

  /// What holds popups back.
  public struct Gates: OptionSet, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let scroll = Gates(rawValue: 1)
    public static let edit = Gates(rawValue: 2)
    public static let suspend = Gates(rawValue: 4)
    public static let background = Gates(rawValue: 8)
    public static let condition = Gates(rawValue: 16)
    /// All of them.
    public static let all: Gates = [.scroll, .edit, .suspend, .background, .condition]
    /// Their names, in the order in which they are written.
    static let named: [(name: String, gate: Gates)] = [
      ("scroll", .scroll), ("edit", .edit), ("suspend", .suspend), ("background", .background),
      ("condition", .condition),
    ]
  }

  /// The keys of the text form, in the order in which they are written.
  public enum Key: String, CaseIterable, Sendable {
    case slots, order, ties, chains, pages, leaving, signOut, content, keys, expiry, autoDismiss, gates, preemption
    case exempt, chrome
  }

  // MARK: Versions

  /// Every submission is shown at once.
  public static let v0 = PolicyConfiguration()
  /// One slot and a queue in order of arrival.
  public static let v1 = v0.adding { $0.slots = 1 }
  /// Popups wait for their pages.
  public static let v2 = v1.adding { $0.pages = .bound }
  /// Levels and chains.
  public static let v3 = v2.adding {
    $0.order = .priority
    $0.chains = true
  }
  /// Popups are hidden when their page is left, and kept for it.
  public static let v4 = v3.adding { $0.leaving = .park }
  /// Users, content, keys and time limits.
  public static let v5 = v4.adding {
    $0.signOut = .clear
    $0.content = .request
    $0.keys = true
    $0.expiry = true
    $0.autoDismiss = true
  }
  /// Gates, preemption, exempt popups, input lock, keyboard and cover: all of it.
  public static let v6 = v5.adding {
    $0.gates = .all
    $0.preemption = true
    $0.exempt = [.hud]
    $0.chrome = true
  }

  /// The versions, oldest first, with what each adds and mends (<doc:Configuration#Versions>).
  public static let versions: [PolicyVersion] = [
    PolicyVersion(
      name: "v0", configuration: v0, adds: "nothing: every submission is shown at once",
      mends: "nothing: the app without a scheduler"),
    PolicyVersion(
      name: "v1", configuration: v1, adds: "one slot, a queue in order of arrival, withdrawing from the queue",
      mends: "popups on top of each other"),
    PolicyVersion(
      name: "v2", configuration: v2, adds: "page binding: a popup is shown only on its page, and waits for it",
      mends: "popups shown on the wrong page, or between two pages"),
    PolicyVersion(
      name: "v3", configuration: v3, adds: "levels, equal ones in order of arrival; chains",
      mends: "popups shown in the wrong order"),
    PolicyVersion(
      name: "v4", configuration: v4,
      adds: "hiding when the page is left; keeping alive for that page; dropping when it is removed",
      mends: "popups left over from another page, kept ones that are lost"),
    PolicyVersion(
      name: "v5", configuration: v5,
      adds: "sign-out ends everything; content is asked for; one popup a key; expiry; popups that go by themselves",
      mends: "popups of another user, without content, twice, or too late"),
    PolicyVersion(
      name: "v6", configuration: v6,
      adds: "gates, preemption, popups that need no slot, input lock, keyboard and cover",
      mends: "everything else the audit knows"),
  ]

  /// The version of that name; nil where there is none.
  public static func version(named name: some StringProtocol) -> PolicyConfiguration? {
    versions.first { $0.name == name }?.configuration
  }

  /// The name of the version that this configuration is; nil for one that has no name.
  public var versionName: String? { Self.versions.first { $0.configuration == self }?.name }

  private func adding(_ change: (inout PolicyConfiguration) -> Void) -> PolicyConfiguration {
    var copy = self
    change(&copy)
    return copy
  }
}

/// A named configuration on the way from an app without a scheduler to one in which nothing goes wrong.
public struct PolicyVersion: Hashable, Sendable {
  /// Its name, as in `--policy v4`.
  public let name: String
  /// What it does.
  public let configuration: PolicyConfiguration
  /// What it does that the version before it does not.
  public let adds: String
  /// The defects that are gone with it.
  public let mends: String
}

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

extension PolicyConfiguration {
  /// The table of keys, in the order in which they are written.
  package static let rows: [Row] = [
    Row(
      .slots, ["0", "1"], "how many popups are visible at a time; 0 means no scheduling (<doc:QueueOrder#The-slot>)",
      read: { "\($0.slots)" }, write: { $0.slots = $1 == "0" ? 0 : 1 }),
    Row(.order, \.order, "what decides which popup is next: arrival, reverse arrival, level"),
    Row(.ties, \.ties, "what decides among equal levels (<doc:QueueOrder#Equals>)"),
    Row(.chains, \.chains, "whether chains keep others out (<doc:QueueOrder#Chains>)"),
    Row(
      .pages, \.pages,
      "whether popups wait for their pages, and for any page (<doc:PagesAndPopups#No-current-page>)"),
    Row(
      .leaving, \.leaving,
      "what happens to a popup whose page is left: nothing, it ends, it is kept (<doc:PagesAndPopups#Leaving-a-page>)"),
    Row(.signOut, \.signOut, "whether a sign-out ends all popups (<doc:QueueOrder#Sign-out>)"),
    Row(.content, \.content, "whether `content: async` is asked for and waited for (<doc:QueueOrder#Content>)"),
    Row(.keys, \.keys, "whether popups of one key are one (<doc:QueueOrder#Keys>)"),
    Row(.expiry, \.expiry, "whether `expires` counts (<doc:QueueOrder#Expiry>)"),
    Row(.autoDismiss, \.autoDismiss, "whether `autoDismiss` counts (<doc:QueueOrder#Auto-dismiss>)"),
    Row(
      .gates, listOf: Gates.named.map(\.name), "which gates hold popups back (<doc:QueueOrder#Gates>)",
      read: { configuration in Gates.named.filter { configuration.gates.contains($0.gate) }.map(\.name) },
      write: { configuration, names in
        configuration.gates = Gates(Gates.named.filter { names.contains($0.name) }.map(\.gate))
      }),
    Row(
      .preemption, \.preemption,
      "whether a more urgent popup takes the place of one that allows it (<doc:QueueOrder#Preemption>)"),
    Row(
      .exempt, listOf: PopupKind.allCases.map(\.wireName), "the kinds that need no slot (<doc:QueueOrder#HUDs>)",
      read: { configuration in PopupKind.allCases.filter(configuration.exempt.contains).map(\.wireName) },
      write: { configuration, names in configuration.exempt = Set(names.compactMap { PopupKind(wireName: $0) }) }),
    Row(
      .chrome, \.chrome,
      "whether input lock, cover and keyboard are handled (<doc:DecisionsAndTheirFields#Showing>)"),
  ]

  /// What text, reading and page know of one key.
  package struct Row: Sendable {
    package let key: Key
    /// The words of which its value is one, or a list of some.
    package let words: [String]
    package let isList: Bool
    /// What it decides, in a clause.
    package let meaning: String
    /// Whether it is left out of a text where it is what it is in `v0`. Traces name a configuration by its text, so that a key that comes after
    /// a release must not change the text of what was released.
    private(set) var isLeftOut = false
    package let read: @Sendable (PolicyConfiguration) -> [String]
    package let write: @Sendable (inout PolicyConfiguration, [String]) -> Void

    fileprivate init(
      _ key: Key, listOf words: [String], _ meaning: String,
      read: @escaping @Sendable (PolicyConfiguration) -> [String],
      write: @escaping @Sendable (inout PolicyConfiguration, [String]) -> Void, isList: Bool = true
    ) {
      self.key = key
      self.words = words
      self.isList = isList
      self.meaning = meaning
      self.read = read
      self.write = write
    }

    fileprivate init(
      _ key: Key, _ words: [String], _ meaning: String, read: @escaping @Sendable (PolicyConfiguration) -> String,
      write: @escaping @Sendable (inout PolicyConfiguration, String) -> Void
    ) {
      self.init(
        key, listOf: words, meaning, read: { [read($0)] }, write: { write(&$0, $1.first ?? "") }, isList: false)
    }

    fileprivate init<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
      _ key: Key, _ path: any WritableKeyPath<PolicyConfiguration, Word> & Sendable, _ meaning: String
    ) {
      self.init(
        key, Word.allCases.map(\.rawValue), meaning, read: { $0[keyPath: path].rawValue },
        write: { configuration, word in
          if let word = Word(rawValue: word) { configuration[keyPath: path] = word }
        })
    }

    fileprivate init(_ key: Key, _ path: any WritableKeyPath<PolicyConfiguration, Bool> & Sendable, _ meaning: String) {
      self.init(
        key, ["true", "false"], meaning, read: { "\($0[keyPath: path])" },
        write: { $0[keyPath: path] = $1 == "true" })
    }

    /// The row of a key that came after a release.
    func laterKey() -> Row {
      var row = self
      row.isLeftOut = true
      return row
    }

    func text(in configuration: PolicyConfiguration) -> String {
      let words = read(configuration)
      return isList ? "[" + words.joined(separator: ", ") + "]" : words[0]
    }
  }
}

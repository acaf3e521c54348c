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
}

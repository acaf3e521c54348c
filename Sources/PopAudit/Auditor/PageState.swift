import PopupScheduling

/// What the audit knows of one page. A plain value; ``AuditState`` holds one for every page of the catalog.
struct PageState {
  /// Yes-or-no properties, in the words of the rules.
  struct Flags: OptionSet {
    var rawValue: UInt16

    /// An event about it was seen.
    static let known = Flags(rawValue: 1 << 0)
    /// From its did-appear to its will-disappear or removal; its container's state is not in it.
    static let appeared = Flags(rawValue: 1 << 1)
    /// MOVING since its will-appear.
    static let coming = Flags(rawValue: 1 << 2)
    /// MOVING since its will-disappear.
    static let going = Flags(rawValue: 1 << 3)
    /// It did disappear, and did not appear since.
    static let disappeared = Flags(rawValue: 1 << 4)
    /// It was removed.
    static let removed = Flags(rawValue: 1 << 5)
    /// Some page stands in it.
    static let isContainer = Flags(rawValue: 1 << 6)
  }

  var flags: Flags = []
  var container: PageID = .none
  /// The place of its scene in ``AuditState/scenes``.
  var scene: Int32 = 0
  /// The sequence number of the latest event about it.
  var changed: Int32 = -1
  /// The sequence number of its removal.
  var removal: Int32 = -1

  /// MOVING, once any page of the scene has appeared.
  var isMoving: Bool { !flags.isDisjoint(with: [.coming, .going]) }
  var isRemoved: Bool { flags.contains(.removed) }
}

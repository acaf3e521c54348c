import PopupScheduling

/// What the audit knows of one page. A plain value; ``AuditState`` holds one for every page of the catalog.
struct PageState {
  struct Flags: OptionSet {
    var rawValue: UInt8

    static let known = Flags(rawValue: 1 << 0)
    /// From its did-appear to its will-disappear or removal; its container's state is not in it.
    static let appeared = Flags(rawValue: 1 << 1)
    /// It did disappear, and did not appear since.
    static let disappeared = Flags(rawValue: 1 << 2)
    static let removed = Flags(rawValue: 1 << 3)
    /// It comes over others and not in their place: it is not a full one, or stands in one that is not.
    static let comesOver = Flags(rawValue: 1 << 4)
    /// An event that leaves no doubt about it was seen since the last hole.
    static let stated = Flags(rawValue: 1 << 5)
  }

  var flags: Flags = []
  /// MOVING unless it is ``PopupScheduling/PageMotion/still``, once any page of the scene has appeared.
  var motion = PageMotion.still
  var classes: NameListID = .none
  var scene: Int32 = 0
  /// The first of the bindings that name it, as an index in ``AuditState/anchors``; negative for none.
  var anchors: Int32 = -1
  var changed: Int32 = -1
  /// The sequence number of the last event with which it began to disappear, or did.
  var left: Int32 = -1
  /// The sequence number of its last did-disappear or removal.
  var gone: Int32 = -1
  var removal: Int32 = -1

  var isRemoved: Bool { flags.contains(.removed) }
}

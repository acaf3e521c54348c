/// What a `popup.changed` alters of a waiting popup (<doc:PagesAndPopups#Changed-popups>).
@frozen
public struct PopupChange: Hashable, Sendable {
  /// Its new level; nil to keep it.
  public var level: Int32?
  /// Its new pages; nil to keep them.
  public var pages: NameListID?
  /// Its new time limit, counted from its submission; nil to keep it.
  public var expires: Ticks?

  /// Makes a change of nothing.
  @inlinable
  public init() {}
}

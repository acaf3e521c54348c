package import PopupScheduling

/// What keeps a popup that is submitted and not up from being shown, at one moment.
package struct Obstacle: Hashable, Sendable {
  /// What sort of thing is in the way.
  package var kind: Kind
  /// The popup in the way: the one in the slot, or whose turn it is; none where it is no popup.
  package var popup = PopupID.none
  /// The page it is kept for; none where it is kept for none.
  package var page = PageID.none
  /// The event that put it in the way; negative where no single one did.
  package var event: Int32 = -1

  /// Makes an obstacle.
  package init(_ kind: Kind, popup: PopupID = .none, page: PageID = .none, event: Int32 = -1) {
    self.kind = kind
    self.popup = popup
    self.page = page
    self.event = event
  }

  /// The sorts of obstacles, in the order in which the first that applies is named: as long as the slot is held, no gate matters.
  package enum Kind: UInt8, CaseIterable, Sendable {
    /// It is kept for a page that is not current.
    case parked
    /// Its pages, or its instance, are not current.
    case page
    /// Its content is not there.
    case content
    /// Its condition does not hold.
    case condition
    /// An earlier member of its chain comes first.
    case turn
    /// Another chain must not be interrupted.
    case chain
    /// Another popup has the slot.
    case slot
    /// The user scrolls.
    case scrolling
    /// The app is in the background.
    case background
    /// The user types.
    case typing
    /// Its scheduler is suspended.
    case suspended
    /// No page is current: one is on its way.
    case transition
  }

  /// Whether two of them are one and the same, seen at two moments: which event it was told by does not matter.
  package func isSame(as other: Obstacle) -> Bool { kind == other.kind && popup == other.popup && page == other.page }
}

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

/// What a policy takes notice of: one without gates shows a popup while the user scrolls, and so scrolling keeps nothing from it.
package struct HeededObstacles: Hashable, Sendable {
  /// The sorts of obstacles.
  package var kinds: Set<Obstacle.Kind>
  /// The kinds of popups that need no slot.
  package var exempt: Set<PopupKind>

  /// Everything that the audit knows of: for policies of which nothing else is known.
  package static let all = HeededObstacles(kinds: Set(Obstacle.Kind.allCases), exempt: [.hud])

  private init(kinds: Set<Obstacle.Kind>, exempt: Set<PopupKind>) {
    self.kinds = kinds
    self.exempt = exempt
  }

  /// What a standard policy takes notice of.
  package init(_ configuration: PolicyConfiguration) {
    var kinds: Set<Obstacle.Kind> = []
    if configuration.slots > 0 { kinds.insert(.slot) }
    if configuration.pages == .bound { kinds.formUnion([.parked, .page, .transition]) }
    if configuration.content == .request { kinds.insert(.content) }
    if configuration.chains { kinds.formUnion([.turn, .chain]) }
    let gates: [(PolicyConfiguration.Gates, Obstacle.Kind)] = [
      (.condition, .condition), (.scroll, .scrolling), (.background, .background), (.edit, .typing),
      (.suspend, .suspended),
    ]
    for (gate, kind) in gates where configuration.gates.contains(gate) { kinds.insert(kind) }
    self.init(kinds: kinds, exempt: configuration.exempt)
  }
}

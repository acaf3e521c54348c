package import PopupScheduling

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

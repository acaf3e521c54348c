import PopupScheduling

/// Judges a session while it happens, by the cheapest of the audit's rules: `overlap`, `wrong-page`, and `stuck-queue` where it is beyond doubt.
///
/// Everything it finds, the audit finds in the same session; the audit finds more, for it knows chains, keys, users and what was altered. State is
/// looked at when a turn is over, as the rules ask for, and what has to wait for its time when the next turn begins.
///
/// Takes what a scheduler here decides: re-entrant stimuli have to be marked.
struct OnlineWatch: Sendable {
  /// A presentation that is on screen, or leaving it.
  struct Presentation: Sendable {
    var popup: PopupID
    var spec: PopupSpec
    var generation: Int32
    /// The page its decision named.
    var page: PageID
    var isUp = true
    /// Whether it began in this turn.
    var isNew = true
    /// When it is gone from the screen at the latest, if it is leaving.
    var goneAt = Ticks.distantFuture
    /// The page on which the presentation has been reported as wrong.
    var spokenPage = PageID.none
    /// Whether what its submission says of its pages no longer holds.
    var isAltered = false
    var isExempt: Bool { spec.kind == .hud }
    var isSystem: Bool { spec.kind == .system }
  }

  private let rules: Set<SnapshotReason>
  /// How long an exit animation may be late.
  private let grace: Ticks
  private var screens = LastingState()
  /// What is on screen or leaving it, in the order in which it came; few, as a rule.
  private var visible: [Presentation] = []
  private var queue: OnlineQueue
  /// The index of every popup's attributes, for one may be shown that has ended; negative where its submission is not known.
  private var specs: [Int32] = []
  private var now = Ticks.zero
  private var isTurnOpen = false

  init(_ rules: Set<SnapshotReason>, tick: TickLength) {
    self.rules = rules
    grace = tick.ticks(ceilingMilliseconds: 1000)
    queue = OnlineQueue(tick: tick)
  }

  /// Takes an event that was recorded; says what rule was broken by then, if one was.
  mutating func take(_ event: Event, _ catalog: borrowing Catalog) -> SnapshotReason? {
    var found: SnapshotReason?
    if event.kind.isStimulus, !event.flags.contains(.reentrant) {
      found = endTurn(catalog)
      if queue.isOverdue(at: event.time) { found = found ?? reason(.stuckQueue) }
      visible.removeAll { $0.goneAt <= event.time }
      isTurnOpen = true
    }
    now = event.time
    if event.kind.isStimulus { screens.take(event, at: Int(event.sequence), catalog) }
    queue.take(event, catalog)
    takePresentation(event, catalog)
    return found
  }

  /// Looks at what there is when a turn is over.
  mutating func endTurn(_ catalog: borrowing Catalog) -> SnapshotReason? {
    guard isTurnOpen else { return nil }
    isTurnOpen = false
    var found: SnapshotReason?
    for index in visible.indices where visible[index].isUp {
      if visible[index].isNew, isOverAnother(index) { found = found ?? reason(.overlap) }
      if isOnWrongPage(index, catalog) { found = found ?? reason(.wrongPage) }
      visible[index].isNew = false
    }
    queue.look(at: now, screens, visible, catalog)
    return found
  }

  private func reason(_ reason: SnapshotReason) -> SnapshotReason? { rules.contains(reason) ? reason : nil }

  // MARK: - What is on screen

  private mutating func takePresentation(_ event: Event, _ catalog: borrowing Catalog) {
    switch event.kind {
    case .popupSubmitted:
      while specs.count <= event.popup.index { specs.append(-1) }
      specs[event.popup.index] = event.attributes
    case .popupShown:
      guard event.popup.index < specs.count, specs[event.popup.index] >= 0 else { return }
      let spec = catalog.spec(SpecID(specs[event.popup.index]))
      visible.removeAll { $0.popup == event.popup }
      visible.append(
        Presentation(popup: event.popup, spec: spec, generation: event.generation, page: event.page))
    case .popupHidden:
      guard let index = visible.firstIndex(where: { $0.popup == event.popup && $0.isUp }) else { return }
      let exit = visible[index].spec.exitLength
      if exit == .zero || event.reason == .viewLost {
        visible.remove(at: index)
      } else {
        visible[index].isUp = false
        visible[index].goneAt = event.time + exit + grace
      }
    case .animationFinished where event.phase == .hide:
      visible.removeAll { $0.popup == event.popup && !$0.isUp && $0.generation == event.generation }
    case .popupViewLost: visible.removeAll { $0.popup == event.popup }
    case .popupChanged:
      for index in visible.indices where visible[index].popup == event.popup { visible[index].isAltered = true }
    default: break
    }
  }

  /// Rule `overlap`: it came in this turn, and another one, neither exempt, came before it and is on screen.
  private func isOverAnother(_ index: Int) -> Bool {
    let own = visible[index]
    guard !own.isExempt, !own.isSystem else { return false }
    return visible[..<index].contains { $0.spec.scene == own.spec.scene && !$0.isExempt }
  }

  /// Rule `wrong-page`, once for every page it is wrong on.
  private mutating func isOnWrongPage(_ index: Int, _ catalog: borrowing Catalog) -> Bool {
    let own = visible[index]
    guard !own.isSystem, !own.isAltered,
      let scene = screens.scenes.first(where: { $0.number == own.spec.scene }), !scene.pages.current.isNone,
      scene.pages.current != own.spokenPage
    else { return false }
    var classes = own.spec
    classes.instance = .none
    let isElsewhere = !classes.pages.isNone && scene.pages.match(classes, catalog).isNone
    let isMisplaced = own.isNew && !own.isExempt && !own.page.isNone && !scene.pages.isInLineage(own.page)
    guard isElsewhere || isMisplaced else { return false }
    visible[index].spokenPage = scene.pages.current
    return true
  }
}

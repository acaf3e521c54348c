/// Works out which earlier event is the cause of a stimulus, as far as that can be known (<doc:TimeAndTurns#Causes>).
package struct CauseLedger: Sendable {
  /// Of the popups that are not over, and of the last few that are: their animations end later, and the app may speak of them again.
  private var popups: [PopupID: PopupCauses] = [:]
  private var over: [PopupID] = []
  private var nextOver = 0
  private static let mostOver = 256
  private var pages: [PageCauses] = []
  private var transitions: [UInt16: Transition] = [:]

  private struct PopupCauses: Sendable {
    var shown: Int32 = -1
    var hidden: Int32 = -1
    var requested: Int32 = -1
    var generation: Int32 = 0
    var isUp = false
  }

  private struct PageCauses: Sendable {
    /// For a page that a tap led to: its did-appear, which causes everything about it from then on.
    var arrival: Int32 = -1
    /// Whether an appearance of it was caused by a tap.
    var isBehindTap = false
    var isMoving = false
  }

  private struct Transition: Sendable {
    var cause: Int32 = -1
    var moving = 0
  }

  package init() {}

  /// The cause of a stimulus that is about to be taken in a turn of its own; negative where none is known.
  package func cause(of stimulus: Event, scene: UInt16 = 0, within action: Int32 = -1) -> Int32 {
    if stimulus.cause >= 0 { return stimulus.cause }
    let popup = popups[stimulus.popup] ?? PopupCauses()
    switch stimulus.kind {
    case .popupDismissed where stimulus.act.isUsers, .popupTapped, .popupViewLost:
      return popup.isUp ? popup.shown : popup.hidden
    case .animationFinished, .animationLost:
      // A late end of an earlier presentation's entry animation is reported because the hiding cut it short, so the hiding is its cause.
      let isStale = stimulus.generation > 0 && stimulus.generation < popup.generation
      return stimulus.phase == .show && !isStale ? popup.shown : popup.hidden
    case .contentLoaded, .contentFailed:
      return popup.requested
    default:
      if action >= 0 || !stimulus.kind.isAboutPage { return action }
      if let transition = transitions[scene], transition.cause >= 0 { return transition.cause }
      return pages.indices.contains(stimulus.page.index) ? pages[stimulus.page.index].arrival : -1
    }
  }

  package mutating func note(_ event: Event, scene: UInt16 = 0) {
    switch event.kind {
    case .popupShown:
      change(event.popup) {
        $0.shown = event.sequence
        $0.generation = event.generation
        $0.isUp = true
      }
    case .popupHidden:
      change(event.popup) {
        $0.hidden = event.sequence
        $0.isUp = false
      }
      if event.reason != .pageLeft, event.reason != .preempted { noteOver(event.popup) }
    case .popupDropped: noteOver(event.popup)
    case .contentRequested:
      change(event.popup) { $0.requested = event.sequence }
    default:
      if event.kind.isAboutPage, !event.page.isNone { notePage(event, scene) }
    }
  }

  private mutating func notePage(_ event: Event, _ scene: UInt16) {
    let page = event.page.index
    while pages.count <= page { pages.append(PageCauses()) }
    switch event.kind {
    case .pageWillAppear, .pageWillDisappear:
      if event.cause >= 0 {
        transitions[scene, default: Transition()].cause = event.cause
        if event.kind == .pageWillAppear { pages[page].isBehindTap = true }
      }
      move(page, scene, isMoving: true)
    case .pageDidAppear:
      if pages[page].isBehindTap, pages[page].arrival < 0 { pages[page].arrival = event.sequence }
      move(page, scene, isMoving: false)
    case .pageDidDisappear, .pageRemoved: move(page, scene, isMoving: false)
    default: break
    }
  }

  /// A page begins to move, or has moved; when none moves any more, the transition is over.
  private mutating func move(_ page: Int, _ scene: UInt16, isMoving: Bool) {
    guard pages[page].isMoving != isMoving else { return }
    pages[page].isMoving = isMoving
    var transition = transitions[scene] ?? Transition()
    transition.moving += isMoving ? 1 : -1
    transitions[scene] = transition.moving > 0 ? transition : nil
  }

  private mutating func change(_ popup: PopupID, _ body: (inout PopupCauses) -> Void) {
    if !popup.isNone { body(&popups[popup, default: PopupCauses()]) }
  }

  /// A popup is over, and the one for which that is the longest ago is forgotten.
  private mutating func noteOver(_ popup: PopupID) {
    guard popups[popup] != nil else { return }
    guard over.count == Self.mostOver else { return over.append(popup) }
    let oldest = over[nextOver]
    over[nextOver] = popup
    nextOver = (nextOver + 1) % Self.mostOver
    if oldest != popup, popups[oldest]?.isUp == false { popups[oldest] = nil }
  }
}

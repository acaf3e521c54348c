/// Knows what brought about what, as far as that can be known (design 4): which stimulus has which earlier event as its cause.
///
/// A dismissal is caused by the presentation it ends, an animation's end by its show or hide, content by its request; what an app does while
/// it carries out a tap's action is caused by the tap, the page transition begun there to its end (semantics B11, B12, B16).
public struct CauseLedger: Sendable {
  private var popups: [PopupCauses] = []
  /// For a page that a tap led to: its did-appear, which causes everything about it from then on.
  private var arrivals: [Int32] = []
  /// Whether a page's first appearance was caused by a tap.
  private var isBehindTap: [Bool] = []
  /// The cause of the page transition under way; negative where it has none.
  private var transition: Int32 = -1
  /// The tap whose action is being carried out; negative where none is.
  public var action: Int32 = -1

  private struct PopupCauses: Sendable {
    var shown: Int32 = -1
    var hidden: Int32 = -1
    var requested: Int32 = -1
    var isUp = false
  }

  /// Makes a ledger of a session that has not begun.
  public init() {}

  /// The cause of a stimulus that is about to be taken; negative where none is known.
  public func cause(of stimulus: Event) -> Int32 {
    if stimulus.cause >= 0 { return stimulus.cause }
    let place = stimulus.popup.index
    let popup = popups.indices.contains(place) ? popups[place] : PopupCauses()
    switch stimulus.kind {
    case .popupDismissed where stimulus.act.isUsers, .popupTapped, .popupViewLost:
      return popup.isUp ? popup.shown : popup.hidden
    case .animationFinished, .animationLost:
      return stimulus.phase == .show ? popup.shown : popup.hidden
    case .contentLoaded, .contentFailed:
      return popup.requested
    default:
      if action >= 0 || !stimulus.kind.isAboutPage { return action }
      if transition >= 0 { return transition }
      return arrivals.indices.contains(stimulus.page.index) ? arrivals[stimulus.page.index] : -1
    }
  }

  /// Takes note of an event that has happened, with the cause it has been given.
  public mutating func note(_ event: Event) {
    switch event.kind {
    case .popupShown:
      change(event.popup) {
        $0.shown = event.sequence
        $0.isUp = true
      }
    case .popupHidden:
      change(event.popup) {
        $0.hidden = event.sequence
        $0.isUp = false
      }
    case .contentRequested:
      change(event.popup) { $0.requested = event.sequence }
    case .pageWillAppear, .pageWillDisappear, .pageDidAppear:
      notePage(event)
    default: break
    }
  }

  private mutating func notePage(_ event: Event) {
    let page = event.page.index
    guard page >= 0 else { return }
    while arrivals.count <= page {
      arrivals.append(-1)
      isBehindTap.append(false)
    }
    if event.kind == .pageDidAppear {
      transition = -1
      if isBehindTap[page], arrivals[page] < 0 { arrivals[page] = event.sequence }
    } else if event.cause >= 0 {
      transition = event.cause
      if event.kind == .pageWillAppear, arrivals[page] < 0 { isBehindTap[page] = true }
    }
  }

  private mutating func change(_ popup: PopupID, _ body: (inout PopupCauses) -> Void) {
    guard !popup.isNone else { return }
    while popups.count <= popup.index { popups.append(PopupCauses()) }
    body(&popups[popup.index])
  }
}

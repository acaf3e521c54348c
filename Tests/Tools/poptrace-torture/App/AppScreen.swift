import PopupScheduling

/// What would be a window with views: it knows what is up, and what it owes the scheduler.
@MainActor
final class AppScreen: PopupPresenter {
  /// An answer that the scheduler waits for.
  enum Owed {
    case animation(PopupID, AnimationPhase, generation: Int32)
    case content(PopupID)
  }

  weak var popups: PopupScheduler<Void>?
  private(set) var up: [PopupID] = []
  /// Popups that were submitted and are not over.
  private(set) var open: [PopupID] = []
  var owed: [Owed] = []
  private var animated: Set<PopupID> = []
  private var closed: Set<PopupID> = []

  /// Takes note of a popup that was asked for.
  func submitted(_ popup: PopupID, _ request: PopupRequest<Void>) {
    if !closed.contains(popup) { open.append(popup) }
    if request.hideMilliseconds != nil, request.dismissal != .plain { animated.insert(popup) }
  }

  func show(_ popup: Presented<Void>) {
    up.append(popup.id)
    guard popup.request.showMilliseconds > 0 else { return }
    owed.append(.animation(popup.id, .show, generation: popup.generation))
  }

  func hide(_ popup: Presented<Void>, because reason: Reason) {
    up.removeAll { $0 == popup.id }
    if animated.contains(popup.id) { owed.append(.animation(popup.id, .hide, generation: popup.generation)) }
  }

  func requestContent(of popup: Presented<Void>) { owed.append(.content(popup.id)) }

  func closed(_ popup: Presented<Void>, because reason: Reason) {
    open.removeAll { $0 == popup.id }
    closed.insert(popup.id)
    // From within the turn, as a chain of popups does it. Not each time, for else the turn need not end.
    guard closed.count % 4 == 0, let popups else { return }
    popups.submit(PopupRequest("Thanks", kind: .hud, level: 5))
  }
}

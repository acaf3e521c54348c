import PopupScheduling

/// What an app shows in a popup.
final class Card: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

/// What pages belong to.
class ViewController {
  /// One of five kinds.
  static func one(_ number: Int) -> ViewController {
    switch number % 5 {
    case 0: Page0ViewController()
    case 1: Page1ViewController()
    case 2: Page2ViewController()
    case 3: Page3ViewController()
    default: Page4ViewController()
    }
  }
}
final class Page0ViewController: ViewController {}
final class Page1ViewController: ViewController {}
final class Page2ViewController: ViewController {}
final class Page3ViewController: ViewController {}
final class Page4ViewController: ViewController {}

/// What would be a window with views: it knows what is up, and what it owes the scheduler.
@MainActor
final class AppScreen: PopupPresenter {
  /// An answer that the scheduler waits for.
  enum Owed {
    case animation(PopupID, AnimationPhase, generation: Int32)
    case content(PopupID)
  }

  weak var popups: PopupScheduler<Card>?
  var log: SideLog?
  private(set) var up: [PopupID] = []
  /// Popups that are not over.
  private(set) var open: [PopupID] = []
  var owed: [Owed] = []
  private var animated: Set<PopupID> = []
  private var closed: [PopupID: Reason] = [:]
  private var taps: [PopupID: String] = [:]

  /// Takes note of a popup that was asked for.
  func submitted(_ popup: PopupID, _ request: PopupRequest<Card>) {
    if closed[popup] == nil { open.append(popup) }
    if request.hideMilliseconds != nil, request.dismissal != .plain { animated.insert(popup) }
  }

  /// Takes note of a tap.
  func tapped(_ popup: PopupID, _ action: String) { taps[popup] = action }

  /// Whether who waited for a popup was told what is known of it here.
  func check(_ answer: PopupAnswer) {
    log?[.answers] += 1
    guard !answer.popup.isNone else { return }
    if answer.reason != closed[answer.popup] {
      log?.remark(
        "wrong: popup \(answer.popup.rawValue) ended with \(answer.reason), and not as said to who waited for it")
    }
    if answer.lastTap != taps[answer.popup] {
      log?.remark(
        "wrong: popup \(answer.popup.rawValue) was tapped last for \(answer.lastTap ?? "nothing"), it was said")
    }
  }

  private func check(_ popup: Presented<Card>) {
    guard popup.content.name != popup.name else { return }
    log?.remark("wrong: popup \(popup.id.rawValue), \(popup.name), came with the content of \(popup.content.name)")
  }

  func show(_ popup: Presented<Card>) {
    check(popup)
    up.append(popup.id)
    if !open.contains(popup.id) { submitted(popup.id, popup.request) }
    guard popup.request.showMilliseconds > 0 else { return }
    owed.append(.animation(popup.id, .show, generation: popup.generation))
  }

  func hide(_ popup: Presented<Card>, because reason: Reason) {
    check(popup)
    up.removeAll { $0 == popup.id }
    if animated.contains(popup.id) { owed.append(.animation(popup.id, .hide, generation: popup.generation)) }
  }

  func requestContent(of popup: Presented<Card>) { owed.append(.content(popup.id)) }

  func closed(_ popup: Presented<Card>, because reason: Reason) {
    check(popup)
    open.removeAll { $0 == popup.id }
    closed[popup.id] = reason
    // From within the turn, as a chain of popups does it. Not each time, for else the turn need not end.
    guard closed.count % 4 == 0, let popups else { return }
    popups.submit(PopupRequest("Thanks", kind: .hud, level: 5, content: Card("Thanks")))
  }
}

import PopupScheduling

/// Article 4's UIView(Show): every view can show popups, with a cover and the keyboard put away; no popup waits for another.
///
/// One cover and one saved responder per host view. Touches are ignored from the show to the end of its animation through a flag that all
/// share and that is not counted. The responder gets the keyboard back when the exit animation begins, and once more when the view goes.
private struct Article4: PublishedCode {
  /// What one host view stores.
  private struct HostView: Sendable {
    var name: Symbol
    var coverOwner = PopupID.none
    var savedResponder = Symbol.none
    var savedOn = PageID.none
  }

  var host = PublishedHost()
  var depth = 0
  private var views: [HostView] = []
  private var responder = Symbol.none
  private var isEditing = false
  private var responderPage = PageID.none

  static var isTouchableWhileLeaving: Bool { true }
  func renewed() -> Self { Self() }

  private mutating func hostView(of submission: PublishedHost.Submission) -> Int {
    if let index = views.firstIndex(where: { $0.name == submission.spec.host }) { return index }
    views.append(HostView(name: submission.spec.host))
    return views.count - 1
  }

  mutating func add(_ popup: PopupID, _ submission: PublishedHost.Submission, _ turn: inout Turn) {
    if !host.ignoresTouches { ignoreTouches(true, &turn) }
    let view = hostView(of: submission)
    // Saved even where no view has the keyboard: a second show forgets whom the first one took it from.
    views[view].savedResponder = isEditing ? responder : .none
    views[view].savedOn = isEditing ? responderPage : .none
    if isEditing {
      isEditing = false
      turn.decideKeyboard(.keyboardResigned, responder: responder, on: responderPage, for: popup)
      callOut(&turn)
    }
    if views[view].coverOwner.isNone {
      views[view].coverOwner = popup
      turn.decide(.coverAdded, popup)
    }
    host.addSubview(popup, on: host.top, &turn)
    callOut(&turn)
    if submission.spec.showLength <= .zero { endShowing(popup, &turn) }
  }

  private mutating func ignoreTouches(_ isIgnoring: Bool, _ turn: inout Turn) {
    host.ignoresTouches = isIgnoring
    turn.decide(isIgnoring ? .inputLocked : .inputUnlocked, .none)
  }

  /// The completion of a show animation, of any popup, ends the ignoring of touches, even if other code began it.
  private mutating func endShowing(_ popup: PopupID, _ turn: inout Turn) {
    if host.ignoresTouches { ignoreTouches(false, &turn) }
    finish(popup, &turn)
  }

  /// Each call of show or hide ends with its `finishedBlock`.
  private mutating func finish(_ popup: PopupID, _ turn: inout Turn) {
    turn.callBack(turn.catalog.names.intern("finished"), popup)
    callOut(&turn)
  }

  mutating func remove(_ popup: PopupID, _ reason: Reason, passing page: PageID, _ turn: inout Turn) {
    guard let submission = host[popup] else { return }
    restoreResponder(hostView(of: submission), popup, &turn)
    let wasUp = host.isUp(submission.view)
    if wasUp { host.removeFromSuperview(submission.view, reason, &turn) } else { host.hideAgain(popup, reason, &turn) }
    // The caller's hide animation is a block that runs here.
    callOut(&turn)
    // Hiding a view that is not there, or is as it should become already, animates nothing, and completes at once.
    if !wasUp || submission.spec.exitLength <= .zero { removeDisplayView(submission, popup, &turn) }
  }

  private mutating func removeDisplayView(
    _ submission: PublishedHost.Submission, _ popup: PopupID, _ turn: inout Turn
  ) {
    let view = hostView(of: submission)
    restoreResponder(view, popup, &turn)
    // The host's only cover goes, even while another popup is still in front of it.
    let owner = views[view].coverOwner
    if !owner.isNone {
      views[view].coverOwner = .none
      turn.decide(.coverRemoved, owner)
    }
    finish(popup, &turn)
  }

  private mutating func restoreResponder(_ view: Int, _ popup: PopupID, _ turn: inout Turn) {
    let saved = views[view].savedResponder
    guard !saved.isNone else { return }
    let page = views[view].savedOn
    views[view].savedResponder = .none
    responder = saved
    responderPage = page
    isEditing = true
    turn.decideKeyboard(.keyboardRestored, responder: saved, on: page, for: popup)
    callOut(&turn)
  }

  mutating func hear(other event: Event, _ turn: inout Turn) {
    switch event.kind {
    case .editBegan:
      // The keyboard coming back to the responder it was taken from is no news.
      guard !isEditing || responder != event.name else { return }
      isEditing = true
      responder = event.name
      responderPage = host.top
    case .editEnded: isEditing = false
    case .inputForeignLocked: host.ignoresTouches = true
    case .inputForeignUnlocked: host.ignoresTouches = false
    case .animationFinished:
      guard let submission = host[event.popup] else { return }
      if event.phase == .show {
        endShowing(event.popup, &turn)
      } else if !submission.isUp {
        removeDisplayView(submission, event.popup, &turn)
      }
    default: break
    }
  }
}

extension PublishedSchedulers {
  static let article4: [PublishedScheduler] = [
    .init(
      "article-4", .article, Article4(),
      "article 4, UIView(Show): cover, keyboard and touches are seen to, but nobody waits for anybody")
  ]
}

import PopupScheduling

/// What UIKit holds on behalf of a published scheduler: the window's subviews, the pages, covers and the interaction lock.
///
/// A published scheduler knows only what it stored itself; what really is on the screen is here. So a view that its scheduler forgot stays
/// on the window, and it is never reported as hidden.
struct PublishedHost: Sendable {
  /// What is known of a submitted popup.
  struct Submission: Sendable {
    /// Its attributes at submission.
    var spec: PopupSpec
    /// Its view.
    var view: ViewID
    /// How many presentations it has had.
    var generation: Int32 = 0
    /// Whether its view is on the window on its behalf.
    var isUp = false
    /// Whether it has been hidden and its exit animation still runs.
    var isLeaving = false
    /// Why it was hidden last.
    var hiddenReason = Reason.none

    /// Whether its scheduler hears of its dismissal only when its exit animation ends; without one, it hears at once.
    var tellsLater: Bool { spec.isDismissalAnimated && spec.exitLength > .zero }
  }

  /// The submissions, by popup; nil where a popup was never submitted to this scheduler.
  private(set) var submissions: [Submission?] = []
  /// The popups that are on the window, the topmost last.
  private(set) var window: [PopupID] = []
  /// The pages that have been about to appear and have not disappeared, the topmost last.
  private(set) var appeared: [PageID] = []
  /// Whether each page has left its stack for good.
  private var removed: [Bool] = []
  /// The covers on the window, by the popup that each was put up for.
  private(set) var covers: [PopupID] = []
  /// Whether touches are ignored, through the flag that all share and that is not counted.
  private(set) var ignoresTouches = false
  /// How often the app has ended and been started again.
  var launch = 0

  /// Forgets everything and keeps the memory.
  mutating func reset() {
    submissions.removeAll(keepingCapacity: true)
    window.removeAll(keepingCapacity: true)
    appeared.removeAll(keepingCapacity: true)
    removed.removeAll(keepingCapacity: true)
    covers.removeAll(keepingCapacity: true)
    ignoresTouches = false
    launch = 0
  }

  /// Notes a submission; nil where it cannot be one, or is of an id that was submitted before (TimeAndTurns, *Scenario files*).
  mutating func note(submission: Event, _ catalog: borrowing Catalog) -> Submission? {
    let popup = submission.popup
    guard !popup.isNone, submission.attributes >= 0, Int(submission.attributes) < catalog.specs.count else {
      return nil
    }
    while submissions.count <= popup.index { submissions.append(nil) }
    guard submissions[popup.index] == nil else { return nil }
    let spec = catalog.spec(submission.spec)
    let known = Submission(spec: spec, view: ViewID(popup, spec))
    submissions[popup.index] = known
    return known
  }

  /// Notes a stimulus that no scheduler was left to take.
  mutating func note(lost stimulus: Event, _ catalog: borrowing Catalog) {
    switch stimulus.kind {
    case .popupSubmitted: _ = note(submission: stimulus, catalog)
    case .popupViewLost: lose(stimulus.popup)
    case .animationFinished: note(animationEnd: stimulus)
    default: if stimulus.kind.isAboutPage { note(page: stimulus) }
    }
  }

  /// What is known of a popup; nil where it was never submitted.
  subscript(popup: PopupID) -> Submission? {
    popup.isNone || popup.index >= submissions.count ? nil : submissions[popup.index]
  }
}

// MARK: - The window

extension PublishedHost {
  /// Whether a popup is on the window.
  func isUp(_ popup: PopupID) -> Bool { self[popup]?.isUp ?? false }

  /// Whether a view is on the window.
  func isUp(_ view: ViewID) -> Bool { window.contains { self[$0]?.view == view } }

  /// `addSubview:` of a popup's view to the window: `popup.shown`, even where the view is there already and merely comes to the front.
  mutating func addSubview(_ popup: PopupID, on page: PageID, _ turn: inout Turn) {
    guard submissions.indices.contains(popup.index), var known = submissions[popup.index] else { return }
    if known.isUp { window.removeAll { $0 == popup } }
    known.generation &+= 1
    known.isUp = true
    known.isLeaving = false
    submissions[popup.index] = known
    window.append(popup)
    turn.show(popup, on: page, generation: known.generation)
  }

  /// `removeFromSuperview` of a view: `popup.hidden` for every popup it was up for; nothing where it is not on the window.
  mutating func removeFromSuperview(_ view: ViewID, _ reason: Reason, _ turn: inout Turn) {
    var index = 0
    while index < window.count {
      let popup = window[index]
      guard let known = self[popup], known.view == view else {
        index += 1
        continue
      }
      window.remove(at: index)
      submissions[popup.index]?.isUp = false
      submissions[popup.index]?.isLeaving = known.spec.exitLength > .zero
      submissions[popup.index]?.hiddenReason = reason
      turn.hide(popup, reason, generation: known.generation)
    }
  }

  /// Takes away what is on its way out already: `popup.hidden` once more, without a second exit animation; nothing where it has left.
  func hideAgain(_ popup: PopupID, _ reason: Reason, _ turn: inout Turn) {
    guard let known = self[popup], known.isLeaving else { return }
    turn.hide(popup, reason, generation: known.generation)
  }

  /// Notes the end of an exit animation, unless it is that of an earlier presentation.
  mutating func note(animationEnd event: Event) {
    guard event.phase == .hide, let known = self[event.popup], known.generation == event.generation else { return }
    submissions[event.popup.index]?.isLeaving = false
  }

  /// An entry leaves its scheduler's arrays: `popup.dropped`, unless the popup is on the window, where it stays without an entry.
  func drop(_ popup: PopupID, _ reason: Reason, _ turn: inout Turn) {
    if !isUp(popup) { turn.drop(popup, reason) }
  }

  /// Other code of the app took a popup's view away; that is no decision of the scheduler.
  mutating func lose(_ popup: PopupID) {
    guard let view = self[popup]?.view else { return }
    for other in window where self[other]?.view == view { submissions[other.index]?.isUp = false }
    window.removeAll { submissions[$0.index]?.isUp == false }
  }

  /// A cover goes up for a popup.
  mutating func addCover(for popup: PopupID, _ turn: inout Turn) {
    covers.append(popup)
    turn.decide(.coverAdded, popup)
  }

  /// The last cover that went up for a popup goes; nothing where there is none.
  mutating func removeCover(of popup: PopupID, _ turn: inout Turn) {
    guard let index = covers.lastIndex(of: popup) else { return }
    covers.remove(at: index)
    turn.decide(.coverRemoved, popup)
  }

  /// Touches are ignored from now on, which says nothing about who may end that.
  mutating func beginIgnoringTouches(for popup: PopupID, _ turn: inout Turn) {
    ignoresTouches = true
    turn.decide(.inputLocked, popup)
  }

  /// Other code of the app has touches ignored, or no longer.
  mutating func noteForeign(ignoresTouches isIgnoring: Bool) { ignoresTouches = isIgnoring }

  /// Touches are no longer ignored, by whichever code they were.
  mutating func endIgnoringTouches(for popup: PopupID, _ turn: inout Turn) {
    ignoresTouches = false
    turn.decide(.inputUnlocked, popup)
  }
}

// MARK: - The pages

extension PublishedHost {
  /// The top page: the one that was about to appear last, of those that have not disappeared since.
  var top: PageID { appeared.last ?? .none }

  /// The page under another one; none where there is none.
  func below(_ page: PageID) -> PageID {
    guard let index = appeared.lastIndex(of: page), index > 0 else { return .none }
    return appeared[index - 1]
  }

  /// Notes what happened to a page.
  mutating func note(page event: Event) {
    let page = event.page
    guard !page.isNone else { return }
    switch event.kind {
    case .pageWillAppear:
      appeared.removeAll { $0 == page }
      appeared.append(page)
    case .pageDidAppear:
      if !appeared.contains(page) { appeared.append(page) }
    case .pageDidDisappear:
      appeared.removeAll { $0 == page }
    case .pageRemoved:
      appeared.removeAll { $0 == page }
      while removed.count <= page.index { removed.append(false) }
      removed[page.index] = true
    default: break
    }
  }

  /// Whether a page has been destroyed, so that a weak reference to it is nil.
  func isGone(_ page: PageID) -> Bool { !page.isNone && page.index < removed.count && removed[page.index] }

  /// Whether a page has a navigation controller or a presenting one, which is how article 0 and its source tell that it is in the stack.
  func isInStack(_ page: PageID, _ catalog: borrowing Catalog) -> Bool {
    guard !page.isNone, page.index < catalog.pages.count, !isGone(page) else { return false }
    return catalog.standsInNavigation(page) || catalog.pages[page.index].presentation != .full
  }

  /// The page that contains another one; none where none is known.
  func parent(of page: PageID, _ catalog: borrowing Catalog) -> PageID {
    page.isNone || page.index >= catalog.pages.count ? .none : catalog.pages[page.index].container
  }

  /// `isMemberOfClass:`.
  func isMember(_ page: PageID, ofClass name: Symbol, _ catalog: borrowing Catalog) -> Bool {
    !name.isNone && catalog.className(of: page) == name
  }

  /// `isKindOfClass:`.
  func isKind(_ page: PageID, ofClass name: Symbol, _ catalog: borrowing Catalog) -> Bool {
    guard !name.isNone, !page.isNone else { return false }
    return catalog.names.list(catalog.pages[page.index].classes).contains(name)
  }
}

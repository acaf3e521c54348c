import PopupScheduling

/// What UIKit holds on behalf of a published scheduler: the window's subviews, the pages and the interaction lock.
///
/// A published scheduler knows only what it stored itself; what really is on the screen is here. So a view that its scheduler forgot stays
/// on the window, and it is never reported as hidden.
struct PublishedHost: Sendable {
  struct Submission: Sendable {
    var spec: PopupSpec
    var view: ViewID
    var generation: Int32 = 0
    var isUp = false
    /// Whether it has been hidden and its exit animation still runs.
    var isLeaving = false
    var hiddenReason = Reason.none

    /// Whether its scheduler hears of its dismissal only when its exit animation ends; without one, it hears at once.
    var tellsLater: Bool { spec.isDismissalAnimated && spec.exitLength > .zero }
  }

  /// The submissions, by popup; nil where a popup was never submitted to this scheduler.
  private var submissions: [Submission?] = []
  /// The popups that are on the window, the topmost last.
  private(set) var window: [PopupID] = []
  /// The pages that have been about to appear and have not disappeared, the topmost last.
  private var appeared: [PageID] = []
  /// The pages that have left their stack for good, so that a weak reference to them is nil.
  private var removed: Set<PageID> = []
  /// Whether touches are ignored, through the flag that all share and that is not counted.
  var ignoresTouches = false
  /// How often the app has ended and been started again.
  var launch = 0

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

  mutating func note(lost stimulus: Event, _ catalog: borrowing Catalog) {
    switch stimulus.kind {
    case .popupSubmitted: _ = note(submission: stimulus, catalog)
    case .popupViewLost: lose(stimulus.popup)
    case .animationFinished: note(animationEnd: stimulus)
    default: if stimulus.kind.isAboutPage { note(page: stimulus) }
    }
  }

  subscript(popup: PopupID) -> Submission? {
    popup.isNone || popup.index >= submissions.count ? nil : submissions[popup.index]
  }

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
    if self[popup]?.isUp != true { turn.drop(popup, reason) }
  }

  func dropAll(_ entries: inout [PublishedEntry], _ reason: Reason, _ turn: inout Turn) {
    for entry in entries { drop(entry.popup, reason, &turn) }
    entries.removeAll(keepingCapacity: true)
  }

  /// Other code of the app took a popup's view away; that is no decision of the scheduler.
  mutating func lose(_ popup: PopupID) {
    guard let view = self[popup]?.view else { return }
    for other in window where self[other]?.view == view { submissions[other.index]?.isUp = false }
    window.removeAll { submissions[$0.index]?.isUp == false }
  }

  /// The top page: the one that was about to appear last, of those that have not disappeared since.
  var top: PageID { appeared.last ?? .none }

  func below(_ page: PageID) -> PageID {
    guard let index = appeared.lastIndex(of: page), index > 0 else { return .none }
    return appeared[index - 1]
  }

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
      removed.insert(page)
    default: break
    }
  }

  func isGone(_ page: PageID) -> Bool { removed.contains(page) }

  /// Whether a page has a navigation controller or a presenting one, which is how article 0 and its source tell that it is in the stack.
  func isInStack(_ page: PageID, _ catalog: borrowing Catalog) -> Bool {
    guard !page.isNone, page.index < catalog.pages.count, !isGone(page) else { return false }
    return catalog.standsInNavigation(page) || catalog.pages[page.index].presentation != .full
  }

  func parent(of page: PageID, _ catalog: borrowing Catalog) -> PageID {
    page.isNone || page.index >= catalog.pages.count ? .none : catalog.pages[page.index].container
  }

  /// Whether a page's own class is one of those in a list.
  func isNamed(_ page: PageID, in classes: NameListID, _ catalog: borrowing Catalog) -> Bool {
    let name = catalog.className(of: page)
    return !name.isNone && catalog.names.list(classes).contains(name)
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

struct PublishedEntry: Sendable {
  /// Tells it from other entries of the same view.
  private(set) var serial: Int
  let popup: PopupID
  let view: ViewID
  /// The page classes its submission named.
  let pages: NameListID
  private(set) var level: Int32
  let keepsAlive: Bool
  /// The controller its submission named; held weakly.
  var controller = PageID.none
  /// The page instance it is kept for; held weakly.
  var page = PageID.none
  private static let keptLevel: Int32 = -100

  init(_ popup: PopupID, _ submission: PublishedHost.Submission, serial: Int = 0) {
    self.serial = serial
    self.popup = popup
    view = submission.view
    pages = submission.spec.pages
    level = submission.spec.level
    keepsAlive = submission.spec.keepAlive
  }

  /// The entry that takes its place when a page is left: everything that is kept alive has one level, in place of its own.
  func kept(for page: PageID, serial: Int) -> PublishedEntry {
    var entry = self
    (entry.serial, entry.page, entry.level, entry.controller) = (serial, page, Self.keptLevel, .none)
    return entry
  }
}

/// Which page events a scheduler hears: it listens from when there is something to listen for until there is nothing.
struct PageObservation: Sendable {
  /// The event that tells of pages that appear.
  let appearing: String
  private static let disappearing = "page.will-disappear"
  private(set) var hearsAppearing = false
  private(set) var hearsDisappearing = false

  init(appearing: String) { self.appearing = appearing }

  mutating func beginAppearing(_ turn: inout Turn) { Self.set(&hearsAppearing, true, appearing, &turn) }
  mutating func beginDisappearing(_ turn: inout Turn) { Self.set(&hearsDisappearing, true, Self.disappearing, &turn) }

  mutating func end(_ turn: inout Turn) {
    Self.set(&hearsAppearing, false, appearing, &turn)
    Self.set(&hearsDisappearing, false, Self.disappearing, &turn)
  }

  private static func set(_ hears: inout Bool, _ isHeard: Bool, _ what: String, _ turn: inout Turn) {
    guard hears != isHeard else { return }
    hears = isHeard
    turn.observe(isHeard ? .observingBegan : .observingEnded, turn.catalog.names.intern(what))
  }
}

extension Array {
  /// Takes elements out, in a loop whose index moves on after a removal as well: the element behind a removed one is not looked at.
  mutating func removeSkipping(where isWanted: (Element) -> Bool) -> [Element] {
    var (index, removed) = (0, [Element]())
    while index < count {
      if isWanted(self[index]) { removed.append(remove(at: index)) }
      index += 1
    }
    return removed
  }

  mutating func take(where isWanted: (Element) -> Bool) -> [Element] {
    defer { removeAll(where: isWanted) }
    return filter(isWanted)
  }

  func sortedStably(by key: (Element) -> some Comparable) -> [Element] {
    enumerated().sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }.map(\.element)
  }
}

/// A view: the thing a submission is about, whichever submission named it.
///
/// Submissions of one `object` are submissions of one view (PagesAndPopups, *Attributes of a popup*); any other submission brings a view of
/// its own, and so does everything the operating system shows.
struct ViewID: Hashable, Sendable {
  private let rawValue: Int64

  init(_ popup: PopupID, _ spec: PopupSpec) {
    rawValue = spec.object >= 0 && spec.kind != .system ? -1 - Int64(spec.object) : Int64(popup.rawValue)
  }
}

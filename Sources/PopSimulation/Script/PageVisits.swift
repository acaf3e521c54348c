import PopupScheduling

/// The user's way through the app's pages: what pages there are, which stack, and the events of each transition.
struct PageVisits {
  /// A page on the user's stack.
  struct Stop {
    var page: PageID
    var isSheet: Bool
  }

  /// The screens of the simulated app; each class is followed by its superclasses.
  static let classNames = [
    "HomeViewController", "FeedViewController", "ShopViewController", "DetailViewController", "ProfileViewController",
    "SettingsViewController", "ChatViewController", "CheckoutViewController",
  ]

  private(set) var stack: [Stop] = []
  private var nextNumber: Int64 = 1
  private let transition: Ticks

  init(transition: Ticks) { self.transition = transition }

  /// The page the user looks at between transitions.
  var current: PageID { stack.last?.page ?? .none }

  /// Whether that page is a sheet, from which nothing can be pushed.
  var isOnSheet: Bool { stack.last?.isSheet ?? false }

  /// Whether the visit goes no deeper.
  var isDeep: Bool { stack.count > 8 }

  /// Makes an instance of a screen.
  mutating func make(_ className: String, presentation: PagePresentation = .full, in catalog: inout Catalog) -> PageID {
    let page = catalog.page(numbered: nextNumber)
    nextNumber += 1
    let own = catalog.names.intern(className)
    let base = catalog.names.intern("BaseViewController")
    let root = catalog.names.intern("UIViewController")
    catalog.pages[page.index].classes = catalog.names.intern([own, base, root])
    catalog.pages[page.index].presentation = presentation
    return page
  }

  /// The first page comes on screen.
  mutating func launch(_ page: PageID, at time: Ticks) -> [Event] {
    stack = [Stop(page: page, isSheet: false)]
    return [
      event(.pageLoaded, page, time), event(.pageWillAppear, page, time),
      event(.pageDidAppear, page, time + transition),
    ]
  }

  /// A page is pushed, or replaces a tab: the old one leaves.
  mutating func push(_ page: PageID, at time: Ticks) -> [Event] {
    let old = current
    stack.append(Stop(page: page, isSheet: false))
    return change(from: old, to: page, at: time)
  }

  /// The topmost page is popped; `removedFirst` is UIKit's order when the swipe is interactive.
  mutating func pop(at time: Ticks, removedFirst: Bool) -> [Event] {
    guard stack.count > 1, let top = stack.popLast() else { return [] }
    if top.isSheet {
      let done = time + transition
      return [
        event(.pageWillDisappear, top.page, time), event(.pageDidDisappear, top.page, done),
        event(.pageRemoved, top.page, done),
      ]
    }
    var events = change(from: top.page, to: current, at: time)
    let removal = event(.pageRemoved, top.page, time + transition)
    let index = events.firstIndex { $0.kind == .pageDidDisappear } ?? events.count
    events.insert(removal, at: removedFirst ? index : index + 1)
    return events
  }

  /// A sheet comes over the current page, which is told nothing.
  mutating func present(_ sheet: PageID, at time: Ticks) -> [Event] {
    stack.append(Stop(page: sheet, isSheet: true))
    return [event(.pageWillAppear, sheet, time), event(.pageDidAppear, sheet, time + transition)]
  }

  /// The user begins to swipe back and thinks better of it.
  func cancelledPop(at time: Ticks) -> [Event] {
    guard stack.count > 1, let top = stack.last, !top.isSheet else { return [] }
    let under = stack[stack.count - 2].page
    let back = time + transition
    return [
      event(.pageWillDisappear, top.page, time), event(.pageWillAppear, under, time),
      event(.pageWillDisappear, under, back), event(.pageWillAppear, top.page, back),
      event(.pageDidDisappear, under, back), event(.pageDidAppear, top.page, back),
    ]
  }

  /// One full page leaves and another comes.
  func change(from old: PageID, to new: PageID, at time: Ticks) -> [Event] {
    let done = time + transition
    return [
      event(.pageWillDisappear, old, time), event(.pageWillAppear, new, time),
      event(.pageDidDisappear, old, done), event(.pageDidAppear, new, done),
    ]
  }

  private func event(_ kind: EventKind, _ page: PageID, _ time: Ticks) -> Event {
    var event = Event(kind, time: time)
    event.page = page
    return event
  }
}

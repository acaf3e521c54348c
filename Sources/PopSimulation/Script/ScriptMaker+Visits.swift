import PopSystem
import PopupScheduling

extension ScriptMaker {
  /// Goes to a page, or back, or nearly.
  mutating func visit(at time: Ticks) {
    if flavour == .visibleTimeOnly, hasExcursions { return }
    guard time >= busyUntil else { return }
    switch itinerary.isOnSheet || itinerary.isDeep ? random.whole(45...89) : random.whole(0...99) {
    case 0..<45:
      let page = itinerary.make(random.one(of: PageVisits.classNames), in: &script)
      script.steps += itinerary.push(page, at: time)
    case 45..<80:
      script.steps += itinerary.pop(at: time, removedFirst: random.percent(50))
    case 80..<90:
      let style: PagePresentation = random.percent(80) ? .sheet : .custom
      let sheet = itinerary.make("ShareViewController", style, in: &script)
      script.steps += itinerary.present(sheet, at: time)
    default:
      script.steps += itinerary.cancelledPop(at: time)
    }
    busyUntil = time + length(400)
  }

  mutating func scroll(at time: Ticks) {
    script.steps.append(Event(.scrollBegan, time: time))
    script.steps.append(Event(.scrollEnded, time: time + skewedLength(median: 700)))
  }

  mutating func type(at time: Ticks) {
    let field = script.catalog.names.intern(random.one(of: ["search", "comment", "name"]))
    script.steps.append(Event(.editBegan, name: field, at: time))
    script.steps.append(Event(.editEnded, time: time + skewedLength(median: 4_000)))
  }

  mutating func leaveApp(at time: Ticks) {
    guard time >= awayUntil else { return }
    script.steps.append(Event(.appBackground, time: time))
    awayUntil = time + skewedLength(median: 6_000)
    script.steps.append(Event(.appForeground, time: awayUntil))
  }

  mutating func signOut(at time: Ticks) {
    script.steps.append(Event(.appSignedOut, time: time))
    let later = time + skewedLength(median: 5_000)
    let user = script.catalog.names.intern(random.percent(50) ? "user-1" : "user-2")
    script.steps.append(Event(.appSignedIn, name: user, at: later))
  }

  mutating func suspend(at time: Ticks) {
    var suspended = Event(.schedulerSuspended, time: time)
    if random.percent(30) { suspended.popupKind = random.one(of: [.campaign, .message, .guide]) }
    if random.percent(10) { suspended.flags.insert(.hides) }
    var resumed = Event(.schedulerResumed, time: time + skewedLength(median: 3_000))
    resumed.popupKind = suspended.popupKind
    script.steps += [suspended, resumed]
  }
}

/// The user's way through the app's pages: what pages there are, which stack, and the events of each transition.
struct PageVisits {
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
  private let transition: Ticks

  init(transition: Ticks) { self.transition = transition }

  var current: PageID { stack.last?.page ?? .none }

  /// Whether that page is a sheet, from which nothing can be pushed.
  var isOnSheet: Bool { stack.last?.isSheet ?? false }

  var isDeep: Bool { stack.count > 8 }

  func make(_ className: String, _ presentation: PagePresentation = .full, in script: inout WorldScript) -> PageID {
    script.makePage([className, "BaseViewController", "UIViewController"], presentation)
  }

  mutating func launch(_ page: PageID, at time: Ticks) -> [Event] {
    stack = [Stop(page: page, isSheet: false)]
    return [
      Event(.pageLoaded, page: page, at: time), Event(.pageWillAppear, page: page, at: time),
      Event(.pageDidAppear, page: page, at: time + transition),
    ]
  }

  /// A page is pushed, or replaces a tab: the old one leaves.
  mutating func push(_ page: PageID, at time: Ticks) -> [Event] {
    let old = current
    stack.append(Stop(page: page, isSheet: false))
    return Event.transition(from: old, to: page, at: time, lasting: transition)
  }

  /// The topmost page is popped; `removedFirst` is UIKit's order when the swipe is interactive.
  mutating func pop(at time: Ticks, removedFirst: Bool) -> [Event] {
    guard stack.count > 1, let top = stack.popLast() else { return [] }
    if top.isSheet {
      let done = time + transition
      return [
        Event(.pageWillDisappear, page: top.page, at: time), Event(.pageDidDisappear, page: top.page, at: done),
        Event(.pageRemoved, page: top.page, at: done),
      ]
    }
    var events = Event.transition(from: top.page, to: current, at: time, lasting: transition)
    let removal = Event(.pageRemoved, page: top.page, at: time + transition)
    let index = events.firstIndex { $0.kind == .pageDidDisappear } ?? events.count
    events.insert(removal, at: removedFirst ? index : index + 1)
    return events
  }

  /// A sheet comes over the current page, which is told nothing.
  mutating func present(_ sheet: PageID, at time: Ticks) -> [Event] {
    stack.append(Stop(page: sheet, isSheet: true))
    return [Event(.pageWillAppear, page: sheet, at: time), Event(.pageDidAppear, page: sheet, at: time + transition)]
  }

  /// The user begins to swipe back and thinks better of it.
  func cancelledPop(at time: Ticks) -> [Event] {
    guard stack.count > 1, let top = stack.last, !top.isSheet else { return [] }
    let under = stack[stack.count - 2].page
    let back = time + transition
    return [
      Event(.pageWillDisappear, page: top.page, at: time), Event(.pageWillAppear, page: under, at: time),
      Event(.pageWillDisappear, page: under, at: back), Event(.pageWillAppear, page: top.page, at: back),
      Event(.pageDidDisappear, page: under, at: back), Event(.pageDidAppear, page: top.page, at: back),
    ]
  }
}

extension Event {
  init(
    _ kind: EventKind, popup: PopupID = .none, page: PageID = .none, scene: UInt16 = 0, name: Symbol = .none,
    at time: Ticks = .zero, cause: Int32 = -1
  ) {
    self.init(kind, time: time)
    self.popup = popup
    self.page = page
    self.scene = scene
    self.name = name
    self.cause = cause
  }

  /// One full page leaves and another comes.
  static func transition(from old: PageID, to new: PageID, at time: Ticks, lasting length: Ticks) -> [Event] {
    [
      Event(.pageWillDisappear, page: old, at: time), Event(.pageWillAppear, page: new, at: time),
      Event(.pageDidDisappear, page: old, at: time + length), Event(.pageDidAppear, page: new, at: time + length),
    ]
  }
}

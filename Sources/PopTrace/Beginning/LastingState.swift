import PopupScheduling

/// The pages of every scene and the gates that hold popups back there, as a policy follows them (QueueOrder, *Scroll and edit gates*,
/// PagesAndPopups, *The current page*).
struct LastingState {
  /// The user scrolls, or types: since which index in the log, and on which page.
  struct Gate: Hashable {
    var index = -1
    var page = PageID.none
    var isClosed: Bool { index >= 0 }

    /// What begins while no page is current belongs to the next one that is.
    mutating func settle(on current: PageID) {
      if isClosed, page.isNone { page = current }
    }
  }

  /// One scene.
  struct Scene {
    var number: UInt16
    var pages = PageStack()
    var scrolling = Gate()
    var typing = Gate()
  }

  private(set) var scenes: [Scene] = []
  private var indices: [UInt16: Int] = [:]
  private var unsettled = 0

  /// Whether no page of any scene moves.
  var isSettled: Bool { unsettled == 0 }

  /// Takes a stimulus, which stands at an index in the log.
  mutating func take(_ event: Event, at index: Int, _ catalog: borrowing Catalog) {
    switch event.kind {
    case .scrollBegan, .scrollEnded, .editBegan, .editEnded: takeGate(event, at: index, catalog)
    default: if event.kind.isAboutPage, !event.page.isNone { takePage(event, catalog) }
    }
  }

  private mutating func index(of number: UInt16) -> Int {
    if let index = indices[number] { return index }
    indices[number] = scenes.count
    scenes.append(Scene(number: number))
    return scenes.count - 1
  }

  private mutating func takePage(_ event: Event, _ catalog: borrowing Catalog) {
    let scene = index(of: catalog.scene(of: event.page))
    if !scenes[scene].pages.isSettled { unsettled -= 1 }
    scenes[scene].pages.take(event, catalog)
    if !scenes[scene].pages.isSettled { unsettled += 1 }
    if event.kind == .pageDidDisappear || event.kind == .pageRemoved {
      if scenes[scene].pages.isInLineage(event.page, of: scenes[scene].scrolling.page) {
        scenes[scene].scrolling = Gate()
      }
      if scenes[scene].pages.isInLineage(event.page, of: scenes[scene].typing.page) { scenes[scene].typing = Gate() }
    }
    let current = scenes[scene].pages.current
    scenes[scene].scrolling.settle(on: current)
    scenes[scene].typing.settle(on: current)
  }

  private mutating func takeGate(_ event: Event, at index: Int, _ catalog: borrowing Catalog) {
    let scene = self.index(of: event.page.isNone ? event.scene : catalog.scene(of: event.page))
    let gate = Gate(index: index, page: scenes[scene].pages.current)
    switch event.kind {
    case .scrollBegan: scenes[scene].scrolling = gate
    case .scrollEnded: scenes[scene].scrolling = Gate()
    case .editBegan: scenes[scene].typing = gate
    default: scenes[scene].typing = Gate()
    }
  }

  /// Whether later events meet the same pages and gates in both states: the same page is current now, and the same ones are as each page
  /// above them disappears.
  func isSame(as other: LastingState, _ catalog: borrowing Catalog) -> Bool {
    let numbers = Set(indices.keys).union(other.indices.keys)
    for number in numbers {
      let own = indices[number].map { scenes[$0] } ?? Scene(number: number)
      let others = other.indices[number].map { other.scenes[$0] } ?? Scene(number: number)
      guard own.scrolling == others.scrolling, own.typing == others.typing else { return false }
      guard Self.areSame(own.pages, others.pages, catalog) else { return false }
    }
    return true
  }

  private static func areSame(_ one: PageStack, _ other: PageStack, _ catalog: borrowing Catalog) -> Bool {
    var (one, other) = (one, other)
    while one.isSettled == other.isSettled, one.current == other.current {
      guard !one.current.isNone else { return true }
      var event = Event(.pageDidDisappear)
      event.page = one.current
      one.take(event, catalog)
      other.take(event, catalog)
    }
    return false
  }
}

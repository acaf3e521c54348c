/// The pages of one scene and which of them the user looks at (<doc:PagesAndPopups#The-current-page>).
///
/// It bears any order of events: what cannot happen leads to no page being current rather than to a wrong one. What a page is, is taken from
/// the catalog when the first event about it comes; a container that would close a circle is ignored.
struct ScenePages: ~Copyable, Sendable {
  /// The page the user looks at; ``Identifier/none`` before the first, and while one leaves, covers another or changes within its container.
  private(set) var current = PageID.none
  /// Counts changes of ``current`` and ``isSettled``, so that what was worked out for one state can be kept until the next.
  private(set) var epoch: Int32 = 0

  var indices = IndexByNumber()
  /// The pages that were mentioned, and the containers of those, which may not have been mentioned themselves (``State/isKnown``).
  var states = OwnedArray<State>()
  /// Pages between the first and the last event of a transition, in no order.
  var moving = OwnedArray<Int32>()
  /// The page that did appear last of those on screen; the others hang below it.
  var top: Int32 = -1
  /// How many pages are on their way out, and how many on their way in cover those that are there.
  var going = 0
  var covering = 0
  /// The page whose lineage is marked: the last that was current.
  var marked: Int32 = -1
  var depth = 0
  /// Whether all of the marked lineage is on screen for sure.
  var isMarkedOnScreen = false
  var search: Int32 = 0
  private let byAddress = ByAddress()

  struct State: Sendable {
    var page: PageID
    /// The page it stands in; negative where that is not known.
    var container: Int32 = -1
    var presentation = PagePresentation.full
    var isKnown = false
    var isAppeared = false
    var isRemoved = false
    var motion = PageMotion.still
    /// Whether a page stands in it.
    var isContainer = false
    var isMarked = false
    /// Its index among those that move; negative where it does not.
    var movingIndex: Int32 = -1
    /// How many pages are on their way in that stand in it, with no appeared page between.
    var comingWithin: Int32 = 0
    /// The page in it that did appear last, and its own neighbours among those of its container.
    var lastChild: Int32 = -1
    var olderSibling: Int32 = -1
    var newerSibling: Int32 = -1
    /// Its neighbours among all pages on screen.
    var below: Int32 = -1
    var above: Int32 = -1
    /// The last search that found it hidden by a container.
    var hiddenSearch: Int32 = -1
  }

  borrowing func copy() -> ScenePages {
    var other = ScenePages()
    other.current = current
    other.epoch = epoch
    other.indices = indices.copy()
    other.states.copy(from: states)
    other.moving.copy(from: moving)
    other.top = top
    other.going = going
    other.covering = covering
    other.marked = marked
    other.depth = depth
    other.isMarkedOnScreen = isMarkedOnScreen
    other.search = search
    return other
  }

  mutating func reset() {
    current = .none
    epoch = 0
    indices.removeAll()
    states.removeAll()
    moving.removeAll()
    top = -1
    going = 0
    covering = 0
    marked = -1
    depth = 0
    isMarkedOnScreen = false
    search = 0
  }

  var isSettled: Bool { moving.isEmpty }
  var lastCurrent: PageID { marked < 0 ? .none : states[Int(marked)].page }

  /// Takes an event of the life of a page that is known (``learn(_:_:)``).
  mutating func take(_ kind: EventKind, _ page: PageID) {
    let index = indices[page.index]
    let wasSettled = isSettled
    switch kind {
    case .pageWillAppear:
      stopGoing(index)
      startComing(index)
    case .pageDidAppear:
      settle()
      leaveScreen(index)
      enterScreen(index)
    case .pageWillDisappear:
      let isCancelled = isOnItsWayToCover(index)
      leaveScreen(index)
      if isCancelled { cancelCovering(index) } else { startGoing(index) }
    case .pageDidDisappear:
      leaveScreen(index)
      stop(index)
    case .pageRemoved:
      leaveScreen(index)
      states[Int(index)].isRemoved = true
    default: break
    }
    let previous = current
    current = findCurrent()
    if current != previous || isSettled != wasSettled { epoch &+= 1 }
  }

  /// A page of the current one's lineage turns out to stand in others: what belongs where has to be worked out anew.
  mutating func forgetLineage() {
    mark(-1)
    epoch &+= 1
  }

  private mutating func findCurrent() -> PageID {
    guard going == 0, covering == 0, var found = findOnScreen() else { return .none }
    while states[Int(found)].lastChild >= 0 { found = states[Int(found)].lastChild }
    mark(found)
    return states[Int(found)].comingWithin > 0 ? .none : states[Int(found)].page
  }
}

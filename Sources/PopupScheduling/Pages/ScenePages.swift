/// The pages of one scene and which of them the user looks at (<doc:PagesAndPopups#The-current-page>).
///
/// It bears any order of events: what cannot happen leads to no page being current. A container that would close a circle is ignored.
/// Pages arrive while the app runs, and a scene has few of all there are: so it keeps their containers itself, and not in a ``PageForest``.
package struct ScenePages: ~Copyable, Sendable, Replaceable {
  /// The page the user looks at; ``Identifier/none`` before the first, and while one leaves, covers another or changes within its container.
  package private(set) var current = PageID.none
  /// Counts changes of ``current`` and ``isSettled``, so that what was worked out for one state can be kept until the next.
  private(set) var epoch: Int32 = 0

  var indices = IndexByNumber()
  /// The pages that were mentioned, and the containers of those, which may not have been mentioned themselves (``State/isKnown``).
  var states = OwnedArray<State>()
  /// Pages between the first and the last event of a transition, in no order.
  var moving = OwnedArray<Int32>()
  /// Those that did appear, in that order: all of them, and those of each container.
  var onScreen = IndexLists()
  var children = IndexLists()
  /// How many pages are on their way out, and how many on their way in cover those that are there.
  var going = 0
  var covering = 0
  /// The page whose lineage is marked: the last that was current.
  var marked: Int32 = -1
  var depth = 0
  var isMarkedOnScreen = false
  var search: Int32 = 0
  private let byAddress = ByAddress()

  struct State: Sendable {
    var page: PageID
    var container: Int32 = -1
    var presentation = PagePresentation.full
    var isKnown = false
    var isAppeared = false
    var isRemoved = false
    var motion = PageMotion.still
    var isContainer = false
    var isMarked = false
    var movingIndex: Int32 = -1
    /// How many pages are on their way in that stand in it, with no appeared page between.
    var comingWithin: Int32 = 0
    /// The last search that found it hidden by a container.
    var hiddenSearch: Int32 = -1
  }

  package init() {}

  package mutating func copy(from other: borrowing ScenePages) {
    (current, epoch) = (other.current, other.epoch)
    indices.copy(from: other.indices)
    states.copy(from: other.states)
    moving.copy(from: other.moving)
    onScreen.copy(from: other.onScreen)
    children.copy(from: other.children)
    (going, covering) = (other.going, other.covering)
    (marked, depth) = (other.marked, other.depth)
    (isMarkedOnScreen, search) = (other.isMarkedOnScreen, other.search)
  }

  package var isSettled: Bool { moving.isEmpty }
  var lastCurrent: PageID { marked < 0 ? .none : states[Int(marked)].page }

  /// Takes an event of the life of a page, of which the attributes of all pages tell what is not known yet.
  @inline(__always)
  package mutating func take(_ kind: EventKind, _ page: PageID, _ specs: @autoclosure () -> [PageSpec]) {
    let known = index(ofKnown: page)
    take(kind, known < 0 ? learn(page, specs()) : known)
  }

  private mutating func take(_ kind: EventKind, _ index: Int32) {
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

  @inline(__always)
  private mutating func findCurrent() -> PageID {
    guard going == 0, covering == 0, var found = findOnScreen() else { return .none }
    while children.last(of: found) >= 0 { found = children.last(of: found) }
    mark(Int32(found))
    return states[found].comingWithin > 0 ? .none : states[found].page
  }
}

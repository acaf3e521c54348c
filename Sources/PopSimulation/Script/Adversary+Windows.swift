import PopSystem
import PopupScheduling

extension Adversary {
  /// One scene's window as UIKit keeps it: which pages there are, what stands in what, and what is over what.
  /// A window is a pile of *levels*: the root and what is presented over it. A level is a stack of pages, or several of them in the tabs of a tab
  /// bar, each perhaps in a navigation controller of its own.
  struct Window {
    struct Level {
      /// The page that contains all others of the level; none where its pages stand in nothing.
      var frame = PageID.none
      var presentation = PagePresentation.full
      var tabs: [Tab] = []
      var selected = 0

      /// The pages of the selected tab.
      var stack: [PageID] {
        get { tabs[selected].stack }
        set { tabs[selected].stack = newValue }
      }

      /// What a page pushed now would stand in.
      var container: PageID { tabs[selected].navigation.isNone ? frame : tabs[selected].navigation }

      /// What of it the user can see, the outermost page first.
      var lineage: [PageID] { [frame, tabs[selected].navigation, stack.last ?? .none].filter { !$0.isNone } }

      /// Every page of it, the outermost first.
      var pages: [PageID] { ([frame] + tabs.flatMap { [$0.navigation] + $0.stack }).filter { !$0.isNone } }
    }

    struct Tab {
      /// The navigation controller around it; none where it has none of its own.
      var navigation = PageID.none
      var stack: [PageID] = []
    }

    let scene: UInt16
    var levels: [Level] = []
    /// Until when a transition is under way: no other one begins before.
    var busyUntil = Ticks.zero
    /// Pages that will never come back.
    var removed: [PageID] = []

    init(scene: UInt16) { self.scene = scene }

    var top: Level {
      get { levels[levels.count - 1] }
      set { levels[levels.count - 1] = newValue }
    }

    /// Whether pages can be pushed on the level the user is on: a sheet needs a navigation controller for that.
    var canPush: Bool { top.presentation == .full || !top.container.isNone }

    /// What is on screen from the last level that hides everything under it on, the lowest first.
    var visible: [PageID] {
      let base = levels.lastIndex { $0.presentation == .full } ?? 0
      return levels.dropFirst(base).flatMap(\.lineage)
    }

    var pages: [PageID] { levels.flatMap(\.pages) }
  }

  mutating func send(_ kind: EventKind, _ pages: [PageID], _ index: Int, at time: Ticks) {
    for page in pages {
      happens(Event(kind, page: page), at: time, in: .pages(windows[index].scene))
      reactInDelivery(of: kind, page)
    }
  }

  /// Some pages leave, others come, and some of those that leave are never seen again.
  ///
  /// - `oneAfterTheOther`: Whether the old ones are gone before the new ones begin to come.
  mutating func replace(
    _ old: [PageID], by new: [PageID], _ index: Int, removing gone: [PageID] = [], oneAfterTheOther: Bool = false
  ) {
    let done = time + length(of: habits.transitions)
    windows[index].busyUntil = done
    windows[index].removed += gone
    if oneAfterTheOther {
      send(.pageWillDisappear, old, index, at: time)
      send(.pageDidDisappear, old, index, at: time)
      send(.pageWillAppear, new, index, at: done)
      send(.pageDidAppear, new, index, at: done)
      return
    }
    // A container may tell the newcomer among its children first; elsewhere the one that leaves is told first.
    let isOneOfSeveral = new.count == 1 && !script.catalog.pages[new[0].index].container.isNone
    let leavesFirst = !isOneOfSeveral || random.percent(60)
    if leavesFirst { send(.pageWillDisappear, old, index, at: time) }
    send(.pageWillAppear, new, index, at: time)
    if !leavesFirst { send(.pageWillDisappear, old, index, at: time) }
    let removesFirst = random.percent(50)
    if removesFirst { send(.pageRemoved, gone, index, at: done) }
    let disappearsFirst = random.percent(75)
    if disappearsFirst { send(.pageDidDisappear, old, index, at: done) }
    send(.pageDidAppear, new, index, at: done)
    if !disappearsFirst { send(.pageDidDisappear, old, index, at: done) }
    if !removesFirst { send(.pageRemoved, gone, index, at: done) }
  }

  /// Some pages begin to leave for others, and come back before they were gone.
  mutating func turnBack(leaving old: [PageID], for new: [PageID], _ index: Int) {
    let done = time + length(of: habits.transitions)
    windows[index].busyUntil = done
    send(.pageWillDisappear, old, index, at: time)
    send(.pageWillAppear, new, index, at: time)
    send(.pageWillDisappear, new, index, at: done)
    if random.percent(60) { send(.pageWillAppear, old, index, at: done) }
    send(.pageDidDisappear, new, index, at: done)
    send(.pageDidAppear, old, index, at: done)
  }

  /// Now and then a page's own code submits something as it is told.
  private mutating func reactInDelivery(of kind: EventKind, _ page: PageID) {
    guard kind == .pageDidAppear || random.percent(20), has(.pageReaction), random.percent(30) else { return }
    let act: Event? = random.percent(70) ? submission(of: draw()) : someAct()
    if let act { script.reactions.append(AppReaction(trigger: .page(kind, page), act: act)) }
  }
}

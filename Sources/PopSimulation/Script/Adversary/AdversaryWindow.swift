import PopupScheduling

/// One scene's window as UIKit keeps it: which pages there are, what stands in what, and what is over what.
///
/// A window is a pile of *levels*: the root and what is presented over it. A level is a stack of pages, or several of them in the tabs of a tab
/// bar, each perhaps in a navigation controller of its own.
struct AdversaryWindow {
  /// The root, or what was presented over it.
  struct Level {
    /// The page that contains all others of the level; none where its pages stand in nothing.
    var frame = PageID.none
    var presentation = PagePresentation.full
    var tabs: [Tab] = []
    var selected = 0

    /// What of it the user can see, the outermost page first.
    var lineage: [PageID] {
      [frame, tabs[selected].navigation, tabs[selected].stack.last ?? .none].filter { !$0.isNone }
    }

    /// Every page of it, the outermost first.
    var pages: [PageID] {
      ([frame] + tabs.flatMap { [$0.navigation] + $0.stack }).filter { !$0.isNone }
    }
  }

  /// A stack of pages.
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

  /// The level the user is on.
  var top: Level { levels[levels.count - 1] }

  /// Whether pages can be pushed on the level the user is on: a sheet needs a navigation controller for that.
  var canPush: Bool { top.presentation == .full || !container(in: top).isNone }

  /// What a page pushed now would stand in.
  func container(in level: Level) -> PageID {
    let navigation = level.tabs[level.selected].navigation
    return navigation.isNone ? level.frame : navigation
  }

  /// What is on screen from a level's place down to the last one that hides everything under it, the lowest first.
  func visible(from index: Int) -> [PageID] {
    guard index >= 0 else { return [] }
    let base = (0...index).last { levels[$0].presentation == .full } ?? 0
    return levels[base...index].flatMap(\.lineage)
  }

  /// Every page there is.
  var pages: [PageID] { levels.flatMap(\.pages) }
}

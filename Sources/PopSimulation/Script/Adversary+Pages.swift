import PopSystem
import PopupScheduling

extension Adversary {
  /// The screens, each with its superclasses.
  static let screens: [[String]] = [
    ["Home", "Base", "UIViewController"], ["List", "Base", "UIViewController"],
    ["Detail", "List", "Base", "UIViewController"], ["Form", "UIViewController"],
  ]
  static let tabBar = ["MainTabs", "UITabBarController", "UIViewController"]
  static let navigation = ["UINavigationController", "UIViewController"]

  /// The first pages of a scene come on screen.
  mutating func launch(_ scene: UInt16) {
    windows.append(Window(scene: scene))
    let index = windows.count - 1
    let level = makeLevel(.full, scene: scene)
    if random.percent(50) { send(.pageLoaded, level.lineage, index, at: time) }
    replace([], by: level.lineage, index)
    windows[index].levels = [level]
    // Now and then the session goes on before the first page has appeared.
    if random.percent(70) { time = max(time, windows[index].busyUntil) }
  }

  /// What is presented: a single page, a stack of them, or a tab bar.
  private mutating func makeLevel(_ presentation: PagePresentation, scene: UInt16) -> Window.Level {
    var level = Window.Level()
    level.presentation = presentation
    let hasTabs = random.percent(presentation == .full ? 45 : 10)
    if hasTabs {
      level.frame = makePage(Self.tabBar, in: .none, presentation, scene: scene)
    } else if random.percent(40) {
      level.frame = makePage(Self.navigation, in: .none, presentation, scene: scene)
    }
    level.tabs = Array(repeating: Window.Tab(), count: hasTabs ? random.whole(2...3) : 1)
    fillTab(of: &level, scene)
    return level
  }

  /// Loads what is in the selected tab, where it was never visited.
  private mutating func fillTab(of level: inout Window.Level, _ scene: UInt16) {
    guard level.stack.isEmpty else { return }
    if level.tabs.count > 1, random.percent(40) {
      level.tabs[level.selected].navigation = makePage(Self.navigation, in: level.frame, .full, scene: scene)
    }
    let container = level.container
    let style = container.isNone ? level.presentation : .full
    level.stack = [makePage(random.one(of: Self.screens), in: container, style, scene: scene)]
  }

  /// Something happens to the pages of a window, if nothing is happening to them already.
  mutating func move(_ index: Int) {
    guard time >= windows[index].busyUntil else { return }
    let window = windows[index]
    var choices: [Move] = [.replaceRoot]
    if window.canPush { choices += [.push, .push, .push, .push, .swap] }
    if window.top.stack.count > 1 { choices += [.pop, .pop, .pop, .popNearly, .popNearly] }
    if window.top.tabs.count > 1 { choices += [.switchTab, .switchTab, .switchTab, .switchTab] }
    if window.levels.count < 4 { choices += [.present, .present, .present] }
    if window.levels.count > 1 {
      choices += [.dismissLevel, .dismissLevel, .dismissLevel, .dismissNearly, .dismissNearly, .dismissAll]
    }
    switch random.one(of: choices) {
    case .push: push(index)
    case .pop: pop(index)
    case .popNearly: popNearly(index)
    case .swap: swap(index)
    case .switchTab: switchTab(index)
    case .present: present(index)
    case .dismissLevel: dismissLevel(index)
    case .dismissNearly: dismissNearly(index)
    case .dismissAll: dismissAll(index)
    case .replaceRoot: if random.percent(30) { replaceRoot(index) }
    }
  }

  private enum Move {
    case push, pop, popNearly, swap, switchTab, present, dismissLevel, dismissNearly, dismissAll, replaceRoot
  }

  private mutating func push(_ index: Int) {
    let level = windows[index].top
    let page = makePage(random.one(of: Self.screens), in: level.container, .full, scene: windows[index].scene)
    windows[index].top.stack.append(page)
    replace(level.stack.suffix(1), by: [page], index)
  }

  private mutating func pop(_ index: Int) {
    var level = windows[index].top
    let count = level.stack.count
    let kept = random.percent(25) ? 1 : count - 1
    let gone = Array(level.stack[kept...])
    level.stack.removeSubrange(kept...)
    windows[index].top = level
    replace(gone.suffix(1), by: level.stack.suffix(1), index, removing: gone)
  }

  /// The user begins to swipe back and thinks better of it.
  private mutating func popNearly(_ index: Int) {
    let stack = windows[index].top.stack
    turnBack(leaving: [stack[stack.count - 1]], for: [stack[stack.count - 2]], index)
  }

  /// The page on top of a stack is replaced by another one.
  private mutating func swap(_ index: Int) {
    let level = windows[index].top
    let old = Array(level.stack.suffix(1))
    let container = level.container
    guard !container.isNone || level.stack.count > 1 || level.presentation == .full else { return }
    let page = makePage(random.one(of: Self.screens), in: container, .full, scene: windows[index].scene)
    windows[index].top.stack[level.stack.count - 1] = page
    replace(old, by: [page], index, removing: old)
  }

  private mutating func switchTab(_ index: Int) {
    var level = windows[index].top
    let old = Array(level.lineage.dropFirst())
    let choices = level.tabs.indices.filter { $0 != level.selected }
    level.selected = random.one(of: Array(choices))
    fillTab(of: &level, windows[index].scene)
    let new = Array(level.lineage.dropFirst())
    if random.percent(12) {
      // An interactive switch that is called off; what was loaded for it stays.
      windows[index].top.tabs = level.tabs
      turnBack(leaving: old, for: new, index)
      return
    }
    windows[index].top = level
    replace(old, by: new, index, oneAfterTheOther: random.percent(10))
  }

  private mutating func present(_ index: Int) {
    let style: PagePresentation = random.one(of: [.sheet, .sheet, .custom, .full])
    let level = makeLevel(style, scene: windows[index].scene)
    if style != .full, random.percent(8) {
      // Called off on its way in: it leaves before it has appeared.
      let done = time + length(of: habits.transitions)
      send(.pageWillAppear, level.lineage, index, at: time)
      send(.pageWillDisappear, level.lineage, index, at: done)
      send(.pageDidDisappear, level.lineage, index, at: done)
      send(.pageRemoved, level.pages, index, at: done)
      windows[index].removed += level.pages
      windows[index].busyUntil = done
      return
    }
    let old = style == .full ? windows[index].visible : []
    windows[index].levels.append(level)
    replace(old, by: level.lineage, index)
  }

  private mutating func dismissLevel(_ index: Int) {
    let level = windows[index].levels.removeLast()
    let new = level.presentation == .full ? windows[index].visible : []
    replace(level.lineage, by: new, index, removing: level.pages)
  }

  /// The user begins to pull a sheet down and thinks better of it.
  private mutating func dismissNearly(_ index: Int) {
    guard windows[index].top.presentation != .full else { return }
    turnBack(leaving: windows[index].top.lineage, for: [], index)
  }

  private mutating func dismissAll(_ index: Int) {
    let old = windows[index].visible
    let root = windows[index].levels[0]
    let gone = windows[index].levels.dropFirst().flatMap(\.pages)
    windows[index].levels = [root]
    let stays = old.contains { root.lineage.contains($0) }
    replace(old.filter { !root.lineage.contains($0) }, by: stays ? [] : root.lineage, index, removing: gone)
  }

  private mutating func replaceRoot(_ index: Int) {
    let old = windows[index].visible
    let gone = windows[index].pages
    let root = makeLevel(.full, scene: windows[index].scene)
    windows[index].levels = [root]
    replace(old, by: root.lineage, index, removing: gone)
  }
}

import PopSystem
import PopupScheduling

// Page visits: which belong together, and which depend on a tap (CausalReplay, *Pages behind a tap*).
extension Plan {
  mutating func takePage(_ event: Event, _ number: Int32) {
    let page = event.page.index
    if introductions[page] < 0 { introductions[page] = number }
    if onScreen.allows(event.kind, event.page) { items[Int(number)].traits.insert(.wasLegal) }
    let scene = onScreen.scene(of: event.page)
    if event.kind != .pageLoaded, event.kind != .pageRemoved { join(event, number, scene) }
    attribute(event, number)
    onScreen.take(event.kind, event.page, forest)
    if event.kind == .pageDidAppear {
      arrivedIn[page] = items[Int(number)].transition
      if items[Int(introductions[page])].isReaction { arrivals[page] = number }
    }
    if !onScreen.isMoving(scene) { underWay[scene] = -1 }
  }

  /// Makes a page event part of the transition under way, which it may begin.
  @inline(__always)
  private mutating func join(_ event: Event, _ number: Int32, _ scene: Int) {
    if underWay[scene] < 0 {
      guard event.kind == .pageWillAppear || event.kind == .pageWillDisappear else { return }
      let origin = onScreen.current(scene, forest)
      underWay[scene] = Int32(truncatingIfNeeded: transitions.count)
      transitions.append(
        RecordedTransition(
          origin: origin, others: onScreen.others(than: origin, scene), kept: visibility.kept(scene, at: event.time)))
      noteAudience(scene: scene, number)
    }
    let current = Int(underWay[scene])
    items[Int(number)].transition = underWay[scene]
    items[Int(number)].previousMember = transitions[current].last
    transitions[current].last = number
    if event.page == transitions[current].origin {
      items[Int(number)].origin = underWay[scene]
      return
    }
    if event.kind == .pageWillAppear, transitions[current].destination.isNone {
      transitions[current].destination = event.page
    }
    // The page that is come back to is the one that was left for this transition's origin.
    guard !transitions[current].origin.isNone else { return }
    let arrival = arrivedIn[transitions[current].origin.index]
    if arrival >= 0, transitions[Int(arrival)].origin == event.page { items[Int(number)].origin = arrival }
  }

  /// Finds out what brings about a page event without a recorded cause.
  @inline(__always)
  private mutating func attribute(_ event: Event, _ number: Int32) {
    let item = items[Int(number)]
    let transition = Int(item.transition)
    let hasLead = transition >= 0 && transitions[transition].lead >= 0
    if item.trigger == .cause {
      guard transition >= 0, !hasLead else { return }
      let cause = events.index(ofSequence: event.cause, before: count)
      let isStimulus = cause.map { events[$0].kind.isStimulus && events[$0].kind != .timerFired } ?? false
      lead(transition, number, after: isStimulus ? roles[cause ?? 0] : -1)
      markTap(behind: cause)
      return
    }
    guard item.trigger == .time else { return }
    let arrival = arrival(of: event.page, number)
    let introduction = introductions[event.page.index]
    if arrival >= 0 {
      follow(arrival, number)
      if transition >= 0, !hasLead { lead(transition, number, after: arrival) }
    } else if hasLead {
      follow(transitions[transition].lead, number)
    } else if introduction != number, items[Int(introduction)].isReaction {
      follow(introduction, number)
    }
  }

  /// The arrival of a page behind a tap; of a page mentioned for the first time that of the page it stands in, without which it is nothing.
  private mutating func arrival(of page: PageID, _ number: Int32) -> Int32 {
    guard arrivals[page.index] < 0, introductions[page.index] == number else { return arrivals[page.index] }
    var container = forest.container(of: page)
    while !container.isNone {
      if arrivals[container.index] >= 0 { return arrivals[container.index] }
      container = forest.container(of: container)
    }
    return -1
  }

  /// A transition turns out to be a reaction: its events so far depend on the same cause.
  private mutating func lead(_ transition: Int, _ number: Int32, after trigger: Int32) {
    transitions[transition].lead = number
    guard trigger >= 0 else { return }
    var earlier = items[Int(number)].previousMember
    while earlier >= 0 {
      if items[Int(earlier)].trigger == .time { follow(trigger, earlier) }
      earlier = items[Int(earlier)].previousMember
    }
  }

  /// Marks the user's act that a page transition follows from, be it by way of decisions and of popups that follow one another.
  private mutating func markTap(behind cause: Int?) {
    var next = cause
    var steps = 0
    while let index = next, steps < Self.mostCauses {
      let event = events[index]
      if event.kind == .popupTapped || (event.kind == .popupDismissed && event.act.isUsers) {
        guard roles[index] >= 0 else { return }
        items[Int(roles[index])].traits.insert(.leadsToPage)
        firstTap = min(firstTap, roles[index])
        return
      }
      // A page's own visits depend on it as they are.
      if event.kind.isAboutPage { return }
      next = events.index(ofSequence: event.cause, before: index)
      steps += 1
    }
  }

  /// How far a page's causes are followed back at most: a tap's page comes within a few.
  private static var mostCauses: Int { 32 }
}

/// Which pages are on screen in a run (<doc:CausalReplay#Pages-behind-a-tap>; PagesAndPopups, *The current page*; Rules, *app-misuse*).
struct PagesOnScreen: ~Copyable, Replaceable {
  struct Page {
    var scene: Int32
    var phase = PageLifeCycle.disappeared
  }

  struct Scene {
    var moving = 0
    /// A number that stands for the set of its pages that are on screen and have not begun to disappear.
    var set: UInt64 = 0
  }

  private var pages = OwnedArray<Page>()
  private var scenes = OwnedArray<Scene>()
  /// The pages that have appeared and have not begun to disappear, in that order: those of each scene, and those in each container.
  private var appeared = IndexLists()
  private var children = IndexLists()
  private let byAddress = ByAddress()

  mutating func begin(_ forest: borrowing PageForest, _ table: borrowing Plan.SceneTable) {
    removeAll()
    for page in 0..<forest.count {
      pages.append(Page(scene: Int32(truncatingIfNeeded: table.index(of: forest.scene(of: PageID(page))))))
    }
    scenes.append(repeating: Scene(), count: table.count)
  }

  mutating func copy(from other: borrowing PagesOnScreen) {
    pages.copy(from: other.pages)
    scenes.copy(from: other.scenes)
    appeared.copy(from: other.appeared)
    children.copy(from: other.children)
  }

  func scene(of page: PageID) -> Int { Int(pages[page.index].scene) }

  func isMoving(_ scene: Int) -> Bool { scenes[scene].moving > 0 }

  /// The page of a scene that the user looks at while nothing moves: the one that appeared last, or what appeared last in it.
  ///
  /// - Complexity: O(d) for pages that stand d deep, and one step for each page on screen whose container is not.
  func current(_ scene: Int, _ forest: borrowing PageForest) -> PageID {
    var found = appeared.last(of: scene)
    while found >= 0, !isWithinAppeared(found, forest) { found = appeared.previous(before: found) }
    guard found >= 0 else { return .none }
    while children.last(of: found) >= 0 { found = children.last(of: found) }
    return PageID(found)
  }

  /// Whether all that a page stands in is on screen, as far as events have mentioned it.
  private func isWithinAppeared(_ page: Int, _ forest: borrowing PageForest) -> Bool {
    var next = forest.container(of: PageID(page))
    while !next.isNone {
      guard pages[next.index].phase == .appeared else { return false }
      next = forest.container(of: next)
    }
    return true
  }

  /// The pages of a scene that are on screen, one of them left out, as a number.
  func others(than page: PageID, _ scene: Int) -> UInt64 {
    page.isNone ? scenes[scene].set : scenes[scene].set &- spread(page.rawValue)
  }

  func allows(_ kind: EventKind, _ page: PageID) -> Bool { pages[page.index].phase.allows(kind) }

  mutating func take(_ kind: EventKind, _ page: PageID, _ forest: borrowing PageForest) {
    let old = pages[page.index].phase
    let new = old.next(kind)
    guard old != new else { return }
    let scene = Int(pages[page.index].scene)
    if old.isMoving { scenes[scene].moving -= 1 }
    if new.isMoving { scenes[scene].moving += 1 }
    if old == .appeared {
      appeared.remove(page.index)
      children.remove(page.index)
      scenes[scene].set &-= spread(page.rawValue)
    }
    if new == .appeared {
      appeared.append(page.index, to: scene)
      let container = forest.container(of: page)
      if !container.isNone { children.append(page.index, to: container.index) }
      scenes[scene].set &+= spread(page.rawValue)
    }
    pages[page.index].phase = new
  }
}

/// Spreads a number over 64 bits, so that a sum of such numbers tells sets apart.
func spread(_ number: Int32) -> UInt64 {
  var generator = SeededRandom(seed: UInt64(truncatingIfNeeded: number))
  return generator.next()
}

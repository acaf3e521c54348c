import PopTrace
import PopupScheduling

// The user's way through the app as the script has it, and what makes it wait.
extension SimulatedDevice {
  /// Which steps of a script belong together where visits of pages can wait.
  struct VisitPlan {
    /// Whether a step is the first one of a visit, by step; the launch is none.
    private(set) var isVisitsBeginning: [Bool]
    /// The step in which begins what a step ends: scrolling or typing.
    private(set) var beginnings: [Int?]

    init(_ script: WorldScript) {
      isVisitsBeginning = Array(repeating: false, count: script.steps.count)
      beginnings = Array(repeating: nil, count: script.steps.count)
      let transition = script.header.tick.ticks(ceilingMilliseconds: 350)
      var start: Ticks?
      var scrolls: [Int] = []
      var edits: [Int] = []
      for (index, step) in script.steps.enumerated() {
        switch step.kind {
        case .scrollBegan: scrolls.append(index)
        case .editBegan: edits.append(index)
        case .scrollEnded where !scrolls.isEmpty: beginnings[index] = scrolls.removeFirst()
        case .editEnded where !edits.isEmpty: beginnings[index] = edits.removeFirst()
        case _ where step.kind.isAboutPage:
          if let before = start, step.time <= before + transition { continue }
          isVisitsBeginning[index] = start != nil
          start = step.time
        default: break
        }
      }
    }
  }

  /// A step of the script, now: visits to pages wait for a user who is on a page behind a tap, or who goes nowhere under a popup.
  func step(_ index: Int, at time: Ticks) -> Event? {
    let step = script.steps[index]
    guard step.kind.isAboutPage else { return script.users == .modal ? act(index, at: time) : step }
    if excursion != nil || !heldVisits.isEmpty || isUnderPopup(index) {
      heldVisits.append(index)
      return nil
    }
    guard step.time + visitShift <= time else {
      plan(.step(index), at: step.time + visitShift)
      return nil
    }
    isVisitUnderWay = step.kind != .pageDidAppear && step.kind != .pageRemoved
    return step
  }

  /// What had to wait comes from a time on, as far apart as it was.
  private func releaseVisits(from earliest: Ticks) {
    guard let first = heldVisits.first else { return }
    visitShift += max(.zero, earliest - (script.steps[first].time + visitShift))
    for index in heldVisits { plan(.step(index), at: script.steps[index].time + visitShift) }
    heldVisits.removeAll()
  }

  /// Goes on with what waited for a popup, where none is up any more.
  func goOnWithVisits(at time: Ticks) {
    guard script.users == .modal else { return }
    if let held = heldReturn, !isPopupUp(in: script.catalog.scene(of: currentPage)) {
      heldReturn = nil
      plan(held.what, at: time, cause: held.cause)
    }
    if let first = heldVisits.first, excursion == nil, !isPopupUp(in: scene(of: script.steps[first])) {
      releaseVisits(from: time)
    }
  }

  /// Scrolling and typing, which a user does on the pages that are visited: as late as these are. What has begun ends in its own time.
  private func act(_ index: Int, at time: Ticks) -> Event? {
    let step = script.steps[index]
    switch step.kind {
    case .scrollBegan, .scrollEnded, .editBegan, .editEnded: break
    default: return step
    }
    let hasBegun = visitPlan.beginnings[index].flatMap { actShifts[$0] }
    let due = step.time + (hasBegun ?? visitShift)
    if hasBegun == nil, !heldVisits.isEmpty {
      heldVisits.append(index)
      return nil
    }
    guard due <= time else {
      plan(.step(index), at: due)
      return nil
    }
    if step.kind == .scrollBegan || step.kind == .editBegan { actShifts[index] = visitShift }
    return step
  }

  /// Whether a step begins a visit that this user does not make now.
  private func isUnderPopup(_ index: Int) -> Bool {
    script.users == .modal && visitPlan.isVisitsBeginning[index] && isPopupUp(in: scene(of: script.steps[index]))
  }

  /// Whether a popup keeps this user on a page.
  private func isPopupUp(in scene: UInt16) -> Bool {
    popups.indices.contains { index in
      guard popups[index].isUp else { return false }
      guard let spec = spec(of: PopupID(index)) else { return true }
      return spec.scene == scene && !spec.kind.isExempt
    }
  }

  private func scene(of step: Event) -> UInt16 {
    step.page.isNone ? step.scene : script.catalog.scene(of: step.page)
  }

  struct Excursion {
    var popup: PopupID
    var origin: PageID
    var destination: PageID
  }

  private var transition: Ticks { script.header.tick.ticks(ceilingMilliseconds: 350) }

  /// The user taps: the page behind it is pushed over the page that is current now.
  func setOut(_ popup: PopupID, cause: Int32, at time: Ticks) {
    popups[popup.index].hasTapped = true
    let destination = script.truths[popup.index].leadsTo
    guard !destination.isNone, isOnOrdinaryPage, excursion == nil, !isVisitUnderWay else { return }
    excursion = Excursion(popup: popup, origin: currentPage, destination: destination)
    change(from: currentPage, to: destination, at: time, cause: cause)
  }

  /// The page behind the tap has appeared: the user will come back from it.
  func appeared(_ page: PageID, cause: Int32, at time: Ticks) {
    guard let excursion else { return }
    if page == excursion.destination {
      plan(.comeBack(excursion.popup), at: time + script.truths[excursion.popup.index].excursion, cause: cause)
    } else if page == excursion.origin {
      self.excursion = nil
      releaseVisits(from: time + script.header.tick.ticks(ceilingMilliseconds: 500))
    }
  }

  /// The way back begins, unless a popup keeps this user.
  func comeBack(_ popup: PopupID, cause: Int32) {
    guard let excursion, excursion.popup == popup, currentPage == excursion.destination else { return }
    if script.users == .modal, isPopupUp(in: script.catalog.scene(of: currentPage)) {
      heldReturn = Due(time: now, order: 0, what: .comeBack(popup), cause: cause)
      return
    }
    change(from: excursion.destination, to: excursion.origin, at: now, cause: cause)
    plan(.page(Event(.pageRemoved, page: excursion.destination)), at: now + transition, cause: cause)
  }

  private func change(from old: PageID, to new: PageID, at time: Ticks, cause: Int32) {
    for event in Event.transition(from: old, to: new, at: time, lasting: transition) {
      plan(.page(event), at: event.time, cause: cause)
    }
  }
}

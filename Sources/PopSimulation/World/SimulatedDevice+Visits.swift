import PopTrace
import PopupScheduling

// The user's way through the app as the script has it, and what makes it wait.

extension SimulatedDevice {
  /// A step of the script, now: visits to pages wait for a user who is on a page behind a tap, or who goes nowhere under a popup.
  func step(_ index: Int, at time: Ticks) -> Event? {
    let step = script.steps[index]
    guard step.kind.isAboutPage else { return script.users == .modal ? act(index, at: time) : step }
    if isExcursionUnderWay || !heldVisits.isEmpty || isUnderPopup(index) {
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
  func releaseVisits(from earliest: Ticks) {
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
    guard let first = heldVisits.first, !isExcursionUnderWay, !isPopupUp(in: scene(of: script.steps[first])) else {
      return
    }
    releaseVisits(from: time)
  }

  /// Scrolling and typing, which a user does on the pages that are visited: as late as these are. What has begun ends in its own time.
  private func act(_ index: Int, at time: Ticks) -> Event? {
    let step = script.steps[index]
    switch step.kind {
    case .scrollBegan, .scrollEnded, .editBegan, .editEnded: break
    default: return step
    }
    var due = step.time + visitShift
    let hasBegun = visitPlan.beginnings[index].flatMap { actShifts[$0] }
    if let hasBegun { due = step.time + hasBegun }
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
  func isPopupUp(in scene: UInt16) -> Bool {
    popups.indices.contains { index in
      guard popups[index].isUp else { return false }
      guard let spec = spec(of: PopupID(index)) else { return true }
      return spec.scene == scene && !spec.kind.isExempt
    }
  }

  private func scene(of step: Event) -> UInt16 {
    step.page.isNone ? step.scene : script.catalog.scene(of: step.page)
  }
}

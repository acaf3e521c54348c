import PopTrace
import PopupScheduling

// A tap on a popup that leads to a page, and the way back.

extension SimulatedDevice {
  /// How long a transition takes.
  private var transition: Ticks { script.header.tick.ticks(ceilingMilliseconds: 350) }

  /// The user taps: the page behind it is pushed over the page that is current now.
  func setOut(_ popup: PopupID, cause: Int32, at time: Ticks) {
    popups[popup.index].hasTapped = true
    let destination = script.truths[popup.index].leadsTo
    guard !destination.isNone, isOnOrdinaryPage, !isExcursionUnderWay, !isVisitUnderWay else { return }
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
      releaseVisits(at: time)
    }
  }

  /// A step of the script, now: visits to pages wait for a user who is on a page behind a tap.
  func step(_ index: Int, at time: Ticks) -> Event? {
    let step = script.steps[index]
    guard step.kind.isAboutPage else { return step }
    if isExcursionUnderWay || !heldVisits.isEmpty {
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

  /// The user is back and goes on with the visits that had to wait, as far apart as they were.
  private func releaseVisits(at time: Ticks) {
    guard let first = heldVisits.first else { return }
    let earliest = time + script.header.tick.ticks(ceilingMilliseconds: 500)
    visitShift += max(.zero, earliest - (script.steps[first].time + visitShift))
    for index in heldVisits { plan(.step(index), at: script.steps[index].time + visitShift) }
    heldVisits.removeAll()
  }

  /// The way back begins: this is its first event, the others follow.
  func comeBack(_ popup: PopupID, cause: Int32) -> Event? {
    guard let excursion, excursion.popup == popup, currentPage == excursion.destination else { return nil }
    change(from: excursion.destination, to: excursion.origin, at: now, cause: cause)
    plan(.page(pageEvent(.pageRemoved, excursion.destination)), at: now + transition, cause: cause)
    return nil
  }

  private func change(from old: PageID, to new: PageID, at time: Ticks, cause: Int32) {
    plan(.page(pageEvent(.pageWillDisappear, old)), at: time, cause: cause)
    plan(.page(pageEvent(.pageWillAppear, new)), at: time, cause: cause)
    plan(.page(pageEvent(.pageDidDisappear, old)), at: time + transition, cause: cause)
    plan(.page(pageEvent(.pageDidAppear, new)), at: time + transition, cause: cause)
  }

  private func pageEvent(_ kind: EventKind, _ page: PageID) -> Event {
    var event = Event(kind)
    event.page = page
    return event
  }
}

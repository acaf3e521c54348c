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
      releaseVisits(from: time + script.header.tick.ticks(ceilingMilliseconds: 500))
    }
  }

  /// The way back begins: this is its first event, the others follow.
  func comeBack(_ popup: PopupID, cause: Int32) -> Event? {
    guard let excursion, excursion.popup == popup, currentPage == excursion.destination else { return nil }
    if script.users == .modal, isPopupUp(in: script.catalog.scene(of: currentPage)) {
      heldReturn = Due(time: now, order: 0, what: .comeBack(popup), cause: cause)
      return nil
    }
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

import PopSimulation
import PopupScheduling

// Somebody's way through the app.

/// A change of pages that the user has in mind.
struct Visit {
  /// When it is wanted.
  var start: Ticks
  /// What happens, the first at the start.
  var events: [Event] = []

  /// The visits of a script, one after another.
  static func all(of script: WorldScript, _ tick: TickLength) -> [Visit] {
    let transition = tick.ticks(ceilingMilliseconds: 350)
    var visits: [Visit] = []
    for step in script.steps where step.kind.isAboutPage {
      if let last = visits.last, step.time <= last.start + transition {
        visits[visits.count - 1].events.append(step)
      } else {
        visits.append(Visit(start: step.time, events: [step]))
      }
    }
    return visits
  }
}

extension StrangersPhone {
  /// Whether a popup keeps its user where they are.
  var keepsUser: Bool {
    popups.indices.contains { index in
      guard popups[index].isUp else { return false }
      return specs[index] < 0 || !script.catalog.specs[specs[index]].kind.isExempt
    }
  }

  /// The user wants to go on: does so now, or later.
  func visit(_ number: Int) -> Event? {
    guard number == nextVisit else { return nil }
    let wanted = glance(from: visits[number].start + late)
    guard wanted <= now else {
      plan(.visit(number), at: wanted)
      return nil
    }
    let isLaunch = number == 0
    guard isLaunch || (detours.isEmpty && !isAway && !(ways.goesNowhereUnderPopups && keepsUser)) else {
      isVisitHeld = true
      return nil
    }
    guard now > movesUntil else {
      plan(.visit(number), at: movesUntil + milliseconds(50))
      return nil
    }
    isVisitHeld = false
    late = max(late, now - visits[number].start)
    let first = visits[number].events[0]
    for event in visits[number].events.dropFirst() { plan(.event(event), at: now + (event.time - first.time)) }
    if let last = visits[number].events.last { movesUntil = now + (last.time - first.time) }
    nextVisit += 1
    if nextVisit < visits.count { plan(.visit(nextVisit), at: visits[nextVisit].start + late) }
    return first
  }

  /// What kept the user is over: what is late now comes after a moment.
  func goesOn(after pause: Int) {
    guard isVisitHeld, nextVisit < visits.count else { return }
    isVisitHeld = false
    plan(.visit(nextVisit), at: glance(from: now + milliseconds(pause)))
  }

  /// The page behind a tap comes, if the app can push one just now.
  func setOut(_ popup: PopupID, _ cause: Int32) -> Event? {
    guard !isAway, now > movesUntil else {
      plan(.setOut(popup), at: max(now, movesUntil) + milliseconds(isAway ? 500 : 20), cause: cause)
      return nil
    }
    guard let origin = pages.last else { return nil }
    let stay = milliseconds(drawn(1_000...9_000, for: popup, 4))
    detours.append(Detour(origin: origin, destination: destinations[popup.index], stay: stay))
    return move(from: origin, to: destinations[popup.index], cause)
  }

  func goBack(from destination: PageID) -> Event? {
    guard let detour = detours.last, detour.destination == destination else { return nil }
    guard !isAway, now > movesUntil, pages.last == destination, !(ways.goesNowhereUnderPopups && keepsUser) else {
      plan(.goBack(destination), at: max(now, movesUntil) + milliseconds(700))
      return nil
    }
    let first = move(from: detour.destination, to: detour.origin, -1)
    plan(.event(page(.pageRemoved, detour.destination)), at: movesUntil)
    return first
  }

  /// One page goes and another comes; gives the first event, and plans the others.
  private func move(from old: PageID, to new: PageID, _ cause: Int32) -> Event {
    movesUntil = now + milliseconds(350)
    plan(.event(page(.pageWillAppear, new)), at: now, cause: cause)
    plan(.event(page(.pageDidDisappear, old)), at: movesUntil, cause: cause)
    plan(.event(page(.pageDidAppear, new)), at: movesUntil, cause: cause)
    var first = page(.pageWillDisappear, old)
    first.cause = cause
    return first
  }

  private func page(_ kind: EventKind, _ page: PageID) -> Event {
    var event = Event(kind)
    event.page = page
    return event
  }

  /// A page has come or gone.
  func pageChanged(_ event: Event) {
    switch event.kind {
    case .pageDidAppear:
      pages.removeAll { $0 == event.page }
      pages.append(event.page)
      guard let detour = detours.last else { return }
      if event.page == detour.destination {
        plan(.goBack(event.page), at: now + detour.stay)
      } else if event.page == detour.origin {
        detours.removeLast()
        guard let next = detours.last else {
          // Where was I?
          return goesOn(after: drawn(200...1_200, for: PopupID(Int(event.page.rawValue)), 7))
        }
        plan(
          .goBack(next.destination),
          at: now + milliseconds(drawn(500...4_000, for: PopupID(Int(event.page.rawValue)), 8)))
      }
    case .pageDidDisappear, .pageRemoved, .pageWillDisappear: pages.removeAll { $0 == event.page }
    default: break
    }
  }
}

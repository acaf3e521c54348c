import PopSimulation
import PopSystem
import PopupScheduling

// Somebody in front of a popup.

extension StrangersPhone {
  /// The first moment from a time on at which the user looks up.
  func glance(from time: Ticks) -> Ticks {
    guard let pauses = ways.glances else { return time }
    if glances.isEmpty { glances.append(milliseconds(glancing.whole(0...pauses.upperBound))) }
    while let last = glances.last, last < time { glances.append(last + milliseconds(glancing.whole(pauses))) }
    return glances.first { $0 >= time } ?? time
  }

  func comesUp(_ decision: Event) {
    let popup = decision.popup
    if popups[popup.index].isUp, !isAway { looksAway(popup) }
    if !popups[popup.index].isSeen {
      popups[popup.index].isSeen = true
      popups[popup.index].nthSeen = seen
      seen += 1
    }
    popups[popup.index].isUp = true
    popups[popup.index].generation = decision.generation
    popups[popup.index].shown = decision.sequence
    popups[popup.index].page = decision.page
    if !isAway { looks(at: popup) }
  }

  func goesAway(_ popup: PopupID) {
    guard popups[popup.index].isUp else { return }
    if !isAway { looksAway(popup) }
    popups[popup.index].isUp = false
    popups[popup.index].presentation += 1
    if ways.goesNowhereUnderPopups, !keepsUser { goesOn(after: 0) }
    gone += 1
    if gone == ways.leavesAfter { plan(.leave, at: now + milliseconds(drawn(800...4_000, for: PopupID(0), 5))) }
  }

  /// The user begins to look at a popup that is up, and will do something about it sooner or later.
  func looks(at popup: PopupID) {
    popups[popup.index].presentation += 1
    // Nobody is so quick as to act as it comes.
    let noticed = glance(from: ways.glances == nil ? now : now + Ticks(1))
    popups[popup.index].noticed = noticed
    let life = popups[popup.index]
    guard let written = script.truths[popup.index].dwell, !life.isAnswered else { return }
    let patience = ways.patience(written, seen: life.nthSeen, on: number(of: life.page)) + life.sulk
    func due(_ wanted: Ticks) -> Ticks {
      max(now + Ticks(1), glance(from: noticed + max(Ticks(1), wanted - life.lookedBefore)))
    }
    if !destinations[popup.index].isNone, !life.isTapped {
      // A button of the popup, somewhere on the way to the end of what there is to read.
      let part = Int64(drawn(20...80, for: popup, 1))
      plan(.tap(popup, presentation: life.presentation), at: due(Ticks(patience.rawValue * part / 100)))
    }
    plan(.answer(popup, presentation: life.presentation), at: due(patience), cause: life.shown)
  }

  func looksAway(_ popup: PopupID) {
    let life = popups[popup.index]
    popups[popup.index].lookedBefore += max(.zero, now - life.noticed)
    popups[popup.index].presentation += 1
  }

  private func number(of page: PageID) -> Int {
    guard !page.isNone else { return 0 }
    let name = catalog.names.text(catalog.className(of: page))
    return Int(name.utf8.reduce(UInt64(7)) { $0 &* 31 &+ UInt64($1) } % 8)
  }

  func answer(_ popup: PopupID, _ presentation: Int, _ due: Planned) -> Event? {
    let life = popups[popup.index]
    guard life.isUp, life.presentation == presentation, !isAway else { return nil }
    guard !isInputIgnored else {
      notReacting.append(due)
      return nil
    }
    var event = event(.popupDismissed, popup, life.shown)
    event.act = script.truths[popup.index].act
    return event
  }

  func tap(_ popup: PopupID, _ presentation: Int, _ due: Planned) -> Event? {
    let life = popups[popup.index]
    guard life.isUp, life.presentation == presentation, !isAway else { return nil }
    guard !isInputIgnored else {
      notReacting.append(due)
      return nil
    }
    // Some apps close the popup whose button leads on, others leave that to the page's coming.
    guard drawn(0...1, for: popup, 2) == 1 else {
      var event = event(.popupDismissed, popup, life.shown)
      event.act = .button
      popups[popup.index].isTapped = true
      popups[popup.index].leadsOn = true
      return event
    }
    var event = event(.popupTapped, popup, life.shown)
    event.name = script.catalog.names.symbol(of: "open")
    return event
  }

  /// Buttons react again: whoever is patient has kept the finger on one, others have given up on it.
  func buttonsReact() {
    for due in notReacting {
      guard let sulk = ways.sulk else {
        plan(due.what, at: now, cause: due.cause)
        continue
      }
      guard case .answer(let popup, let presentation) = due.what, popups[popup.index].presentation == presentation
      else { continue }
      popups[popup.index].sulk = milliseconds(sulk)
      looksAway(popup)
      looks(at: popup)
    }
    notReacting.removeAll()
  }

  func dismissed(_ popup: PopupID, as sequence: Int32) {
    popups[popup.index].isAnswered = true
    guard popups[popup.index].leadsOn else { return }
    popups[popup.index].leadsOn = false
    leadsOn(popup, as: sequence)
  }

  func tapped(_ popup: PopupID, as sequence: Int32) {
    popups[popup.index].isTapped = true
    leadsOn(popup, as: sequence)
  }

  /// A tap leads to a page, which takes its time.
  private func leadsOn(_ popup: PopupID, as sequence: Int32) {
    guard !destinations[popup.index].isNone, !pages.contains(destinations[popup.index]) else { return }
    plan(.setOut(popup), at: now + milliseconds(drawn(30...700, for: popup, 3)), cause: sequence)
  }

  func leave() -> Event? {
    guard !isAway else { return nil }
    awayUntil = now + milliseconds(drawn(10_000...60_000, for: PopupID(0), 6))
    plan(.comeBack, at: awayUntil)
    return Event(.appBackground)
  }
}

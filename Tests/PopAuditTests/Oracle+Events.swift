import PopupScheduling

extension Oracle {
  /// Takes an event; a root ends the turn before it.
  mutating func take(_ event: Event) {
    if event.kind.isStimulus, !event.flags.contains(.reentrant) {
      endTurn()
      turnStart = event.sequence
    }
    now = max(now, event.time)
    if event.kind.isAboutPage {
      takePage(event)
    } else if event.popup.isNone {
      takeOther(event)
    } else if event.kind == .popupSubmitted {
      submit(event)
    } else {
      takePopup(event)
    }
  }

  mutating func endTurn() {
    for place in popups.keys where popups[place]?.isLeft == true { end(place) }
    for chain in opened.keys where liveMembers(chain).isEmpty { opened[chain] = nil }
  }

  private mutating func submit(_ event: Event) {
    guard popups[event.popup.index] == nil else { return }
    let spec = catalog.spec(event.spec)
    popups[event.popup.index] = Popup(
      spec: spec, level: spec.level, pages: spec.pages, submitted: event.sequence, submittedAt: now,
      expiresAt: spec.expires >= .zero ? now + spec.expires : .distantFuture, epoch: epoch,
      isReady: spec.content == .ready, isAllowed: spec.condition)
  }

  private mutating func end(_ place: Int) {
    popups[place]?.isEnded = true
    popups[place]?.isLeft = false
    popups[place]?.isInLimbo = false
    popups[place]?.parked = nil
  }

  private mutating func takePopup(_ event: Event) {
    let place = event.popup.index
    guard let popup = popups[place] else { return }
    switch event.kind {
    case .popupShown: show(place, event)
    case .popupHidden: hide(place, event)
    case .popupParked:
      guard !popup.isEnded else { return }
      popups[place]?.parked = event.page
      popups[place]?.isLeft = false
      popups[place]?.isInLimbo = false
    case .popupRestored, .popupQueued:
      guard !popup.isEnded else { return }
      popups[place]?.isInLimbo = false
      if event.kind == .popupRestored { popups[place]?.parked = nil }
    case .popupDropped: end(place)
    case .popupWithdrawn: withdraw(place)
    case .popupDismissed:
      guard event.act == .code, !popup.isUp else { return }
      // Its object may be up by another submission: then that is dismissed.
      if !others(place).contains(where: { popups[$0]?.isUp == true }) { withdraw(place) }
    case .popupViewLost:
      popups[place]?.isUp = false
      popups[place]?.leavesBy = nil
      end(place)
    case .popupCondition: if !popup.isPlain { popups[place]?.isAllowed = event.flags.contains(.holds) }
    case .contentLoaded: popups[place]?.isReady = true
    case .contentFailed:
      guard !popup.isPlain else { return }
      popups[place]?.isReady = false
      end(place)
    case .animationFinished:
      if event.phase == .hide, event.generation == popup.generation { popups[place]?.leavesBy = nil }
    case .popupChanged: change(place, catalog.changes[Int(event.attributes)])
    default: break
    }
  }

  private mutating func show(_ place: Int, _ event: Event) {
    guard let popup = popups[place] else { return }
    if popup.isLeft { end(place) }
    if popup.spec.kind == .system, popup.submitted >= turnStart, !popup.wasShown, !popup.isEnded {
      popups[place]?.isPlain = true
      popups[place]?.isReady = true
      popups[place]?.isAllowed = true
    }
    takeLaterPages(place)
    popups[place]?.wasShown = true
    popups[place]?.isUp = true
    popups[place]?.leavesBy = nil
    popups[place]?.parked = nil
    popups[place]?.isInLimbo = false
    popups[place]?.generation = event.generation
    if let chain = chain(popup), popups[place]?.isEnded == false, opened[chain] == nil {
      opened[chain] = event.sequence
    }
  }

  private mutating func hide(_ place: Int, _ event: Event) {
    guard let popup = popups[place] else { return }
    takeLaterPages(place)
    if popup.isUp {
      popups[place]?.isUp = false
      if popup.spec.exitLength > .zero { popups[place]?.leavesBy = now + popup.spec.exitLength + Ticks(1000) }
    }
    switch event.reason {
    case .preempted: if popup.isUp, !popup.isEnded { popups[place]?.isInLimbo = true }
    case .pageLeft: if !popup.isEnded { popups[place]?.isLeft = true }
    default: end(place)
    }
  }

  private func others(_ place: Int) -> [Int] {
    guard let spec = popups[place]?.spec, spec.object >= 0 else { return [] }
    return popups.keys.filter {
      guard let other = popups[$0], $0 != place else { return false }
      return !other.isEnded && other.spec.object == spec.object && other.spec.schedulerID == spec.schedulerID
    }
  }

  private mutating func withdraw(_ place: Int) {
    for other in others(place) + [place] {
      guard let popup = popups[other], !(popup.spec.kind == .system && popup.isUp) else { continue }
      end(other)
    }
  }

  private mutating func change(_ place: Int, _ change: PopupChange) {
    guard let popup = popups[place] else { return }
    if let level = change.level { popups[place]?.level = level }
    if let pages = change.pages {
      popups[place]?.laterPages = pages
      if !popup.isUp { takeLaterPages(place) }
    }
    if let expires = change.expires {
      popups[place]?.expiresAt = expires >= .zero ? popup.submittedAt + expires : .distantFuture
    }
  }

  mutating func takeLaterPages(_ place: Int) {
    guard let pages = popups[place]?.laterPages else { return }
    popups[place]?.pages = pages
    popups[place]?.laterPages = nil
  }

  private mutating func takeOther(_ event: Event) {
    switch event.kind {
    case .appSignedOut:
      epoch += 1
      user = nil
    case .appSignedIn:
      if let user, user != event.name { epoch += 1 }
      user = event.name
    case .appBackground: isInBackground = true
    case .appForeground: isInBackground = false
    case .scrollBegan: scrolling[event.scene] = Gate(page: current(event.scene))
    case .scrollEnded: scrolling[event.scene] = nil
    case .editBegan: typing[event.scene] = Gate(page: current(event.scene))
    case .editEnded: typing[event.scene] = nil
    case .schedulerSuspended, .schedulerResumed:
      let kind = event.popupKind.map { " \($0)" } ?? ""
      let name = "\(event.scene) \(event.scheduler)\(kind)"
      let count = suspensions[name, default: 0] + (event.kind == .schedulerSuspended ? 1 : -1)
      suspensions[name] = max(0, count)
    default: break
    }
  }
}

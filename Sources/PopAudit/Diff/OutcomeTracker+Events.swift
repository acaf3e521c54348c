package import PopupScheduling

extension OutcomeTracker {
  /// Takes the next event of the run.
  package mutating func take(_ event: Event) {
    guard !event.popup.isNone else { return }
    switch event.kind {
    case .popupSubmitted: submit(event)
    case .popupShown: show(event)
    case .popupHidden: hide(event)
    case .popupViewLost: viewLost(event)
    case .popupParked: wait(event, as: .parked)
    case .popupQueued, .popupRestored: wait(event, as: .waiting)
    case .popupDropped: drop(event)
    case .popupWithdrawn: endOffScreen(event, .withdrawn)
    case .popupDismissed: if event.act == .code { endOffScreen(event, .withdrawn) }
    case .contentRequested: askForContent(event)
    case .contentLoaded, .contentCancelled: contentEnds(event)
    case .contentFailed:
      contentEnds(event)
      endOffScreen(event, .contentFailed)
    default: break
    }
  }

  private mutating func place(_ popup: PopupID) -> Int {
    while popups.count <= popup.index { popups.append(Progress()) }
    return popup.index
  }

  private mutating func submit(_ event: Event) {
    let place = place(event.popup)
    guard !popups[place].isSubmitted else { return }
    popups[place].isSubmitted = true
    popups[place].submitted = event.time
    popups[place].spec = event.spec
  }

  /// A presentation begins; one of the same popup that is still up ends with it, so that they never overlap.
  private mutating func show(_ event: Event) {
    let place = place(event.popup)
    let stay = Int32(truncatingIfNeeded: stays.count)
    stays.append(StayNode(from: event.time, page: event.page))
    let last = Int(popups[place].lastStay)
    if last >= 0 {
      stays[last].next = stay
      if popups[place].isUp { stays[last].until = event.time }
    } else {
      popups[place].firstStay = stay
      popups[place].place = presented
      presented += 1
    }
    popups[place].lastStay = stay
    popups[place].isUp = true
    popups[place].end = RunEnd(.visible)
  }

  /// A presentation ends: for good, or until it is dropped, parked or queued.
  private mutating func hide(_ event: Event) {
    let place = place(event.popup)
    guard popups[place].isUp else { return }
    close(place, at: event.time)
    popups[place].end = event.reason == .preempted ? RunEnd(.waiting) : .ended(event.reason)
  }

  private mutating func viewLost(_ event: Event) {
    let place = place(event.popup)
    guard popups[place].isUp else { return }
    close(place, at: event.time)
    popups[place].end = .ended(.viewLost)
  }

  private mutating func close(_ place: Int, at time: Ticks) {
    stays[Int(popups[place].lastStay)].until = time
    popups[place].isUp = false
  }

  private mutating func wait(_ event: Event, as state: RunEnd.State) {
    let place = place(event.popup)
    guard !popups[place].isUp else { return }
    popups[place].end = RunEnd(state == .waiting && popups[place].isContentAsked ? .loading : state)
  }

  /// The scheduler ends it; in a presentation that it does not hide, that is an end on screen. The first end holds, but a popup hidden
  /// because its page was left may still be dropped for another reason.
  private mutating func drop(_ event: Event) {
    let place = place(event.popup)
    let end = popups[place].end
    guard !end.isOver || end == .ended(.pageLeft) else { return }
    popups[place].end = popups[place].isUp ? .ended(event.reason) : .dropped(event.reason)
  }

  /// It ended off screen by what happened to it, whether or not the scheduler says so.
  private mutating func endOffScreen(_ event: Event, _ reason: Reason) {
    let place = place(event.popup)
    guard !popups[place].isUp, !popups[place].end.isOver else { return }
    popups[place].end = .dropped(reason)
  }

  private mutating func askForContent(_ event: Event) {
    let place = place(event.popup)
    popups[place].isContentAsked = true
    if popups[place].end.state == .waiting { popups[place].end = RunEnd(.loading) }
  }

  private mutating func contentEnds(_ event: Event) {
    let place = place(event.popup)
    popups[place].isContentAsked = false
    if popups[place].end.state == .loading { popups[place].end = RunEnd(.waiting) }
  }
}

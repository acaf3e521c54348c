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

  private mutating func index(_ popup: PopupID) -> Int {
    while popups.count <= popup.index { popups.append(Progress()) }
    return popup.index
  }

  private mutating func submit(_ event: Event) {
    let index = index(event.popup)
    guard !popups[index].isSubmitted else { return }
    popups[index].isSubmitted = true
    popups[index].submitted = event.time
    popups[index].spec = event.spec
  }

  /// A presentation begins; one of the same popup that is still up ends with it, so that they never overlap.
  private mutating func show(_ event: Event) {
    let index = index(event.popup)
    let stay = Int32(truncatingIfNeeded: stays.count)
    stays.append(StayNode(from: event.time, page: event.page))
    let last = Int(popups[index].lastStay)
    if last >= 0 {
      stays[last].next = stay
      if popups[index].isUp { stays[last].until = event.time }
    } else {
      popups[index].firstStay = stay
      popups[index].position = presented
      presented += 1
    }
    popups[index].lastStay = stay
    popups[index].isUp = true
    popups[index].end = RunEnd(.visible)
  }

  /// A presentation ends: for good, or until it is dropped, parked or queued.
  private mutating func hide(_ event: Event) {
    let index = index(event.popup)
    guard popups[index].isUp else { return }
    close(index, at: event.time)
    if event.reason == .preempted { popups[index].preempted += 1 }
    popups[index].end = event.reason == .preempted ? RunEnd(.waiting) : .ended(event.reason)
  }

  private mutating func viewLost(_ event: Event) {
    let index = index(event.popup)
    guard popups[index].isUp else { return }
    close(index, at: event.time)
    popups[index].end = .ended(.viewLost)
  }

  private mutating func close(_ index: Int, at time: Ticks) {
    stays[Int(popups[index].lastStay)].until = time
    popups[index].isUp = false
  }

  private mutating func wait(_ event: Event, as state: RunEnd.State) {
    let index = index(event.popup)
    guard !popups[index].isUp else { return }
    popups[index].end = RunEnd(state == .waiting && popups[index].isContentAsked ? .loading : state)
  }

  /// The scheduler ends it; in a presentation that it does not hide, that is an end on screen. The first end holds, but a popup hidden
  /// because its page was left may still be dropped for another reason.
  private mutating func drop(_ event: Event) {
    let index = index(event.popup)
    let end = popups[index].end
    guard !end.isOver || end == .ended(.pageLeft) else { return }
    popups[index].end = popups[index].isUp ? .ended(event.reason) : .dropped(event.reason)
  }

  /// It ended off screen by what happened to it, whether or not the scheduler says so.
  private mutating func endOffScreen(_ event: Event, _ reason: Reason) {
    let index = index(event.popup)
    guard !popups[index].isUp, !popups[index].end.isOver else { return }
    popups[index].end = .dropped(reason)
  }

  private mutating func askForContent(_ event: Event) {
    let index = index(event.popup)
    popups[index].isContentAsked = true
    if popups[index].end.state == .waiting { popups[index].end = RunEnd(.loading) }
  }

  private mutating func contentEnds(_ event: Event) {
    let index = index(event.popup)
    popups[index].isContentAsked = false
    if popups[index].end.state == .loading { popups[index].end = RunEnd(.waiting) }
  }
}

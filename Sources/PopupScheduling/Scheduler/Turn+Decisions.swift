// The decisions, one method each, in the order of DecisionsAndTheirFields, *Fields*.

extension Turn {
  /// `popup.queued`: it still waits at the end of the turn, and for what.
  public mutating func queue(_ popup: PopupID, _ reason: Reason) { decide(.popupQueued, popup) { $0.reason = reason } }

  /// `popup.shown`.
  public mutating func show(
    _ popup: PopupID, on page: PageID, generation: Int32, over: some Collection<PopupID> = EmptyCollection<PopupID>()
  ) {
    decide(.popupShown, popup, over: over) {
      $0.page = page
      $0.generation = generation
      if generation > 1 { $0.flags.insert(.restored) }
    }
  }

  /// `popup.hidden`.
  public mutating func hide(
    _ popup: PopupID, _ reason: Reason, generation: Int32, over: some Collection<PopupID> = EmptyCollection<PopupID>()
  ) {
    decide(.popupHidden, popup, over: over) {
      $0.reason = reason
      $0.generation = generation
    }
  }

  /// `popup.parked`: kept for that page instance.
  public mutating func park(_ popup: PopupID, for page: PageID) { decide(.popupParked, popup) { $0.page = page } }
  /// `popup.restored`: back in the queue.
  public mutating func restore(_ popup: PopupID, on page: PageID) { decide(.popupRestored, popup) { $0.page = page } }
  /// `popup.dropped`.
  public mutating func drop(_ popup: PopupID, _ reason: Reason) { decide(.popupDropped, popup) { $0.reason = reason } }

  /// A decision that has a popup and nothing else: content, input and cover.
  public mutating func decide(_ kind: EventKind, _ popup: PopupID) { decide(kind, popup) { _ in } }

  /// `keyboard.resigned` and `keyboard.restored`.
  public mutating func decideKeyboard(_ kind: EventKind, responder: Symbol, on page: PageID, for popup: PopupID) {
    decide(kind, popup) {
      $0.name = responder
      $0.page = page
    }
  }

  /// Sets a timer, due at an instant, and gives its number; one that is already past comes at once after this turn.
  public mutating func setTimer(at due: Ticks, for popup: PopupID, _ purpose: TimerPurpose) -> TimerID {
    let timer = TimerID(nextTimer)
    nextTimer += 1
    let scheduler = schedulerID
    timerSchedulers?[timer] = scheduler
    decide(.timerSet, popup) {
      $0.timer = timer
      $0.at = due
      $0.purpose = purpose
    }
    return timer
  }

  /// `timer.cancelled`.
  public mutating func cancelTimer(_ timer: TimerID, for popup: PopupID) {
    timerSchedulers?[timer] = nil
    decide(.timerCancelled, popup) { $0.timer = timer }
  }

  /// `callback`; with a reason where it is a `closed`.
  public mutating func callBack(_ name: Symbol, _ popup: PopupID, _ reason: Reason = .none) {
    decide(.callback, popup) {
      $0.name = name
      $0.reason = reason
    }
  }

  /// `fault`: a published scheduler reached undefined behaviour.
  public mutating func fault(_ message: String, _ popup: PopupID = .none) {
    let message = catalog.names.intern(message)
    decide(.fault, popup) { $0.name = message }
  }

  /// `observing.began` and `observing.ended`.
  public mutating func observe(_ kind: EventKind, _ what: Symbol) { decide(kind, .none) { $0.name = what } }

  @inline(__always)
  private mutating func decide(_ kind: EventKind, _ popup: PopupID, _ fill: (inout Event) -> Void) {
    var decision = Event(kind)
    decision.popup = popup
    fill(&decision)
    emit(decision)
  }

  /// Adds a decision with the popups that lost, of which the first ``EventLog/overLimit`` are kept.
  @inline(__always)
  private mutating func decide(
    _ kind: EventKind, _ popup: PopupID, over: some Collection<PopupID>, _ fill: (inout Event) -> Void
  ) {
    let start = Int32(truncatingIfNeeded: log.over.count)
    if !over.isEmpty { log.over.append(contentsOf: over.prefix(EventLog.overLimit)) }
    let count = UInt8(truncatingIfNeeded: log.over.count - Int(start))
    decide(kind, popup) {
      fill(&$0)
      guard count > 0 else { return }
      $0.overStart = start
      $0.overCount = count
    }
  }
}

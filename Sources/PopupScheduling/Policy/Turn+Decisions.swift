// The decisions, one method each, in the order of DecisionsAndTheirFields, *Fields*.

extension Turn {
  /// `popup.queued`: it still waits at the end of the turn, and for what.
  public mutating func queue(_ popup: PopupID, _ reason: Reason) {
    var decision = Event(.popupQueued)
    decision.popup = popup
    decision.reason = reason
    emit(decision)
  }

  /// `popup.shown`.
  public mutating func show(
    _ popup: PopupID, on page: PageID, generation: Int32, over: some Collection<PopupID> = EmptyCollection<PopupID>()
  ) {
    var decision = Event(.popupShown)
    decision.popup = popup
    decision.page = page
    decision.generation = generation
    if generation > 1 { decision.flags.insert(.restored) }
    emit(decision, over: over)
  }

  /// `popup.hidden`.
  public mutating func hide(
    _ popup: PopupID, _ reason: Reason, generation: Int32, over: some Collection<PopupID> = EmptyCollection<PopupID>()
  ) {
    var decision = Event(.popupHidden)
    decision.popup = popup
    decision.reason = reason
    decision.generation = generation
    emit(decision, over: over)
  }

  /// `popup.parked`: kept for that page instance.
  public mutating func park(_ popup: PopupID, for page: PageID) {
    var decision = Event(.popupParked)
    decision.popup = popup
    decision.page = page
    emit(decision)
  }

  /// `popup.restored`: back in the queue.
  public mutating func restore(_ popup: PopupID, on page: PageID) {
    var decision = Event(.popupRestored)
    decision.popup = popup
    decision.page = page
    emit(decision)
  }

  /// `popup.dropped`.
  public mutating func drop(_ popup: PopupID, _ reason: Reason) {
    var decision = Event(.popupDropped)
    decision.popup = popup
    decision.reason = reason
    emit(decision)
  }

  /// A decision that has a popup and nothing else: content, input and cover.
  public mutating func decide(_ kind: EventKind, _ popup: PopupID) {
    var decision = Event(kind)
    decision.popup = popup
    emit(decision)
  }

  /// `keyboard.resigned` and `keyboard.restored`.
  public mutating func decideKeyboard(_ kind: EventKind, responder: Symbol, on page: PageID, for popup: PopupID) {
    var decision = Event(kind)
    decision.popup = popup
    decision.name = responder
    decision.page = page
    emit(decision)
  }

  /// `timer.cancelled`.
  public mutating func cancelTimer(_ timer: TimerID, for popup: PopupID) {
    var decision = Event(.timerCancelled)
    decision.timer = timer
    decision.popup = popup
    timerSchedulers?[timer] = nil
    emit(decision)
  }

  /// `callback`; with a reason where it is a `closed`.
  public mutating func callBack(_ name: Symbol, _ popup: PopupID, _ reason: Reason = .none) {
    var decision = Event(.callback)
    decision.name = name
    decision.popup = popup
    decision.reason = reason
    emit(decision)
  }

  /// `fault`: a published scheduler reached undefined behaviour.
  public mutating func fault(_ message: String, _ popup: PopupID = .none) {
    var decision = Event(.fault)
    decision.name = catalog.names.intern(message)
    decision.popup = popup
    emit(decision)
  }

  /// `observing.began` and `observing.ended`.
  public mutating func observe(_ kind: EventKind, _ what: Symbol) {
    var decision = Event(kind)
    decision.name = what
    emit(decision)
  }

  /// `popup.shown`, with the popups that lost in a policy's own list.
  mutating func show(
    _ popup: PopupID, on page: PageID, generation: Int32, over: borrowing OwnedArray<PopupID>
  ) {
    var decision = Event(.popupShown)
    decision.popup = popup
    decision.page = page
    decision.generation = generation
    if generation > 1 { decision.flags.insert(.restored) }
    emit(decision, over: over)
  }

  /// `popup.hidden`, likewise.
  mutating func hide(_ popup: PopupID, _ reason: Reason, generation: Int32, over: borrowing OwnedArray<PopupID>) {
    var decision = Event(.popupHidden)
    decision.popup = popup
    decision.reason = reason
    decision.generation = generation
    emit(decision, over: over)
  }

  private mutating func emit(_ decision: Event, over: borrowing OwnedArray<PopupID>) {
    guard !over.isEmpty else {
      emit(decision)
      return
    }
    var decision = decision
    let count = min(over.count, EventLog.overLimit)
    decision.overStart = Int32(truncatingIfNeeded: log.over.count)
    decision.overCount = UInt8(count)
    for index in 0..<count { log.over.append(over[index]) }
    emit(decision)
  }

  /// Adds a decision with the popups that lost, of which the first ``EventLog/overLimit`` are kept.
  private mutating func emit(_ decision: Event, over: some Collection<PopupID>) {
    var decision = decision
    if !over.isEmpty {
      decision.overStart = Int32(truncatingIfNeeded: log.over.count)
      log.over.append(contentsOf: over.prefix(EventLog.overLimit))
      decision.overCount = UInt8(min(over.count, EventLog.overLimit))
    }
    emit(decision)
  }
}

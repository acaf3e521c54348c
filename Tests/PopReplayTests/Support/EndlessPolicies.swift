import PopupScheduling

/// Sets a timer that is due at once, whenever one fires.
struct Restless: SchedulingPolicy {
  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    guard stimulus.kind == .popupSubmitted || stimulus.kind == .timerFired else { return }
    _ = turn.setTimer(at: turn.now, for: .none, .poll)
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}

/// Shows a popup again whenever it is dismissed.
struct Returning: SchedulingPolicy {
  private var generations: [PopupID: Int32] = [:]

  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    guard stimulus.kind == .popupSubmitted || stimulus.kind == .popupDismissed else { return }
    let generation = generations[stimulus.popup, default: 0]
    if generation > 0 { turn.hide(stimulus.popup, .dismissed, generation: generation) }
    generations[stimulus.popup] = generation + 1
    turn.show(stimulus.popup, on: .none, generation: generation + 1)
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() { generations.removeAll() }
}

/// Calls back so many times for every stimulus.
struct Talkative: SchedulingPolicy {
  var calls: Int

  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    guard !stimulus.popup.isNone else { return }
    for _ in 0..<calls { turn.callBack(turn.catalog.names.intern("again"), stimulus.popup) }
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}

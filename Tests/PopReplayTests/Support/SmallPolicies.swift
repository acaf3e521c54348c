import PopupScheduling

/// Shows nothing.
struct Refusing: SchedulingPolicy {
  mutating func take(_ stimulus: Event, _ turn: inout Turn) {}
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}

/// Shows everything and hides only what a user dismisses.
struct NeverHiding: SchedulingPolicy {
  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    if stimulus.kind == .popupSubmitted { turn.show(stimulus.popup, on: .none, generation: 1) }
    if stimulus.kind == .popupDismissed { turn.hide(stimulus.popup, .dismissed, generation: 1) }
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}

/// Shows three popups and no more.
struct FirstThree: SchedulingPolicy {
  private var count = 0

  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    switch stimulus.kind {
    case .popupSubmitted:
      count += 1
      if count <= 3 { turn.show(stimulus.popup, on: .none, generation: 1) }
    case .popupDismissed: turn.hide(stimulus.popup, .dismissed, generation: 1)
    default: break
    }
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() { count = 0 }
}

/// Shows everything so much later.
struct Later: SchedulingPolicy {
  var pause: Int64 = 200
  private var timers: [TimerID: PopupID] = [:]
  private var up: Set<PopupID> = []

  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    switch stimulus.kind {
    case .popupSubmitted:
      timers[turn.setTimer(at: turn.now + Ticks(pause), for: stimulus.popup, .other)] = stimulus.popup
    case .timerFired:
      guard let popup = timers.removeValue(forKey: stimulus.timer) else { return }
      up.insert(popup)
      turn.show(popup, on: .none, generation: 1)
    case .popupDismissed, .popupWithdrawn:
      if up.remove(stimulus.popup) != nil { turn.hide(stimulus.popup, .dismissed, generation: 1) }
    default: break
    }
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {
    timers.removeAll()
    up.removeAll()
  }
}

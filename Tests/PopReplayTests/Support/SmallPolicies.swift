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

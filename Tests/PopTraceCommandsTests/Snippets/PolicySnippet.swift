// example
import PopupScheduling

/// Shows every popup the moment it is submitted.
struct OurPolicy: SchedulingPolicy {
  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    switch stimulus.kind {
    case .popupSubmitted: turn.show(stimulus.popup, on: .none, generation: 1)
    case .popupDismissed: turn.hide(stimulus.popup, .dismissed, generation: 1)
    default: break
    }
  }

  mutating func settle(_ turn: inout Turn) {}

  mutating func reset() {}
}
// example

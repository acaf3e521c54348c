import PopupScheduling

/// Shows everything at once and hides it when it is dismissed or withdrawn.
struct ShowAtOnce: SchedulingPolicy {
  private var up: [PopupID] = []

  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    switch stimulus.kind {
    case .popupSubmitted:
      up.append(stimulus.popup)
      turn.show(stimulus.popup, on: .none, generation: 1)
    case .popupDismissed, .popupWithdrawn, .popupViewLost:
      guard let place = up.firstIndex(of: stimulus.popup) else { return }
      up.remove(at: place)
      turn.hide(stimulus.popup, .dismissed, generation: 1)
    default: break
    }
  }

  mutating func settle(_ turn: inout Turn) {}

  mutating func reset() { up.removeAll() }
}

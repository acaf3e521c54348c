import PopupScheduling

// example
struct ShowAtOnce: SchedulingPolicy {
  var generations: [PopupID: Int32] = [:]
  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    guard stimulus.kind == .popupSubmitted else { return }
    generations[stimulus.popup] = 1
    turn.show(stimulus.popup, on: .none, generation: 1)
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() { generations = [:] }
}
// example

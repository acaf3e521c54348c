import PopupScheduling

/// Where a run first differs from the recording in something a user or an app could notice, and which decisions the recording knows no answer
/// to (<doc:CausalReplay#Assumptions>, <doc:Grades#The-first-difference>).
struct Differences: ~Copyable, Replaceable {
  /// When the first difference was; nil while there is none.
  private(set) var first: Ticks?
  /// The decision of this run at which it was found; ``Int32/max`` where it is that one is missing.
  private(set) var firstSequence = Int32.max
  private var index = 0
  /// The recorded decisions after the first difference that could be answered, and the list of them for every popup.
  private var answerables = OwnedArray<Answerable>()
  private var lists = OwnedArray<IndexChain>()
  private let byAddress = ByAddress()
  /// How many recorded decisions were looked at for the last question.
  private(set) var steps = 0

  struct Answerable: Linked {
    var kind: EventKind
    var code: UInt8
    var name: Symbol
    var next: Int32 = -1
  }

  mutating func copy(from other: borrowing Differences) {
    first = other.first
    firstSequence = other.firstSequence
    index = other.index
    answerables.copy(from: other.answerables)
    lists.copy(from: other.lists)
    steps = other.steps
  }

  /// Whether a user or an app can notice a decision, so that it is compared.
  @inline(__always)
  static func isNoticeable(_ kind: EventKind) -> Bool {
    switch kind {
    case .popupShown, .popupHidden, .popupDropped, .callback, .contentRequested: true
    // Whoever types notices that the keyboard is gone.
    case .keyboardResigned, .keyboardRestored: true
    default: false
    }
  }

  static func isAnswerable(_ decision: Event) -> Bool {
    switch decision.kind {
    case .popupHidden: decision.reason != .pageLeft && decision.reason != .preempted
    case .popupDropped, .callback, .keyboardResigned, .keyboardRestored: true
    default: false
    }
  }

  mutating func compare(_ decision: Event, _ plan: borrowing Plan) {
    guard first == nil, Self.isNoticeable(decision.kind) else { return }
    skip(plan)
    guard index < plan.count, Self.areSame(plan.events[index], decision) else {
      let time = index < plan.count ? min(plan.events[index].time, decision.time) : decision.time
      return part(at: time, decision.sequence, plan)
    }
    index += 1
  }

  /// Whether a user or an app would notice nothing if one took the place of the other.
  private static func areSame(_ recorded: Event, _ decision: Event) -> Bool {
    recorded.time == decision.time && recorded.kind == decision.kind && recorded.popup == decision.popup
      && recorded.code == decision.code && recorded.page == decision.page && recorded.name == decision.name
      && recorded.generation == decision.generation
  }

  /// Ends the comparison: where the recording has a noticeable decision left, it is missing in the run, which is a difference.
  mutating func finish(_ plan: borrowing Plan) {
    guard first == nil else { return }
    skip(plan)
    if index < plan.count { first = plan.events[index].time }
  }

  private mutating func skip(_ plan: borrowing Plan) {
    while index < plan.count, !Self.isNoticeable(plan.events[index].kind) || plan.events[index].popup.isNone {
      index += 1
    }
  }

  /// The run differs from the recording from here on: lists the recorded decisions that could still be answered, by popup.
  private mutating func part(at time: Ticks, _ sequence: Int32, _ plan: borrowing Plan) {
    first = time
    firstSequence = sequence
    lists.fill(IndexChain(), count: plan.popups.count)
    for later in index..<plan.count where Self.isAnswerable(plan.events[later]) && !plan.events[later].popup.isNone {
      let event = plan.events[later]
      let answerable = Answerable(kind: event.kind, code: event.code, name: event.name)
      answerables.append(answerable, to: &lists[event.popup.index])
    }
  }

  /// Whether a decision that could be answered has a counterpart in the recording, which it then uses up (<doc:CausalReplay#Occurrences>).
  mutating func hasCounterpart(_ decision: Event) -> Bool {
    steps = 0
    guard first != nil else { return true }
    var before: Int32 = -1
    var next = lists[decision.popup.index].first
    while next >= 0 {
      steps += 1
      let recorded = answerables[Int(next)]
      if recorded.kind == decision.kind, recorded.code == decision.code, recorded.name == decision.name {
        if before >= 0 {
          answerables[Int(before)].next = recorded.next
        } else {
          lists[decision.popup.index].first = recorded.next
        }
        return true
      }
      (before, next) = (next, recorded.next)
    }
    return false
  }
}

extension Run {
  /// Compares a decision with the recording; a decision whose answer the recording does not show is assumed to have none.
  mutating func compare(_ decision: Event) {
    if differences.first == nil {
      differences.compare(decision, session.plan)
      noteDeparture(after: decision.sequence)
    }
    guard isCausal, differences.first != nil, Differences.isAnswerable(decision) else { return }
    let isKnown = differences.hasCounterpart(decision)
    if spend(differences.steps), !isKnown { assume(.unseen, decision.popup, after: decision.sequence) }
  }

  /// Where users left the app soon after a popup went, they may do so at another time, or not, once they have met other popups.
  mutating func noteDeparture(after sequence: Int32) {
    guard isCausal, state.firstAssumption == nil, let difference = differences.first,
      difference < session.plan.departure
    else { return }
    assume(.userWouldHaveBeenBlocked, after: sequence)
  }
}

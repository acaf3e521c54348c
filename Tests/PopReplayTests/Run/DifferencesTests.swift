import PopupScheduling
import Testing

@testable import PopReplay

/// Where a run differs first, and which of its decisions the recording knows an answer to (Grades, *The first difference*; CausalReplay,
/// *Assumptions*).
struct DifferencesTests {
  private func decision(
    _ kind: EventKind, _ popup: Int, _ time: Int64, _ sequence: Int32 = 0, _ change: (inout Event) -> Void = { _ in }
  ) -> Event {
    var event = Event(kind, time: Ticks(time))
    event.popup = PopupID(popup)
    event.sequence = sequence
    change(&event)
    return event
  }

  private var recorded: [Event] {
    [
      decision(.popupSubmitted, 0, 100, 0), decision(.popupShown, 0, 100, 1), decision(.callback, 0, 100, 2),
      decision(.timerSet, 0, 100, 3), decision(.callback, -1, 150, 4),
      decision(.popupHidden, 0, 200, 5) { $0.reason = .auto },
      decision(.callback, 0, 200, 6) { $0.name = Symbol(1) }, decision(.popupDropped, 1, 300, 7),
      decision(.callback, 0, 400, 8) { $0.name = Symbol(1) },
    ]
  }

  /// A plan with the recording, of which so many events can be replayed.
  private func plan(_ count: Int? = nil) -> Plan {
    var plan = Plan()
    plan.events = recorded
    plan.count = count ?? recorded.count
    plan.popups.append(repeating: PlannedPopup(), count: 3)
    return plan
  }

  /// What comes of a run of these decisions.
  private func compare(_ decisions: [Event], _ count: Int? = nil, into differences: inout Differences) -> [Int64?] {
    let plan = plan(count)
    for decision in decisions { differences.compare(decision, plan) }
    differences.finish(plan)
    return [
      differences.first?.rawValue, differences.firstSequence == .max ? nil : Int64(differences.firstSequence),
    ]
  }

  private func compare(_ decisions: [Event], _ count: Int? = nil) -> [Int64?] {
    var differences = Differences()
    return compare(decisions, count, into: &differences)
  }

  @Test func whatUsersAndAppsNoticeIsComparedInOrder() {
    let same = recorded.filter(\.kind.isDecision).filter { !$0.popup.isNone }
    #expect(compare(same) == [nil, nil])
    #expect(compare(same.filter { $0.kind != .timerSet }) == [nil, nil])
    #expect(compare(same + [decision(.timerSet, 1, 500, 9)]) == [nil, nil])
    // What comes beyond the recording is one, and so is what the recording has beyond the run.
    #expect(compare(same + [decision(.popupShown, 1, 500, 9)]) == [500, 9])
    #expect(compare(Array(same.dropLast())) == [400, nil] && compare([]) == [100, nil])
    #expect(compare(Array(same.dropLast()), 8) == [nil, nil])
    // The sooner of the two that differ.
    var late = same
    late[3].time = Ticks(230)
    late[3].sequence = 55
    #expect(compare(late) == [200, 55])
    late[3].time = Ticks(170)
    #expect(compare(late) == [170, 55])
    // Only the first difference counts.
    late[4].time = Ticks(110)
    #expect(compare(late) == [170, 55])
  }

  @Test func eachFieldThatIsNoticedIsADifference() {
    let same = recorded.filter(\.kind.isDecision).filter { !$0.popup.isNone }
    let changes: [(inout Event) -> Void] = [
      { $0.kind = .popupDropped }, { $0.popup = PopupID(1) }, { $0.reason = .dismissed }, { $0.page = PageID(0) },
      { $0.name = Symbol(0) }, { $0.generation = 3 },
    ]
    for (number, change) in changes.enumerated() {
      var other = same
      change(&other[3])
      #expect(compare(other) == [200, 5], "\(number)")
    }
    var other = same
    (other[3].cause, other[3].sequence, other[3].scene) = (4, 99, 3)
    #expect(compare(other) == [nil, nil])
  }

  @Test func kindsThatAreNoticedAndKindsThatAreAnswered() {
    let noticed: Set<EventKind> = [
      .popupShown, .popupHidden, .popupDropped, .callback, .contentRequested, .keyboardResigned, .keyboardRestored,
    ]
    let answered: Set<EventKind> = [.popupHidden, .popupDropped, .callback, .keyboardResigned, .keyboardRestored]
    for kind in EventKind.allCases {
      #expect(Differences.isNoticeable(kind) == noticed.contains(kind), "\(kind)")
      #expect(Differences.isAnswerable(Event(kind)) == answered.contains(kind), "\(kind)")
    }
    for reason in Reason.allCases {
      let isAnswered = Differences.isAnswerable(decision(.popupHidden, 0, 0) { $0.reason = reason })
      #expect(isAnswered == (reason != .pageLeft && reason != .preempted), "\(reason)")
    }
  }

  @Test func everyRecordedAnswerIsUsedUpOnce() {
    var differences = Differences()
    for _ in 0..<2 {
      differences.removeAll()
      let plan = plan()
      func has(_ event: Event) -> Bool { differences.hasCounterpart(event) }
      // While nothing differs everything is known.
      #expect(has(decision(.callback, 1, 50) { $0.name = Symbol(9) }) && differences.steps == 0)
      differences.compare(decision(.popupShown, 0, 100, 1), plan)
      differences.compare(decision(.popupShown, 1, 100, 2), plan)
      #expect(differences.first == Ticks(100) && differences.firstSequence == 2)
      // From there on: a callback, a hiding, two callbacks of another name; of the other popup that it is dropped.
      #expect(!has(decision(.popupShown, 0, 100)) && differences.steps == 4)
      #expect(has(decision(.callback, 0, 500) { $0.name = Symbol(1) }) && differences.steps == 3)
      #expect(has(decision(.callback, 0, 500)) && differences.steps == 1)
      #expect(!has(decision(.callback, 0, 500)))
      #expect(!has(decision(.popupHidden, 0, 500) { $0.reason = .dismissed }) && differences.steps == 2)
      #expect(has(decision(.popupHidden, 0, 500) { $0.reason = .auto }))
      #expect(!has(decision(.popupHidden, 0, 500) { $0.reason = .auto }) && differences.steps == 1)
      #expect(has(decision(.callback, 0, 500) { $0.name = Symbol(1) }))
      #expect(!has(decision(.callback, 0, 500) { $0.name = Symbol(1) }) && differences.steps == 0)
      #expect(!has(decision(.callback, 1, 500)) && has(decision(.popupDropped, 1, 500)))
      #expect(!has(decision(.popupDropped, 1, 500)))
    }
  }

  @Test func onlyAnswersWithinWhatIsReplayableCount() {
    var differences = Differences()
    let plan = plan(6)
    differences.compare(decision(.popupShown, 1, 100, 2), plan)
    func has(_ event: Event) -> Bool { differences.hasCounterpart(event) }
    #expect(has(decision(.popupHidden, 0, 500) { $0.reason = .auto }))
    #expect(!has(decision(.callback, 0, 500) { $0.name = Symbol(1) }) && !has(decision(.popupDropped, 1, 500)))
    differences.removeAll()
    #expect(differences.first == nil)
  }
}

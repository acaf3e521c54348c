import PopupScheduling
import Testing

@testable import PopReplay

/// What comes first of what is due (TimeAndTurns, *Equal times*).
struct ScheduledEventTests {
  private func event(_ what: ScheduledEvent.What = .visitUnknown, _ change: (inout ScheduledEvent) -> Void)
    -> ScheduledEvent
  {
    var event = ScheduledEvent(time: Ticks(100), popupNumber: 5, cause: 9, what: what)
    change(&event)
    return event
  }

  private let stay = ScheduledEvent.Stay(popup: PopupID(0), mark: 4)
  private let laterStay = ScheduledEvent.Stay(popup: PopupID(0), mark: 6)
  private let presentation = ScheduledEvent.Presentation(popup: PopupID(0), generation: 1, phase: .hide)
  private let secondPresentation = ScheduledEvent.Presentation(
    popup: PopupID(0), generation: 2, phase: .hide)

  /// Expects each to come before all that follow it, and none before itself.
  private func expectOrder(_ events: [ScheduledEvent], sourceLocation: SourceLocation = #_sourceLocation) {
    for first in events.indices {
      for second in events.indices {
        #expect(
          (events[first] < events[second]) == (first < second), "\(first) and \(second)",
          sourceLocation: sourceLocation)
      }
    }
  }

  @Test func timeDecidesThenTheRecordingThenWhenItWouldHaveComeThenKindPopupTimerAndCause() {
    expectOrder([
      event { ($0.time, $0.order, $0.dueSince) = (Ticks(99), .max, Ticks(90)) },
      event { ($0.order, $0.dueSince) = (3, Ticks(90)) },
      event { ($0.order, $0.dueSince) = (4, Ticks(80)) },
      event(.visitUnknown) { ($0.dueSince, $0.popupNumber) = (Ticks(10), 7) },
      event(.timer(TimerID(3))) { ($0.dueSince, $0.popupNumber) = (Ticks(20), 7) },
      event(.visitUnknown) { $0.dueSince = Ticks(21) },
    ])
    // By kind: pages, popups, content, animations, idling, timers.
    let kinds: [ScheduledEvent.What] = [
      .visitUnknown, .stayUnknown(stay), .contentUnknown(PopupID(0)), .assumedContent(PopupID(0), .contentFailed),
      .animation(presentation), .stimulus(item: 0), .timer(TimerID(0)),
    ]
    expectOrder(kinds.enumerated().map { number, what in event(what) { $0.popupNumber = Int64(9 - number) } })
    expectOrder([
      event(.timer(TimerID(9))) { ($0.popupNumber, $0.cause) = (-1, 30) },
      event(.timer(TimerID(4))) { ($0.popupNumber, $0.cause) = (2, 20) },
      event(.timer(TimerID(5))) { ($0.popupNumber, $0.cause) = (2, 10) },
      event(.timer(TimerID(5))) { ($0.popupNumber, $0.cause) = (2, 11) },
      event(.timer(TimerID(1))) { ($0.popupNumber, $0.cause) = (3, 0) },
    ])
  }

  @Test func ofOneKindPopupAndCauseTheEarlierStretchAndPresentationComesFirst() {
    expectOrder([
      event(.recordedAnimation(item: 0, presentation)) { _ in }, event(.animation(presentation)) { _ in },
      event(.recordedAnimation(item: 0, secondPresentation)) { _ in },
      event(.animation(secondPresentation)) { _ in },
    ])
    expectOrder([
      event(.stayUnknown(stay)) { _ in }, event(.assumedDismissal(stay)) { _ in },
      event(.stayUnknown(laterStay)) { _ in }, event(.assumedDismissal(laterStay)) { _ in },
    ])
    expectOrder([
      event(.stimulus(item: 7)) { _ in }, event(.act(2, stay)) { _ in },
      event(.actUnknown(1, stay, ofMedian: false)) { _ in },
      event(.act(0, laterStay)) { _ in }, event(.actUnknown(0, laterStay, ofMedian: false)) { _ in },
    ])
    expectOrder([
      event(.timer(TimerID(3), waits: true)) { _ in }, event(.timer(TimerID(3))) { _ in },
      event(.timer(TimerID(4), waits: true)) { _ in },
    ])
    expectOrder([
      event(.contentUnknown(PopupID(0))) { _ in }, event(.assumedContent(PopupID(0), .contentLoaded)) { _ in },
    ])
    expectOrder([event(.visitUnknown) { _ in }, event(.pageStayUnknown(item: 3)) { _ in }])
  }

  @Test func aStimulusOfTheCalendarIsComparedByTimeAndLine() {
    let due = event { $0.order = 8 }
    #expect(due.precedes(Ticks(101), 3) && !due.precedes(Ticks(99), 12))
    #expect(due.precedes(Ticks(100), 9) && !due.precedes(Ticks(100), 8) && !due.precedes(Ticks(100), 7))
    var queue = MinHeap<ScheduledEvent>()
    var answers = [queue.first?.precedes(Ticks(500), 5)]
    queue.insert(due)
    answers += [queue.first?.precedes(Ticks(100), 9), queue.first?.precedes(Ticks(100), 8)]
    #expect(answers == [nil, true, false])
  }

  @Test func onlyTimersAreLeftWhereNothingElseIs() {
    var queue = MinHeap<ScheduledEvent>()
    var answers = [queue.allSatisfy(\.what.isTimer)]
    queue.insert(event(.timer(TimerID(0))) { _ in })
    answers.append(queue.allSatisfy(\.what.isTimer))
    queue.insert(event(.stimulus(item: 0)) { $0.time = Ticks(500) })
    answers.append(queue.allSatisfy(\.what.isTimer))
    #expect(answers == [true, true, false])
  }

  @Test func whatAUserMightDoIsUnknown() {
    let unknown: [ScheduledEvent.What] = [
      .actUnknown(0, stay, ofMedian: false), .stayUnknown(stay), .assumedDismissal(stay),
    ]
    let known: [ScheduledEvent.What] = [
      .stimulus(item: 0), .act(0, stay), .timer(TimerID(0)), .contentUnknown(PopupID(0)), .visitUnknown,
    ]
    #expect(unknown.allSatisfy(\.isUnknown) && !known.contains(where: \.isUnknown))
  }
}

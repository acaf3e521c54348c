import PopTrace
import PopupScheduling
import Testing

@testable import PopReplay

/// An anchor waits for the event that has all the fields it gives, whatever the others are (TimeAndTurns, *Scenario files*).
struct PlannedAnchorTests {
  private static let pattern: Event = {
    var event = Event(.callback)
    event.popup = PopupID(1)
    event.page = PageID(2)
    event.generation = 3
    event.timer = TimerID(4)
    event.value = 5
    event.scene = 6
    event.scheduler = 7
    event.name = Symbol(8)
    event.code = 9
    return event
  }()

  private func anchor(
    _ fields: Set<EventField>, _ stimulus: Event = Event(.idle), _ pattern: Event = pattern, nth: Int = 1,
    every: Bool = false
  ) -> PlannedAnchor {
    PlannedAnchor(
      Anchor(pattern: pattern, fields: fields, nth: nth, every: every, delay: Ticks(11)), item: 12, stimulus: stimulus)
  }

  /// What makes an event another one, and the fields that tell.
  private static let changes: [(fields: Set<EventField>, change: @Sendable (inout Event) -> Void)] = [
    ([.popup], { $0.popup = PopupID(0) }), ([.page], { $0.page = PageID(0) }), ([.generation], { $0.generation = 2 }),
    ([.timer], { $0.timer = TimerID(3) }), ([.at], { $0.value = 6 }), ([.scene], { $0.scene = 0 }),
    ([.scheduler], { $0.scheduler = 0 }),
    ([.name, .action, .state, .user, .responder, .what, .message], { $0.name = Symbol(0) }),
    ([.reason, .by, .phase, .purpose, .kind], { $0.code = 1 }), ([.holds], { $0.flags.insert(.holds) }),
    ([.completed], { $0.flags.insert(.incomplete) }), ([.hides], { $0.flags.insert(.hides) }),
    ([.restored], { $0.flags.insert(.restored) }), ([.kind], { $0.flags.insert(.ofKind) }),
    ([], { $0.time = Ticks(99) }), ([], { $0.sequence = 99 }), ([], { $0.cause = 99 }),
  ]

  @Test(arguments: changes.indices) func eachFieldThatIsGivenCountsAndNoOther(index: Int) {
    let (fields, change) = Self.changes[index]
    var other = Self.pattern
    change(&other)
    for field in EventField.allCases {
      #expect(anchor([field]).matches(Self.pattern), "\(field)")
      #expect(anchor([field]).matches(other) == !fields.contains(field), "\(field)")
      // The same the other way round: what the anchor has and the event has not.
      #expect(anchor([field], Event(.idle), other).matches(Self.pattern) == !fields.contains(field), "\(field)")
    }
    #expect(anchor([]).matches(other))
    #expect(anchor(Set(EventField.allCases)).matches(other) == fields.isEmpty)
  }

  @Test func anotherKindOfEventIsAnother() {
    var other = Self.pattern
    other.kind = .popupShown
    #expect(!anchor([]).matches(other))
  }

  @Test func itIsDoneWithTheEventItCountsToUnlessItRepeats() {
    #expect((0...4).map { anchor([], nth: 3).isDone($0) } == [false, false, false, true, true])
    #expect((0...4).map { anchor([], nth: 3, every: true).isDone($0) } == [false, false, false, false, false])
    #expect(anchor([.popup, .name]).demands(.popup) && !anchor([.name]).demands(.popup))
  }

  @Test func countingBeginsWithThePopupUnlessItsSubmissionIsWhatWaits() {
    var stimulus = Event(.popupUpdated)
    stimulus.popup = PopupID(5)
    #expect(anchor([], stimulus).popup == PopupID(5))
    stimulus.kind = .popupSubmitted
    #expect(anchor([], stimulus).popup.isNone)
    #expect(anchor([]).item == 12)
  }

  @Test func onlyAUsersActOnThePopupThatIsShownTakesVisibleTime() {
    var shown = Event(.popupShown)
    shown.popup = PopupID(1)
    func isVisibleTime(
      _ kind: EventKind, by act: DismissalAct? = nil, popup: Int = 1, _ fields: Set<EventField>, _ pattern: Event
    ) -> Bool {
      var stimulus = Event(kind)
      stimulus.popup = PopupID(popup)
      if let act { stimulus.act = act }
      return anchor(fields, stimulus, pattern).isVisibleTime
    }
    #expect(isVisibleTime(.popupTapped, [.popup], shown) && isVisibleTime(.popupViewLost, [.popup], shown))
    for act in DismissalAct.allCases {
      #expect(isVisibleTime(.popupDismissed, by: act, [.popup], shown) == act.isUsers, "\(act)")
    }
    #expect(!isVisibleTime(.popupWithdrawn, [.popup], shown) && !isVisibleTime(.popupUpdated, [.popup], shown))
    #expect(!isVisibleTime(.popupTapped, popup: 2, [.popup], shown) && !isVisibleTime(.popupTapped, [], shown))
    var hidden = shown
    hidden.kind = .popupHidden
    #expect(!isVisibleTime(.popupTapped, [.popup], hidden))
  }
}

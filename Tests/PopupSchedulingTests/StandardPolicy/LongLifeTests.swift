import Testing

@testable import PopupScheduling

@Suite("Popups that are over")
struct LongLifeTests {
  /// Popups one after another, each with a timer and an exit animation.
  private func play(_ configuration: PolicyConfiguration = .v6, popups: ClosedRange<Int64>) -> Play<StandardPolicy> {
    var play = Play(configuration)
    play.know(1, "Home")
    play.appear(1, at: 0)
    for number in popups {
      play.submit(number, at: number) { spec, _ in
        spec.expires = Ticks(1_000_000)
        spec.autoDismiss = Ticks(50_000)
        spec.hideLength = Ticks(10)
        spec.object = Int32(number % 3)
      }
      play.dismiss(number, at: number)
      play.finish(number, .hide, at: number)
    }
    return play
  }

  @Test("Indices, timers and deadlines of popups that are over are given up")
  func givenUp() {
    let play = play(popups: 1...3000)
    let policy = play.scheduler.policy
    #expect(play.all.count { $0.kind == .popupShown } == 3000)
    #expect(policy.states.count == 1 && policy.state.deadlines.count < 100 && Invariants.allHold(policy))
    for number in play.catalog.popupNumbers.indices { #expect(policy.state.index(of: PopupID(number)) == nil) }
  }

  @Test("An exit animation that runs on keeps its popup, and the next one has another index")
  func leaving() {
    var play = play(popups: 1...5)
    play.submit(6, at: 10) { spec, _ in spec.hideLength = Ticks(10) }
    play.dismiss(6, at: 11)
    play.submit(7, at: 12)
    #expect(play.visible == ["popup.queued 7 slot"])
    play.finish(6, .hide, at: 13)
    #expect(play.visible == ["cover.removed 6", "cover.added 7", "popup.shown 7 page=1 gen=1"])
    #expect(play.scheduler.policy.states.filter(\.isLive).map(\.popup) == [play.catalog.knownPopup(numbered: 7)])
  }

  @Test("What is said of one that is over concerns nobody who has its index now")
  func spokenOfAgain() {
    var play = play(popups: 1...5)
    play.submit(6, at: 10) { spec, _ in spec.showLength = Ticks(10) }
    play.forget()
    for number in 1...Int64(5) {
      for act in [DismissalAct.button, .code] { play.dismiss(number, at: 11, by: act) }
      for kind in [EventKind.popupViewLost, .contentFailed, .popupCondition] {
        play.run(play.popup(kind, number), at: 12)
      }
      play.finish(number, .show, at: 13)
      play.finish(number, .hide, at: 13)
      play.run(play.popup(.animationLost, number) { $0.phase = .show }, at: 13)
      // It was submitted, and is not submitted again.
      play.submit(number, at: 14)
    }
    #expect(play.all.allSatisfy { !$0.kind.isDecision })
    #expect(play.scheduler.policy.states.filter(\.isLive).map(\.popup) == [play.catalog.knownPopup(numbered: 6)])
  }

  @Test("A timer that fires late concerns nobody who has the index now")
  func lateTimer() {
    var play = play(popups: 1...5)
    play.submit(6, at: 10)
    play.forget()
    for timer in 0..<Int32(10) {
      var event = Event(.timerFired)
      event.timer = TimerID(timer)
      play.run(event, at: 2_000_000)
    }
    #expect(play.all.allSatisfy { !$0.kind.isDecision })
  }

  @Test("Who takes an old submission of an object back, or dismisses it, means the object", arguments: [false, true])
  func object(isDismissed: Bool) {
    var play = play(popups: 1...2000)
    // The popups with numbers of the form 3n + 1 were object 1.
    play.submit(2001, at: 3000) { spec, _ in spec.object = 1 }
    play.submit(2002, at: 3000) { spec, _ in spec.object = 2 }
    if isDismissed { play.dismiss(4, at: 3001, by: .code) } else { play.withdraw(4, at: 3001) }
    let reason = isDismissed ? "dismissed" : "withdrawn"
    #expect(play.visible.first == "popup.hidden 2001 gen=1 \(reason)")
    #expect(play.visible.last == "popup.shown 2002 page=1 gen=1")
  }

  @Test("Those that come and go in one turn are over when it is")
  func inOneTurn() {
    var play = Play(.v6)
    play.know(1, "Home")
    play.appear(1, at: 0)
    let second = play.submission(2) { spec, _ in spec.expires = .zero }
    let third = play.submission(3)
    // The second is dropped at once; the third, submitted in the same turn, waits.
    play.world.answer = { $0.kind == .popupShown && $0.popup == PopupID(2) ? [second, third] : [] }
    play.submit(1, at: 1)
    #expect(play.visible.suffix(2) == ["popup.dropped 2 expired", "popup.queued 3 slot"])
    #expect(Invariants.allHold(play.scheduler.policy))
  }

  @Test("A copy of a policy goes on as the original does, and a session begins as the first did")
  func copiesAndSessions() {
    var first = play(popups: 1...2000)
    let copy = first.scheduler
    let events = first.submission(2001) { spec, _ in spec.expires = Ticks(5) }
    first.run(events, at: 3000)
    var second = first
    second.scheduler = copy
    second.forget()
    second.scheduler.turn.catalog = first.scheduler.turn.catalog
    second.run(events, at: 3000)
    #expect(second.last == first.last)
    let count = first.scheduler.policy.state.submissions
    for configuration in [first.scheduler.policy.configuration, .v0] {
      var other = StandardPolicy(configuration)
      other.copy(from: first.scheduler.policy)
      #expect(other.state.submissions == count && other.configuration == first.scheduler.policy.configuration)
      other.reset()
      #expect(other.state.submissions == 0 && first.scheduler.policy.state.submissions == count)
    }
    var state = first.scheduler.policy
    state.reset()
    #expect(state.states.isEmpty && state.state.submissions == 0 && !state.state.submitted.contains(0))
  }

  @Test("A timer that has fired, or was cancelled, is nobody's")
  func timersOfNobody() {
    var play = Play(.v6)
    play.know(1, "Home")
    play.appear(1, at: 0)
    play.submit(1, at: 1) { spec, _ in
      spec.autoDismiss = Ticks(100)
      spec.expires = Ticks(50)
      spec.showLength = Ticks(10)
    }
    play.run(play.popup(.animationLost, 1) { $0.phase = .show }, at: 2)
    let owners: (Play<StandardPolicy>) -> [Bool] = { play in
      (0..<3).map { play.scheduler.policy.state.timerOwners[$0] >= 0 }
    }
    #expect(play.all.count { $0.kind == .timerSet } == 3 && owners(play) == [true, true, true])
    play.fire(0, at: 51)
    #expect(owners(play) == [false, true, true])
    play.fire(2, at: 1_011)
    #expect(play.last == ["input.unlocked 1"] && owners(play) == [false, true, false])
    play.dismiss(1, at: 1_012)
    #expect(owners(play) == [false, false, false])
  }

  @Test("Whoever's content was asked for another user ends as that one signs in, however many came and went before")
  func contentOfUsers() {
    var play = Play(.v6)
    let users = ["ann", "bob"].map { play.catalog.names.intern($0) }
    for number in Int64(1)...3 { play.submit(number, at: 1) { spec, _ in spec.user = users[0] } }
    play.submit(4, at: 1)
    play.withdraw(1, at: 2)
    play.withdraw(2, at: 2)
    #expect(
      play.happen(.appSignedIn, at: 3) { $0.name = users[1] } == [
        "popup.dropped 3 signed-out", "callback closed 3 signed-out",
      ])
    play.submit(5, at: 4) { spec, _ in spec.user = users[1] }
    #expect(play.last == ["popup.queued 5 page"])
    #expect(play.happen(.appSignedIn, at: 5) { $0.name = users[1] } == [])
  }

  @Test("A prompt of the system passes nobody over, whoever was passed over before it")
  func promptAfterOthers() {
    for length: Int64 in [0, 200] {
      var play = Play(.v6)
      play.know(1, "Home")
      play.appear(1, at: 0)
      play.submit(1, at: 1) { spec, _ in
        spec.level = 5
        spec.onHigher = .requeue
        spec.hideLength = Ticks(length)
      }
      play.submit(2, at: 2) { spec, _ in spec.level = 6 }
      play.submit(3, at: 3)
      #expect(play.last.first == "popup.hidden 1 gen=1 preempted over=2")
      play.submit(4, at: 4) { spec, _ in spec.kind = .system }
      #expect(play.visible == ["cover.added 4", "popup.shown 4 page=1 gen=1"])
    }
  }

  @Test("While the user stays on a page, groups that come and go are listed once")
  func listedOnce() {
    var play = Play(.v6)
    play.know(1, "Home")
    play.appear(1, at: 0)
    play.submit(1, at: 1)
    for number in Int64(2)...60 {
      play.submit(number, at: 2) { spec, catalog in spec.bind(to: "Home", in: &catalog) }
      play.happen(.idle, at: 2)
      play.submit(number + 100, at: 2) { spec, _ in spec.level = -1 }
      play.withdraw(number, at: 2)
      play.withdraw(number + 100, at: 2)
      play.dismiss(1, at: 3)
    }
    let policy = play.scheduler.policy
    let lanes = policy.state.queue.lanes.array.map { policy.state.queue.standing.countInOrder($0) ?? 0 }
    #expect(lanes.reduce(0, +) < policy.state.queue.groups.count)
  }
}

import PopSimulation
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

@testable import PopReplay

@Suite("One thing otherwise in a recording")
struct SessionChangeTests {
  private func recording() throws -> Session {
    record(
      try session(
        """
        {"poptrace":1}
        {"t":0,"event":"page.did-appear","page":1,"class":"Home"}
        {"t":100,"event":"popup.submitted","popup":1,"name":"terms"}
        {"t":200,"event":"popup.submitted","popup":2,"name":"coupon","pages":["Home"]}
        {"t":300,"event":"popup.submitted","popup":3,"name":"bonus","condition":false}
        {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":4000}
        {"t":3000,"event":"page.will-disappear","page":1}
        {"t":3000,"event":"page.will-appear","page":2,"class":"Shop"}
        {"t":3300,"event":"page.did-disappear","page":1}
        {"t":3300,"event":"page.did-appear","page":2}
        {"t":9000,"event":"idle"}
        """), StandardPolicy(.v6))
  }

  private func shown(_ number: Int64, in session: Session) -> Int64? {
    let run = Played(session, StandardPolicy(.v6)).recording
    let popup = run.catalog.knownPopup(numbered: number)
    return run.events.first { $0.kind == .popupShown && $0.popup == popup }?.time.rawValue
  }

  @Test("Nothing is shown of what waits for a condition, or for a page that goes too soon")
  func asItWas() throws {
    let recording = try recording()
    expectIdentity(recording, StandardPolicy(.v6))
    #expect(shown(1, in: recording) == 100)
    #expect(shown(2, in: recording) == nil && shown(3, in: recording) == nil)
  }

  @Test("A condition that holds lets its popup come")
  func condition() throws {
    let recording = try recording()
    let bonus = recording.catalog.knownPopup(numbered: 3)
    #expect(shown(3, in: recording.holding(bonus)) == 4100)
  }

  @Test("A popup that is not submitted is in nobody's way")
  func without() throws {
    let recording = try recording()
    let terms = recording.catalog.knownPopup(numbered: 1)
    let changed = recording.without(terms)
    #expect(shown(1, in: changed) == nil && shown(2, in: changed) == 200)
  }

  @Test("A page that stays until the slot is free has its popup shown, and not a tick sooner")
  func later() throws {
    let recording = try recording()
    let leaving = try #require(recording.events.firstIndex { $0.kind == .pageWillDisappear })
    func shown(by length: Int64) -> Int64? {
      self.shown(2, in: recording.later(from: leaving, by: Ticks(length)))
    }
    // What was on screen when the page went was dismissed 1,100 ms later, and is that still.
    #expect(shown(by: 0) == nil && shown(by: 500) == nil)
    let changed = recording.later(from: leaving, by: Ticks(5000))
    #expect(changed.header.ended == Ticks(14_000))
    #expect(
      zip(changed.events, recording.events).allSatisfy {
        $0.time - $1.time == ($1.time < Ticks(3000) ? .zero : Ticks(5000))
      })
  }

  @Test("A timer that is due after the delay fires as late as it did")
  func timers() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":0,"event":"page.did-appear","page":1,"class":"Home"}
      {"t":100,"event":"popup.submitted","popup":1,"name":"tip","autoDismiss":2000}
      {"t":1000,"event":"scroll.began"}
      {"t":1500,"event":"scroll.ended"}
      {"t":9000,"event":"idle"}
      """)
    let recording = record(scenario, StandardPolicy(.v6))
    let index = try #require(recording.events.firstIndex { $0.kind == .scrollBegan })
    let changed = recording.later(from: index, by: Ticks(3000))
    let set = try #require(changed.events.first { $0.kind == .timerSet })
    let fired = try #require(changed.events.first { $0.kind == .timerFired })
    #expect(set.at == fired.time && set.time == Ticks(100))
    let run = Played(changed, StandardPolicy(.v6)).recording
    #expect(run.events.first { $0.kind == .timerFired }?.time == Ticks(2100))
  }

  @Test("Changes of nothing change nothing", arguments: 0..<10)
  func nothing(number: Int) {
    let script = ScriptMaker.script(seed: 77, session: number, flavour: .field)
    let recording = LiveWorld(policy: StandardPolicy(.v6)).run(script)
    let changes = [
      recording.later(from: recording.events.count / 2, by: .zero), recording.without(.none), recording.holding(.none),
    ]
    for (change, changed) in changes.enumerated() {
      #expect(
        changed.log.isSame(as: recording.log) && changed.header == recording.header, "session \(number), \(change)")
      expectIdentity(changed, StandardPolicy(.v6), "session \(number), \(change)")
    }
  }

  @Test("Changed recordings can be replayed, whatever is changed", arguments: 0..<10)
  func replayable(number: Int) {
    let script = ScriptMaker.script(seed: 78, session: number, flavour: .field)
    let recording = LiveWorld(policy: StandardPolicy(.v5)).run(script)
    for popup in recording.catalog.popupNumbers.indices.map({ PopupID($0) }) {
      let run = Played(recording.without(popup), StandardPolicy(.v5)).recording
      #expect(!run.events.contains { $0.kind == .popupShown && $0.popup == popup }, "seed 78, session \(number)")
    }
    for index in stride(from: 0, to: recording.events.count, by: 7) {
      let changed = recording.later(from: index, by: Ticks(700))
      let run = Played(changed, StandardPolicy(.v5)).recording
      #expect(zip(run.events, run.events.dropFirst()).allSatisfy { $0.time <= $1.time }, "seed 78, session \(number)")
    }
  }
}

/// What a change leaves as it was.
struct UnchangedTests {
  private func event(_ kind: EventKind, _ popup: Int, _ time: Int64, _ change: (inout Event) -> Void = { _ in })
    -> Event
  {
    var event = Event(kind, time: Ticks(time))
    event.popup = PopupID(popup)
    change(&event)
    return event
  }

  /// Two popups whose conditions change, and a timer that is due at 500.
  private var session: Session {
    var session = Session()
    for number in 0..<2 {
      session.catalog.appendPopup(numbered: Int64(number))
      var spec = PopupSpec(name: session.catalog.names.intern("p\(number)"))
      spec.condition = false
      session.log.events.append(event(.popupSubmitted, number, 100) { $0.spec = session.catalog.intern(spec) })
    }
    for number in 0..<2 {
      session.log.events.append(event(.popupCondition, number, 200) { $0.flags.insert(.holds) })
      session.log.events.append(event(.popupCondition, number, 300))
    }
    session.log.events.append(event(.timerSet, 0, 400) { $0.at = Ticks(500) })
    session.log.events.append(event(.timerSet, 0, 400) { $0.at = Ticks(499) })
    session.log.events.append(event(.idle, -1, 500))
    session.log.events.append(event(.idle, -1, 600))
    return session
  }

  private func story(_ session: Session) -> [String] {
    session.log.events.map { "\($0.time.rawValue) \($0.kind.wireName) \($0.popup.rawValue) \($0.at.rawValue)" }
  }

  @Test func holdingConcernsTheConditionsOfOnePopupThatDoNotHold() {
    let changed = session.holding(PopupID(0))
    var expected = story(session)
    expected.remove(at: 3)
    #expect(story(changed) == expected)
    let submissions = changed.log.events.filter { $0.kind == .popupSubmitted }
    #expect(submissions.map { changed.catalog.spec($0.spec).condition } == [true, false])
  }

  @Test func aPopupThatIsNotSubmittedKeepsWhatElseIsSaidOfIt() {
    let changed = session.without(PopupID(1))
    var expected = story(session)
    expected.remove(at: 1)
    #expect(story(changed) == expected)
  }

  @Test func aDelayMovesWhatComesFromThenOnAndTimersThatAreDueFromThenOn() {
    let changed = session.later(from: 8, by: Ticks(50))
    var expected = story(session)
    expected[6] = "400 timer.set 0 550"
    (expected[8], expected[9]) = ("550 idle -1 0", "650 idle -1 0")
    #expect(story(changed) == expected)
    #expect(changed.header.ended == nil)
    // From where there is nothing, nothing moves.
    for index in [-1, 10, 99] {
      var finished = session
      finished.header.ended = Ticks(700)
      let same = finished.later(from: index, by: Ticks(50))
      #expect(story(same) == story(session) && same.header.ended == Ticks(700), "\(index)")
    }
  }
}

import PopTrace
import PopTraceFuzzing
import PopupScheduling
import Testing

@Suite("What was recovered is compared with what was seen, and every difference is noticed")
struct WitnessedSessionTests {
  private let session: WitnessedSession

  init() throws {
    var reader = try TraceReader(Corpus.bytes("Fixtures/traces/all-v6.poptrace"))
    var read = Session()
    #expect(try reader.next(&read))
    session = WitnessedSession(events: WitnessedSession.events(of: read))
    try #require(session.events.count > 20)
  }

  @Test("all of it, and less or more by what was under way, is well")
  func whole() {
    #expect(session.compare(session.events).isWell)
    #expect(session.compare(session.events).recovered == session.events.count)
    var cut = session
    cut.acknowledged -= 3
    for count in 0...3 { #expect(cut.compare(Array(session.events.dropLast(count))).isWell) }
    #expect(cut.compare(Array(session.events.dropLast(4))).lost == 1)
  }

  @Test("an event that is missing is lost, wherever it was, unless the recording says that it is missing")
  func lost() {
    for place in session.events.indices {
      var events = session.events
      events.remove(at: place)
      let outcome = session.compare(events)
      #expect(outcome.lost == 1 && outcome.counted == 0 && outcome.invented == 0 && !outcome.isWell)
      let said = session.compare(events, missing: 1)
      #expect(said.lost == 0 && said.counted == 1 && said.isWell)
    }
    #expect(session.compare([]).lost == session.events.count)
    #expect(session.compare([], missing: 2).lost == session.events.count - 2)
  }

  @Test("what the recording had to go on with counts as lost, whatever it says")
  func mustHave() {
    var session = session
    session.mustHaveFrom = session.events.count - 2
    #expect(session.compare(session.events.dropLast(3), missing: 100).lost == 2)
  }

  @Test("an event that is made up, altered or there twice is invented")
  func invented() {
    var events = session.events
    events.insert(WitnessedEvent(sequence: 4, popup: -1, page: -1, kind: 59, digest: 1, content: 1), at: 4)
    #expect(session.compare(events).invented == 1)
    events = session.events
    events[7].digest ^= 1
    let altered = session.compare(events)
    #expect(altered.invented == 1 && altered.lost == 1)
    events = session.events
    events.insert(events[5], at: 6)
    #expect(session.compare(events).invented == 1)
  }

  @Test("events at another place, by order or by number, are reordered")
  func reordered() {
    var events = session.events
    events.swapAt(5, 9)
    #expect(session.compare(events).reordered > 0)
    events = session.events
    for index in 10..<events.count { events[index].sequence += 1 }
    let moved = session.compare(events)
    #expect(moved.reordered > 0 && !moved.isWell)
  }

  @Test("a session that began later begins with what was seen last, and has all that was seen since")
  func later() {
    let events = session.events
    var later = WitnessedSession(events: Array(events[12...]))
    later.before = Array(events[..<12])
    let renumbered = events[9...].map { event in
      var event = event
      event.sequence -= 4
      event.digest ^= 1
      return event
    }
    #expect(later.compareLater(renumbered).isWell && later.compareLater(renumbered).recovered == events.count - 12)
    // It may begin with what began it, or with all that there was.
    #expect(later.compareLater(Array(renumbered[3...])).isWell && later.compareLater(events).isWell)
    #expect(later.compareLater(Array(renumbered.dropLast(2))).lost == 2)
    #expect(later.compareLater([]).lost == events.count - 12)
    for wrong in [
      Array(renumbered[4...]), Array(renumbered[..<5] + renumbered[6...]), renumbered + renumbered.suffix(1),
    ] {
      #expect(!later.compareLater(wrong).isWell)
    }
    var altered = renumbered
    altered[1].content ^= 1
    #expect(!later.compareLater(altered).isWell)
  }

  @Test("a session that was about to begin in a pause has what was seen, from any event on and up to any")
  func aboutToBegin() {
    let events = session.events
    var pause = WitnessedSession(events: Array(events[8...]))
    (pause.isPause, pause.before) = (true, Array(events[..<8]))
    for (start, end) in [(0, 5), (5, 12), (10, 11), (5, events.count), (0, events.count)] {
      #expect(pause.mayHaveBegun(Array(events[start..<end])))
    }
    // Something is left out, or there twice, or another thing is there.
    #expect(!pause.mayHaveBegun(Array(events[5..<7] + events[8...])))
    #expect(!pause.mayHaveBegun(Array(events[5...] + events.suffix(1))))
    #expect(!pause.mayHaveBegun(events + events))
    var altered = Array(events[5..<12])
    altered[3].content ^= 1
    #expect(!pause.mayHaveBegun(altered))
  }

  @Test("a digest has everything that an event says")
  func digest() throws {
    var reader = try TraceReader(Corpus.bytes("Fixtures/traces/all-v6.poptrace"))
    var read = Session()
    _ = try reader.next(&read)
    let event = try #require(read.events.first { $0.kind == .popupShown })
    let (digest, content) = (
      WitnessedEvent(event, in: read.log, read.catalog).digest,
      WitnessedEvent(event, in: read.log, read.catalog).content
    )
    let changes: [(inout Event) -> Void] = [
      { $0.time = Ticks($0.time.rawValue + 1) }, { $0.value += 1 }, { $0.cause += 1 }, { $0.generation += 1 },
      { $0.scene += 1 }, { $0.scheduler += 1 }, { $0.kind = .popupHidden }, { $0.code ^= 1 },
      { $0.flags.formSymmetricDifference(.restored) }, { $0.popup = .none }, { $0.page = .none },
      { $0.timer = TimerID(3) },
    ]
    for change in changes {
      var other = event
      change(&other)
      let witnessed = WitnessedEvent(other, in: read.log, read.catalog)
      #expect(witnessed.digest != digest)
      // The numbers of causes and timers are others where a session begins later.
      #expect((witnessed.content != content) == (other.cause == event.cause && other.timer == event.timer))
    }
  }
}

import PopAudit
import PopSimulation
import PopSystem
import PopupScheduling
import Testing

@testable import PopTrace

@Suite struct AuditorTests {
  let clean =
    home + """
      10 popup.submitted 1 level=1
      10 popup.shown 1 page=1
      10 callback 1 callback=shown
      20 popup.submitted 2
      20 popup.queued 2 slot
      500 popup.dismissed 1 button
      500 popup.hidden 1 dismissed
      500 callback 1 callback=closed dismissed
      500 popup.shown 2 page=1
      500 callback 2 callback=shown
      900 popup.dismissed 2 button
      900 popup.hidden 2 dismissed
      900 callback 2 callback=closed dismissed
      """

  @Test func aCleanSessionHasNoFindings() {
    #expect(rules(in: clean) == [])
  }

  @Test func oneAuditorTakesOneSessionAfterAnother() {
    let overlap = EventScript(
      home + "10 popup.submitted 1\n10 popup.shown 1 page=1\n20 popup.submitted 2\n20 popup.shown 2")
    let good = EventScript(clean)
    var auditor = Auditor()
    for _ in 0..<3 {
      for (script, expected) in [(overlap, [Rule.overlap]), (good, [])] {
        auditor.begin(catalog: script.catalog)
        for event in script.events { auditor.take(event) }
        auditor.end(at: script.events.last?.time ?? .zero, isFinished: false)
        #expect(auditor.findings.map(\.rule) == expected)
      }
    }
  }

  @Test func whatWasGivenUpInTheMiddleOfATurnIsForgotten() {
    let broken = EventScript(
      home + """
        10 popup.submitted 1 chain=c
        10 popup.shown 1 page=1
        20 popup.submitted 2 chain=c
        20 popup.queued 2 chain
        30 popup.dismissed 1 button
        30 popup.hidden 1 dismissed
        31 popup.submitted 3
        31 popup.shown 3 page=1
        """)
    #expect(broken.findings().contains { $0.rule == .chainBroken })
    let other = EventScript(clean)
    var auditor = Auditor()
    auditor.begin(catalog: broken.catalog)
    for event in broken.events { auditor.take(event) }
    auditor.begin(catalog: other.catalog)
    for event in other.events { auditor.take(event) }
    auditor.end(at: other.events.last?.time ?? .zero, isFinished: true)
    #expect(auditor.findings.isEmpty)
  }

  @Test func aSnapshotIsTakenWhereItFindsSomethingInWhatIsNotOverYet() {
    let script = EventScript(
      home + "10 popup.submitted 1\n10 popup.shown 1 page=1\n20 popup.submitted 2\n20 popup.shown 2 page=1")
    var session = Session()
    (session.catalog, session.log.events) = (script.catalog, script.events)
    #expect(SnapshotTrigger.audit().causes(session) == [SnapshotTrigger.Cause("overlap", at: Ticks(20), popup: 2)])
    #expect(SnapshotTrigger.audit([.leak]).causes(session).isEmpty)
    session.log.events.removeLast()
    #expect(SnapshotTrigger.audit().causes(session).isEmpty)
  }

  @Test func eventsCanBeTakenOneByOneOrTogether() {
    let script = EventScript(
      home + "10 popup.submitted 1\n10 popup.shown 1 page=1\n20 popup.submitted 2\n20 popup.shown 2")
    var auditor = Auditor()
    auditor.begin(catalog: script.catalog)
    auditor.take(script.events[..<3])
    auditor.take(script.events[3...])
    auditor.end(at: Ticks(20), isFinished: true)
    #expect(auditor.findings == script.findings())
    #expect(!auditor.findings.isEmpty)
  }

  @Test func aCopyBeginsSessionsOfItsOwn() {
    let script = EventScript(
      home + "10 popup.submitted 1\n10 popup.shown 1 page=1\n20 popup.submitted 2\n20 popup.shown 2")
    var auditor = Auditor()
    auditor.begin(catalog: script.catalog)
    auditor.take(script.events[...])
    auditor.end(at: Ticks(20), isFinished: true)
    var other = auditor
    other.begin(catalog: script.catalog)
    other.end(at: Ticks(20), isFinished: true)
    #expect(other.findings.isEmpty)
    #expect(auditor.findings == script.findings())
  }

  @Test func theLengthOfATickCounts() {
    let script = EventScript(home + "10 popup.submitted 1\n10 popup.queued 1 slot\n40 idle")
    var auditor = Auditor()
    auditor.begin(catalog: script.catalog, tick: TickLength(microseconds: 100_000)!)
    for event in script.events { auditor.take(event) }
    auditor.end(at: Ticks(40), isFinished: false)
    #expect(auditor.findings.map(\.rule) == [.stuckQueue])
    #expect(auditor.findings.map(\.time) == [Ticks(40)])
  }

  @Test func nothingIsTooStrangeToBeTaken() {
    var generator = SeededRandom(seed: 0x5EED)
    var catalog = EventScript(clean).catalog
    for number in 0..<6 { _ = catalog.page(numbered: Int64(number)) }
    for place in catalog.pages.indices { catalog.pages[place].container = PageID(Int(generator.next() % 7)) }
    var spec = PopupSpec(name: catalog.names.intern("x"))
    spec.key = spec.name
    spec.chain = spec.name
    spec.keepAlive = true
    spec.hideLength = Ticks(.max)
    spec.expires = Ticks(5)
    _ = catalog.intern(spec)
    for round in 0..<300 {
      var auditor = Auditor()
      auditor.begin(catalog: catalog)
      var sequence: Int32 = 0
      for _ in 0..<200 {
        let kind = EventKind.allCases[Int(generator.next() % UInt64(EventKind.allCases.count))]
        var event = Event(kind, time: Ticks(Int64(generator.next() % 9000)))
        event.sequence = sequence
        event.cause = Int32(truncatingIfNeeded: Int64(generator.next() % 200) - 1)
        event.popup = PopupID(Int32(truncatingIfNeeded: Int64(generator.next() % 5) - 1))
        event.page = PageID(Int32(truncatingIfNeeded: Int64(generator.next() % 9) - 1))
        event.generation = Int32(truncatingIfNeeded: generator.next() % 4)
        event.code = UInt8(generator.next() % 14)
        event.attributes = Int32(truncatingIfNeeded: Int64(generator.next() % 5) - 1)
        event.name = Symbol(Int32(truncatingIfNeeded: Int64(generator.next() % 3) - 1))
        event.timer = TimerID(Int(generator.next() % 4))
        event.flags = Event.Flags(rawValue: UInt8(generator.next() % 64))
        event.scene = UInt16(generator.next() % 2)
        sequence += generator.next() % 50 == 0 ? 7 : 1
        auditor.take(event)
      }
      auditor.end(at: Ticks(9000), isFinished: round % 2 == 0)
      for finding in auditor.findings {
        #expect(finding.witness == finding.witness.sorted(), "\(finding.rule.id)")
        #expect(!finding.witness.isEmpty && !finding.because.isEmpty, "\(finding.rule.id)")
      }
    }
  }
}

@Suite struct AuditTurnTests {
  /// Popup 2 takes popup 1's place within one turn; were its dismissal a turn of its own, both would overlap at the end of the first.
  private func start(_ count: Int) -> String {
    home + "10 popup.submitted 1\n10 popup.shown 1 page=1\n10 popup.submitted 2\n"
      + String(repeating: "10 callback 1 callback=other\n", count: count) + "10 popup.shown 2 page=1\n"
  }

  @Test func aMarkedStimulusBelongsToTheTurn() {
    let hidden = "\n10 popup.hidden 1 dismissed"
    #expect(found(.overlap, in: start(1) + "10 popup.dismissed 1 code re" + hidden) == [])
    #expect(found(.overlap, in: start(1) + "10 popup.dismissed 1 code" + hidden) == ["2/1"])
    #expect(found(.overlap, in: start(1) + "10 popup.dismissed 1 code re cause=-1" + hidden) == [])
    // All events of a turn have one time, and none goes on behind a hole.
    #expect(found(.overlap, in: start(1) + "11 popup.dismissed 1 code re\n11 popup.hidden 1 dismissed") == ["2/1"])
  }

  @Test func aDecisionForACauseDoesNotMakeAStimulusPartOfItsTurn() {
    let script = start(1) + "10 popup.dismissed 1 code cause=6\n10 popup.hidden 1 dismissed"
    #expect(found(.overlap, in: script) == ["2/1"])
    #expect(found(.overlap, in: script, marksReentrantStimuli: false) == [])
  }

  @Test(arguments: [1, 40, 63, 64, 65, 200])
  func withoutMarksCauseAndTimeTell(_ count: Int) {
    let start = start(count)
    let caused = start + "10 popup.dismissed 1 code re\n10 popup.hidden 1 dismissed"
    #expect(found(.overlap, in: caused, marksReentrantStimuli: false) == [])
    let root = start + "10 popup.dismissed 1 code\n10 popup.hidden 1 dismissed"
    #expect(found(.overlap, in: root, marksReentrantStimuli: false) == ["2/1"])
    let stimulus = start + "10 popup.dismissed 1 code cause=4\n10 popup.hidden 1 dismissed"
    #expect(found(.overlap, in: stimulus, marksReentrantStimuli: false) == ["2/1"])
    let later = start + "11 popup.dismissed 1 code re\n11 popup.hidden 1 dismissed"
    #expect(found(.overlap, in: later, marksReentrantStimuli: false) == ["2/1"])
  }

  @Test func withoutMarksADecisionOfTheTurnBeforeIsNoCause() {
    // The third event of the first turn is a decision, and that of the second a stimulus.
    let script =
      home + """
        10 popup.submitted 1
        10 popup.shown 1 page=1
        10 callback 1 callback=other
        20 popup.submitted 2
        20 popup.shown 2 page=1
        20 popup.tapped 2 action=x cause=6
        20 popup.dismissed 1 code cause=7
        20 popup.hidden 1 dismissed
        """
    #expect(found(.overlap, in: script, marksReentrantStimuli: false) == ["2/1"])
    #expect(found(.overlap, in: script.replacing("cause=7", with: "cause=6"), marksReentrantStimuli: false) == [])
  }
}

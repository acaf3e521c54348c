import PopSimulation
import PopSystem
import PopTrace
import PopupScheduling
import Testing

@testable import PopAudit

/// What is known again behind a hole, thing by thing (AuditWords, *Gaps*).
@Suite struct BehindHoleTests {
  private func rules(_ text: String, end: Int64? = nil) -> [Rule] {
    EventScript(text).findings(end: end).map(\.rule).filter { $0 != .traceGap && $0.severity == .error }
  }

  /// A page, a popup that is up on it, a hole, and the first turn behind it.
  private let hole = """
    0 page.did-appear 1 class=Home
    10 popup.submitted 1
    10 popup.shown 1 page=1
    100 idle id=90

    """

  private let home = "110 page.did-appear 1\n"

  @Test func popupsThatAreBothShownThereOverlap() {
    let second = "200 popup.submitted 2\n200 popup.shown 2 page=1\n"
    let third = "300 popup.submitted 3\n300 popup.shown 3 page=1"
    #expect(rules(hole + second + third) == [.overlap])
    // The one from before may have been hidden in the hole.
    #expect(rules(hole + second) == [])
    #expect(rules(hole + second + "250 popup.dismissed 2 button\n250 popup.hidden 2 dismissed\n" + third) == [])
    // One whose submission is missing may be a toast.
    #expect(rules(hole + "200 idle\n200 popup.shown 7 page=1\n" + third) == [])
    // The beginning of a recording may be missing as well.
    #expect(rules("5 idle id=7\n" + second + third) == [.overlap])
  }

  @Test func pagesAreKnownOnceOneHasAppeared() {
    let cart = "200 popup.submitted 2 pages=Cart\n200 popup.shown 2 page=1\n"
    #expect(rules(hole + home + cart) == [.wrongPage])
    #expect(rules(hole + cart) == [])
    // It is up on that page for the first time, whenever it was shown.
    #expect(rules(hole + cart + "300 page.did-appear 1") == [.wrongPage])
    // That page may have been there before, and was reported then.
    #expect(rules(hole + cart + "300 page.did-disappear 1\n310 page.did-appear 1") == [])
    // The pages of one from before may have been changed in the hole.
    #expect(
      rules(
        "0 page.did-appear 1 class=Home\n5 popup.submitted 2 pages=Cart\n100 idle id=90\n" + home + """
          200 idle
          200 popup.shown 2 page=1
          """) == [])
  }

  @Test func pagesInContainersAreKnownWithThem() {
    let cart = "200 popup.submitted 2 pages=Cart\n200 popup.shown 2 page=6\n"
    let before = "0 page.did-appear 5 class=Tabs\n5 page.did-appear 6 class=Home in=5\n100 idle id=90\n"
    #expect(rules(before + "110 page.did-appear 5\n120 page.did-appear 6\n" + cart) == [.wrongPage])
    // Whether the container is there is not known, nor which page is in it.
    #expect(rules(before + "120 page.did-appear 6\n" + cart) == [])
    #expect(rules(before + "120 page.did-appear 5\n" + cart) == [])
  }

  @Test func gatesAreKnownFromWhatClosesThem() {
    let shown = "200 popup.submitted 2\n200 popup.shown 2 page=1\n"
    for gate in ["app.background", "scheduler.suspended"] {
      #expect(rules(hole + "150 \(gate)\n" + shown) == [.gateBypass])
    }
    #expect(rules(hole + home + "150 scroll.began\n" + shown) == [.gateBypass])
    // It may have begun on a page that was left since.
    #expect(rules(hole + "105 scroll.began\n" + home + shown) == [])
  }

  @Test func aSuspensionFromBeforeTheHoleIsForgotten() {
    let shown = "200 popup.submitted 2\n200 popup.shown 2 page=1\n"
    let suspended = hole.replacing("100 idle", with: "50 scheduler.suspended\n100 idle") + home
    #expect(rules(suspended + shown) == [])
    // Nor does it count beside the one that is known.
    #expect(rules(suspended + "150 scheduler.suspended\n160 scheduler.resumed\n" + shown) == [])
    #expect(rules(suspended + "150 scheduler.suspended\n" + shown) == [.gateBypass])
  }

  @Test func whatWaitsIsNeverKnownAgain() {
    #expect(rules(hole + home + "200 popup.submitted 2\n200 popup.queued 2 slot\n", end: 60_000) == [])
    #expect(
      rules(
        hole + home + """
          200 popup.submitted 2
          200 popup.queued 2 slot
          210 popup.submitted 3
          210 popup.queued 3 slot
          300 idle
          300 popup.shown 3 page=1
          """) == [])
  }

  @Test func aTurnMayLackItsBeginningOrItsEnd() {
    let other = "0 page.did-appear 1 class=Home\n"
    // The first turn behind a hole: what took the popup away may have been a reason.
    #expect(rules(other + "100 popup.submitted 2 id=90\n100 popup.hidden 2 dismissed\n200 idle") == [])
    #expect(rules(hole + home + "200 popup.submitted 2\n200 popup.dropped 2 expired\n300 idle") == [.lostPopup])
    // The turn in front of the next one.
    let second = "200 popup.submitted 2\n200 popup.shown 2 page=1\n300 popup.submitted 3\n300 popup.shown 3 page=1\n"
    #expect(rules(hole + second + "400 idle id=200") == [])
    #expect(rules(hole + second + "350 idle\n400 idle id=200") == [.overlap])
  }

  @Test func aFirstSignInMayChangeTheUser() {
    let submitted = "200 popup.submitted 2\n"
    #expect(rules(hole + home + submitted + "300 app.signed-in user=a\n300 popup.dropped 2 withdrawn\n400 idle") == [])
    let shown = "400 idle\n400 popup.shown 2 page=1"
    #expect(rules(hole + home + submitted + "300 app.signed-in user=a\n" + shown) == [])
    #expect(rules(hole + home + submitted + "300 app.signed-out\n" + shown) == [.afterSignOut])
  }

  @Test("Whatever was before a hole, behind it is found what is found without", arguments: 0...1 as ClosedRange<UInt64>)
  func whatWasBeforeIsForgotten(seed: UInt64) {
    var dice = SeededRandom(seed: 0x401E + seed)
    let cases = RuleCaseTests.all.filter { !$0.script.contains { $0.text.contains("id=") } }
    var found = 0
    for (one, other) in zip(cases.shuffled(using: &dice), cases) {
      let before = EventScript(one.script.map(\.text).joined(separator: "\n"))
      let behind = EventScript(
        other.script.map(\.text).joined(separator: "\n"), in: before.catalog, from: 1000, scene: 0)
      let first = Int32(before.events.count + 100)
      let begin = before.events.map(\.time).max() ?? .zero
      // The hole may end in the middle of a turn.
      var decision = Event(.callback, time: begin)
      decision.sequence = first - 1
      let events =
        (seed == 0 ? [] : [decision])
        + behind.events.map { event in
          var moved = event
          moved.sequence += first
          moved.time = event.time + begin
          if event.cause >= 0 { moved.cause += first }
          return moved
        }
      func findings(_ before: [Event]) -> [Finding] {
        var auditor = Auditor()
        auditor.begin(catalog: behind.catalog)
        for event in before + events { auditor.take(event) }
        auditor.end(at: (events.last?.time ?? .zero) + Ticks(10_000), isFinished: true)
        // Whether the policy tells the app of popups at all is told once and for all.
        return auditor.findings.filter { ($0.witness.first ?? 0) > first && $0.rule != .callback }
      }
      var idle = Event(.idle)
      idle.sequence = 0
      let expected = findings([idle])
      #expect(findings(before.events) == expected, "seed \(seed), \(other), behind \(one)")
      found += expected.count
    }
    #expect(found > 200, "\(found)")
  }

  @Test(
    "Taken away for a reason that may hold through what the hole took, a popup is not missed",
    arguments: [
      ("expired", [Rule.lostPopup]), ("withdrawn", [.lostPopup]), ("dismissed", [.lostPopup]), ("signed-out", []),
      ("page-removed", []), ("duplicate", []),
    ])
  func reasonsThatMayHold(reason: String, expected: [Rule]) {
    for kind in ["dropped", "hidden"] where reason != "duplicate" || kind == "dropped" {
      let shown = kind == "hidden" ? "200 popup.shown 2 page=1\n" : ""
      let gone = "200 popup.submitted 2\n" + shown + "200 popup.\(kind) 2 \(reason)\n"
      #expect(rules(hole + home + gone + "200 callback 2 callback=x\n300 idle") == expected, "\(kind)")
      #expect(rules(hole + home + gone) == expected, "\(kind)")
    }
  }

  @Test func withoutMarksATurnIsKnownFromALaterTimeOn() {
    func rules(_ time: Int64, isMarked: Bool) -> [Rule] {
      let second = "\(time) popup.submitted 2\n\(time) popup.shown 2 page=1\n"
      let third = "\(time) popup.submitted 3\n\(time) popup.shown 3 page=1"
      return EventScript(hole + second + third).findings(marksReentrantStimuli: isMarked).map(\.rule)
        .filter { $0 == .overlap }
    }
    #expect(rules(100, isMarked: true) == [.overlap] && rules(101, isMarked: true) == [.overlap])
    // The stimulus may be part of the turn of which the beginning is missing.
    #expect(rules(100, isMarked: false) == [] && rules(101, isMarked: false) == [.overlap])
  }

  @Test func whatIsKnownToBeAllThereInFrontOfAHoleIsJudged() {
    let second = "200 popup.submitted 2\n200 popup.shown 2 page=1\n"
    let first = "0 page.did-appear 1 class=Home\n10 popup.submitted 1\n10 popup.shown 1 page=1\n"
    let script = EventScript(first + second + "300 idle id=90")
    var session = Session()
    session.catalog = script.catalog
    session.log.events = script.events
    session.header.marksReentrantStimuli = true
    let judged: [(certain: Int?, expected: [Rule])] = [(nil, []), (0, []), (4, []), (5, [.overlap])]
    for (certain, expected) in judged {
      var auditor = Auditor()
      auditor.read(session, certain: certain)
      let rules = auditor.findings.map(\.rule).filter { $0.severity == .error }
      #expect(rules == expected, "\(certain ?? -1)")
    }
  }

  /// The rules that need nothing of what a hole may have taken, where all that a finding is about comes behind it.
  private static let known: Set<Rule> = [
    .overlap, .duringTransition, .zombie, .shownAfterWithdrawal, .expiredShown, .contentNotReady, .doubleHide,
    .duplicate, .staleCompletion, .callback, .wrongPage, .wrongInstance, .staleKeepalive,
  ]
  /// Those that need it: they ask what waits, what is up or who holds the queue.
  private static let never: Set<Rule> = [
    .priorityInversion, .fifoViolation, .stuckQueue, .starvation, .preemptLost, .preemptBlank, .flicker, .chainBroken,
    .inputLock, .cover, .keyboard, .slotHeld, .lateShow, .appMisuse,
  ]

  /// Those that ask where a popup is. A container alone on screen leaves open what is in it.
  private static let ofPages: Set<Rule> = [.wrongPage, .wrongInstance, .staleKeepalive]

  /// What is found in a script of which the first event has a number.
  private func findings(_ script: EventScript, first: Int32, isFinished: Bool) -> [Finding] {
    var auditor = Auditor()
    auditor.begin(catalog: script.catalog)
    for sequence in [0, first] {
      var idle = Event(.idle)
      idle.sequence = sequence
      auditor.take(idle)
    }
    for event in script.events {
      var moved = event
      moved.sequence += first + 1
      if event.cause >= 0 { moved.cause += first + 1 }
      auditor.take(moved)
    }
    auditor.end(at: script.events.last?.time ?? .zero, isFinished: isFinished)
    return auditor.findings
  }

  @Test("What comes behind a hole as a whole is judged as if there were none, by the rules that need nothing else")
  func casesBehindAHole() {
    var found: Set<Rule> = []
    for it in RuleCaseTests.all {
      let text = it.script.map(\.text).joined(separator: "\n")
      let script = EventScript(text)
      // Nobody knows who is signed in, nor what a popup is that was never submitted.
      let submitted = Set(script.events.filter { $0.kind == .popupSubmitted }.map(\.popup))
      guard !["id=", "app."].contains(where: text.contains),
        script.events.allSatisfy({ $0.kind != .popupShown || submitted.contains($0.popup) })
      else { continue }
      let known = text.contains(" in=") ? Self.known.subtracting(Self.ofPages) : Self.known
      let (whole, behind) = (
        findings(script, first: 1, isFinished: it.isFinished), findings(script, first: 90, isFinished: it.isFinished)
      )
      #expect(behind.filter { Self.never.contains($0.rule) } == [], "\(it)")
      func witnesses(_ findings: [Finding], first: Int32) -> [[Int32]] {
        findings.filter { known.contains($0.rule) }.map { finding in finding.witness.map { $0 - first } }
      }
      #expect(witnesses(behind, first: 90) == witnesses(whole, first: 1), "\(it)")
      found.formUnion(behind.map(\.rule))
    }
    #expect(found.isSuperset(of: Self.known), "\(Self.known.subtracting(found))")
  }
}

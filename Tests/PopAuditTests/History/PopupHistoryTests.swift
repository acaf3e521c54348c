import PopSimulation
import PopTrace
import PopupScheduling
import Testing

@testable import PopAudit

@Suite("A popup's history, and what is in its way")
struct PopupHistoryTests {
  private func history(
    of number: Int64, in text: String, heeding heeded: HeededObstacles = .all, end: Int64? = nil
  ) -> PopupHistory {
    let script = EventScript(text)
    var session = Session()
    session.catalog = script.catalog
    session.log.events = script.events
    session.header.marksReentrantStimuli = true
    session.header.ended = end.map { Ticks($0) }
    return PopupHistory.read([session.catalog.knownPopup(numbered: number)], in: session, heeding: heeded)[0]
  }

  private static let home = "0 page.did-appear 1 class=Home\n"

  @Test(
    "Each obstacle is found, and is gone when it is",
    arguments: [
      ("10 popup.submitted 1 name=a pages=Shop", Obstacle.Kind.page, "50 page.did-appear 2 class=Shop"),
      ("10 popup.submitted 1 name=a content=async", .content, "50 content.loaded 1"),
      ("10 popup.submitted 1 name=a condition=false", .condition, "50 popup.condition 1 holds=true"),
      ("5 scroll.began\n10 popup.submitted 1 name=a", .scrolling, "50 scroll.ended"),
      ("5 edit.began\n10 popup.submitted 1 name=a kind=campaign", .typing, "50 edit.ended"),
      ("5 app.background\n10 popup.submitted 1 name=a", .background, "50 app.foreground"),
      ("5 scheduler.suspended\n10 popup.submitted 1 name=a", .suspended, "50 scheduler.resumed"),
      (
        "5 popup.submitted 2 name=b\n5 popup.shown 2 page=1\n10 popup.submitted 1 name=a", .slot,
        "50 popup.dismissed 2 button\n50 popup.hidden 2 dismissed"
      ),
      (
        "5 popup.submitted 2 name=b chain=c pages=Shop\n10 popup.submitted 1 name=a chain=c", .turn,
        "50 popup.withdrawn 2\n50 popup.dropped 2 withdrawn"
      ),
      ("5 page.will-disappear 1\n10 popup.submitted 1 name=a", .transition, "50 page.did-appear 1"),
    ])
  func obstacles(before: String, kind: Obstacle.Kind, after: String) {
    let history = history(of: 1, in: Self.home + before + "\n" + after + "\n60 idle", end: 100)
    #expect(history.moments.first?.obstacles.map(\.kind) == [kind], "\(history.moments)")
    #expect(history.moments.last?.obstacles.isEmpty == true, "\(history.moments)")
    #expect(history.waits.map(\.obstacle.kind) == [kind] && history.waits.map(\.length) == [Ticks(40)])
    #expect(history.ending == .waiting(nil))
  }

  @Test("Another chain that goes on, and the page it is kept for")
  func chainsAndParking() {
    let chain = history(
      of: 1,
      in: Self.home + """
        5 popup.submitted 2 name=b chain=c
        5 popup.shown 2 page=1
        6 popup.submitted 3 name=d chain=c
        10 popup.submitted 1 name=a
        50 popup.dismissed 2 button
        50 popup.hidden 2 dismissed
        """, end: 100)
    #expect(chain.moments.map { $0.obstacles.map(\.kind) } == [[.slot, .chain], [.chain]])
    #expect(chain.ending == .waiting(.chain))
    let parked = history(
      of: 1,
      in: Self.home + """
        5 popup.submitted 1 name=a pages=Home keepAlive=true
        5 popup.shown 1 page=1
        50 page.will-disappear 1
        50 popup.hidden 1 page-left
        50 popup.parked 1 page=1
        """, end: 100)
    #expect(parked.moments.last?.obstacles.map(\.kind) == [.parked] && parked.wasShown)
    #expect(parked.ending == .shown && parked.waits.map(\.length) == [Ticks(50)])
  }

  @Test("A slot that one popup holds from before the submission on decides, whatever else is in the way later")
  func heldThroughout() {
    let held = """
      5 popup.submitted 2 name=b
      5 popup.shown 2 page=1
      10 popup.submitted 1 name=a pages=Home
      40 page.will-disappear 1
      60 page.did-disappear 1
      60 page.did-appear 3 class=Shop

      """
    let history = history(of: 1, in: Self.home + held, end: 100)
    #expect(history.ending == .waiting(.slot) && history.waits.map(\.length) == [Ticks(90)])
    #expect(history.moments.last?.obstacles.map(\.kind) == [.slot, .page])
    let signedOut = held + "70 app.signed-out\n70 popup.hidden 2 signed-out\n70 popup.dropped 1 signed-out"
    #expect(self.history(of: 1, in: Self.home + signedOut, end: 100).ending == .dropped(.signedOut, .slot))
    // Once it was free between the two, the page decides: then the popup could have come.
    let freed =
      held + """
        70 popup.dismissed 2 button
        70 popup.hidden 2 dismissed
        75 popup.submitted 3 name=c
        75 popup.shown 3 page=3
        """
    let later = self.history(of: 1, in: Self.home + freed, end: 100)
    #expect(later.ending == .waiting(.page) && later.lastObstacle?.kind == .page)
  }

  @Test("A policy that takes no notice of something is not kept from showing by it")
  func heeded() {
    let text = Self.home + "5 scroll.began\n10 popup.submitted 1 name=a condition=false pages=Shop content=async"
    #expect(history(of: 1, in: text).moments.first?.obstacles.map(\.kind) == [.page, .content, .condition, .scrolling])
    let expected: [(PolicyConfiguration, [Obstacle.Kind])] = [
      (.v0, []), (.v1, []), (.v2, [.page]), (.v4, [.page]), (.v5, [.page, .content]),
      (.v6, [.page, .content, .condition, .scrolling]),
    ]
    for (configuration, kinds) in expected {
      let found = history(of: 1, in: text, heeding: HeededObstacles(configuration)).moments.first?.obstacles.map(\.kind)
      #expect(found == kinds, "\(configuration)")
    }
    // A HUD takes the slot of those policies that know of no exempt kinds.
    let hud = Self.home + "5 popup.submitted 2 name=b kind=hud\n5 popup.shown 2 page=1\n10 popup.submitted 1 name=a"
    #expect(history(of: 1, in: hud, heeding: HeededObstacles(.v5)).lastObstacle?.kind == .slot)
    #expect(history(of: 1, in: hud, heeding: HeededObstacles(.v6)).lastObstacle == nil)
  }

  @Test("Who held the slot in turn, for how long, and which page the last of them outlived")
  func holders() {
    let history = history(
      of: 1,
      in: Self.home + """
        5 popup.submitted 2 name=b
        5 popup.shown 2 page=1
        10 popup.submitted 1 name=a
        20 popup.submitted 3 name=c
        50 popup.dismissed 2 button
        50 popup.hidden 2 dismissed
        50 popup.shown 3 page=1
        70 page.removed 1
        70 page.did-disappear 1
        """, end: 100)
    #expect(
      history.waits.map(\.obstacle.popup.rawValue) == [0, 2] && history.waits.map(\.length) == [Ticks(40), Ticks(50)])
    #expect(history.moments.map(\.time) == [Ticks(10), Ticks(50), Ticks(70)])
    #expect(history.moments.last?.outlivedPage == PageID(0) && history.waitingAtEnd == 1)
  }

  @Test("What it came to")
  func endings() {
    #expect(history(of: 1, in: Self.home + "5 popup.shown 1 page=1", end: 100).ending == .notSubmitted)
    let dropped = "5 popup.submitted 1 name=a pages=Shop\n20 app.signed-out\n20 popup.dropped 1 signed-out"
    #expect(history(of: 1, in: Self.home + dropped, end: 100).ending == .dropped(.signedOut, .page))
    #expect(history(of: 1, in: Self.home + "5 popup.submitted 1 name=a pages=Shop", end: 100).ending == .waiting(.page))
  }

  @Test("Several histories are those that each alone would be", arguments: 0..<6)
  func together(seed: UInt64) {
    let random = RandomSession(seed: 7000 + seed, popups: 30, steps: 200, hasGaps: false)
    var session = Session()
    session.catalog = random.catalog
    session.log.events = random.events
    session.header.marksReentrantStimuli = true
    let popups = random.catalog.popupNumbers.indices.map { PopupID($0) }
    let together = PopupHistory.read(popups, in: session, heeding: .all)
    for (popup, history) in zip(popups, together) {
      let alone = PopupHistory.read([popup], in: session, heeding: .all)[0]
      #expect(alone.moments.map(\.time) == history.moments.map(\.time), "seed \(7000 + seed), popup \(popup)")
      #expect(alone.moments.map(\.obstacles) == history.moments.map(\.obstacles) && alone.ending == history.ending)
    }
    #expect(together.contains { $0.lastObstacle != nil })
    #expect(PopupEnding.read(popups, in: session, heeding: .all) == together.map(\.ending), "seed \(7000 + seed)")
  }

  @Test("What histories came to is told alike with and without their stories, under every version", arguments: 0..<7)
  func endingsAlone(version: Int) {
    let configuration = PolicyConfiguration.versions[version].configuration
    let heeded = HeededObstacles(configuration)
    var missed = 0
    for number in 0..<12 {
      let script = ScriptMaker.script(seed: 55, session: number, flavour: .field)
      let session = LiveWorld(policy: StandardPolicy(configuration)).run(script)
      let popups = session.catalog.popupNumbers.indices.map { PopupID($0) }
      let told = PopupHistory.read(popups, in: session, heeding: heeded).map(\.ending)
      #expect(PopupEnding.read(popups, in: session, heeding: heeded) == told, "seed 55, session \(number)")
      missed += told.count { $0 != .shown }
    }
    #expect(missed > 0 || version == 0)
  }

  @Test("What is in the way again is counted with the time before, whichever event tells of it")
  func waitsAreSummed() {
    let history = history(
      of: 1,
      in: Self.home + """
        5 scroll.began
        10 popup.submitted 1 name=a
        30 scroll.ended
        40 scroll.began
        55 popup.condition 1 holds=false
        60 scroll.ended
        65 popup.condition 1 holds=true
        65 popup.shown 1 page=1
        75 popup.dismissed 1 button
        75 popup.hidden 1 dismissed
        """, end: 100)
    #expect(history.waits.map(\.obstacle.kind) == [.scrolling, .condition])
    #expect(history.waits.map(\.length) == [Ticks(35), Ticks(10)])
    // The first event that told of it.
    #expect(history.waits.first?.obstacle.event == 1)
    #expect(history.moments.map(\.time.rawValue) == [10, 30, 40, 55, 65, 75])
    #expect(
      history.moments.map { $0.own.map(\.kind) } == [
        [.popupSubmitted], [], [], [.popupCondition], [.popupCondition, .popupShown], [.popupDismissed, .popupHidden],
      ])
    #expect(history.moments.map(\.isUp) == [false, false, false, false, true, false])
    #expect(history.moments.map(\.isOver) == [false, false, false, false, false, true])
    #expect(history.lastObstacle?.kind == .condition && history.submitted == Ticks(10) && history.end == Ticks(100))
    #expect(history.waitingAtEnd == 0)
  }

  @Test("What is marked as part of a turn belongs to it, but not behind a hole or at a later time")
  func turns() {
    let text =
      Self.home + """
        10 popup.submitted 1 name=a
        10 popup.queued 1 slot
        10 popup.condition 1 holds=false re WHERE
        10 popup.queued 1 slot
        20 idle
        """
    func moments(_ place: String) -> [[EventKind]] {
      history(of: 1, in: text.replacing("WHERE", with: place), end: 100).moments.map { $0.own.map(\.kind) }
    }
    #expect(moments("") == [[.popupSubmitted, .popupQueued, .popupCondition, .popupQueued]])
    #expect(moments("id=90") == [[.popupSubmitted, .popupQueued], [.popupCondition, .popupQueued]])
    let later = text.replacing("10 popup.condition", with: "11 popup.condition").replacing("WHERE", with: "")
    #expect(
      history(
        of: 1, in: later.replacing("\n10 popup.queued 1 slot\n20", with: "\n11 popup.queued 1 slot\n20"), end: 100
      )
      .moments.map { $0.own.map(\.kind) } == [[.popupSubmitted, .popupQueued], [.popupCondition, .popupQueued]])
  }
}

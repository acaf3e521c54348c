import PopAudit
import Testing

@Suite struct LostKeepaliveTests {
  @Test func hiddenAndNotParkedIsFound() {
    #expect(
      found(
        .lostKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          """) == ["1"])
    #expect(
      found(
        .lostKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          """) == [])
    #expect(
      found(
        .lostKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true expires=50
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.dropped 1 expired
          """) == [])
    #expect(
      found(
        .lostKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true expires=500
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.dropped 1 expired
          """) == ["1"])
    #expect(
      found(
        .lostKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          90 popup.dismissed 1 button
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          """) == [])
  }

  @Test func droppedWhileParkedNeedsAPremise() {
    #expect(
      found(
        .lostKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          400 popup.dropped 1 page-left
          """) == ["1"])
    #expect(
      found(
        .lostKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          500 page.removed 1
          500 popup.dropped 1 page-removed
          """) == [])
    #expect(
      found(
        .lostKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          500 app.signed-out
          500 popup.dropped 1 signed-out
          """) == [])
  }

  @Test func notComingBackForThreeSecondsIsFound() {
    #expect(
      found(
        .lostKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          1000 page.will-disappear 2
          1000 page.will-appear 1
          1400 page.did-disappear 2
          1400 page.removed 2
          1400 page.did-appear 1
          4400 idle
          """, isFinished: false) == ["1"])
    #expect(
      found(
        .lostKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          1000 page.will-disappear 2
          1000 page.will-appear 1
          1400 page.did-disappear 2
          1400 page.removed 2
          1400 page.did-appear 1
          4399 idle
          """, isFinished: false) == [])
    #expect(
      found(
        .lostKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          1000 page.will-disappear 2
          1000 page.will-appear 1
          1400 page.did-disappear 2
          1400 page.removed 2
          1400 page.did-appear 1
          1500 idle
          """) == ["1"])
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          1000 page.will-disappear 2
          1000 page.will-appear 1
          1400 page.did-disappear 2
          1400 page.removed 2
          1400 page.did-appear 1
          4400 idle
          """) == [])
    #expect(
      found(
        .lostKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          1000 page.will-disappear 2
          1000 page.will-appear 1
          1400 page.did-disappear 2
          1400 page.removed 2
          1400 page.did-appear 1
          1500 idle
          1500 popup.shown 1 page=1
          """) == [])
    #expect(
      found(
        .lostKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          5000 idle
          """) == [])
  }

  @Test func theChanceIsGoneWhenThePageLeavesAfterASecond() {
    #expect(
      found(
        .lostKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          1000 page.will-disappear 2
          1000 page.will-appear 1
          1400 page.did-disappear 2
          1400 page.removed 2
          1400 page.did-appear 1
          2400 page.will-disappear 1
          """, isFinished: false) == ["1"])
    #expect(
      found(
        .lostKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          1000 page.will-disappear 2
          1000 page.will-appear 1
          1400 page.did-disappear 2
          1400 page.removed 2
          1400 page.did-appear 1
          2399 page.will-disappear 1
          """, isFinished: false) == [])
    #expect(
      found(
        .lostKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          1000 page.will-disappear 2
          1000 page.will-appear 1
          1400 page.did-disappear 2
          1400 page.removed 2
          1400 page.did-appear 1
          2400 page.removed 1
          """, isFinished: false) == ["1"])
  }

  @Test func nothingIsDueWhileSomethingStandsInItsWay() {
    #expect(
      found(
        .lostKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          1000 page.will-disappear 2
          1000 page.will-appear 1
          1400 page.did-disappear 2
          1400 page.removed 2
          1400 page.did-appear 1
          1500 scroll.began
          9000 idle
          """) == [])
    #expect(
      found(
        .lostKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          1000 page.will-disappear 2
          1000 page.will-appear 1
          1400 page.did-disappear 2
          1400 page.removed 2
          1400 page.did-appear 1
          1500 popup.submitted 2
          1500 popup.shown 2 page=1
          9000 idle
          """) == [])
    #expect(
      found(
        .lostKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          1000 page.will-disappear 2
          1000 page.will-appear 1
          1400 page.did-disappear 2
          1400 page.removed 2
          1400 page.did-appear 1
          1500 popup.submitted 2 level=-1
          1500 popup.queued 2 slot
          9000 idle
          """) == [])
    #expect(
      found(
        .lostKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          1000 page.will-disappear 2
          1000 page.will-appear 1
          1400 page.did-disappear 2
          1400 page.removed 2
          1400 page.did-appear 1
          1500 popup.withdrawn 1
          9000 idle
          """) == [])
  }

  @Test func onceRestoredStuckQueueWatchesIt() {
    #expect(
      found(
        .lostKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          1000 page.will-disappear 2
          1000 page.will-appear 1
          1400 page.did-disappear 2
          1400 page.removed 2
          1400 page.did-appear 1
          1400 popup.restored 1 page=1
          9000 idle
          """) == [])
    #expect(
      found(
        .stuckQueue,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          1000 page.will-disappear 2
          1000 page.will-appear 1
          1400 page.did-disappear 2
          1400 page.removed 2
          1400 page.did-appear 1
          1400 popup.restored 1 page=1
          9000 idle
          """) == ["1"])
  }
}

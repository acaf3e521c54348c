import PopAudit
import Testing

@Suite struct StaleKeepaliveTests {
  @Test func comingBackOnAnotherInstanceIsFound() {
    #expect(
      found(
        .staleKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Home
          400 page.did-disappear 1
          400 page.did-appear 2
          400 popup.shown 1 page=2
          """) == ["1"])
    #expect(
      found(
        .staleKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Home
          400 page.did-disappear 1
          400 page.did-appear 2
          400 popup.restored 1
          400 popup.shown 1 page=2
          """) == ["1"])
  }

  @Test func comingBackOnItsOwnOrInsideItIsNot() {
    #expect(
      found(
        .staleKeepalive,
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
          1400 popup.shown 1 page=1
          """) == [])
    #expect(
      found(
        .staleKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Home
          400 page.did-disappear 1
          400 page.did-appear 2
          500 page.will-disappear 2
          500 page.will-appear 1
          800 page.did-disappear 2
          800 page.did-appear 1
          800 page.did-appear 3 class=Part in=1
          800 popup.shown 1 page=3
          """) == [])
  }

  @Test func aRemovedPageIsFoundEvenWhileNoneIsCurrent() {
    #expect(
      found(
        .staleKeepalive,
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
          600 page.will-disappear 2
          600 popup.shown 1
          """) == ["1"])
    #expect(
      found(
        .staleKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          600 page.will-disappear 2
          600 popup.shown 1
          """) == [])
  }

  @Test func wrongPageSpeaksFirst() {
    #expect(
      found(
        .staleKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          400 popup.shown 1 page=2
          """) == [])
    #expect(
      found(
        .wrongPage,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          100 popup.parked 1 page=1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          400 popup.shown 1 page=2
          """) == ["1"])
  }

  @Test func stayingUpWhenOneInstanceReplacesAnotherIsLegal() {
    #expect(
      found(
        .staleKeepalive,
        in: home + """
          10 popup.submitted 1 pages=Home keepAlive=true
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 page.will-appear 2 class=Home
          400 page.did-disappear 1
          400 page.did-appear 2
          """) == [])
  }
}

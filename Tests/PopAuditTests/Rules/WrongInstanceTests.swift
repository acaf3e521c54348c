import PopAudit
import Testing

@Suite struct WrongInstanceTests {
  @Test func anotherInstanceOfTheClassIsFound() {
    #expect(
      found(
        .wrongInstance,
        in: home + """
          10 popup.submitted 1 instance=1 pages=Home
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 page.will-appear 2 class=Home
          400 page.did-disappear 1
          400 page.did-appear 2
          """) == ["1"])
    #expect(
      found(
        .wrongInstance,
        in: home + """
          10 popup.submitted 1 pages=Home
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 page.will-appear 2 class=Home
          400 page.did-disappear 1
          400 page.did-appear 2
          """) == [])
  }

  @Test func whereTheClassDoesNotMatchEitherOnlyWrongPageSpeaks() {
    #expect(
      found(
        .wrongInstance,
        in: home + """
          10 popup.submitted 1 instance=1 pages=Home
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          """) == [])
    #expect(
      found(
        .wrongPage,
        in: home + """
          10 popup.submitted 1 instance=1 pages=Home
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          """) == ["1"])
  }

  @Test func hiddenAsLeftWhileItsPageIsThereIsFound() {
    #expect(
      found(
        .wrongInstance,
        in: home + """
          10 popup.submitted 1 pages=Home
          10 popup.shown 1 page=1
          100 timer.fired 1
          100 popup.hidden 1 page-left
          """) == ["1"])
    #expect(
      found(
        .wrongInstance,
        in: home + """
          10 popup.submitted 1 pages=Home
          10 popup.shown 1
          100 timer.fired 1
          100 popup.hidden 1 page-left
          """) == ["1"])
  }

  @Test func whileAPageMovesOrForAnUnboundPopupItIsNot() {
    #expect(
      found(
        .wrongInstance,
        in: home + """
          10 popup.submitted 1 pages=Home
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 popup.hidden 1 page-left
          """) == [])
    #expect(
      found(
        .wrongInstance,
        in: home + """
          10 popup.submitted 1
          10 popup.shown 1 page=1
          100 timer.fired 1
          100 popup.hidden 1 page-left
          """) == [])
    #expect(
      found(
        .wrongInstance,
        in: home + """
          10 popup.submitted 1 pages=Home
          10 popup.shown 1 page=1
          100 page.will-disappear 1
          100 page.will-appear 2 class=Detail
          400 page.did-disappear 1
          400 page.did-appear 2
          400 popup.hidden 1 page-left
          """) == [])
  }
}

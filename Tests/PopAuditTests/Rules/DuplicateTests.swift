import PopAudit
import Testing

@Suite struct DuplicateTests {
  @Test func shownWhileUpIsFound() {
    #expect(
      found(
        .duplicate,
        in: home + """
          10 popup.submitted 1
          10 popup.shown 1 page=1
          20 idle
          20 popup.shown 1 page=1
          """) == ["1"])
    #expect(
      found(
        .duplicate,
        in: home + """
          10 popup.submitted 1 key=a
          10 popup.shown 1 page=1
          20 idle
          20 popup.shown 1 page=1
          """) == ["1"])
  }

  @Test func twoOfOneKeyThatTheUserMeetsAreFound() {
    #expect(
      found(
        .duplicate,
        in: home + """
          10 popup.submitted 1 key=a
          10 popup.shown 1 page=1
          20 popup.submitted 2 key=a
          20 popup.queued 2 slot
          30 popup.dismissed 1 button
          30 popup.hidden 1 dismissed
          30 popup.shown 2 page=1
          """) == ["2/1"])
    #expect(
      found(
        .duplicate,
        in: home + """
          10 popup.submitted 1 key=a
          10 popup.shown 1 page=1
          20 popup.submitted 2 key=a
          20 popup.shown 2 page=1
          """) == ["2/1"])
  }

  @Test func afterTheFirstOneHasEndedItIsANewOne() {
    #expect(
      found(
        .duplicate,
        in: home + """
          10 popup.submitted 1 key=a hideMs=300
          10 popup.shown 1 page=1
          15 popup.dismissed 1 button
          15 popup.hidden 1 dismissed
          20 popup.submitted 2 key=a
          20 popup.shown 2 page=1
          """) == [])
  }

  @Test func whatWasNeverShownIsNotMet() {
    #expect(
      found(
        .duplicate,
        in: home + """
          10 popup.submitted 1 key=a
          10 popup.queued 1 slot
          20 popup.submitted 2 key=a
          20 popup.queued 2 slot
          25 popup.withdrawn 1
          30 idle
          30 popup.shown 2 page=1
          """) == [])
  }

  @Test func anotherKeySchedulerOrUserIsAnother() {
    #expect(
      found(
        .duplicate,
        in: home + """
          10 popup.submitted 1 key=a
          10 popup.shown 1 page=1
          20 popup.submitted 2 key=b
          20 popup.shown 2 page=1
          """) == [])
    #expect(
      found(
        .duplicate,
        in: home + """
          10 popup.submitted 1 key=a
          10 popup.shown 1 page=1
          20 popup.submitted 2 key=a scheduler=1
          20 popup.shown 2 page=1
          """) == [])
    #expect(
      found(
        .duplicate,
        in: home + """
          10 popup.submitted 1 key=a
          10 popup.shown 1 page=1
          15 app.signed-out
          20 popup.submitted 2 key=a
          20 popup.shown 2 page=1
          """) == [])
    #expect(
      found(
        .duplicate,
        in: home + """
          10 popup.submitted 1 name=x
          10 popup.shown 1 page=1
          20 popup.submitted 2 name=x
          20 popup.shown 2 page=1
          """) == [])
  }

  @Test func whatWasShownTwiceOnceIsComparedWithOthersAgain() {
    let text =
      home + """
        10 popup.submitted 1 key=a
        10 popup.shown 1 page=1
        20 idle
        20 popup.shown 1 page=1
        30 idle
        30 popup.hidden 1 preempted
        30 popup.queued 1 preempted
        40 popup.submitted 2 key=a
        40 popup.shown 2 page=1
        50 idle
        50 popup.shown 1 page=1
        """
    #expect(found(.duplicate, in: text) == ["1", "2/1", "1/2"])
  }
}

import PopAudit
import PopupScheduling
import Testing

@Suite struct SlotHeldTests {
  /// One popup is up, and another waits for the slot from 500 ms on.
  private let held =
    home + """
      100 popup.submitted 1
      100 popup.shown 1 page=1
      500 popup.submitted 2 OTHER
      500 popup.queued 2 slot

      """

  private func held(_ other: String = "") -> String { held.replacing("OTHER", with: other) }

  @Test func twentySecondsInAnothersWayAreFound() {
    #expect(found(.slotHeld, in: held(), end: 20_499) == [])
    #expect(found(.slotHeld, in: held(), end: 20_500) == ["1/2"])
    #expect(found(.slotHeld, in: held() + "20500 popup.dismissed 1 button\n20500 popup.hidden 1 dismissed") == ["1/2"])
    #expect(
      found(.slotHeld, in: held() + "20499 popup.dismissed 1 button\n20499 popup.hidden 1 dismissed", end: 60_000) == []
    )
    let finding = EventScript(held()).findings(end: 30_000, isFinished: false).first { $0.rule == .slotHeld }
    #expect(finding?.time.rawValue == 20_500)
    #expect(finding?.witness == [3, 4])
  }

  @Test func whoComesLaterHoldsTheSlotFromItsOwnBeginningOn() {
    let text =
      held() + """
        5000 popup.submitted 3
        5000 popup.queued 3 slot
        10000 popup.dismissed 1 button
        10000 popup.hidden 1 dismissed
        10000 popup.shown 2 page=1

        """
    #expect(found(.slotHeld, in: text, end: 29_999) == [])
    #expect(found(.slotHeld, in: text, end: 30_000) == ["2/3"])
  }

  @Test func itSpeaksOnceOfAPresentation() {
    #expect(found(.slotHeld, in: held(), end: 100_000) == ["1/2"])
    let gap = held() + "30000 popup.condition 2 holds=false\n31000 popup.condition 2 holds=true\n"
    #expect(found(.slotHeld, in: gap, end: 100_000) == ["1/2"])
    let again =
      held()
      + "30000 idle\n30000 popup.hidden 1 preempted\n30000 popup.queued 1 preempted\n31000 idle\n31000 popup.shown 1 page=1"
    #expect(found(.slotHeld, in: again, end: 100_000) == ["1/2", "1/2"])
  }

  @Test func theOtherNeedNotBeTheSameThroughout() {
    let third = held() + "10000 popup.submitted 3 level=LEVEL\n10000 popup.queued 3 slot\n"
    let text = third + "11000 popup.withdrawn 2\n11000 popup.dropped 2 withdrawn\n"
    #expect(found(.slotHeld, in: text.replacing("LEVEL", with: "5"), end: 30_000) == ["1/3"])
    #expect(found(.slotHeld, in: third.replacing("LEVEL", with: "-5"), end: 30_000) == ["1/3"])
    #expect(found(.slotHeld, in: third.replacing("LEVEL", with: "5"), end: 30_000) == ["1/2"])
  }

  @Test(arguments: [
    "popup.condition 2 holds=false\n11000 popup.condition 2 holds=true",
    "scroll.began\n11000 scroll.ended", "scheduler.suspended\n11000 scheduler.resumed",
    "page.will-disappear 1\n11000 page.did-appear 1",
  ])
  func aBreakBeginsTheTimeAnew(events: String) {
    #expect(found(.slotHeld, in: held() + "10000 \(events)", end: 30_999) == [])
    #expect(found(.slotHeld, in: held() + "10000 \(events)", end: 31_000) == ["1/2"])
  }

  @Test func timeInTheBackgroundIsLeftOut() {
    let away = held() + "10000 app.background\n100000 app.foreground\n"
    #expect(found(.slotHeld, in: away, end: 110_499) == [])
    #expect(found(.slotHeld, in: away, end: 110_500) == ["1/2"])
    let second = away + "105000 app.background\n200000 app.foreground\n"
    #expect(found(.slotHeld, in: second, end: 205_499) == [])
    #expect(found(.slotHeld, in: second, end: 205_500) == ["1/2"])
    let gone =
      held() + "10000 app.background\n20000 popup.withdrawn 2\n20000 popup.dropped 2 withdrawn\n100000 app.foreground\n"
    #expect(found(.slotHeld, in: gone, end: 200_000) == [])
    let back = gone + "101000 popup.submitted 3\n101000 popup.queued 3 slot\n"
    #expect(found(.slotHeld, in: back, end: 120_999) == [])
    #expect(found(.slotHeld, in: back, end: 121_000) == ["1/3"])
  }

  @Test(arguments: [
    "kind=hud", "scheduler=1", "pages=Detail", "condition=false", "content=async", "expires=10000",
  ])
  func aPopupThatCouldNotBeShownHoldsNoSlot(other: String) {
    #expect(found(.slotHeld, in: held(other), end: 60_000, isFinished: false) == [])
  }

  @Test(arguments: ["kind=hud", "kind=system"])
  func toastsAndTheSystemHoldNothingUp(kind: String) {
    let text = held().replacing("submitted 1", with: "submitted 1 \(kind)")
    #expect(found(.slotHeld, in: text, end: 60_000, isFinished: false) == [])
  }

  @Test func aChainKeepsOthersOutByRight() {
    let text = held().replacing("submitted 1", with: "submitted 1 chain=c")
    #expect(found(.slotHeld, in: text, end: 60_000) == [])
  }
}

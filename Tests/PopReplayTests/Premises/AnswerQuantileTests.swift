import Testing

@testable import PopReplay

/// Draws hang on session, popup, question and number, and on nothing else (CausalReplay, *The estimate*).
struct AnswerQuantileTests {
  @Test func sixteenDrawsTakeASixteenthEach() {
    for popup in Int64(0)..<50 {
      let draws = AnswerDraws(session: "s\(popup % 7)")
      let quantiles = (0..<16).map { draws.quantile($0, of: .dwell, about: popup) }
      #expect(Set(quantiles.map { $0 >> 28 }).count == 16)
      #expect((0..<16).map { draws.quantile($0, of: .dwell, about: popup) } == quantiles)
    }
  }

  @Test func anotherSessionPopupOrQuestionIsAnotherUser() {
    let draws = AnswerDraws(session: "a")
    func quantiles(_ draws: AnswerDraws, _ question: Question, _ popup: Int64) -> [UInt32] {
      (0..<16).map { draws.quantile($0, of: question, about: popup) }
    }
    let all = [
      quantiles(draws, .dwell, 1), quantiles(draws, .dwell, 2), quantiles(draws, .content, 1),
      quantiles(AnswerDraws(session: "b"), .dwell, 1),
    ]
    #expect(Set(all).count == 4)
    // The same in every build: estimates can be compared over time.
    #expect(quantiles(draws, .dwell, 1).prefix(2) == [3_707_626_136, 1_096_642_833])
  }

  @Test func quantilesAreSpreadEvenlyWithinTheirSixteenth() {
    var low = 0
    for popup in Int64(0)..<500 {
      for draw in 0..<16 where AnswerDraws(session: "x").quantile(draw, of: .dwell, about: popup) & 0x800_0000 == 0 {
        low += 1
      }
    }
    #expect((3_800...4_200).contains(low), "\(low)")
  }
}

import Testing

@testable import PopReplay

/// Draws hang on session, popup, question and number, and on nothing else (CausalReplay, *The estimate*).
struct AnswerPlaceTests {
  @Test func sixteenDrawsTakeASixteenthEach() {
    for popup in Int64(0)..<50 {
      let draws = AnswerDraws(session: "s\(popup % 7)")
      let places = (0..<16).map { draws.place($0, of: .dwell, about: popup) }
      #expect(Set(places.map { $0 >> 28 }).count == 16)
      #expect((0..<16).map { draws.place($0, of: .dwell, about: popup) } == places)
    }
  }

  @Test func anotherSessionPopupOrQuestionIsAnotherUser() {
    let draws = AnswerDraws(session: "a")
    func places(_ draws: AnswerDraws, _ question: Question, _ popup: Int64) -> [UInt32] {
      (0..<16).map { draws.place($0, of: question, about: popup) }
    }
    let all = [
      places(draws, .dwell, 1), places(draws, .dwell, 2), places(draws, .content, 1),
      places(AnswerDraws(session: "b"), .dwell, 1),
    ]
    #expect(Set(all).count == 4)
    // The same in every build: estimates can be compared over time.
    #expect(places(draws, .dwell, 1).prefix(2) == [3_707_626_136, 1_096_642_833])
  }

  @Test func placesAreSpreadEvenlyWithinTheirSixteenth() {
    var low = 0
    for popup in Int64(0)..<500 {
      for draw in 0..<16 where AnswerDraws(session: "x").place(draw, of: .dwell, about: popup) & 0x800_0000 == 0 {
        low += 1
      }
    }
    #expect((3_800...4_200).contains(low), "\(low)")
  }
}

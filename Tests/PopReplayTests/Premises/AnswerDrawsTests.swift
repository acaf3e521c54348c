import PopupScheduling
import Testing

@testable import PopReplay

/// The answers of a session's users are the same wherever it is replayed (CausalReplay, *Continuations*).
struct AnswerDrawsTests {
  @Test func everyStratumIsDrawnOnceForEachAnswer() {
    for popup in Int64(0)..<200 {
      for question in [Question.dwell, .content] {
        let draws = AnswerDraws(session: "s")
        let strata = (0..<8).map { draws.entry($0, of: question, about: popup) / 2 }
        #expect(strata.sorted() == Array(0..<8), "popup \(popup)")
      }
    }
  }

  @Test func twoPopupsAreLongAndShortIndependently() {
    // Of permutations that are one and the same but for a constant, the differences would all be equal.
    var alike = 0
    for popup in Int64(0)..<400 {
      let draws = AnswerDraws(session: "session")
      let one = (0..<8).map { draws.entry($0, of: .dwell, about: popup) / 2 }
      let two = (0..<8).map { draws.entry($0, of: .dwell, about: popup + 1) / 2 }
      alike += zip(one, two).count { $0 == $1 }
    }
    // One in eight by chance: 400 of 3,200.
    #expect((300...500).contains(alike), "\(alike)")
  }

  @Test func sessionsPopupsAndQuestionsAreDrawnApart() {
    func entries(_ session: String, _ popup: Int64, _ question: Question) -> [Int] {
      (0..<8).map { AnswerDraws(session: session).entry($0, of: question, about: popup) }
    }
    let all = [
      entries("a", 1, .dwell), entries("b", 1, .dwell), entries("a", 2, .dwell), entries("a", 1, .content),
      entries("", 1, .dwell),
    ]
    #expect(Set(all).count == all.count)
    #expect(entries("a", 1, .dwell) == entries("a", 1, .dwell))
  }

  @Test func theDrawsAreTheSameInEveryBuild() {
    let draws = AnswerDraws(session: "simulated-73-58")
    #expect((0..<8).map { draws.entry($0, of: .dwell, about: 5) } == Self.golden)
  }

  /// Changing them changes what every report calls robust.
  private static let golden = [14, 2, 0, 8, 11, 7, 12, 5]

  @Test func theTablesEndInNever() {
    #expect(Question.dwell.answer(0, .millisecond) == .after(Ticks(150)))
    #expect(Question.dwell.answer(14, .millisecond) == .after(Ticks(60_000)))
    #expect(Question.dwell.answer(15, .millisecond) == .never)
    #expect(Question.content.answer(13, .millisecond) == .after(Ticks(30_000)))
    #expect(Question.content.answer(14, .millisecond) == .never)
    #expect(Question.content.answer(15, .millisecond) == .failure(Ticks(1_000)))
    let lengths = (0..<15).map { entry -> Int64 in
      if case .after(let length) = Question.dwell.answer(entry, .millisecond) { length.rawValue } else { -1 }
    }
    #expect(lengths == lengths.sorted())
  }
}

import PopTrace
import PopupScheduling
import Testing

@testable import PopReplay

/// By name where enough is known of it, else by kind, else of all (CausalReplay, *The estimate*).
struct ReactionTallyTests {
  private func model(_ entries: [(name: String, kind: PopupKind, length: Int64, count: Int)]) -> ReactionModel.Answers {
    var tally = ReactionTally()
    for entry in entries {
      for _ in 0..<entry.count { tally.add(entry.length, of: PopupName(entry.name), entry.kind, isObserved: true) }
    }
    return ReactionModel.Answers(tally)
  }

  private func first(_ answers: ReactionModel.Answers, _ name: String, _ kind: PopupKind) -> Int64? {
    answers.curve(named: PopupName(name), kind)?.steps.first?.milliseconds
  }

  @Test func eightObservedAnswersMakeALevelAndSevenDoNot() {
    let answers = model([("a", .alert, 10, 8), ("b", .alert, 5, 7), ("c", .guide, 3, 7)])
    #expect(first(answers, "a", .alert) == 10)
    // Of the second name too few, of its kind enough.
    #expect(first(answers, "b", .alert) == 5)
    #expect(answers.kinds[.alert]?.observed == 15)
    // Of the third name and of its kind too few, of all enough.
    #expect(first(answers, "c", .guide) == 3)
    #expect(answers.kinds[.guide] == nil)
    #expect(answers.all?.observed == 22)
    #expect(answers.curve(named: PopupName("new"), .sheet) == answers.all)
    #expect(model([("c", .guide, 3, 7)]).curve(named: PopupName("c"), .guide) == nil)
  }

  @Test func whatWasCutShortIsNoObservedAnswer() {
    var tally = ReactionTally()
    for length in Int64(1)...20 { tally.add(length, of: PopupName("a"), .alert, isObserved: length < 8) }
    #expect(ReactionModel.Answers(tally).all == nil)
    tally.add(8, of: PopupName("a"), .alert, isObserved: true)
    #expect(ReactionModel.Answers(tally).all?.censored == 13)
  }

  @Test func namesThatOnlyLookAlikeAreTwo() {
    let answers = model([("caf\u{e9}", .alert, 10, 8), ("cafe\u{301}", .alert, 20, 8)])
    #expect(first(answers, "caf\u{e9}", .alert) == 10)
    #expect(first(answers, "cafe\u{301}", .alert) == 20)
  }

  @Test func ofTooManyNamesTheSameStayInWhateverOrderTheyCome() {
    let names = (0..<1_000).map { PopupName("name \($0)") }
    func tally(_ names: [PopupName]) -> ReactionTally {
      var tally = ReactionTally()
      for name in names { for _ in 0..<9 { tally.add(7, of: name, .alert, isObserved: true) } }
      return tally
    }
    let whole = tally(names)
    #expect(whole.names.count == ReactionTally.nameLimit)
    #expect(tally(names.reversed()) == whole)
    // Each of them has all that was counted, and its kind what the others have besides.
    #expect(whole.names.values.allSatisfy { $0.steps[0].counts.observed == 9 })
    #expect(whole.kinds[.alert]?.steps[0].counts.observed == 9_000)
    for cut in [1, 300, 640, 999] {
      var sum = tally(Array(names[cut...]))
      sum += tally(Array(names[..<cut]))
      #expect(sum == whole, "cut at \(cut)")
    }
  }

  @Test func aNameThatIsTooLongIsOneOfItsKind() {
    var tally = ReactionTally()
    tally.add(7, of: PopupName(String(repeating: "x", count: PopupName.longest + 1)), .sheet, isObserved: true)
    tally.add(7, of: PopupName(""), .sheet, isObserved: true)
    #expect(tally.names.isEmpty)
    #expect(tally.kinds[.sheet]?.steps[0].counts.observed == 2)
  }
}

import PopAudit
import PopReplay
import PopTrace
import Testing

@testable import PopDocument
@testable import PopReport

@Suite("An explanation as text and JSON")
struct TextExplanationTests {
  private func explanation(lines: Int = 3) -> Explanation {
    var explanation = Explanation(
      trace: "field.poptrace", session: "a1", popup: 3, name: "Coupon", attributes: "campaign, level 8")
    var story = Explanation.Story(policy: "v5", isRecorded: true, outcome: "never came", wasShown: false)
    story.lines = (0..<lines).map {
      Explanation.Line(time: Milliseconds(microseconds: Int64($0) * 1_000_000), event: Int32($0), "line \($0)")
    }
    story.why = ["Splash #2 was never dismissed."]
    story.reason = "the slot is held to the end"
    explanation.stories = [story]
    return explanation
  }

  @Test("A change is said with its grade, and what rests on an assumption with its times and runs")
  func gradedChanges() {
    func line(_ grade: Grade?, _ first: Explanation.Change.FirstShown?) -> String? {
      var (explained, change) = (
        explanation(),
        Explanation.Change(kind: .condition, "it held", shownAt: Milliseconds(microseconds: 1_500_000))
      )
      change.grade = grade
      change.firstShown = first
      explained.changes = [change]
      explained.triedCount = 1
      return explained.text(style: .plain, showsAll: false).split(separator: "\n")
        .first { $0.hasPrefix("INSTEAD") }.map { String($0.dropFirst(11)) }
    }
    func span(_ earliest: Int64, _ latest: Int64?, in count: Int) -> Explanation.Change.FirstShown {
      Explanation.Change.FirstShown(
        earliest: Milliseconds(microseconds: earliest * 1000),
        latest: latest.map { Milliseconds(microseconds: $0 * 1000) },
        held: ComparedFinding.Held(in: count, of: 11))
    }
    #expect(line(nil, nil) == "shown at 1,500, if it held")
    #expect(line(.derived, nil) == "shown at 1,500 (derived), if it held")
    #expect(line(.assumed, nil) == "shown at 1,500 (assumed), if it held")
    #expect(line(.robust, span(1500, 1500, in: 11)) == "shown at 1,500 (robust), if it held")
    #expect(line(.robust, span(1400, 2600, in: 11)) == "shown at 1,400 to 2,600 (robust), if it held")
    #expect(line(.assumed, span(1400, nil, in: 7)) == "shown at 1,400 or later in 7 of 11 runs (assumed), if it held")
  }

  @Test("The sentence comes first, then the story, why, what else, and how many are like it")
  func order() {
    var explained = explanation()
    explained.changes = [
      Explanation.Change(
        kind: .popupAhead, "Splash #2 had not been submitted", shownAt: Milliseconds(microseconds: 1_500_000))
    ]
    explained.triedCount = 4
    explained.changedPolicy = "v5"
    explained.similar = Explanation.Similar(sessions: 2, popups: 3, total: 9)
    #expect(
      explained.text(style: .plain, showsAll: false) == """
        Coupon #3 (campaign, level 8) never came. Recorded under v5.
          field.poptrace, session a1
               0  line 0
           1,000  line 1
           2,000  line 2
        WHY        Splash #2 was never dismissed.
        INSTEAD    shown at 1,500, if Splash #2 had not been submitted
                   (each found by a replay of v5, of 4 changes tried)
        LIKE THIS  2 sessions of 9, where the slot is held to the end: --similar

        """)
  }

  @Test("Of a long story the middle is left out and counted, and --all tells it")
  func longStories() {
    let long = explanation(lines: 60)
    let brief = long.text(style: .plain, showsAll: false)
    #expect(brief.contains("…  38 more turns: --all") && brief.contains("line 13\n") && !brief.contains("line 14\n"))
    #expect(!brief.contains("line 51\n") && brief.contains("line 52\n") && brief.contains("line 59\n"))
    let full = long.text(style: .plain, showsAll: true)
    #expect((0..<60).allSatisfy { full.contains("line \($0)\n") } && !full.contains("more turns"))
  }

  @Test("Where nothing was found, or nothing could be tried, it says so")
  func noChanges() {
    var explained = explanation()
    explained.triedCount = 7
    #expect(
      explained.text(style: .plain, showsAll: false).contains(
        "INSTEAD    none of 7 single changes that were tried would have had it shown"))
    explained.untried = "nothing was tried: it is too long"
    #expect(
      explained.text(style: .plain, showsAll: false).contains(
        "INSTEAD    nothing was tried: it is too long"))
  }

  @Test("A second run that is the same is said to be, another one is told")
  func secondRun() {
    var explained = explanation()
    var second = explained.stories[0]
    second.policy = "v6"
    second.isRecorded = false
    second.grade = .robust
    explained.stories.append(second)
    #expect(
      explained.text(style: .plain, showsAll: false).contains(
        "UNDER v6   the same: it never came. That is robust: see poptrace help grades."))
    explained.stories[1].lines[1].text = "line one"
    explained.parting = Explanation.Parting(recorded: explained.stories[0].lines[1], candidate: nil)
    let text = explained.text(style: .plain, showsAll: false)
    #expect(text.contains("UNDER v6   it never came.") && text.contains("1,000  line one"))
    #expect(
      text.contains(
        "PARTING    the first decision that differs is v5 at 1,000: line 1\n           v6 decides nothing more"))
  }

  @Test("Names are made printable")
  func hostileNames() {
    var explained = explanation()
    explained.name = "\u{1b}[31mred"
    explained.stories[0].lines[0].text = "a\u{202e}b"
    let text = explained.text(style: .plain, showsAll: false)
    #expect(text.contains("\\u{1b}[31mred") && text.contains("a\\u{202e}b"))
    #expect(!text.unicodeScalars.contains { $0.value == 0x1b || $0.value == 0x202e })
  }

  @Test("Groups are told with their most frequent reason first, all of them where that is asked for")
  func groups() {
    let missed = [("1", 3), ("1", 4), ("2", 3)].map { session, popup in
      Explanation.Missed(trace: "a", session: session, popup: popup, name: "Coupon", .waiting(.slot))
    }
    let groups = Explanation.Groups(name: "Coupon", submissions: 12, sessions: 5, missed)
    #expect(
      groups.text(style: .plain, showsAll: false) == """
        Coupon: 12 submissions in 5 sessions; 3 never came.
        sessions  popups  because                      as in
               2       3  the slot is held to the end  #3 of a, session 1
        The story of one: poptrace explain a --session 1 --popup 3

        """)
    #expect(groups.text(style: .plain, showsAll: true).contains("#4 of a, session 1"))
    let none = Explanation.Groups(name: "Coupon", submissions: 12, sessions: 5, [])
    #expect(
      none.text(style: .plain, showsAll: false) == "Coupon: 12 submissions in 5 sessions; every one of them came.\n")
  }
}

import PopReplay
import PopTrace
import PopupScheduling
import Testing

@testable import PopAudit
@testable import PopDocument
@testable import PopDocumentTests
@testable import PopReport

@Suite("What the report for people says of outcomes")
struct OutcomeTextTests {
  /// The part of a report on outcomes.
  private func lines(_ outcomes: [OutcomeReport], width: Int = 100, limit: Int = 20) -> [String] {
    var limits = TextReport.Limits()
    limits.outcomes = limit
    let text = SampleSessions.text(
      [SampleSessions.session("a", outcomes: outcomes)], style: Style(hasColor: false, width: width), limits: limits)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return Array(lines.drop { !$0.hasPrefix("OUTCOMES") }.prefix { !$0.isEmpty })
  }

  /// One of each class, the last of them first.
  private let all = OutcomeChange.Kind.allCases.reversed().filter { $0 != .same }
    .map { SampleSessions.outcome("Spring sale", $0, [(600, 2100)], "dismissed", [(600, 2100)], "dismissed") }

  @Test("says in which way they differ, and shows what differs")
  func classes() {
    let outcomes = [
      SampleSessions.outcome("sale", .endedOtherwise, [], "dropped:expired", [], "waiting"),
      SampleSessions.outcome("rate", .endedOtherwise, [(600, 2100)], "dismissed", [(600, 2100)], "auto"),
      SampleSessions.outcome("tip", .longer, [(600, 2100)], "auto", [(600, 3100)], "dismissed"),
      SampleSessions.outcome(
        "card", .cutShort, [(600, 2100), (4000, 5000)], "dismissed", [(600, 2100), (4000, 4500)], "auto"),
      SampleSessions.outcome("news", .fewer, [(600, 2100), (4000, 5000)], "dismissed", [(600, 2100)], "page-left"),
      SampleSessions.outcome("menu", .more, [(600, 2100)], "dismissed", [(600, 2100), (4000, 5000)], "dismissed"),
    ]
    #expect(
      lines(outcomes) == [
        "OUTCOMES  6 of 9 popups differ: 1 fewer, 1 more, 1 cut-short, 1 longer, 2 ended-otherwise",
        "                   popup  times  recorded, ms          v2                          certainty",
        "  fewer            news       1  2×, 600–2,100         1×, 600–2,100, page-left    exact",
        "  more             menu       1  1×, 600–2,100         2×, 600–2,100               exact",
        "  cut-short        card       1  4,000–5,000 (2 of 2)  4,000–4,500 (2 of 2), auto  exact",
        "  longer           tip        1  600–2,100, auto       600–3,100                   exact",
        "  ended-otherwise  rate       1  dismissed, 600–2,100  auto, 600–2,100             exact",
        "  ended-otherwise  sale       1  dropped:expired       waiting                     exact",
      ])
  }

  @Test("shows the presentation that is on another page, and the page")
  func moved() {
    var outcome = SampleSessions.outcome(
      "card", .moved, [(600, 2100), (4000, 5000)], "dismissed", [(600, 2100), (4000, 5000)], "dismissed")
    outcome.candidate?.shown[1].page = 7
    let row = lines([outcome], width: 120).last
    #expect(
      row?.contains("HomePage #1, 4,000–5,000 (2 of 2)  HomePage #7, 4,000–5,000 (2 of 2)") == true, "\(row ?? "")")
  }

  @Test("names what weighs most first, and keeps to the width", arguments: [80, 90, 100, 120, 200])
  func width(width: Int) {
    let found = lines(all + all, width: width)
    for line in found { #expect(displayWidth(line) <= width, "\(line)") }
    let head = found.prefix { !$0.contains("certainty") }
    #expect(head.dropFirst().allSatisfy { $0.hasPrefix("          2 ") })
    #expect(
      head.map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ")
        == "OUTCOMES  22 of 25 popups differ: 2 lost, 2 gained, 2 moved, 2 reordered, 2 fewer, 2 more, 2 later, "
        + "2 earlier, 2 cut-short, 2 longer, 2 ended-otherwise")
    let rows = found.drop { !$0.contains("certainty") }.dropFirst()
    #expect(
      rows.compactMap { $0.split(separator: " ").first }.map(String.init) == [
        "lost", "gained", "moved", "reordered", "fewer", "more", "later", "earlier", "cut-short", "longer",
        "ended-otherwise",
      ])
  }

  @Test("may show the runs of the first of each class and name, and of each that can be relied on further")
  func examples() {
    var chooser = TextReport.ExampleChooser()
    let words = EventDescriber(log: EventLog(), catalog: Catalog(), tick: .millisecond)
    func chooses(_ change: OutcomeChange.Kind?, _ grade: Grade) -> Bool {
      let grades = AspectGrades(shown: .exact, where: grade, end: .exact)
      return chooser.chooses(ComparedOutcome(popup: .none, spec: .none, change: change, grades: grades), words: words)
    }
    let asked: [(OutcomeChange.Kind?, Grade, Bool)] = [
      (.lost, .assumed, true), (.lost, .assumed, false), (.lost, .robust, true), (.lost, .assumed, false),
      (.lost, .robust, false), (.gained, .assumed, true), (.lost, .exact, true), (.lost, .exact, false),
      (nil, .assumed, true), (nil, .assumed, true),
    ]
    for (index, (change, grade, isChosen)) in asked.enumerated() {
      #expect(chooses(change, grade) == isChosen, "\(index)")
    }
  }

  @Test("is silent where nothing differs")
  func silence() { #expect(lines([]).isEmpty) }
}

import PopAudit
import Testing

@Suite struct RuleCaseReaderTests {
  private func mistake(_ text: String) -> String {
    do {
      let cases = try RuleCaseReader.cases(in: text, file: "overlap.txt", of: .overlap)
      return "\(cases.count) cases"
    } catch {
      return "\(error)"
    }
  }

  @Test func aFileIsReadAsItsRowsSay() throws {
    let text = """
      # up
      0 popup.submitted 1 KIND
      0 popup.shown 1

      ## a title
      up
      // why
      KIND: kind=hud | kind=system => nothing
      leak, no KIND, 9 idle; 9 popup.hidden 1 auto, end 50, unfinished => 1, 2/1, -
      because one
      witness 1, 2
      at 9
      page 1, -
      +
      5 idle
      KIND: kind=alert => 1

      9 idle
      => nothing
      """
    let cases = try RuleCaseReader.cases(in: text, file: "overlap.txt", of: .overlap)
    #expect(cases.map(\.line) == [8, 8, 9, 16, 19] && cases[4].title == "a title")
    #expect(
      cases.map(\.script.count) == [2, 2, 4, 3, 1]
        && cases.map(\.rule) == [.overlap, .overlap, .leak, .overlap, .overlap])
    #expect(
      cases.map { $0.script[0].text.split(separator: " ").last } == [
        "kind=hud", "kind=system", "1", "kind=alert", "idle",
      ])
    #expect(cases[2].found == ["1", "2/1", "-"] && cases[2].end == 50 && !cases[2].isFinished)
    #expect(cases[2].because == ["one"] && cases[2].witness == [[1, 2]] && cases[2].times == [9])
    #expect(cases[2].pages == [1, -1] && cases[3].pages.isEmpty)
    #expect(cases[0].title == "a title (KIND: kind=hud)")
    #expect(cases[0].found.isEmpty && cases[0].end == nil && cases[0].isFinished && cases[0].because.isEmpty)
  }

  @Test(arguments: [
    ("", "1: no case"), ("# a", "1: nothing in block a"), ("## a\n=> 1", "2: no event is above it"),
    ("0 idle", "1: neither in a block nor in a case"),
    ("## a\n0 idle", "2: nothing says what is found: a"),
    ("## a\n\n## b\n0 idle\n=> 1", "1: nothing says what is found: a"),
    ("## a\n0 idle\n=> 1\n+", "4: nothing says what is found: a"),
    ("## a\n0 idle\n+\n=> 1", "3: nothing before it says what is found"),
    ("# a\n0 idle\n# a\n0 idle", "3: a second block a"), ("## a\nhome\n=> 1", "2: neither an event nor a block: home"),
    ("## a\n0 idel\n=> 1", "2: not an event: 0 idel"),
    ("## a\n0 idle\n0 popup.dismissed 1 buton\n=> 1", "3: not a word: buton"),
    ("## a\n0 popup.submitted 1 levle=1\n=> 1", "2: not an attribute: levle"),
    ("## a\n0 idle\n0 popup.shown 1 pgae=1\n=> 1", "3: not a field: pgae"),
    ("## a\n0 popup.submitted 1 level=x\n=> 1", "2: not a number: x"),
    ("## a\n0 idle\n9 idel => 1", "3: not an event: 9 idel"),
    ("## a\n0 idle\n=> none", "3: no finding is written so: none"),
    ("## a\n0 idle\nend x => 1", "3: nothing a row can say: end x"),
    ("## a\n0 idle\nKIND: hud => 1", "3: no event has KIND"),
    ("## a\n0 KIND\n=> 1", "2: nothing stands in its place: 0 KIND"),
    ("## a\n0 idle\nidle: hud => 1", "3: not in capitals: idle"),
    ("## a\nbecause b\n0 idle\n=> 1", "2: no row is above it"),
    ("## a\n0 idle\n=> 1\nat x", "4: not numbers: x"), ("## a\n0 idle\n=> 1\nwitness 1, x", "4: not numbers: 1, x"),
    ("## a\n0 idle\n=> 1\nwitness -", "4: not numbers: -"),
  ])
  func aMistakeIsNamedWithItsLine(text: String, expected: String) {
    #expect(mistake(text) == "overlap.txt:" + expected)
  }
}

import PopAudit
import Testing

@testable import PopDocument
@testable import PopGate

/// What an entry of a baseline file speaks of, and where it stands (Gate, *Baseline file*).
struct BaselineEntryTests {
  private let hide = PolicySetting("leaving", "hide")
  private let lifo = PolicySetting("ties", "lifo")

  private func change(
    _ keys: [PolicySetting], _ rule: Rule = .lostPopup, _ sessions: SessionShare = SessionShare(2, of: 300)
  )
    -> BaselineFile.Entry
  {
    BaselineFile.Entry(rule, by: keys, sessions: sessions, excuse: Excuse(reason: "x"))
  }

  @Test func itFitsWhatHasItsRuleAndAllThatItNames() {
    var finding = Sample.finding(1)
    (finding.otherName, finding.pageClass) = ("Survey", "HomePage")
    var entry = change([])
    #expect(entry.fits(finding) && entry.isAbout(finding))
    #expect(!change([], .overlap).fits(finding) && change([], .overlap).isAbout(finding))
    let fields: [(WritableKeyPath<BaselineFile.Entry, String>, String)] = [
      (\.popup, "Coupon"), (\.other, "Survey"), (\.page, "HomePage"),
    ]
    for (field, value) in fields {
      entry[keyPath: field] = "Other"
      #expect(!entry.fits(finding) && !entry.isAbout(finding))
      entry[keyPath: field] = value
      #expect(entry.fits(finding))
    }
  }

  @Test func itIsPartOfCausesThatHaveAllOfItsKeys() {
    #expect(change([]).isPart(of: []) && !change([]).isPart(of: [hide]))
    #expect(change([hide]).isPart(of: [hide]) && change([hide]).isPart(of: [lifo, hide]))
    #expect(!change([hide]).isPart(of: []) && !change([hide]).isPart(of: [lifo]))
    #expect(!change([hide, lifo]).isPart(of: [hide]) && !change([hide]).isPart(of: [PolicySetting("leaving", "drop")]))
    #expect(change([lifo, hide]).keys == [hide, lifo])
  }

  @Test func itIsStaleWhereFiveSessionsWouldHaveIt() {
    func isStale(_ count: Int, _ all: Int, in judged: Int) -> Bool {
      change([], .overlap, SessionShare(count, of: all)).isStale(in: judged)
    }
    #expect(isStale(5, 300, in: 300) && !isStale(4, 300, in: 300) && !isStale(5, 300, in: 299))
    #expect(isStale(1, 100, in: 500) && !isStale(1, 100, in: 499))
    #expect(!isStale(0, 0, in: 0) && isStale(0, 0, in: 1) && !isStale(0, 300, in: 300))
  }

  @Test func entriesStandByRuleKeysPopupAndPageThenByFingerprintEachOnce() {
    var popup = change([hide])
    popup.popup = "A"
    var page = popup
    page.page = "P"
    var again = change([hide])
    again.sessions = SessionShare(7, of: 8)
    let findings = [9, 2, 5].map { BaselineFileTests.entry($0) }
    let file = BaselineFile([
      findings[0], page, findings[1], change([lifo]), popup, change([hide]), again, findings[2], change([]),
    ])
    #expect(
      file.entries.map { "\($0.line) \($0.words) \($0.sessions) \($0.fingerprint?.description.suffix(1) ?? "")" } == [
        "2 lost-popup 2 of 300 ", "3 leaving: hide → lost-popup 2 of 300 ", "4 leaving: hide → lost-popup A 2 of 300 ",
        "5 leaving: hide → lost-popup A on P 2 of 300 ", "6 ties: lifo → lost-popup 2 of 300 ",
        "7 lost-popup 2 of 300 2", "8 lost-popup 2 of 300 5", "9 lost-popup 2 of 300 9",
      ])
    #expect(file.changes == 5)
    // Each is found by its fingerprint, and nothing by another.
    for (number, line) in [(2, 7), (5, 8), (9, 9)] {
      #expect(file[Fingerprint(rawValue: UInt64(number)).description]?.line == line)
    }
    for number in [0, 1, 3, 4, 6, 8, 10] {
      #expect(file[Fingerprint(rawValue: UInt64(number)).description] == nil, "\(number)")
    }
    #expect(file["x"] == nil && BaselineFile()["0000000000000001"] == nil)
    for count in 1...9 {
      let file = BaselineFile((0..<count).map { BaselineFileTests.entry($0 * 2) })
      for number in 0..<2 * count {
        let found = file[Fingerprint(rawValue: UInt64(number)).description]
        #expect((found != nil) == (number % 2 == 0), "\(number) of \(count)")
      }
    }
  }

  private func error(_ text: String) -> GateError? {
    do {
      _ = try BaselineFile(bytes: Array(text.utf8))
      return nil
    } catch { return error }
  }

  private let head = "{\"schema\":\"poptrace.baseline/2\"}\n"

  @Test func linesAndFilesHaveTheirGreatestLength() {
    func line(_ length: Int) -> String {
      let start = #"{"rule":"lost-popup","sessions":"2 of 300","reason":""#
      return start + String(repeating: "x", count: length - start.utf8.count - 2) + "\"}"
    }
    #expect(error(head + line(1 << 16)) == nil)
    #expect(error(head + line(1 << 16 + 1))?.line == 2)
    func file(_ count: Int) -> String {
      var text = "{\"schema\":\"poptrace.baseline/1\"}\n"
      for number in 0..<count {
        let digits = String(number, radix: 16)
        let fingerprint = String(repeating: "0", count: 16 - digits.count) + digits
        text += "{\"fingerprint\":\"\(fingerprint)\",\"rule\":\"zombie\",\"sessions\":\"0 of 1\",\"reason\":\"x\"}\n"
      }
      return text
    }
    // One entry too many is found before any is read.
    #expect(error(head + String(repeating: "x\n", count: 100_001))?.message.contains("more than 100000") == true)
    #expect(error(head + String(repeating: "x\n", count: 100_000))?.line == 2)
    #expect(error(file(3)) == nil)
  }

  @Test func emptyLinesAreMistakesUnlessTheFileEnds() {
    let line = BaselineFileTests.change
    #expect(error(head + line) == nil && error(head + line + "\n") == nil && error(head) == nil)
    #expect(error(head + line + "\n\n")?.line == 3 && error("\n" + head)?.line == 1)
    #expect(error(String(head.dropLast())) == nil)
  }

  @Test func everyFieldIsReadWhereItStands() throws {
    let text =
      head
      + #"{"reason":"so\u0021","sessions":"2 of 3","rule":"zombie","keys":{"ties":"lifo","leaving":"hide"},"popup":"A","other":"B","page":"P","owner":"me","expires":"2027-01-31"}"#
      + "\n"
    let entry = try BaselineFile(bytes: Array(text.utf8)).entries[0]
    #expect(entry.rule == .zombie && entry.keys == [hide, lifo] && entry.sessions == SessionShare(2, of: 3))
    #expect(entry.popup == "A" && entry.other == "B" && entry.page == "P" && entry.line == 2)
    #expect(entry.excuse == Excuse(reason: "so!", owner: "me", expires: CalendarDay("2027-01-31")))
    #expect(
      String(decoding: BaselineFile([entry]).bytes, as: UTF8.self) == head
        + #"{"rule":"zombie","keys":{"leaving":"hide","ties":"lifo"},"popup":"A","other":"B","page":"P","sessions":"2 of 3","reason":"so!","owner":"me","expires":"2027-01-31"}"#
        + "\n")
  }

  @Test func mistakesSayWhatToDo() {
    let line = BaselineFileTests.change
    let cases: [(String, String, String)] = [
      ("\"rule\"", "\"rul\"", "Did you mean rule?"), ("\"rule\"", "\"zzzzzz\"", "The keys are fingerprint, rule"),
      ("\"leaving\"", "\"leavin\"", "Did you mean leaving?"), ("{\"leaving\":\"hide\"}", "{}", "such as {"),
      ("{\"leaving\":\"hide\"}", "[\"leaving\"]", "such as {"),
      ("\"sessions\":\"2 of 300\",", "", "the key sessions, which is missing"),
      ("\"rule\":\"lost-popup\",", "", "the key rule, which is missing"),
      ("{\"rule\"", "{\"keys\":{\"ties\":\"lifo\"},\"rule\"", "The key keys is there twice"),
      ("\"reason\":\"x\"", "\"reason\":{}", "The value of reason is text, not"),
    ]
    for (old, new, words) in cases {
      let error = error(head + line.replacing(old, with: new))
      #expect(error?.line == 2 && error?.message.contains(words) == true, "\(error?.message ?? "none")")
    }
    #expect(error("[]")?.line == 1 && error("{\"schema\":\"poptrace.baseline/2\",\"rule\":\"zombie\"}")?.line == 1)
  }
}

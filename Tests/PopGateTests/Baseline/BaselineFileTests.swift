import PopAudit
import PopReplay
import PopReport
import Testing

@testable import PopGate

struct BaselineFileTests {
  static func entry(_ number: Int, _ sessions: SessionShare = SessionShare(2, of: 300)) -> BaselineFile.Entry {
    BaselineFile.Entry(
      Fingerprint(rawValue: UInt64(number)), .lostPopup, sessions: sessions,
      excuse: Excuse(reason: "known", owner: "me", expires: CalendarDay("2027-01-31")))
  }

  @Test func whatIsWrittenIsRead() throws {
    let seed: UInt64 = 99
    print("seed \(seed)")
    var random = ResamplingRandom(seed: seed)
    let texts = ["", "Coupon", "a \"b\" \\ \u{1B}[0m", "日本", "line\nfeed"]
    for _ in 0..<50 {
      let entries = (0..<random.next(below: 9)).map { _ in
        var entry = BaselineFile.Entry(
          Fingerprint(rawValue: UInt64(random.next(below: 1 << 62))),
          Rule.allCases[random.next(below: Rule.allCases.count)],
          sessions: SessionShare(random.next(below: 5), of: 5 + random.next(below: 1000)),
          excuse: Excuse(reason: "r" + texts[random.next(below: 5)], owner: texts[random.next(below: 5)]))
        if random.next(below: 2) == 0 { entry.excuse.expires = CalendarDay("2027-02-28") }
        (entry.popup, entry.other, entry.page) = (
          texts[random.next(below: 5)], texts[random.next(below: 5)], texts[random.next(below: 5)]
        )
        return entry
      }
      let file = BaselineFile(entries)
      #expect(try BaselineFile(bytes: file.bytes) == file)
    }
  }

  static let good =
    #"{"fingerprint":"00000000000000aa","rule":"lost-popup","sessions":"2 of 300","reason":"x"}"#

  static let mistakes: [(String, GateError.Code, Int)] = [
    ("", .malformed, 1), ("{\"schema\":\"poptrace.baseline/2\"}", .malformed, 1),
    ("HEAD\nnonsense", .malformed, 2), ("HEAD\n[]", .malformed, 2), ("HEAD\n\n\(good)", .malformed, 2),
    ("HEAD\n" + good.replacing("reason", with: "raeson"), .unknownKey, 2),
    ("HEAD\n" + good.replacing("}", with: ",\"rule\":\"overlap\"}"), .repeatedKey, 2),
    ("HEAD\n" + good.replacing(",\"reason\":\"x\"", with: ""), .missingKey, 2),
    ("HEAD\n" + good.replacing("\"x\"", with: "\"\""), .badValue, 2),
    ("HEAD\n" + good.replacing("\"x\"", with: "7"), .badValue, 2),
    ("HEAD\n" + good.replacing("2 of 300", with: "3 of 2"), .badValue, 2),
    ("HEAD\n" + good.replacing("lost-popup", with: "lost"), .badValue, 2),
    ("HEAD\n" + good.replacing("00000000000000aa", with: "aa"), .badValue, 2),
    ("HEAD\n" + good.replacing("}", with: ",\"expires\":\"soon\"}"), .badValue, 2),
    ("HEAD\n\(good)\n\(good)", .repeatedKey, 3),
    ("HEAD\n\(good)\n" + good.replacing("aa\"", with: "a0\""), .malformed, 3),
  ]

  @Test(arguments: mistakes.indices) func everyMistakeHasItsLine(index: Int) {
    let (text, code, line) = Self.mistakes[index]
    do {
      let head = "{\"schema\":\"poptrace.baseline/1\"}"
      _ = try BaselineFile(bytes: Array(text.replacing("HEAD", with: head).utf8))
      Issue.record("No error for \(text)")
    } catch {
      #expect(error.code == code && error.line == line, "\(error)")
    }
  }

  @Test func blessingKeepsWhatWasSaidAndDropsWhatIsGone() {
    let old = BaselineFile([Self.entry(1), Self.entry(2), Self.entry(3), Self.entry(9)])
    let excuse = Self.entry(1).excuse
    func judged(_ number: Int, _ judgement: FindingJudgement, _ sessions: Int) -> JudgedFinding {
      var finding = JudgedFinding(Sample.finding(number), severity: .error)
      finding.judgement = judgement
      finding.firmSessions = sessions
      return finding
    }
    let fresh = Excuse(reason: "new")
    let findings = [
      judged(1, .worse(accepted: SessionShare(2, of: 300), excuse), 30),
      judged(2, .accepted(SessionShare(2, of: 300), excuse), 1), judged(3, .expired(excuse), 1),
      judged(4, .fails, 5), judged(5, .assumed, 0), judged(6, .warns, 3),
    ]
    let blessed = old.blessing(findings, judgedSessions: 300, excuse: fresh)
    #expect(blessed.entries.map(\.fingerprint.rawValue) == [1, 2, 3, 4])
    #expect(blessed.entries.map(\.sessions.description) == ["30 of 300", "2 of 300", "2 of 300", "5 of 300"])
    #expect(blessed.entries.map(\.excuse.reason) == ["known", "known", "new", "new"])
    let replaced = old.blessing(findings, judgedSessions: 300, excuse: fresh, replacesExcuses: true)
    #expect(replaced.entries.allSatisfy { $0.excuse == fresh })
  }
}

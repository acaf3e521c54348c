import PopAudit
import PopReplay
import PopSystem
import Testing

@testable import PopDocument
@testable import PopGate

struct BaselineFileTests {
  static func entry(_ number: Int, _ sessions: SessionShare = SessionShare(2, of: 300)) -> BaselineFile.Entry {
    BaselineFile.Entry(
      .lostPopup, Fingerprint(rawValue: UInt64(number)), sessions: sessions,
      excuse: Excuse(reason: "known", owner: "me", expires: CalendarDay("2027-01-31")))
  }

  @Test func whatIsWrittenIsRead() throws {
    let seed: UInt64 = 99
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    let texts = ["", "Coupon", "a \"b\" \\ \u{1B}[0m", "日本", "line\nfeed"]
    for _ in 0..<50 {
      let isFine = random.next(below: 3) == 0
      let entries = (0..<random.next(below: 9)).map { _ in
        var entry = BaselineFile.Entry(
          Rule.allCases[random.next(below: Rule.allCases.count)],
          by: [PolicySetting("ties", texts[random.next(below: 5)]), PolicySetting("leaving", "hide")]
            .prefix(random.next(below: 3)).map { $0 },
          sessions: SessionShare(random.next(below: 5), of: 5 + random.next(below: 1000)),
          excuse: Excuse(reason: "r" + texts[random.next(below: 5)], owner: texts[random.next(below: 5)]))
        if isFine || random.next(below: 3) == 0 {
          entry.fingerprint = Fingerprint(rawValue: UInt64(random.next(below: 1 << 62)))
          entry.keys = []
        }
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

  static let change = #"{"rule":"lost-popup","keys":{"leaving":"hide"},"sessions":"2 of 300","reason":"x"}"#

  static let mistakes: [(String, GateError.Code, Int)] = [
    ("", .malformed, 1), ("{\"schema\":\"poptrace.baseline/3\"}", .malformed, 1),
    ("HEAD\n\(change)", .missingKey, 2), ("NEW\n\(change)\n\(change)", .repeatedKey, 3),
    ("NEW\n\(good)\n\(change)", .malformed, 3), ("NEW\n" + change.replacing("leaving", with: "leavin"), .badValue, 2),
    ("NEW\n" + change.replacing("{\"leaving\":\"hide\"}", with: "{}"), .badValue, 2),
    ("NEW\n" + change.replacing("{\"leaving\":\"hide\"}", with: "\"leaving\""), .badValue, 2),
    ("NEW\n" + change.replacing("\"hide\"", with: "true"), .badValue, 2),
    ("NEW\n" + change.replacing("\"hide\"", with: "\"hide\",\"leaving\":\"park\""), .repeatedKey, 2),
    ("NEW\n" + change.replacing("{\"rule\"", with: "{\"fingerprint\":\"00000000000000aa\",\"rule\""), .badValue, 2),
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
      let (head, new) = ("{\"schema\":\"poptrace.baseline/1\"}", "{\"schema\":\"poptrace.baseline/2\"}")
      _ = try BaselineFile(bytes: Array(text.replacing("HEAD", with: head).replacing("NEW", with: new).utf8))
      Issue.record("No error for \(text)")
    } catch {
      #expect(error.code == code && error.line == line, "\(error)")
    }
  }

  @Test func aChangeIsALineThatPeopleRead() throws {
    let text = """
      {"schema":"poptrace.baseline/2"}
      {"rule":"lost-keepalive","keys":{"leaving":"hide"},"sessions":"57 of 300","reason":"so"}
      {"rule":"lost-keepalive","keys":{"leaving":"hide","ties":"lifo"},"popup":"Coupon","sessions":"1 of 300","reason":"so"}
      {"rule":"lost-popup","sessions":"3 of 300","reason":"so"}
      {"fingerprint":"00000000000000aa","rule":"lost-popup","sessions":"2 of 300","reason":"x"}

      """
    let file = try BaselineFile(bytes: Array(text.utf8))
    #expect(String(decoding: file.bytes, as: UTF8.self) == text)
    #expect(
      file.entries.map(\.words) == [
        "leaving: hide → lost-keepalive", "leaving: hide, ties: lifo → lost-keepalive Coupon", "lost-popup",
        "lost-popup",
      ])
    #expect(file.changes == 3 && file["00000000000000aa"]?.line == 5 && file["00000000000000ab"] == nil)
  }

  @Test func aFileOfFindingsAloneIsOfTheFormOfOld() {
    #expect(String(decoding: BaselineFile([Self.entry(1)]).bytes, as: UTF8.self).contains("poptrace.baseline/1"))
  }
}

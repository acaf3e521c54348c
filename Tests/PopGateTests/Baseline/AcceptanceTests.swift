import PopAudit
import PopReplay
import PopSystem
import Testing

@testable import PopDocument
@testable import PopGate

/// What a baseline file accepts, by the keys that bring it.
struct AcceptanceTests {
  static let (hide, lifo) = (PolicySetting("leaving", "hide"), PolicySetting("ties", "lifo"))

  /// New errors in so many of 300 sessions, from a session on, that some keys bring.
  struct Night {
    var sessions = (0..<300).map { Sample.session($0) }
    var blame: [BlameEntry] = []

    mutating func add(
      _ number: Int, _ rule: Rule, in count: Int, from first: Int = 0, by cause: [PolicySetting],
      popup: String = "Coupon"
    ) {
      var finding = Sample.finding(number, rule)
      finding.name = popup
      let keys = cause.map { BlameReport.Key($0.key, candidate: $0.value, reference: "x") }
      for index in first..<(first + count) {
        sessions[index].findings.append(finding)
        blame.append(
          BlameEntry(
            fingerprint: finding.fingerprint, trace: sessions[index].trace, index: sessions[index].index, keys: keys,
            alone: cause.map(\.key)))
      }
    }

    func verdict(_ file: BaselineFile) -> GateJudge.Verdict {
      GateJudgeTests.verdict(sessions, GateConfiguration(), file, blame: blame)
    }

    /// By fingerprint.
    func words(_ file: BaselineFile) -> [String] {
      verdict(file).findings.sorted { $0.fingerprint < $1.fingerprint }.map(\.judgement.word.rawValue)
    }

    func blessed(
      _ file: BaselineFile = BaselineFile(), _ form: BaselineFile.Form = .changes(byPopup: false, byPage: false),
      only: Set<String>? = nil, prunes: Bool = false, reason: String = "so"
    ) -> BaselineFile {
      file.blessing(
        verdict(file).findings, only: only, blame: blame, judgedSessions: 300, excuse: Excuse(reason: reason),
        form: form, on: GateJudgeTests.today, prunes: prunes)
    }
  }

  static func night(_ body: (inout Night) -> Void) -> Night {
    var night = Night()
    body(&night)
    return night
  }

  static func said(_ file: BaselineFile) -> [String] { file.entries.map { "\($0.words) \($0.sessions)" } }

  @Test func aChangeIsAcceptedInOneLineForAllPopupsAndPages() {
    let first = Self.night {
      $0.add(1, .lostKeepalive, in: 20, by: [Self.hide])
      $0.add(2, .lostKeepalive, in: 30, from: 15, by: [Self.hide], popup: "Survey")
      $0.add(3, .zombie, in: 2, by: [Self.hide])
    }
    #expect(first.words(BaselineFile()) == ["fails", "fails", "fails"])
    let file = first.blessed()
    #expect(Self.said(file) == ["leaving: hide → lost-keepalive 45 of 300", "leaving: hide → zombie 2 of 300"])
    #expect(first.words(file) == ["accepted", "accepted", "accepted"])
    // Other popups another night, and fewer of the rest.
    let next = Self.night { $0.add(9, .lostKeepalive, in: 50, by: [Self.hide], popup: "Rating") }
    #expect(next.verdict(file).failures == 0)
    // The file with the lines that were written is the same one.
    #expect(first.blessed(file) == file)
  }

  @Test func aKeyThatIsNotAcceptedFailsAtOnceForTheSameRuleAndPopup() {
    let file = Self.night { $0.add(1, .lostKeepalive, in: 40, by: [Self.hide]) }.blessed()
    let worse = Self.night {
      $0.add(1, .lostKeepalive, in: 40, by: [Self.hide])
      $0.add(1, .lostKeepalive, in: 1, from: 200, by: [Self.lifo])
    }
    #expect(worse.words(file) == ["fails"])
    let verdict = worse.verdict(file)
    #expect(verdict.blame.map(\.index) == [201])
    // Who is hurt by what was accepted is not hurt anew.
    #expect(verdict.report.hurtSessions == 1 && verdict.report.hurt.map(\.position.session) == ["s200"])
    var configuration = GateConfiguration()
    configuration.by = [.popup]
    let byPopup = GateJudgeTests.verdict(worse.sessions, configuration, file, blame: worse.blame).report.breakdowns[0]
    #expect(byPopup.rows.map(\.value) == ["Coupon"] && byPopup.rows[0].hurt == SessionShare(1, of: 300))
    #expect(byPopup.rows[0].failures == 1)
    // What needs two keys together is blamed on both.
    let both = Self.night { $0.add(1, .lostKeepalive, in: 1, by: [Self.hide, Self.lifo]) }
    #expect(both.words(file) == ["fails"])
    #expect(
      Self.said(both.blessed(file)) == [
        "leaving: hide → lost-keepalive 40 of 300", "leaving: hide, ties: lifo → lost-keepalive 1 of 300",
      ])
    // The same key with another value is another change.
    let drop = Self.night { $0.add(1, .lostKeepalive, in: 1, by: [PolicySetting("leaving", "drop")]) }
    #expect(drop.words(file) == ["fails"])
  }

  @Test func whatAcceptedKeysBringTogetherIsAccepted() {
    var night = Self.night {
      $0.add(1, .lostKeepalive, in: 20, by: [Self.hide])
      $0.add(1, .lostKeepalive, in: 10, from: 50, by: [Self.lifo])
      $0.add(2, .lostKeepalive, in: 5, from: 60, by: [Self.hide, Self.lifo])
    }
    let file = night.blessed()
    #expect(
      Self.said(file) == ["leaving: hide → lost-keepalive 25 of 300", "ties: lifo → lost-keepalive 15 of 300"])
    #expect(night.words(file) == ["accepted", "accepted"])
    night.add(2, .lostKeepalive, in: 60, from: 100, by: [Self.hide, Self.lifo])
    #expect(night.words(file) == ["worse", "worse"])
  }

  @Test func moreThanChanceAllowsFails() {
    let file = Self.night { $0.add(1, .lostKeepalive, in: 57, by: [Self.hide]) }.blessed()
    // 75 after 57 of 300 comes by chance once in twenty; 110 once in a million.
    #expect(Self.night { $0.add(1, .lostKeepalive, in: 75, by: [Self.hide]) }.words(file) == ["accepted"])
    let risen = Self.night { $0.add(2, .lostKeepalive, in: 110, by: [Self.hide], popup: "Survey") }
    #expect(risen.words(file) == ["worse"])
    let report = risen.verdict(file).report.baseline
    #expect(
      report?.risen == [
        BaselineReport.Risen(
          words: "leaving: hide → lost-keepalive", accepted: SessionShare(57, of: 300), now: SessionShare(110, of: 300),
          line: 2)
      ])
    let raised = risen.blessed(file, reason: "another")
    #expect(Self.said(raised) == ["leaving: hide → lost-keepalive 110 of 300"])
    #expect(raised.entries[0].excuse.reason == "so")
  }

  @Test func aRuleThatAcceptedKeysHaveNotShownFailsBeyondChanceOfNone() {
    let file = Self.night { $0.add(1, .lostKeepalive, in: 57, by: [Self.hide]) }.blessed()
    // Two are tested, so 10 of 300 after none is too few, and 11 is enough.
    for (count, word) in [(1, "accepted"), (10, "accepted"), (11, "worse")] {
      let night = Self.night { $0.add(2, .zombie, in: count, by: [Self.hide]) }
      #expect(night.words(file) == [word], "\(count)")
    }
    let night = Self.night { $0.add(2, .zombie, in: 11, by: [Self.hide]) }
    #expect(night.verdict(file).report.baseline?.risen.map(\.words) == ["leaving: hide → zombie"])
    #expect(night.verdict(file).report.baseline?.risen.map(\.line) == [nil])
    #expect(Self.said(night.blessed(file)).contains("leaving: hide → zombie 11 of 300"))
  }

  @Test func whatAKeyHasNotShownIsComparedWithWhereItWasLookedFor() {
    let first = Self.night { $0.add(1, .lostKeepalive, in: 57, by: [Self.hide]) }.blessed()
    // What another key was seen in, however many sessions these are, says nothing of this one.
    let other = Self.night { $0.add(3, .overlap, in: 1, by: [Self.lifo]) }
    let file = first.blessing(
      other.verdict(first).findings, only: nil, blame: other.blame, judgedSessions: 1_000_000,
      excuse: Excuse(reason: "so"), form: .changes(byPopup: false, byPage: false), on: GateJudgeTests.today,
      prunes: false)
    #expect(file.entries.map(\.sessions.all).sorted() == [300, 1_000_000])
    let risen = Self.night { $0.add(2, .zombie, in: 12, by: [Self.hide]) }.verdict(file).report.baseline?.risen ?? []
    #expect(risen.map(\.words) == ["leaving: hide → zombie"] && risen.map(\.accepted.all) == [300])
  }

  @Test func anEntryHoldsForThePopupsAndPagesThatItNames() {
    let night = Self.night {
      $0.add(1, .lostKeepalive, in: 20, by: [Self.hide])
      $0.add(2, .lostKeepalive, in: 30, from: 15, by: [Self.hide], popup: "Survey")
    }
    let file = night.blessed(BaselineFile(), .changes(byPopup: true, byPage: false))
    #expect(
      Self.said(file) == [
        "leaving: hide → lost-keepalive Coupon 20 of 300", "leaving: hide → lost-keepalive Survey 30 of 300",
      ])
    #expect(night.words(file) == ["accepted", "accepted"])
    #expect(Self.night { $0.add(3, .lostKeepalive, in: 1, by: [Self.hide], popup: "Rating") }.words(file) == ["fails"])
    #expect(
      Self.said(night.blessed(BaselineFile(), .changes(byPopup: false, byPage: true))) == [
        "leaving: hide → lost-keepalive on HomePage 45 of 300"
      ])
  }

  @Test func aPolicyWithoutKeysIsAcceptedByItsRules() {
    let file = Self.night { $0.add(1, .lostPopup, in: 20, by: []) }.blessed()
    #expect(Self.said(file) == ["lost-popup 20 of 300"])
    #expect(Self.night { $0.add(2, .lostPopup, in: 25, by: [], popup: "Survey") }.words(file) == ["accepted"])
    #expect(Self.night { $0.add(2, .lostPopup, in: 60, by: [], popup: "Survey") }.words(file) == ["worse"])
    #expect(Self.night { $0.add(1, .zombie, in: 1, by: []) }.words(file) == ["fails"])
    // Whoever accepted a policy without keys did not accept what a key brings.
    #expect(Self.night { $0.add(1, .lostPopup, in: 1, by: [Self.hide]) }.words(file) == ["fails"])
    // Nor so much of it, where that key is accepted for something else.
    let both = Self.night {
      $0.add(1, .lostPopup, in: 20, by: [])
      $0.add(2, .zombie, in: 20, from: 100, by: [Self.hide])
    }.blessed()
    #expect(Self.night { $0.add(1, .lostPopup, in: 20, by: [Self.hide]) }.words(both) == ["worse"])
  }

  @Test func whatIsGoneStaysUntilPrunedAndIsStaleWhereFiveWouldHaveIt() {
    let file = Self.night {
      $0.add(1, .lostKeepalive, in: 5, by: [Self.hide])
      $0.add(2, .zombie, in: 4, by: [Self.hide])
    }.blessed()
    let mended = Self.night { _ in }
    #expect(mended.verdict(file).report.baseline?.stale.map(\.words) == ["leaving: hide → lost-keepalive"])
    #expect(mended.blessed(file) == file)
    #expect(mended.blessed(file, prunes: true) == BaselineFile())
  }

  @Test func whatHasRunOutFailsAndIsAcceptedAnew() {
    let night = Self.night { $0.add(1, .lostKeepalive, in: 40, by: [Self.hide]) }
    var entry = night.blessed().entries[0]
    entry.excuse.expires = CalendarDay("2026-11-21")
    entry.sessions = SessionShare(50, of: 300)
    let over = BaselineFile([entry])
    #expect(night.words(over) == ["expired"])
    let anew = night.blessed(over, reason: "again")
    #expect(Self.said(anew) == ["leaving: hide → lost-keepalive 50 of 300"])
    #expect(anew.entries[0].excuse == Excuse(reason: "again"))
    // A new key is new, whatever was accepted once.
    #expect(Self.night { $0.add(1, .lostKeepalive, in: 1, by: [Self.lifo]) }.words(over) == ["fails"])
    let also = Self.night {
      $0.add(1, .lostKeepalive, in: 40, by: [Self.hide])
      $0.add(1, .lostKeepalive, in: 1, from: 200, by: [Self.lifo])
    }
    #expect(also.words(over) == ["fails"])
  }

  @Test func findingsByThemselvesAreAcceptedByFingerprint() {
    let night = Self.night {
      $0.add(1, .lostKeepalive, in: 20, by: [Self.hide])
      $0.add(2, .lostKeepalive, in: 30, by: [Self.hide], popup: "Survey")
    }
    let file = night.blessed(BaselineFile(), .fine)
    #expect(
      Self.said(file) == ["lost-keepalive Coupon on HomePage 20 of 300", "lost-keepalive Survey on HomePage 30 of 300"])
    #expect(file.changes == 0 && night.words(file) == ["accepted", "accepted"])
    let one = night.blessed(BaselineFile(), .fine, only: [Sample.finding(2).fingerprint])
    #expect(night.words(one) == ["fails", "accepted"])
    // What has risen is accepted so often only where it is meant.
    let risen = Self.night {
      $0.add(1, .lostKeepalive, in: 90, by: [Self.hide])
      $0.add(2, .lostKeepalive, in: 90, by: [Self.hide], popup: "Survey")
    }
    #expect(
      Self.said(risen.blessed(file, .fine, only: [Sample.finding(2).fingerprint])) == [
        "lost-keepalive Coupon on HomePage 20 of 300", "lost-keepalive Survey on HomePage 90 of 300",
      ])
    // Beside a change, both hold.
    let mixed = night.blessed(one)
    #expect(
      Self.said(mixed) == ["leaving: hide → lost-keepalive 30 of 300", "lost-keepalive Survey on HomePage 30 of 300"])
    #expect(night.words(mixed) == ["accepted", "accepted"])
  }

  @Test func nightsOfOneShareNeverFail() {
    let seed: UInt64 = 5
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    func night(_ others: Int) -> Night {
      Self.night { night in
        for (number, rule) in [Rule.lostKeepalive, .lostPopup, .zombie].enumerated() {
          for index in 0..<300 where random.next(below: 1000) < [190, 30, 4][number] {
            night.add(
              10 * others + number, rule, in: 1, from: index, by: [Self.hide], popup: "P\(random.next(below: 40))")
          }
        }
        for index in 0..<300 where random.next(below: 1000) < others {
          night.add(99, .lostKeepalive, in: 1, from: index, by: [Self.lifo])
        }
      }
    }
    let file = night(0).blessed()
    #expect((0..<100).count { _ in night(0).verdict(file).failures > 0 } <= 1)
    #expect((0..<20).count { _ in night(30).verdict(file).failures > 0 } == 20)
  }
}

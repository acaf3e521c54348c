import PopReplay
import PopTrace
import PopupScheduling
import Testing

@testable import PopAudit

/// Sessions of a scheduler that cannot be replayed, as an app's own log has them.
@Suite("Observed sessions")
struct ObservedSessionTests {
  private func session(_ lines: String, observed: Bool = true, ended: String = "") throws -> Session {
    let header = #"{"poptrace":1,"policy":"PopupManager 3"\#(observed ? #","observed":true"# : "")\#(ended)}"#
    return try JSONLines.sessions(in: Array((header + "\n" + lines).utf8))[0]
  }

  private func findings(_ session: Session) -> [String] {
    var auditor = Auditor()
    auditor.read(session)
    return auditor.findings.map { "\($0.rule.id) \($0.because)" }
  }

  private func rules(_ session: Session) -> [Rule] {
    var auditor = Auditor()
    auditor.read(session)
    return auditor.findings.map(\.rule)
  }

  private static let home = #"{"t":0,"event":"page.did-appear","page":1,"class":"Home"}"# + "\n"
  private static let twoUp = """
    {"t":100,"event":"popup.submitted","popup":1,"name":"sale"}
    {"t":101,"event":"popup.shown","popup":1}
    {"t":200,"event":"popup.submitted","popup":2,"name":"rate us"}
    {"t":203,"event":"popup.shown","popup":2}
    {"t":900,"event":"popup.dismissed","popup":1,"by":"button"}
    {"t":902,"event":"popup.hidden","popup":1,"reason":"dismissed"}
    {"t":950,"event":"popup.dismissed","popup":2,"by":"button"}
    {"t":951,"event":"popup.hidden","popup":2,"reason":"dismissed"}

    """

  @Test("Nothing has to be told that an app does not know: no queueing, no callback, and decisions come at any time")
  func lenient() throws {
    #expect(rules(try session(Self.home + Self.twoUp, ended: #","ended":9000"#)) == [.overlap])
    // Of one of our own schedulers the same would be a broken recording.
    let strict = Self.home + Self.twoUp.replacing(#""popup":1}"#, with: #""popup":1,"generation":1}"#)
    let own = strict.replacing(#""popup":2}"#, with: #""popup":2,"generation":1}"#)
      .replacing(#""reason":"dismissed"}"#, with: #""reason":"dismissed","generation":1}"#)
    #expect(rules(try session(own, observed: false)).contains(.traceGap))
    #expect(rules(try session(own, observed: false)).contains(.appMisuse))
  }

  @Test("What was submitted and neither shown, dropped nor withdrawn waits")
  func waiting() throws {
    let lines = Self.home + #"{"t":100,"event":"popup.submitted","popup":1,"name":"sale","pages":["Shop"]}"# + "\n"
    #expect(rules(try session(lines, ended: #","ended":9000"#)) == [])
    let queued = lines.replacing("Shop", with: "Home")
    #expect(rules(try session(queued, ended: #","ended":9000"#)) == [.stuckQueue])
  }

  @Test("Without their number, presentations are counted")
  func generations() throws {
    let lines = """
      {"t":100,"event":"popup.submitted","popup":1,"name":"sale"}
      {"t":101,"event":"popup.shown","popup":1}
      {"t":200,"event":"popup.hidden","popup":1,"reason":"page-left"}
      {"t":300,"event":"popup.shown","popup":1}
      {"t":400,"event":"animation.finished","popup":1,"phase":"show"}
      {"t":500,"event":"popup.shown","popup":1,"generation":7}
      {"t":600,"event":"popup.hidden","popup":1,"reason":"auto"}

      """
    #expect(try session(lines).events.map(\.generation) == [0, 1, 1, 2, 2, 7, 7])
    #expect(throws: TraceError.self) { try session(lines, observed: false) }
  }

  @Test(
    "A report that cannot be leaves the state unknown: what comes before it is judged, and what is known again behind it",
    arguments: [
      (
        #"{"t":5000,"event":"popup.shown","popup":9}"#,
        "popup 9 \"login\" is up since 4000 ms, and its popup.hidden was not reported"
      ),
      (
        #"{"t":5000,"event":"popup.hidden","popup":8,"reason":"auto"}"#,
        "popup 8 \"tip\" was never reported to be shown"
      ),
      (
        #"{"t":5000,"event":"page.did-appear","page":1}"#,
        "page 1 (Home) is on screen already, and was not reported to have left"
      ),
    ])
  func contradiction(line: String, why: String) throws {
    let lead =
      Self.home + Self.twoUp + """
        {"t":4000,"event":"popup.submitted","popup":9,"name":"login"}
        {"t":4000,"event":"popup.shown","popup":9}
        {"t":4100,"event":"popup.submitted","popup":8,"name":"tip","pages":["Shop"]}

        """
    let behind = """
      {"t":6000,"event":"popup.hidden","popup":9,"reason":"auto"}
      {"t":7000,"event":"page.will-disappear","page":1}
      {"t":7010,"event":"page.did-appear","page":2,"class":"Shop"}
      {"t":7020,"event":"popup.submitted","popup":3,"name":"a"}
      {"t":7020,"event":"popup.shown","popup":3}
      {"t":7030,"event":"popup.submitted","popup":4,"name":"b"}
      {"t":7030,"event":"popup.shown","popup":4}

      """
    let session = try session(lead + line + "\n" + behind)
    let found = findings(session)
    #expect(found.contains { $0.hasPrefix("trace-gap") && $0.hasSuffix(why) }, "\(found)")
    #expect(found.count { $0.hasPrefix("overlap") } == 2, "\(found)")
    var checker = IdentityChecker { _, _ in nil }
    let identity = checker.check(session)
    #expect(identity == .observed(judged: 12))
    #expect(identity.word == .observed && identity.isJudgeable && identity.word.isJudged)
    #expect(identity.judgedPart(of: session).events.count == 12)
    #expect(identity.auditedPart(of: session).events.count == session.events.count)
    var reference = Reference()
    reference.read(session, identity: identity)
    #expect(reference.isLossy && reference.run.findings.count { $0.rule == .overlap } == 1)
    var evaluator = Evaluator(candidate: StandardPolicy(.v6))
    #expect(evaluator.evaluate(session, against: reference).counts.fixed[.error] == 1)
  }

  @Test("Whole, it is judged to its end, and a candidate beside it")
  func whole() throws {
    let session = try session(Self.home + Self.twoUp)
    var checker = IdentityChecker { _, _ in nil }
    let identity = checker.check(session)
    #expect(identity == .observed(judged: session.events.count))
    var reference = Reference()
    reference.read(session, identity: identity)
    #expect(!reference.isLossy && reference.isPresent)
    var evaluator = Evaluator(candidate: StandardPolicy(.v6))
    let verdict = evaluator.evaluate(session, against: reference)
    #expect(verdict.identity.word == .observed && verdict.counts.fixed[.error] == 1 && !verdict.hasRegressions)
  }

  @Test("A popup that lost its view may be told to be hidden, too")
  func viewLost() throws {
    let lines = """
      {"t":100,"event":"popup.submitted","popup":1,"name":"sale"}
      {"t":101,"event":"popup.shown","popup":1}
      {"t":200,"event":"popup.view-lost","popup":1}
      {"t":200,"event":"popup.hidden","popup":1,"reason":"view-lost"}

      """
    #expect(rules(try session(Self.home + lines)) == [])
  }

  @Test("A sheet may come over a page, and that page be told to appear again")
  func underSheet() throws {
    let lines =
      Self.home + """
        {"t":100,"event":"page.did-appear","page":2,"class":"Filter","presentation":"sheet"}
        {"t":900,"event":"page.did-appear","page":1}

        """
    #expect(!rules(try session(lines)).contains(.traceGap))
  }
}

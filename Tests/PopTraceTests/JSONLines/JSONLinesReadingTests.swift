import PopupScheduling
import Testing

@testable import PopTrace

@Suite struct JSONLinesReadingTests {
  static let header = "{\"poptrace\":1}\n"
  static let submission = #"{"t":0,"event":"popup.submitted","popup":7,"name":"offer"}"# + "\n"

  private func sessions(_ text: String) throws(TraceError) -> [Session] {
    try JSONLines.sessions(in: Array(text.utf8))
  }

  private func scenario(_ lines: String...) throws(TraceError) -> Session {
    try sessions(Self.header + lines.joined(separator: "\n"))[0]
  }

  private func error(_ text: String) -> TraceError? {
    do {
      _ = try sessions(text)
      return nil
    } catch {
      return error
    }
  }

  @Test func readsTheHeader() throws {
    let session = try sessions(
      #"{"started":"2026-11-21T08:00:00Z","ended":2.5,"clamped":3,"poptrace":1,"tick_us":500,"policy":"v4","configuration":"base: v4","session":12,"app":"Shop","build":"1.2 (34)"}"#
    )[0]
    var header = SessionHeader()
    header.tick = try #require(TickLength(microseconds: 500))
    header.policy = "v4"
    header.configuration = "base: v4"
    header.session = "12"
    header.app = "Shop"
    header.build = "1.2 (34)"
    header.started = "2026-11-21T08:00:00Z"
    header.ended = Ticks(5)
    header.clampedTimes = 3
    #expect(session.header == header)
  }

  @Test func readsTheDesignsExamples() throws {
    let session = try scenario(
      #"{"t":0,"event":"popup.submitted","popup":7,"name":"offer"}"#,
      #"{"event":"popup.dismissed","popup":7,"by":"button","after":{"event":"popup.shown","popup":7},"delay":2000}"#)
    #expect(session.isScenario)
    var pattern = Event(.popupShown)
    pattern.popup = session.events[0].popup
    #expect(session.anchors == [1: Anchor(pattern: pattern, fields: [.popup], delay: Ticks(2000))])

    let recording = try sessions(
      Self.header + #"{"id":12,"t":1250,"event":"popup.shown","popup":7,"page":3,"generation":1,"cause":11}"#)[0]
    #expect(!recording.isScenario)
    let shown = recording.events[0]
    #expect(shown.sequence == 12 && shown.time == Ticks(1250) && shown.generation == 1 && shown.cause == 11)
    #expect(recording.catalog.number(of: shown.popup) == 7 && recording.catalog.number(of: shown.page) == 3)
    #expect(recording.gaps == [0])
  }

  @Test(
    "a session without decisions is a recording where its header says so, and stays one",
    arguments: [
      (#"{"poptrace":1}"#, true), (#"{"poptrace":1,"policy":"v6"}"#, false),
      (#"{"poptrace":1,"marks":["reentrant"]}"#, false),
      (#"{"poptrace":1,"policy":"v6","scenario":true}"#, true), (#"{"poptrace":1,"scenario":false}"#, false),
    ])
  func tellsRecordingsByTheirHeaders(header: String, isScenario: Bool) throws {
    let session = try sessions(header + "\n" + #"{"t":5,"event":"idle"}"#)[0]
    #expect(session.isScenario == isScenario)
    var text: [UInt8] = []
    JSONLines.write(session, into: &text)
    #expect(try JSONLines.sessions(in: text)[0].isScenario == isScenario)
  }

  @Test func readsSeveralSessions() throws {
    let text = Self.header + Self.submission + "\r\n  \n" + Self.header + Self.submission + Self.submission.dropLast(1)
    #expect(
      error(text)?.position == .line(7), "ids start anew with each header, so popup 7 is submitted twice in the second")
    let sessions = try sessions("\u{FEFF}" + Self.header + Self.submission + Self.header + Self.submission)
    #expect(sessions.map(\.events.count) == [1, 1])
  }

  @Test func keepsTheOrderOfTheFile() throws {
    let session = try scenario(
      #"{"t":5,"event":"idle"}"#, #"{"t":1,"event":"scroll.began"}"#, #"{"t":1,"event":"scroll.ended"}"#)
    #expect(session.events.map(\.kind) == [.idle, .scrollBegan, .scrollEnded])
    #expect(session.events.map(\.sequence) == [0, 1, 2])
  }

  @Test func roundsNeitherTimesNorLengths() throws {
    let header = "{\"poptrace\":1,\"tick_us\":500}\n"
    let session = try sessions(
      header
        + #"{"t":1.0,"event":"popup.submitted","popup":0,"name":"a","expires":0.5,"autoDismiss":2,"showMs":250.5,"hideMs":0}"#
        + "\n" + #"{"event":"popup.withdrawn","popup":0,"after":{"event":"popup.shown"},"delay":1.5}"#)[0]
    let spec = session.catalog.specs[0]
    #expect(session.events[0].time == Ticks(2))
    #expect(spec.expires == Ticks(1) && spec.autoDismiss == Ticks(4))
    #expect(spec.showLength == Ticks(501) && spec.hideLength == .zero)
    #expect(session.anchors[1]?.delay == Ticks(3))
  }

  /// The tick is the longest that holds this number and all that the session's own tick holds.
  @Test(
    arguments: [
      (#"{"t":1.5,"event":"idle"}"#, "\"tick_us\":500"),
      (#"{"t":0,"event":"popup.submitted","popup":1,"name":"a","showMs":0.4}"#, "\"tick_us\":200"),
      (#"{"t":0,"event":"popup.submitted","popup":1,"name":"a","hideMs":0.25}"#, "\"tick_us\":250"),
      (#"{"t":0,"event":"popup.submitted","popup":1,"name":"a","expires":7.001}"#, "\"tick_us\":1 "),
      (#"{"t":0,"event":"popup.submitted","popup":1,"name":"a","autoDismiss":1.5}"#, "\"tick_us\":500"),
      (#"{"t":0,"event":"popup.changed","popup":1,"expires":2.5}"#, "\"tick_us\":500"),
      (#"{"event":"idle","after":{"event":"back.pressed"},"delay":0.0001}"#, "no tick is shorter"),
      (#"{"t":0,"event":"timer.set","timer":0,"at":-0.5}"#, "\"tick_us\":500"),
    ])
  func saysWhichTickWouldHoldAFraction(line: String, hint: String) throws {
    let error = try #require(self.error(Self.header + line))
    #expect(error.code == .badValue && error.position == .line(2))
    #expect(error.message.contains("a whole number of ticks of 1000 µs"), "\(error.message)")
    #expect(error.message.contains(hint), "\(error.message)")
  }

  @Test func takesNumbersForNames() throws {
    let session = try scenario(
      #"{"t":0,"event":"popup.submitted","popup":0,"name":"a","key":5,"chain":"c","host":1,"user":9007199254740993}"#,
      #"{"t":0,"event":"edit.began","responder":17}"#, #"{"t":0,"event":"popup.tapped","popup":0,"action":3}"#)
    let names = session.catalog.names
    let spec = session.catalog.specs[0]
    #expect(
      [spec.key, spec.chain, spec.host, spec.user].map { names.text($0) } == ["5", "c", "1", "9007199254740993"])
    #expect(session.events[1...].map { names.text($0.name) } == ["17", "3"])
  }

  @Test func describesPagesOnTheirFirstMention() throws {
    let session = try scenario(
      #"{"t":0,"event":"page.will-appear","page":2,"class":"Detail","chain":["Base","UIViewController"],"container":1}"#,
      #"{"t":1,"event":"page.did-appear","page":2}"#,
      #"{"t":1,"event":"page.did-appear","page":2,"class":"Detail","chain":["Base","UIViewController"],"container":1}"#)
    let page = session.catalog.pages[session.events[0].page.index]
    #expect(
      session.catalog.names.list(page.classes).map { session.catalog.names.text($0) } == [
        "Detail", "Base", "UIViewController",
      ])
    #expect(session.catalog.number(of: page.container) == 1)
    let twice =
      #"{"t":0,"event":"page.loaded","page":2,"class":"A"}"# + "\n"
      + #"{"t":0,"event":"page.loaded","page":2,"class":"B"}"#
    #expect(error(Self.header + twice)?.position == .line(3))
  }

  @Test func givesDecisionsTheSchedulerOfTheirPopup() throws {
    let session = try sessions(
      Self.header + #"{"t":0,"event":"popup.submitted","popup":7,"name":"a","scene":2,"scheduler":3}"# + "\n"
        + #"{"t":0,"event":"popup.shown","popup":7,"generation":1}"# + "\n"
        + #"{"t":1,"event":"popup.withdrawn","popup":7}"# + "\n"
        + #"{"t":1,"event":"popup.shown","popup":8,"generation":1}"#)[0]
    let line = SchedulerID(scene: 2, scheduler: 3)
    #expect(session.events.map(\.schedulerID) == [SchedulerID(), line, SchedulerID(), SchedulerID()])
  }

  @Test func findsTheFieldsOfAnAnchor() throws {
    let session = try scenario(
      #"{"t":0,"event":"popup.submitted","popup":7,"name":"offer"}"#,
      #"{"event":"idle","after":{"event":"popup.shown","popup":7,"restored":false,"nth":2}}"#,
      #"{"event":"scroll.began","after":{"event":"callback","name":"shown"},"every":true,"delay":10}"#)
    #expect(session.anchors[1]?.fields == [.popup, .restored])
    #expect(session.anchors[1]?.nth == 2)
    #expect(session.anchors[2]?.every == true)
    #expect(session.anchors[2]?.fields == [.name])
  }

  /// Every way a file may be wrong: what it is, on which line, and a part of the message that helps.
  @Test(
    arguments: [
      ("", .empty, 0, "header"),
      ("\n \n", .empty, 0, "header"),
      ("{\"t\":0,\"event\":\"idle\"}", .badHeader, 1, "poptrace"),
      ("{\"poptrace\":2}", .newerVersion, 1, "newer"),
      ("{\"poptrace\":1,\"tick\":5}", .unknownField, 1, "the header"),
      ("{\"poptrace\":1,\"buidl\":\"5\"}", .unknownField, 1, "\"build\""),
      ("{\"poptrace\":1,\"tick_us\":0}", .badValue, 1, "60000000"),
      ("{\"poptrace\":1,\"app\":null}", .badValue, 1, "null"),
      ("[1]", .badJSON, 1, "a list"),
      (header + "{\"t\":0,\"event\":\"idle\"", .badJSON, 2, "column 22"),
      (header + "{\"é\":?", .badJSON, 2, "column 6"),
      (header + "{\"t\":0,\"t\":0,\"event\":\"idle\"}", .badJSON, 2, "twice"),
      (header + "{\"t\":0,\"\\u0074\":0,\"event\":\"idle\"}", .badJSON, 2, "twice"),
      (header + "{\"t\":0}", .missingField, 2, "\"event\""),
      (header + "{\"event\":\"idle\"}", .missingField, 2, "\"t\""),
      (header + "{\"t\":-1,\"event\":\"idle\"}", .badValue, 2, "0 or more"),
      (header + "{\"t\":1e30,\"event\":\"idle\"}", .badValue, 2, "2^60"),
      (header + "{\"t\":\"0\",\"event\":\"idle\"}", .badValue, 2, "milliseconds"),
      (
        header + "{\"t\":0,\"event\":\"page.did-appear\",\"page\":4,\"container\":4}", .badValue, 2, "stands in itself"
      ),
      (header + "{\"t\":0,\"event\":\"popup.show\",\"popup\":1}", .unknownEvent, 2, "\"popup.shown\""),
      (header + submission + "{\"t\":0,\"event\":\"popup.dismissed\",\"popup\":7}", .missingField, 3, "\"by\""),
      (
        header + submission + "{\"t\":0,\"event\":\"popup.dismissed\",\"popup\":7,\"by\":\"buton\"}", .badValue, 3,
        "\"button\""
      ),
      (header + "{\"t\":0,\"event\":\"popup.submitted\",\"popup\":7}", .missingField, 2, "\"name\""),
      (
        header + "{\"t\":0,\"event\":\"popup.submitted\",\"popup\":7,\"name\":\"a\",\"keepalive\":true}", .unknownField,
        2, "\"keepAlive\""
      ),
      (
        header + "{\"t\":0,\"event\":\"popup.submitted\",\"popup\":9007199254740993,\"name\":\"a\"}", .badValue, 2,
        "9007199254740992"
      ),
      (header + "{\"t\":0,\"event\":\"popup.submitted\",\"popup\":-1,\"name\":\"a\"}", .badValue, 2, "from 0"),
      (header + "{\"t\":0,\"event\":\"popup.submitted\",\"popup\":1.5,\"name\":\"a\"}", .badValue, 2, "whole number"),
      (
        header + "{\"t\":0,\"event\":\"popup.submitted\",\"popup\":1,\"name\":\"a\",\"level\":2147483648}", .badValue,
        2, "level"
      ),
      (
        header + "{\"t\":0,\"event\":\"popup.submitted\",\"popup\":1,\"name\":\"a\",\"expires\":-1}", .badValue, 2,
        "expires"
      ),
      (
        header + "{\"t\":0,\"event\":\"popup.submitted\",\"popup\":1,\"name\":\"a\",\"pages\":\"Home\"}", .badValue, 2,
        "list of names"
      ),
      (header + submission + "{\"t\":0,\"event\":\"popup.changed\",\"popup\":7}", .missingField, 3, "alters"),
      (header + "{\"t\":0,\"event\":\"page.loaded\",\"page\":1,\"chain\":[\"B\"]}", .missingField, 2, "\"class\""),
      (header + "{\"id\":1,\"t\":0,\"event\":\"idle\"}\n{\"t\":0,\"event\":\"idle\"}", .badOrder, 3, "index"),
      (header + "{\"t\":0,\"event\":\"idle\",\"cause\":0}", .badOrder, 2, "earlier"),
      (header + "{\"t\":0,\"event\":\"idle\",\"delay\":0}", .badAnchor, 2, "missing"),
      (header + submission + submission, .badOrder, 3, "line 2"),
      (header + "{\"t\":0,\"event\":\"popup.withdrawn\",\"popup\":7}", .badOrder, 2, "never submitted"),
      (
        header + "{\"event\":\"idle\",\"after\":{\"event\":\"popup.shown\",\"popup\":7}}", .badOrder, 2,
        "never submitted"
      ),
      (header + "{\"t\":0,\"event\":\"idle\",\"after\":{\"event\":\"idle\"}}", .badAnchor, 2, "exclude"),
      (
        header + "{\"event\":\"idle\",\"after\":{\"event\":\"popup.shown\",\"popop\":7}}", .unknownField, 2, "\"popup\""
      ),
      (header + "{\"event\":\"idle\",\"after\":{\"event\":\"popup.shown\",\"over\":[7]}}", .badAnchor, 2, "over"),
      (header + "{\"event\":\"idle\",\"after\":{\"event\":\"idle\",\"nth\":0}}", .badValue, 2, "from 1"),
      (header + "{\"event\":\"idle\",\"after\":{\"event\":\"idle\",\"nth\":2},\"nth\":2}", .badAnchor, 2, "twice"),
      (
        header + "{\"event\":\"idle\",\"after\":{\"event\":\"idle\",\"nth\":2},\"every\":true}", .badAnchor, 2,
        "exclude"
      ),
      (header + "{\"event\":\"idle\",\"after\":\"idle\"}", .badAnchor, 2, "object"),
      (
        header
          + "{\"event\":\"popup.submitted\",\"popup\":1,\"name\":\"a\",\"after\":{\"event\":\"idle\"},\"every\":true}",
        .badAnchor, 2, "once"
      ),
      (
        header + "{\"event\":\"idle\",\"after\":{\"event\":\"idle\"}}\n{\"t\":0,\"event\":\"idle\",\"cause\":0}",
        .badAnchor, 3, "after"
      ),
      (
        header + "{\"id\":1,\"t\":0,\"event\":\"idle\"}\n{\"id\":2,\"t\":0,\"event\":\"idle\",\"cause\":0}", .badValue,
        3, "no event"
      ),
      (
        header + "{\"event\":\"idle\",\"after\":{\"event\":\"idle\"}}\n{\"t\":0,\"event\":\"input.locked\"}",
        .badAnchor, 2, "line 3"
      ),
      ("{\"poptrace\":1,\"scenario\":true}\n{\"t\":0,\"event\":\"input.locked\"}", .badHeader, 2, "no decisions"),
      (
        header + "{\"t\":0,\"event\":\"popup.shown\",\"popup\":1,\"generation\":1,\"over\":[1,2,3,4,5,6,7,8,9]}",
        .badValue, 2, "at most 8"
      ),
    ] as [(String, TraceError.Code, Int, String)])
  func saysWhatIsWrongAndWhere(text: String, code: TraceError.Code, line: Int, hint: String) throws {
    let error = try #require(self.error(text))
    #expect(error.code == code)
    #expect(error.position == (line == 0 ? nil : .line(line)))
    #expect(error.message.contains(hint), "\(error.message)")
    #expect(error.message.hasSuffix(".") || error.message.hasSuffix("?"), "\(error.message)")
  }

  @Test func takesNoRecordingWhoseTimeRunsBack() throws {
    let text =
      Self.header + #"{"t":9,"event":"popup.withdrawn","popup":7}"# + "\n"
      + #"{"t":8,"event":"popup.queued","popup":7,"reason":"slot"}"#
    #expect(error(text)?.position == .line(3))
    #expect(error(text)?.message.contains("earlier than the one before") == true)
  }

  @Test func takesWhatOnlyTheAuditMayJudge() throws {
    let session = try sessions(
      Self.header + #"{"id":3,"t":2,"event":"popup.withdrawn","popup":7}"# + "\n"
        + #"{"id":5,"t":9,"event":"popup.submitted","popup":7,"name":"a"}"# + "\n"
        + #"{"id":6,"t":9,"event":"popup.submitted","popup":7,"name":"a"}"# + "\n"
        + #"{"id":7,"t":9,"event":"popup.queued","popup":7,"reason":"slot"}"#)[0]
    #expect(session.gaps == [0, 1])
    #expect(session.events.map(\.time) == [Ticks(2), Ticks(9), Ticks(9), Ticks(9)])
  }
}

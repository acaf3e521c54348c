import PopTrace
import PopupScheduling
import Testing

/// What somebody else's logger writes, as it comes: most of it for the first time.
@Suite("Observed sessions in JSON Lines")
struct ObservedLinesTests {
  private static let header = #"{"poptrace":1,"observed":true}"# + "\n"

  private func error(_ lines: String) -> TraceError? {
    do throws(TraceError) {
      _ = try JSONLines.sessions(in: Array((Self.header + lines).utf8))
      return nil
    } catch { return error }
  }

  @Test("A time of day in place of one since the session began is named")
  func since1970() throws {
    let line = #"{"t":1795000000000,"event":"page.did-appear","page":1,"class":"Home"}"#
    let found = self.error(line)
    let error = try #require(found)
    #expect(error.position == .line(2))
    #expect(error.message.hasPrefix(#""t" is 1795000000000 ms, some 56 years after the session began"#), "\(error)")
    #expect(error.message.contains(#""started""#))
    #expect(self.error(line.replacing("1795000000000", with: "999999999999")) == nil)
    // A session of ours may be anything.
    #expect(throws: Never.self) {
      try JSONLines.sessions(in: Array((#"{"poptrace":1,"policy":"v6"}"# + "\n" + line).utf8))
    }
  }

  @Test("An observed session is a recording, though nothing was decided in it")
  func recording() throws {
    let session = try JSONLines.sessions(in: Array(Self.header.utf8))[0]
    #expect(session.header.isObserved && !session.isScenario)
  }

  private func leniently(_ text: [UInt8]) throws(TraceError) -> [Session] {
    var reader = JSONLinesReader(text)
    reader.takesReadableLines = true
    var sessions: [Session] = []
    while let session = try reader.next() { sessions.append(session) }
    return sessions
  }

  private static let first = #"{"t":0,"event":"page.did-appear","page":1,"class":"Home"}"# + "\n"
  private static let last = #"{"t":9,"event":"app.background"}"# + "\n"

  @Test(
    "Where that is asked for, a session is taken as far as its first line that cannot be read, and the rest is counted",
    arguments: [
      "{\"t\":1,\"event\":\"popup.shwon\",\"popup\":1}\n", "{\"t\":1,\"event\":\n", "no JSON\n",
      "{\"t\":1,\"event\":\"popup.submitted\",\"popup\":1}\n", "{\"t\":-1,\"event\":\"app.foreground\"}\n",
    ])
  func lenient(line: String) throws {
    let text = Array((Self.header + Self.first + line + Self.last + Self.header + Self.last).utf8)
    #expect(throws: TraceError.self) { try JSONLines.sessions(in: text) }
    let sessions = try leniently(text)
    #expect(sessions.map(\.events.count) == [1, 1])
    #expect(sessions[0].unreadRest?.lines == 2 && sessions[1].unreadRest == nil)
    #expect(
      sessions[0].unreadRest?.because.position == .line(3), "\(sessions[0].unreadRest?.because.description ?? "")")
    #expect(!sessions[0].isFinished)
  }

  @Test("So is one whose lines do not come in order, up to the first that comes too late")
  func outOfOrder() throws {
    let late = #"{"t":5,"event":"app.foreground"}"# + "\n"
    let header = #"{"poptrace":1,"observed":true,"ended":99}"# + "\n"
    let text = Array((header + Self.first + Self.last + late + late).utf8)
    let error = #expect(throws: TraceError.self) { try JSONLines.sessions(in: text) }
    #expect(error?.position == .line(4))
    let session = try leniently(text)[0]
    #expect(session.events.count == 2 && session.unreadRest?.lines == 2 && session.header.ended == nil)
  }
}

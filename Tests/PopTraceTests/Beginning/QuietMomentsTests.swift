import PopTrace
import PopupScheduling
import Testing

/// Where nothing is open, so that a session may begin there.
struct QuietMomentsTests {
  @Test("a popup is open from its submission to the last that is said of it")
  func popups() throws {
    let session = try LateSession.session([
      #"{"t":0,"event":"page.will-appear","page":1,"class":"A"}"#,
      #"{"t":5,"event":"page.did-appear","page":1}"#,
      #"{"t":10,"event":"popup.submitted","popup":1,"name":"a"}"#,
      #"{"t":10,"event":"popup.shown","popup":1,"page":1,"generation":1,"cause":2}"#,
      #"{"t":20,"event":"popup.dismissed","popup":1,"by":"button","cause":3}"#,
      #"{"t":20,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":1,"cause":4}"#,
      #"{"t":30,"event":"idle"}"#,
      #"{"t":40,"event":"popup.tapped","popup":1,"action":"open","cause":5}"#,
      #"{"t":50,"event":"idle"}"#,
      #"{"t":60,"event":"popup.submitted","popup":2,"name":"b"}"#,
      #"{"t":60,"event":"popup.shown","popup":2,"page":1,"generation":1,"cause":9}"#,
      #"{"t":70,"event":"idle"}"#,
    ])
    // Not while page 1 comes; not at 6, as the tap at 7 is about popup 1; not behind the submission of 2, which is still up.
    #expect(LateSession.quiet(session) == [0, 2, 8, 9])
  }

  @Test("an exit animation, a timer and a folded keyboard keep a moment from being quiet")
  func lasting() throws {
    let session = try LateSession.session([
      #"{"t":10,"event":"popup.submitted","popup":1,"name":"a","hideMs":5}"#,
      #"{"t":10,"event":"popup.shown","popup":1,"generation":1,"cause":0}"#,
      #"{"t":10,"event":"keyboard.resigned","popup":1,"responder":"field","cause":0}"#,
      #"{"t":20,"event":"popup.dismissed","popup":1,"by":"button","cause":1}"#,
      #"{"t":20,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":1,"cause":3}"#,
      #"{"t":22,"event":"idle"}"#,
      #"{"t":25,"event":"animation.finished","popup":1,"phase":"hide","generation":1,"cause":4}"#,
      #"{"t":25,"event":"keyboard.restored","popup":1,"responder":"field","cause":6}"#,
      #"{"t":30,"event":"edit.began","responder":"field","cause":7}"#,
      #"{"t":35,"event":"edit.ended"}"#,
      #"{"t":36,"event":"idle"}"#,
      #"{"t":36,"event":"timer.set","timer":0,"at":40,"purpose":"other","cause":10}"#,
      #"{"t":37,"event":"idle"}"#,
      #"{"t":40,"event":"timer.fired","timer":0}"#,
      #"{"t":41,"event":"idle"}"#,
      #"{"t":41,"event":"timer.set","timer":1,"at":90,"purpose":"other","cause":14}"#,
      #"{"t":42,"event":"idle"}"#,
    ])
    #expect(LateSession.quiet(session) == [0, 10, 14])
  }

  @Test("a keyboard is folded until its page goes, and no longer")
  func foldedOnAPage() throws {
    let session = try LateSession.session([
      #"{"t":0,"event":"page.will-appear","page":1,"class":"A"}"#, #"{"t":1,"event":"page.did-appear","page":1}"#,
      #"{"t":2,"event":"page.will-appear","page":2,"class":"B","container":1}"#,
      #"{"t":3,"event":"page.did-appear","page":2}"#, #"{"t":10,"event":"popup.submitted","popup":1,"name":"a"}"#,
      #"{"t":10,"event":"popup.shown","popup":1,"generation":1,"cause":4}"#,
      #"{"t":10,"event":"keyboard.resigned","popup":1,"page":1,"responder":"field","cause":4}"#,
      #"{"t":20,"event":"popup.dismissed","popup":1,"by":"button","cause":5}"#,
      #"{"t":20,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":1,"cause":7}"#,
      #"{"t":22,"event":"idle"}"#, #"{"t":23,"event":"page.will-disappear","page":2}"#,
      #"{"t":24,"event":"page.did-disappear","page":2}"#, #"{"t":25,"event":"idle"}"#,
      #"{"t":26,"event":"page.will-disappear","page":1}"#, #"{"t":27,"event":"page.did-disappear","page":1}"#,
      #"{"t":28,"event":"idle"}"#,
    ])
    #expect(LateSession.quiet(session) == [0, 2, 4, 15])
  }

  @Test("a turn is not cut, and what is behind a gap is not known")
  func turns() throws {
    var session = try LateSession.session([
      #"{"t":10,"event":"app.background"}"#, #"{"t":20,"event":"app.foreground"}"#,
      #"{"t":20,"event":"observing.began","what":"pages","cause":1}"#,
      #"{"t":20,"event":"app.signed-out","cause":2,"reentrant":true}"#, #"{"t":30,"event":"idle"}"#,
      #"{"t":40,"event":"idle"}"#,
    ])
    #expect(LateSession.quiet(session) == [0, 1, 4, 5])
    session.gaps = [5]
    #expect(LateSession.quiet(session) == [0, 1, 4])
    session.isScenario = true
    #expect(LateSession.quiet(session) == [0])
    #expect(QuietMoments(of: Session()).last(notAfter: 7) == 0)
  }
}

/// Sessions written by hand, event by event, whose ids are counted from 0.
enum LateSession {
  static func session(_ lines: [String]) throws -> Session {
    var text = #"{"poptrace":1,"session":"late","policy":"v6","ended":1000,"marks":["reentrant"]}"# + "\n"
    for (id, line) in lines.enumerated() { text += "{\"id\":\(id)," + line.dropFirst() + "\n" }
    var session = try #require(try JSONLines.sessions(in: Array(text.utf8)).first)
    // Without a decision it was taken for a scenario.
    session.isScenario = false
    return session
  }

  /// All quiet moments of a session.
  static func quiet(_ session: Session) -> [Int] {
    let moments = QuietMoments(of: session)
    return (0...max(0, session.events.count - 1)).filter { moments.last(notAfter: $0) == $0 }
  }

  /// A session as text, its header left out.
  static func lines(_ session: Session) -> [String] {
    var text: [UInt8] = []
    JSONLines.write(session, into: &text)
    return String(decoding: text, as: UTF8.self).split(separator: "\n").dropFirst().map(String.init)
  }
}

import PopTrace
import PopupScheduling
import Testing

/// What is kept of the time before the moment at which a session begins.
struct SessionBeginningTests {
  private func prefix(_ session: Session, at index: Int) -> [String] {
    let late = session.beginning(at: index)
    return Array(LateSession.lines(late).prefix(late.header.prefixEvents))
  }

  @Test("pages that are up keep their latest life, those that are gone for good none")
  func pages() throws {
    let session = try LateSession.session([
      #"{"t":0,"event":"page.will-appear","page":9,"class":"Tabs"}"#,
      #"{"t":0,"event":"page.will-appear","page":1,"class":"A","container":9}"#,
      #"{"t":1,"event":"page.did-appear","page":9}"#,
      #"{"t":1,"event":"page.did-appear","page":1}"#,
      #"{"t":2,"event":"page.will-disappear","page":1}"#,
      #"{"t":2,"event":"page.will-appear","page":2,"class":"B","container":9}"#,
      #"{"t":3,"event":"page.did-disappear","page":1}"#,
      #"{"t":3,"event":"page.did-appear","page":2}"#,
      #"{"t":4,"event":"page.will-disappear","page":2}"#,
      #"{"t":4,"event":"page.will-appear","page":1}"#,
      #"{"t":5,"event":"page.did-disappear","page":2}"#,
      #"{"t":5,"event":"page.did-appear","page":1}"#,
      #"{"t":6,"event":"page.removed","page":2}"#,
      #"{"t":7,"event":"idle"}"#,
    ])
    #expect(
      prefix(session, at: 13) == [
        #"{"id":0,"t":0,"event":"page.will-appear","page":9,"class":"Tabs"}"#,
        #"{"id":1,"t":1,"event":"page.did-appear","page":9}"#,
        #"{"id":2,"t":4,"event":"page.will-appear","page":1,"class":"A","container":9}"#,
        #"{"id":3,"t":5,"event":"page.did-appear","page":1}"#,
      ])
    #expect(session.beginning(at: 13).catalog.pageNumbers.sorted() == [1, 9])
    // It is mentioned again, and known to be removed.
    var later = session
    later.log.events[13].kind = .pageDidDisappear
    later.log.events[13].page = session.catalog.knownPage(numbered: 2)
    #expect(prefix(later, at: 13).last == #"{"id":8,"t":6,"event":"page.removed","page":2}"#)
  }

  @Test("a page that is loaded once more begins its life anew")
  func loadedAgain() throws {
    let session = try LateSession.session([
      #"{"t":0,"event":"page.loaded","page":1,"class":"A"}"#,
      #"{"t":1,"event":"page.will-appear","page":1}"#,
      #"{"t":2,"event":"page.did-appear","page":1}"#,
      #"{"t":3,"event":"page.will-disappear","page":1}"#,
      #"{"t":4,"event":"page.did-disappear","page":1}"#,
      #"{"t":5,"event":"page.loaded","page":1}"#,
      #"{"t":6,"event":"page.will-appear","page":1}"#,
      #"{"t":7,"event":"page.did-appear","page":1}"#,
      #"{"t":8,"event":"idle"}"#,
    ])
    #expect(
      prefix(session, at: 8) == [
        #"{"id":0,"t":5,"event":"page.loaded","page":1,"class":"A"}"#,
        #"{"id":1,"t":6,"event":"page.will-appear","page":1}"#,
        #"{"id":2,"t":7,"event":"page.did-appear","page":1}"#,
      ])
  }

  @Test("touches that others had ignored, and do no longer, are not kept; those of another scene are")
  func foreignLocks() throws {
    let session = try LateSession.session([
      #"{"t":1,"event":"input.foreign-locked"}"#, #"{"t":2,"event":"input.foreign-locked","scene":1}"#,
      #"{"t":3,"event":"input.foreign-unlocked"}"#, #"{"t":4,"event":"idle"}"#,
    ])
    #expect(prefix(session, at: 3) == [#"{"id":0,"t":2,"event":"input.foreign-locked","scene":1}"#])
  }

  @Test("gates, suspensions, background and user are kept as far as they last")
  func gates() throws {
    let session = try LateSession.session([
      #"{"t":0,"event":"page.will-appear","page":1,"class":"A"}"#,
      #"{"t":1,"event":"page.did-appear","page":1}"#,
      #"{"t":2,"event":"app.signed-in","user":"u"}"#,
      #"{"t":3,"event":"app.signed-in","user":"v"}"#,
      #"{"t":4,"event":"scroll.began"}"#,
      #"{"t":5,"event":"scroll.ended"}"#,
      #"{"t":6,"event":"scheduler.suspended"}"#,
      #"{"t":7,"event":"scheduler.suspended"}"#,
      #"{"t":8,"event":"scheduler.resumed"}"#,
      #"{"t":9,"event":"scheduler.suspended","kind":"guide"}"#,
      #"{"t":10,"event":"scheduler.resumed","kind":"guide"}"#,
      #"{"t":11,"event":"edit.began","responder":"field"}"#,
      #"{"t":12,"event":"app.background"}"#,
      #"{"t":13,"event":"input.foreign-locked"}"#,
      #"{"t":14,"event":"idle"}"#,
    ])
    #expect(
      prefix(session, at: 14) == [
        #"{"id":0,"t":0,"event":"page.will-appear","page":1,"class":"A"}"#,
        #"{"id":1,"t":1,"event":"page.did-appear","page":1}"#,
        #"{"id":2,"t":3,"event":"app.signed-in","user":"v"}"#,
        #"{"id":3,"t":6,"event":"scheduler.suspended"}"#,
        #"{"id":4,"t":11,"event":"edit.began","responder":"field"}"#,
        #"{"id":5,"t":12,"event":"app.background"}"#,
        #"{"id":6,"t":13,"event":"input.foreign-locked"}"#,
      ])
  }

  @Test("typing that ended with its page is not kept")
  func goneWithPage() throws {
    let session = try LateSession.session([
      #"{"t":0,"event":"page.will-appear","page":1,"class":"A"}"#,
      #"{"t":1,"event":"page.did-appear","page":1}"#,
      #"{"t":2,"event":"edit.began","responder":"field"}"#,
      #"{"t":3,"event":"page.will-disappear","page":1}"#,
      #"{"t":3,"event":"page.will-appear","page":2,"class":"B"}"#,
      #"{"t":4,"event":"page.did-disappear","page":1}"#,
      #"{"t":4,"event":"page.did-appear","page":2}"#,
      #"{"t":5,"event":"idle"}"#,
    ])
    #expect(
      prefix(session, at: 7) == [
        #"{"id":0,"t":3,"event":"page.will-appear","page":2,"class":"B"}"#,
        #"{"id":1,"t":4,"event":"page.did-appear","page":2}"#,
      ])
  }

  @Test("events and timers are counted anew, causes that are gone are none, and the binary form agrees")
  func numbers() throws {
    let session = try LateSession.session([
      #"{"t":0,"event":"app.signed-in","user":"u"}"#,
      #"{"t":10,"event":"popup.submitted","popup":7,"name":"a","expires":5}"#,
      #"{"t":10,"event":"timer.set","timer":0,"at":15,"popup":7,"purpose":"expiry","cause":1}"#,
      #"{"t":15,"event":"timer.fired","timer":0}"#,
      #"{"t":15,"event":"popup.dropped","popup":7,"reason":"expired","cause":3}"#,
      #"{"t":20,"event":"popup.submitted","popup":8,"name":"b","expires":9,"cause":4}"#,
      #"{"t":20,"event":"timer.set","timer":1,"at":29,"popup":8,"purpose":"expiry","cause":5}"#,
      #"{"t":29,"event":"timer.fired","timer":1}"#,
      #"{"t":29,"event":"popup.dropped","popup":8,"reason":"expired","cause":7}"#,
    ])
    let late = session.beginning(at: 5)
    #expect(late.header.prefixEvents == 1 && late.catalog.popupNumbers == [8])
    #expect(
      LateSession.lines(late) == [
        #"{"id":0,"t":0,"event":"app.signed-in","user":"u"}"#,
        #"{"id":1,"t":20,"event":"popup.submitted","popup":8,"name":"b","expires":9}"#,
        #"{"id":2,"t":20,"event":"timer.set","timer":0,"at":29,"popup":8,"purpose":"expiry","cause":1}"#,
        #"{"id":3,"t":29,"event":"timer.fired","timer":0}"#,
        #"{"id":4,"t":29,"event":"popup.dropped","popup":8,"reason":"expired","cause":3}"#,
      ])
    let read = try sessions(in: file(of: [late]))
    #expect(
      read.count == 1 && read[0].header.prefixEvents == 1 && LateSession.lines(read[0]) == LateSession.lines(late))
    // Once more, at the same place.
    #expect(LateSession.lines(late.beginning(at: 1)) == LateSession.lines(late))
  }
}

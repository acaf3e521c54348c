import PopTrace
import PopupScheduling

extension FuzzTarget {
  /// A table of names, as `--names` takes it: whatever it calls things, the session is one that can be written.
  package static let names = FuzzTarget(
    "names", "puts the names of a table into a session, which is as sound afterwards"
  ) { input in
    let table: NameTable
    do throws(TraceError) { table = try NameTable(text: input) } catch {
      return try require(error.position != nil, "an error without its place: \(error)")
    }
    var session = hashed
    table.reveal(&session)
    try require(session.events.count == hashed.events.count, "names have changed how many events there are")
    try TraceContents([session]).requireRewritten("a session with clear names")
    var text: [UInt8] = []
    JSONLines.write(session, into: &text)
    do throws(TraceError) {
      let again = try JSONLines.sessions(in: text, limits: .fuzzing)
      var second: [UInt8] = []
      for session in again { JSONLines.write(session, into: &second) }
      try checkSame(text, second)
    } catch {
      throw FuzzFinding("a session with clear names cannot be exported and imported: \(error)")
    }
  }

  private static func checkSame(_ first: [UInt8], _ second: [UInt8]) throws(TraceError) {
    if first != second { throw TraceError(.corrupt, "it is another text then") }
  }

  /// A recording whose names are those of the tables.
  private static let hashed: Session = {
    let text = """
      {"poptrace":1,"policy":"v4","session":"h:s","app":"h:a","arms":{"h:b":"h:c"},"metadata":{"h:b":"h:d","h:m":"1"}}
      {"id":0,"t":0,"event":"page.did-appear","page":0,"class":"h:p","chain":["h:q","UIViewController"]}
      {"id":1,"t":1,"event":"popup.submitted","popup":0,"name":"h:n","pages":["h:p","h:q"],"key":"h:k","chain":"h:c"}
      {"id":2,"t":1,"event":"popup.shown","popup":0,"page":0,"generation":1,"cause":1}
      {"id":3,"t":2,"event":"popup.submitted","popup":1,"name":"h:o","key":"h:k"}
      {"id":4,"t":2,"event":"popup.queued","popup":1,"reason":"slot","cause":3}
      {"id":5,"t":9,"event":"popup.tapped","popup":0,"action":"h:x"}
      {"id":6,"t":9,"event":"app.signed-in","user":"h:u"}

      """
    do { return try JSONLines.sessions(in: Array(text.utf8))[0] } catch { fatalError("\(error)") }
  }()
}

public import PopupScheduling

/// The text form of sessions: one JSON object a line, for people, `jq` and other languages (<doc:TraceFormat#JSON-Lines>).
///
/// ```json
/// {"poptrace":1,"app":"Shop"}
/// {"t":0,"event":"page.will-appear","page":1,"class":"HomePage"}
/// {"t":350,"event":"page.did-appear","page":1}
/// {"t":900,"event":"popup.submitted","popup":7,"name":"offer","pages":["HomePage"]}
/// {"event":"popup.dismissed","popup":7,"by":"button","after":{"event":"popup.shown","popup":7},"delay":2000}
/// ```
///
/// Reading and writing lose nothing: what was written reads as the same session, and is written the same again. Times and lengths are
/// exact: one that is no whole number of ticks is an error.
public enum JSONLines {
  /// Reads the sessions of a text; each header line begins the next one.
  ///
  /// - Throws: A ``TraceError`` with the line, and the nearest known name where a name is unknown.
  public static func sessions(
    in text: [UInt8], limits: ResourceLimits = ResourceLimits()
  ) throws(TraceError) -> [Session] {
    var reader = JSONLinesReader(text, limits: limits)
    var sessions: [Session] = []
    while let session = try reader.next() { sessions.append(session) }
    return sessions
  }

  /// Whether bytes seem to be JSON Lines: the first of them, a byte order mark and blanks aside, opens an object.
  public static func isText(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    let first = bytes[start...].first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    return first == UInt8(ascii: "{") || first == nil && !bytes.isEmpty
  }

  /// U+FEFF in UTF-8, which some editors put in front of a text.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Writes a session: its header line, then a line an event.
  public static func write(_ session: Session, into text: inout [UInt8]) {
    var writer = JSONLinesWriter(
      after: text, catalog: session.catalog, over: session.log.over, tick: session.header.tick)
    writer.write(header: session)
    for index in session.log.events.indices {
      writer.write(session.log.events[index], at: index, anchor: session.anchors[index], isScenario: session.isScenario)
    }
    text = writer.finished()
  }

  /// Writes one event of a session as a line, as `poptrace cat --json` and excerpts show it.
  ///
  /// Attributes of its page are written if it is a page event, whether or not it is the page's first mention.
  public static func write(_ event: Event, of session: Session, into text: inout [UInt8]) {
    write(event, of: session.log, catalog: session.catalog, tick: session.header.tick, into: &text)
  }

  /// Writes one event of any log, such as a replay's, as a line.
  public static func write(
    _ event: Event, of log: EventLog, catalog: Catalog, tick: TickLength, into text: inout [UInt8]
  ) {
    var writer = JSONLinesWriter(after: text, catalog: catalog, over: log.over, tick: tick)
    writer.write(event, at: -1, anchor: nil, isScenario: false)
    text = writer.finished()
  }
}

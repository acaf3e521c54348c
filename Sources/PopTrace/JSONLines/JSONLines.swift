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
/// Reading and writing lose nothing. Times and lengths are exact: one that is no whole number of ticks is an error.
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
    var writer = JSONLineOutput(
      after: text, catalog: session.catalog, over: session.log.over, tick: session.header.tick)
    writer.write(header: session)
    for index in session.log.events.indices {
      writer.write(session.log.events[index], at: index, anchor: session.anchors[index], isScenario: session.isScenario)
    }
    text = writer.bytes
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
    var writer = JSONLineOutput(after: text, catalog: catalog, over: log.over, tick: tick)
    writer.write(event, at: -1, anchor: nil, isScenario: false)
    text = writer.bytes
  }
}

extension JSONLineOutput {
  mutating func write(header session: Session) {
    open()
    member("poptrace", integer: 1)
    if tick != .millisecond { member("tick_us", integer: tick.microseconds) }
    for field in HeaderTable.fields { field.encode(session.header, &self) }
    if session.header.marksReentrantStimuli {
      list("marks", [SessionMark.reentrant]) { $0.value(text: $1.wireName) }
    }
    if session.skippedEvents > 0 {
      member("skipped", integer: session.skippedEvents)
      if !session.gaps.isEmpty { member("lost", flag: true) }
    }
    // Said only where a reader would take it for the other thing.
    let isRecording = session.header.isOfRecording || session.log.events.contains(where: \.kind.isDecision)
    if session.isScenario == isRecording { member("scenario", flag: session.isScenario) }
    write(pagesWithoutEventsOf: session)
    endLine()
  }

  private mutating func write(pagesWithoutEventsOf session: Session) {
    var hasEvent = described
    for event in session.log.events where LineShape.of(event.kind).attributes == .page && !event.page.isNone {
      hasEvent[event.page.index] = true
    }
    let rest = hasEvent.indices.filter { !hasEvent[$0] && session.catalog.pages[$0] != PageSpec() }
    guard !rest.isEmpty else { return }
    list("pages", rest) { output, page in
      output.open()
      output.member("page", integer: session.catalog.pageNumbers[page])
      output.write(attributesOf: PageID(page))
      output.close()
    }
  }

  private mutating func write(attributesOf page: PageID) {
    let description = PageFields(catalog.pages[page.index], names: catalog.names)
    for field in PageTable.fields { field.encode(description, &self) }
    described[page.index] = true
  }

  private mutating func endLine() {
    close()
    raw("\n")
  }

  /// Writes the line of an event, whose index in the log is -1 where it stands alone.
  mutating func write(_ event: Event, at index: Int, anchor: Anchor?, isScenario: Bool) {
    let shape = LineShape.of(event.kind)
    open()
    if !isScenario || Int(event.sequence) != index { member("id", integer: event.sequence) }
    if anchor == nil { member("t", milliseconds: event.time) }
    member("event", text: event.kind.wireName)
    for field in shape.codings { field.encode(event, &self) }
    switch shape.attributes {
    case .submission where event.attributes >= 0: members(catalog.spec(event.spec))
    case .change where event.attributes >= 0:
      let change = catalog.changes[Int(event.attributes)]
      for field in ChangeTable.fields { field.encode(change, &self) }
    case .page where !event.page.isNone && !described[event.page.index]: write(attributesOf: event.page)
    case .none, .page, .submission, .change: break
    }
    if event.cause >= 0 { member("cause", integer: event.cause) }
    if event.flags.contains(.reentrant) { member("reentrant", flag: true) }
    if index >= 0, event.schedulerID != expectedLine(of: event, shape) {
      list("line", [event.scene, event.scheduler]) { $0.raw(String($1)) }
    }
    if let anchor { write(anchor) }
    endLine()
  }

  /// The scheduler that a reader takes an event for, from the fields that were written.
  private mutating func expectedLine(of event: Event, _ shape: LineShape) -> SchedulerID {
    if event.kind == .popupSubmitted { schedulers[event.popup.index] = catalog.spec(event.spec).schedulerID }
    let hasScene = shape.fields.contains(.scene)
    if event.kind.isDecision, !hasScene, !event.popup.isNone { return schedulers[event.popup.index] ?? SchedulerID() }
    return SchedulerID(
      scene: hasScene ? event.scene : 0, scheduler: shape.fields.contains(.scheduler) ? event.scheduler : 0)
  }

  private mutating func write(_ anchor: Anchor) {
    let shape = LineShape.of(anchor.pattern.kind)
    name("after")
    open()
    member("event", text: anchor.pattern.kind.wireName)
    for (field, coding) in zip(shape.fields, shape.anchorCodings) where anchor.fields.contains(field) {
      coding.encode(anchor.pattern, &self)
    }
    if anchor.nth != 1 { member("nth", integer: anchor.nth) }
    if anchor.every { member("every", flag: true) }
    close()
    if anchor.delay > .zero { member("delay", milliseconds: anchor.delay) }
  }
}

import PopupScheduling

/// Reads the sessions of a JSON Lines text one after another.
///
/// Reading stops for good at the first error, which names its line. Empty lines, and a byte order mark in front of everything, do not
/// count. Time is linear in the length of the text.
public struct JSONLinesReader: Sendable {
  /// How much the text may ask for.
  public let limits: ResourceLimits
  /// Whether everything of a session is taken that stands in front of its first line which cannot be read (``Session/unreadRest``); where not,
  /// nothing is.
  public var takesReadableLines = false
  var input: JSONLineInput
  var draft = SessionDraft()

  /// The fields of the headers so far whose text is empty, which says the same as none.
  package internal(set) var emptyFields: Set<String> = []

  private var position = 0
  private var hasReadSession = false

  /// Makes a reader of a text, or of a part of one that has lines before it.
  public init(_ text: [UInt8], limits: ResourceLimits = ResourceLimits(), linesBefore: Int = 0) {
    self.limits = limits
    input = JSONLineInput(scanner: JSONScanner(text))
    input.line = linesBefore
    if text.starts(with: JSONLines.byteOrderMark) { position = JSONLines.byteOrderMark.count }
  }

  /// Reads the next session; nil when there are no more.
  ///
  /// - Throws: A ``TraceError`` with the line; `empty` where there is no session at all.
  public mutating func next() throws(TraceError) -> Session? {
    guard let header = nextLine() else {
      guard hasReadSession else {
        throw TraceError(.empty, "There is no session in it: the first line must be a header, {\"poptrace\":1}.")
      }
      return nil
    }
    try scan(header)
    guard isHeader else {
      throw input.error(.badHeader, "The first line must be a header, an object with \"poptrace\":1.")
    }
    draft = SessionDraft()
    draft.headerLine = input.line
    input.catalog = Catalog()
    input.over.removeAll()
    try readHeader()
    while true {
      let (start, line) = (position, input.line)
      guard let range = nextLine() else { break }
      do { try scan(range) } catch {
        guard takesReadableLines else { throw error }
        skipRest(because: error)
        break
      }
      if isHeader {
        (position, input.line) = (start, line)
        break
      }
      guard takesReadableLines else {
        try readEvent()
        continue
      }
      do { try readEvent() } catch {
        skipRest(because: error)
        break
      }
    }
    hasReadSession = true
    return try finished()
  }

  /// Leaves the rest of a session out, from the line on that was just read.
  private mutating func skipRest(because error: TraceError) {
    var lines = 1
    while true {
      let (start, line) = (position, input.line)
      guard let range = nextLine() else { break }
      if (try? scan(range)) != nil, isHeader {
        (position, input.line) = (start, line)
        break
      }
      lines += 1
    }
    draft.session.unreadRest = UnreadRest(lines: lines, because: error)
  }

  private var isHeader: Bool { input.member(.poptrace, of: 0) != nil }

  private mutating func nextLine() -> Range<Int>? {
    let bytes = input.scanner.bytes
    while position < bytes.count {
      let line = position..<(bytes[position...].firstIndex(of: 0x0A) ?? bytes.count)
      position = min(line.upperBound + 1, bytes.count)
      input.line += 1
      if bytes[line].contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) { return line }
    }
    return nil
  }

  private mutating func scan(_ range: Range<Int>) throws(TraceError) {
    do {
      try input.scanner.scan(range)
    } catch {
      // Columns are counted in characters as editors do, not in bytes.
      let before = input.scanner.bytes[range.lowerBound..<min(error.offset, range.upperBound)]
      let column = 1 + before.count { $0 & 0xC0 != 0x80 }
      throw input.error(.badJSON, "This is not JSON: at column \(column), \(error.what).")
    }
    guard input.scanner.nodes[0].kind == .object else {
      throw input.error(.badJSON, "A line must be an object, not \(input.scanner.nodes[0].kind.wireName).")
    }
  }
}

struct SessionDraft: Sendable {
  /// The session, but for its catalog and the popups that lost.
  var session = Session()
  var saysScenario: Bool?
  /// Whether more is missing than the events that earlier readers skipped.
  var hasLost = false
  var headerLine = 0
  var lines: [Int] = []
  /// What was said of each page, by ``PageID``.
  var pages: [PageFields?] = []
  /// The scheduler of each submitted popup, by `PopupID`.
  var schedulers: [SchedulerID] = []
  var firstDecision: Int?
  /// The presentations of each popup, where the session is observed.
  var generations = PresentationCount()
}

/// Counts the presentations of popups, for whoever reports them and does not.
struct PresentationCount: Sendable {
  private var latest: [Int32] = []

  /// Gives an event about a popup the number of its presentation, where it needs one and has none.
  mutating func count(_ event: inout Event) {
    while latest.count <= event.popup.index { latest.append(0) }
    let known = latest[event.popup.index]
    switch event.kind {
    case .popupShown:
      if event.generation == 0 { event.generation = known < .max ? known + 1 : known }
      latest[event.popup.index] = event.generation
    case .popupHidden, .animationFinished: if event.generation == 0 { event.generation = max(1, known) }
    default: break
    }
  }
}

extension JSONLinesReader {
  mutating func finished() throws(TraceError) -> Session {
    var session = Session()
    swap(&session, &draft.session)
    session.isScenario = draft.saysScenario ?? (draft.firstDecision == nil && !session.header.isOfRecording)
    swap(&session.catalog, &input.catalog)
    swap(&session.log.over, &input.over)
    // In a recording everything has happened, so everything has a time. What cannot have happened is reported by the audit (`trace-gap`).
    guard session.isScenario || session.anchors.isEmpty else {
      let because = draft.firstDecision.map { "line \($0) is a decision" } ?? "the header says so"
      throw TraceError(
        .badAnchor, at: session.anchors.keys.min().map { .line(draft.lines[$0]) },
        "\"after\" belongs into scenarios, and this is a recording: \(because). Give \"t\".")
    }
    if session.header.isObserved { try checkStart(of: session) }
    if let flaw = SessionCheck(limits: limits).flaw(in: session) { throw error(flaw) }
    // How fields go together, whichever form a session comes in; each field was checked as it was read.
    if let (index, violation) = SlotCheck.violation(in: session, 0..<session.log.events.count) {
      let kind = session.log.events[index].kind.wireName
      let advice = session.header.isObserved ? " Write lines in the order of their times, from one thread." : ""
      let error = TraceError(.badValue, at: .line(draft.lines[index]), "\(kind) \(violation).\(advice)")
      guard takesReadableLines, !session.isScenario else { throw error }
      let lines = session.log.events.count - index + (session.unreadRest?.lines ?? 0)
      session = session.first(index)
      session.unreadRest = UnreadRest(lines: lines, because: error)
    }
    if session.unreadRest != nil { session.header.ended = nil }
    if !session.isScenario {
      session.noteGaps()
      session.settleGaps(skippedBefore: session.skippedEvents, lostBefore: draft.hasLost)
    }
    return session
  }

  /// Loggers know the time of day, and what is asked for is the time since the session began.
  private func checkStart(of session: Session) throws(TraceError) {
    guard let milliseconds = session.timeSince1970, let line = draft.lines.first else { return }
    throw TraceError(
      .badValue, at: .line(line),
      "\"t\" is \(milliseconds) ms, some \(milliseconds / 31_557_600_000) years after the session began; it looks like the time since 1970. "
        + "Give the time since the session began, and write when that was into the header, as \"started\".")
  }

  private func error(_ flaw: SessionFlaw) -> TraceError {
    let before = flaw.earlier.map { " That is on line \(draft.lines[$0])." } ?? ""
    // A flaw that shows in no event is one of the whole session, and is reported at its header.
    let line = flaw.event.map { draft.lines[$0] } ?? draft.headerLine
    return TraceError(flaw.code, at: .line(line), flaw.message + before)
  }
}

public import PopupScheduling

/// Reads the sessions of a `.poptrace` file one after another (<doc:TraceFormat#Overview>).
///
/// ```swift
/// var reader = try TraceReader(bytes)
/// var session = Session()
/// while try reader.next(&session) { … }
/// ```
///
/// A file that does not have to be in memory comes as a ``TraceInput``: of it no more is held than a chunk and what was read with it.
///
/// Every byte is checked before anything made of it is handed out, and what the file asks for is bounded by ``ResourceLimits``. A file
/// whose writer did not come to its end is read like any other (``isUnfinished``); that, and that nothing is missing, is known once
/// ``next(_:)`` has returned false.
public struct TraceReader: Sendable {
  /// What was lost, in a reader made by `init(recovering:limits:)`; empty in any other, which throws instead.
  public private(set) var damage: [TraceDamage] = []
  /// What there is to say about the file that is no damage: bytes that were left out at the end of an unfinished one.
  public private(set) var remarks: [TraceRemark] = []
  /// Whether the file ends without a seek table: its writer was killed or is still at work (TimeAndTurns, *The end of a session*).
  ///
  /// Nothing is wrong with such a file. Its last session may be without its end (``Session/isFinished``).
  public var isUnfinished: Bool { stream.isUnfinished }
  /// How much the file may ask for.
  public let limits: ResourceLimits
  private let isRecovering: Bool
  private var stream: ChunkStream
  private var segments: SegmentDecoder
  private var events = EventDecoder()
  private var failure: TraceError?
  private var foundAnything = false
  private var window: ClosedRange<Ticks>?
  private var passedOver = false
  private var head = ChunkHead()
  private var chunkStart = 0
  private var segmentsLeft = 0
  /// A segment's head that was read before it was clear that another session begins with it.
  private var pending: SegmentHead?
  private var sessionNumber = -1
  private var sessionStart = 0
  private var skippedBefore = 0
  private var lostBefore = false
  private var lastSequence: Int32 = -1
  private var lastTime: Int64 = 0
  /// Whether the last piece of the session that was read last was not found.
  private(set) var lacksEnd = false
  var hasMore: Bool { pending != nil }
  /// For how many bytes of content there is room; what is made of them takes up to ten times as much.
  var roomBytes: Int { segments.content.bytes.capacity }
  static let mostRoomBytes = 1 << 19

  /// Opens a file's bytes.
  ///
  /// - Throws: A ``TraceError`` where the file is empty, not a trace, or of a newer version than this reader.
  public init(_ bytes: [UInt8], limits: ResourceLimits = ResourceLimits()) throws(TraceError) {
    guard !bytes.isEmpty else { throw Self.emptyFile }
    self.init(ByteWindow(bytes), limits, isRecovering: false)
    _ = try openChunk()
  }

  /// Opens a file that is read as it goes.
  ///
  /// Copies of such a reader must not be read from: they would share the input.
  ///
  /// - Throws: A ``TraceError`` where the file cannot be read, is empty, not a trace, or of a newer version than this reader.
  public init(_ input: some TraceInput, limits: ResourceLimits = ResourceLimits()) throws(TraceError) {
    var none: TraceReader?
    try self.init(input, limits: limits, threads: nil, memoryOf: &none)
  }

  /// Opens a file whose next chunks are decompressed on other threads: what it gives is the same, and some chunks more are held.
  ///
  /// - `other`: A reader that is done, which is taken: a chunk is read into its memory as if it were the next one of that file. What a large
  ///   chunk took is given back.
  package init(
    _ input: some TraceInput, limits: ResourceLimits, threads: OtherThreads?, memoryOf other: inout TraceReader?
  ) throws(TraceError) {
    if other?.roomBytes ?? 0 > Self.mostRoomBytes { other = nil }
    self.init(ByteWindow(input), limits, isRecovering: false, threads: threads, memoryOf: other.take())
    guard try openChunk() || foundAnything else { throw Self.emptyFile }
  }

  /// Opens the bytes of a file that may be damaged: every whole chunk is read, and ``damage`` says what is missing.
  ///
  /// A session that lost its end, or a piece in the middle, is handed out as it is, with ``Session/gaps``.
  public init(recovering bytes: [UInt8], limits: ResourceLimits = ResourceLimits()) {
    self.init(ByteWindow(bytes), limits, isRecovering: true)
  }

  /// Opens a file that may be damaged, and is read as it goes.
  ///
  /// Copies of such a reader must not be read from: they would share the input. What cannot be read at all is thrown by ``next(_:)``.
  public init(recovering input: some TraceInput, limits: ResourceLimits = ResourceLimits()) {
    self.init(ByteWindow(input), limits, isRecovering: true)
  }

  /// Opens chunks that were found whole and put in order; some of them may be missing.
  init(salvaging input: some TraceInput, limits: ResourceLimits) {
    self.init(ByteWindow(input), limits, isRecovering: true, takesAnyOrder: true)
  }

  private init(
    _ window: ByteWindow, _ limits: ResourceLimits, isRecovering: Bool, takesAnyOrder: Bool = false,
    threads: OtherThreads? = nil, memoryOf other: consuming TraceReader? = nil
  ) {
    self.isRecovering = isRecovering
    self.limits = limits
    let scanner = TraceScanner(window, limits: limits, takesAnyOrder: takesAnyOrder)
    stream = ChunkStream(scanner, other?.stream.decoder ?? ZstdFrame.Decoder(), threads: threads)
    segments = other?.segments ?? SegmentDecoder()
    segments.limits = limits
    if let other { events = other.events }
  }

  /// Reads the next session in place of the given one, whose memory is used again; false when there are no more.
  ///
  /// - Throws: A ``TraceError`` with the position of the first damage; never in a reader made by `init(recovering:limits:)`.
  public mutating func next(_ session: inout Session) throws(TraceError) -> Bool {
    if let failure { throw failure }
    do {
      while try readNext(&session) {
        guard let flaw = settle(&session) else { return true }
        try lose(sessionStart..<stream.position, flaw.error(inTraceAt: sessionStart))
      }
      return false
    } catch {
      failure = error
      throw error
    }
  }

  /// Reads of the next session only the chunks that may hold events of a window of time, and its first one.
  ///
  /// What lies between is missing, as ``Session/gaps`` say, and what a chunk holds beyond the window is still there. The session's end is
  /// known only if its last chunk was read. Chunks that several sessions share are read as they are.
  public mutating func next(_ session: inout Session, around window: ClosedRange<Ticks>) throws(TraceError) -> Bool {
    self.window = window
    defer { self.window = nil }
    return try next(&session)
  }

  private mutating func readNext(_ session: inout Session) throws(TraceError) -> Bool {
    session.removeAll()
    (lastSequence, lastTime, passedOver, lacksEnd) = (-1, 0, false, true)
    var (isOpen, hasFailed) = (false, false)
    // One for all of them: it has many texts, and a copy of each would be made for a copy of it.
    var segment = SegmentHead()
    while try nextSegment(&segment) {
      var startsAnother = segment.isFirst || segmentNumber(segment) != sessionNumber
      if isOpen, !startsAnother, let other = difference(of: segment, from: session) {
        try lose(chunkStart..<chunkStart, error(Malformed("goes on with a session, and its \(other)")))
        startsAnother = true
      }
      if isOpen, startsAnother {
        guard isRecovering || passedOver else {
          throw error(Malformed("begins a session before the last one has ended"))
        }
        pending = segment
        return true
      }
      if !isOpen, !segment.isFirst, !isRecovering {
        throw error(Malformed("goes on with a session that has not begun"))
      }
      // Of a session whose beginning could not be read nothing is another one's.
      if hasFailed, !isOpen, startsAnother { session.removeAll() }
      sessionNumber = segmentNumber(segment)
      if !isOpen { sessionStart = chunkStart }
      do throws(Malformed) {
        try read(&segment, into: &session, isOpen: isOpen)
      } catch {
        try lose(chunkStart..<stream.position, self.error(error))
        (segmentsLeft, hasFailed, segment) = (0, true, SegmentHead())
        continue
      }
      isOpen = true
      lacksEnd = !segment.isLast
      if segment.isLast { return true }
      segment = SegmentHead()
    }
    guard isOpen else { return false }
    // What was passed over, or not written any more, is not missing.
    if passedOver || isUnfinished { return true }
    let missing = Malformed(.truncated, "is the end of the file, in the middle of a session")
    try lose(stream.position..<stream.position, missing.error(at: stream.position, in: "Here"))
    return true
  }

  private func segmentNumber(_ segment: SegmentHead) -> Int { head.session + head.segments - segmentsLeft - 1 }

  /// Reads what a segment adds to a session, which takes the segment's header.
  private mutating func read(
    _ segment: inout SegmentHead, into session: inout Session, isOpen: Bool
  ) throws(Malformed) {
    let (all, clamped) = (session.log.events.count + segment.eventCount, session.header.clampedTimes)
    try Malformed.check(all, .eventsPerSession, limits, "is of a session with at least \(all) events")
    try require(!isOpen || segment.header.clampedTimes >= clamped, "has fewer clamped times than what stands before it")
    swap(&session.header, &segment.header)
    session.isScenario = segment.isScenario
    if !isOpen {
      session.skippedEvents = segment.skippedEvents
      (skippedBefore, lostBefore) = (segment.skippedEvents, segment.hasLost)
    }
    segments.mayBeIncomplete = isRecovering || passedOver
    try segments.readTables(into: &session.catalog)
    let gapCount = session.gaps.count
    if segment.eventCount > 0 { try join(segment, &session) }
    let count = session.log.events.count
    do throws(Malformed) {
      try events.read(segment, segments.known, symbols: segments.symbols, segments.content, into: &session)
      if segment.isScenario { try segments.readAnchors(count: session.log.events.count - count, into: &session) }
    } catch {
      session.log.events.removeLast(session.log.events.count - count)
      // Some of them may have been read, and other events come to stand in their places.
      if !session.anchors.isEmpty { session.anchors = session.anchors.filter { $0.key < count } }
      // The gap in front of what is not there is that in front of what comes next.
      session.gaps.removeLast(session.gaps.count - gapCount)
      throw error
    }
    if let rest = segment.restAfterLast {
      let (end, isBeyond) = (events.last?.time ?? segment.firstTime).addingReportingOverflow(rest)
      let isInRange = !isBeyond && end >= 0 && end < session.header.tick.timeLimit
      try require(isInRange, "has a time out of range")
      session.header.ended = Ticks(end)
    }
    (lastSequence, lastTime) = events.last ?? (lastSequence, lastTime)
    let isAtEnd = segments.isAtEnd && events.isAtEnd(of: segments.content)
    try require(segmentsLeft > 0 || isAtEnd, "holds more than its segments account for")
  }

  private mutating func join(_ segment: SegmentHead, _ session: inout Session) throws(Malformed) {
    try require(segment.firstSequence > lastSequence, "has sequence numbers that were there before")
    try require(segment.isScenario || segment.firstTime >= lastTime, "is earlier than what stands before it")
    guard !segment.isScenario, segment.firstSequence > lastSequence + 1 else { return }
    session.gaps.append(session.log.events.count)
    if !damage.isEmpty, damage[damage.count - 1].sequences == nil {
      damage[damage.count - 1].sequences = Int(lastSequence) + 1..<Int(segment.firstSequence)
    }
  }

  /// What a segment says of its session that is not what was said before; nil where it all agrees.
  private func difference(of segment: SegmentHead, from session: Session) -> String? {
    if segment.isScenario != session.isScenario { return "kind is another: one is a scenario and one a recording" }
    if segment.skippedEvents != skippedBefore || segment.hasLost != lostBefore { return "skipped events are others" }
    return session.header.disagreement(of: segment.header)
  }

  private func settle(_ session: inout Session) -> SessionFlaw? {
    if isRecovering || passedOver { MadeUpEntries.settle(&session.catalog) }
    session.settleGaps(skippedBefore: skippedBefore, lostBefore: lostBefore)
    let isPartMissing = !damage.isEmpty || session.log.events.first?.sequence != 0
    if passedOver || isUnfinished || isRecovering && isPartMissing { session.settlePrefix() }
    return SessionCheck(limits: limits, hasShortNames: !isRecovering && !passedOver).flaw(in: session)
  }

  /// Reads the next segment's head in place of one of which nothing is known.
  private mutating func nextSegment(_ segment: inout SegmentHead) throws(TraceError) -> Bool {
    if let pending {
      segment = pending
      self.pending = nil
      return true
    }
    while true {
      while segmentsLeft == 0 { guard try openChunk() else { return false } }
      do throws(Malformed) {
        try segments.readHead(&segment)
        try require(
          segment.isFirst || segmentsLeft == head.segments,
          "has a piece of a session that is not its beginning after another session")
        segmentsLeft -= 1
        return true
      } catch {
        try lose(chunkStart..<stream.position, self.error(error))
        segmentsLeft = 0
        segment = SegmentHead()
      }
    }
  }

  private mutating func openChunk() throws(TraceError) -> Bool {
    while true {
      chunkStart = stream.position
      do throws(Malformed) {
        let item = try stream.next()
        guard stream.failure == nil else { throw Malformed(.unreadable, "cannot be read") }
        switch item {
        case .chunk(let head, let frame):
          foundAnything = true
          if isOutside(head) { continue }
          try open(head, frame)
          return true
        case .seekTable: foundAnything = true
        case .foreign: continue
        case .cutOff(let rest) where foundAnything: remarks.append(.cutOff(rest))
        case .cutOff:
          foundAnything = true
          throw Malformed(.truncated, "is the beginning of a trace that is cut off before its first chunk ends")
        case .end:
          guard !foundAnything, isUnfinished else { return false }
          foundAnything = true
          throw Malformed(.truncated, "is the end of a file without a single chunk of a trace")
        }
      } catch {
        // What a broken input leaves out is not missing from the file.
        if let failure = stream.failure { throw failure }
        let reason = self.error(error)
        // Only who goes on looks for what comes next: it may be gigabytes away.
        guard isRecovering else { throw reason }
        if chunkStart == stream.position { stream.resynchronize() }
        try lose(chunkStart..<stream.position, reason)
      }
    }
  }

  /// Whether a chunk holds nothing but a piece of a session outside the window; notes that it is passed over.
  private mutating func isOutside(_ head: ChunkHead) -> Bool {
    guard let window, head.segments == 1, head.begun == 0, head.events > 0 else { return false }
    guard Ticks(head.lastTime) < window.lowerBound || Ticks(head.firstTime) > window.upperBound else { return false }
    passedOver = true
    return true
  }

  private mutating func open(_ head: ChunkHead, _ frame: Range<Int>) throws(Malformed) {
    self.head = head
    let size = max(head.frameSize, head.contentSize)
    try Malformed.check(size, .frameBytes, limits, "is a chunk of \(size) bytes")
    // The content's memory is used again, and must not be held twice then.
    segments.letGo()
    try stream.readContent(frame, into: &segments.content.bytes, size: head.contentSize)
    try segments.open(head)
    events.open(segments.content)
    segmentsLeft = head.segments
  }

  static var emptyFile: TraceError { TraceError(.empty, "The file is empty. Record it again, or fetch it again.") }
  private func error(_ malformed: Malformed) -> TraceError { malformed.error(at: chunkStart) }

  private mutating func lose(_ bytes: Range<Int>, _ error: TraceError) throws(TraceError) {
    guard isRecovering else { throw error }
    damage.append(TraceDamage(bytes: bytes, error: error))
  }
}

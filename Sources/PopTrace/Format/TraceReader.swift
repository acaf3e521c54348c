public import PopupScheduling

/// Reads the sessions of a `.poptrace` file one after another (design 6).
///
/// ```swift
/// var reader = try TraceReader(bytes)
/// var session = Session()
/// while try reader.next(&session) { … }
/// ```
///
/// Every byte is checked before anything made of it is handed out; that nothing is missing at the file's end is known once ``next(_:)`` has
/// returned false.
public struct TraceReader: Sendable {
  /// What was lost, in a reader made by ``init(recovering:)``; empty in any other, which throws instead.
  public private(set) var damage: [TraceDamage] = []

  /// The most events a session may have, which bounds the memory it takes: 16,777,216 unless set, which is 1 GB.
  public var eventLimit = 1 << 24

  private let isRecovering: Bool
  private var scanner: TraceScanner
  private let decoder = ZstdFrame.Decoder()
  private var content = ChunkContent()
  private var segments = SegmentDecoder()
  private var events = EventDecoder()
  private var anchors = AnchorDecoder()
  private var failure: TraceError?
  /// The window of time outside of which chunks are passed over.
  private var window: ClosedRange<Ticks>?
  private var passedOver = false
  // The open chunk.
  private var head = ChunkHead()
  private var chunkStart = 0
  private var segmentsLeft = 0
  /// A segment's head that was read before it was clear that another session begins with it.
  private var pending: SegmentHead?
  // The open session.
  private var sessionNumber = -1
  private var lastSequence: Int32 = -1
  private var lastTime: Int64 = 0

  /// Opens a file's bytes.
  ///
  /// - Throws: A ``TraceError`` where the file is empty, not a trace, or of a newer version than this reader.
  public init(_ bytes: [UInt8]) throws(TraceError) {
    guard !bytes.isEmpty else { throw Self.emptyFile }
    isRecovering = false
    scanner = TraceScanner(bytes)
    _ = try openChunk()
  }

  /// Opens the bytes of a file that may be damaged: every whole chunk is read, and ``damage`` says what is missing.
  ///
  /// A session that lost its end, or a piece in the middle, is handed out as it is, with ``Session/gaps``.
  public init(recovering bytes: [UInt8]) {
    isRecovering = true
    scanner = TraceScanner(bytes)
  }

  /// Reads the next session in place of the given one, whose memory is used again; false when there are no more.
  ///
  /// - Throws: A ``TraceError`` with the place of the first damage; never in a reader made by ``init(recovering:)``.
  public mutating func next(_ session: inout Session) throws(TraceError) -> Bool {
    if let failure { throw failure }
    do {
      return try readNext(&session)
    } catch {
      failure = error
      throw error
    }
  }

  /// Reads of the next session only the chunks that may hold events of a window of time, and its first one.
  ///
  /// What lies between is missing, as ``Session/gaps`` say, and what a chunk holds beyond the window is still there. The session's end is known
  /// only if its last chunk was read. Chunks that several sessions share are read as they are.
  public mutating func next(_ session: inout Session, around window: ClosedRange<Ticks>) throws(TraceError) -> Bool {
    self.window = window
    defer { self.window = nil }
    return try next(&session)
  }

  // MARK: - Sessions

  private mutating func readNext(_ session: inout Session) throws(TraceError) -> Bool {
    session.removeAll()
    lastSequence = -1
    lastTime = 0
    passedOver = false
    var isOpen = false
    while let segment = try nextSegment(isInSession: isOpen) {
      let startsAnother = segment.isFirst || segmentNumber(segment) != sessionNumber
      if isOpen, startsAnother {
        guard isRecovering || passedOver else {
          throw error(Malformed(.corrupt, "begins a session before the last one has ended"))
        }
        pending = segment
        return true
      }
      if !isOpen, !segment.isFirst, !isRecovering {
        throw error(Malformed(.corrupt, "goes on with a session that has not begun"))
      }
      sessionNumber = segmentNumber(segment)
      do throws(Malformed) {
        try read(segment, into: &session)
      } catch {
        try lose(chunkStart..<scanner.position, self.error(error))
        segmentsLeft = 0
        continue
      }
      isOpen = true
      if segment.isLast { return true }
    }
    guard isOpen else { return false }
    if passedOver { return true }
    // That the file is cut off may have been noticed already, by the missing seek table.
    if damage.last?.error.code == .truncated { return true }
    let missing = Malformed(.truncated, "is missing: the file ends in the middle of a session")
    try lose(scanner.position..<scanner.position, missing.error(at: scanner.position, in: Self.what))
    return true
  }

  /// The place of a segment's session in its part of the file.
  private func segmentNumber(_ segment: SegmentHead) -> Int { head.session + head.segments - segmentsLeft - 1 }

  private mutating func read(_ segment: SegmentHead, into session: inout Session) throws(Malformed) {
    session.header = segment.header
    session.isScenario = segment.isScenario
    guard segment.eventCount <= eventLimit - session.log.events.count else {
      throw Malformed(.tooLarge, "is of a session with more than \(eventLimit) events")
    }
    try segments.readTables(content, into: &session.catalog, mayBeIncomplete: isRecovering || passedOver)
    if segment.eventCount > 0 { try join(segment, &session) }
    let count = session.log.events.count
    do throws(Malformed) {
      try events.read(segment, bases: segments.bases, symbols: segments.symbols, content, into: &session)
      if segment.isScenario {
        try anchors.read(count: session.log.events.count - count, symbols: segments.symbols, into: &session)
      }
    } catch {
      session.log.events.removeLast(session.log.events.count - count)
      throw error
    }
    if let last = events.last {
      lastSequence = last.sequence
      lastTime = last.time
    }
    if segmentsLeft == 0, !segments.isAtEnd || !events.isAtEnd(of: content) || !anchors.isAtEnd {
      throw Malformed(.corrupt, "holds more than its segments account for")
    }
  }

  /// Checks that a segment follows what was read of its session so far, and notes what is missing between.
  private mutating func join(_ segment: SegmentHead, _ session: inout Session) throws(Malformed) {
    guard segment.firstSequence > lastSequence else {
      throw Malformed(.corrupt, "has sequence numbers that were there before")
    }
    guard segment.isScenario || segment.firstTime >= lastTime else {
      throw Malformed(.corrupt, "is earlier than what stands before it")
    }
    guard !segment.isScenario, segment.firstSequence > lastSequence + 1 else { return }
    session.gaps.append(session.log.events.count)
    if !damage.isEmpty, damage[damage.count - 1].sequences == nil {
      damage[damage.count - 1].sequences = Int(lastSequence) + 1..<Int(segment.firstSequence)
    }
  }

  // MARK: - Segments and chunks

  private mutating func nextSegment(isInSession: Bool) throws(TraceError) -> SegmentHead? {
    if let segment = pending {
      pending = nil
      return segment
    }
    while true {
      while segmentsLeft == 0 { guard try openChunk() else { return nil } }
      do throws(Malformed) {
        let segment = try segments.readHead(content)
        guard segment.isFirst || segmentsLeft == head.segments else {
          throw Malformed(.corrupt, "has a piece of a session that is not its beginning after another session")
        }
        segmentsLeft -= 1
        return segment
      } catch {
        try lose(chunkStart..<scanner.position, self.error(error))
        segmentsLeft = 0
      }
    }
  }

  /// Goes to the next chunk; false at the file's end.
  private mutating func openChunk() throws(TraceError) -> Bool {
    while true {
      chunkStart = scanner.position
      do throws(Malformed) {
        switch try scanner.next() {
        case .chunk(let head, let frame):
          if isOutside(head) { continue }
          try open(head, frame)
          return true
        case .seekTable, .foreign: continue
        case .end: return false
        }
      } catch {
        let reason = self.error(error)
        if chunkStart == scanner.position { scanner.resynchronize() }
        try lose(chunkStart..<scanner.position, reason)
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
    segmentsLeft = 0
    try decoder.decode(frame, in: scanner.file, into: &content.bytes, size: head.contentSize)
    try content.open(events: head.events)
    segments.open(content)
    events.open(content)
    anchors.open(content)
    segmentsLeft = head.segments
  }

  // MARK: - Damage

  static let what = "What begins here"

  static var emptyFile: TraceError { TraceError(.empty, "The file is empty. Record it again, or fetch it again.") }

  private func error(_ malformed: Malformed) -> TraceError { malformed.error(at: chunkStart, in: Self.what) }

  /// Notes damage while recovering; throws it otherwise.
  private mutating func lose(_ bytes: Range<Int>, _ error: TraceError) throws(TraceError) {
    guard isRecovering else { throw error }
    damage.append(TraceDamage(bytes: bytes, error: error))
  }
}

extension Session {
  /// Forgets everything and keeps the memory for the next session.
  mutating func removeAll() {
    header = SessionHeader()
    catalog.removeAll()
    log.removeAll()
    if !anchors.isEmpty { anchors = [:] }
    isScenario = false
    gaps.removeAll(keepingCapacity: true)
    skippedEvents = 0
  }
}

import PopupScheduling

extension SegmentDecoder {
  /// Reads a segment's record up to its tables.
  mutating func readHead(_ chunk: borrowing ChunkContent) throws(Malformed) -> SegmentHead {
    forgetMaps()
    guard isCompact else { return try readFirstLayout(chunk) }
    let head = try readCompactLayout(chunk)
    before = head.header
    (sequenceBefore, timeBefore) = (0, 0)
    return head
  }

  /// As version 3 has it: what stands in the chunk before it is not said again.
  private mutating func readCompactLayout(_ chunk: borrowing ChunkContent) throws(Malformed) -> SegmentHead {
    var head = SegmentHead()
    let flags = try reader.varint()
    guard flags < SegmentPiece.Flag.end else { throw Malformed(.corrupt, "has a segment of an unknown sort") }
    func has(_ flag: UInt64) -> Bool { flags & flag != 0 }
    head.isFirst = has(SegmentPiece.Flag.first)
    head.isLast = has(SegmentPiece.Flag.last)
    head.isScenario = has(SegmentPiece.Flag.scenario)
    isBeginning = head.isFirst
    head.header.marksReentrantStimuli = has(SegmentPiece.Flag.marksReentrant)
    head.header.session = try headerText(before.session, chunk)
    head.header.app = try headerText(before.app, chunk)
    head.header.build = try headerText(before.build, chunk)
    head.header.started = try headerStart(chunk)
    head.header.policy = try headerText(before.policy, chunk)
    head.header.configuration = try headerConfiguration(head.header.policy, chunk)
    let tick = has(SegmentPiece.Flag.hasTick) ? try self.tick() : before.tick
    head.header.tick = tick
    if has(SegmentPiece.Flag.hasEnd) {
      guard head.isLast else { throw Malformed(.corrupt, "says when a session ended that goes on") }
      head.restAfterLast = try reader.zigzag()
    }
    if has(SegmentPiece.Flag.hasClamped) {
      head.header.clampedTimes = Int64(try reader.count(upTo: .max, "clamped times"))
    }
    if has(SegmentPiece.Flag.hasSkipped) {
      head.skippedEvents = try reader.count(upTo: Int(Int32.max), "skipped events")
      head.hasLost = has(SegmentPiece.Flag.hasLost)
    }
    guard head.skippedEvents > 0 || !has(SegmentPiece.Flag.hasSkipped | SegmentPiece.Flag.hasLost) else {
      throw Malformed(.corrupt, "says that events were skipped, and that there were none")
    }
    head.eventCount = chunk.head.events
    if chunk.head.segments != 1 {
      head.eventCount = try reader.count(upTo: ChunkHead.eventLimit, "events in a segment")
    }
    var sequence = sequenceBefore
    if has(SegmentPiece.Flag.hasSequence) { sequence = try reader.count(upTo: .max >> 1, "as a first sequence number") }
    head.firstTime = has(SegmentPiece.Flag.hasTime) ? try time(tick) : timeBefore
    guard sequence <= SlotCheck.sequenceLimit, head.firstTime >= 0, head.firstTime < tick.timeLimit else {
      throw Malformed(.corrupt, "has a first event out of range")
    }
    head.firstSequence = Int32(sequence)
    if has(SegmentPiece.Flag.hasExtras) { try readExtras(&head.header, chunk) }
    return head
  }

  private mutating func tick() throws(Malformed) -> TickLength {
    guard let tick = TickLength(microseconds: Int64(try reader.count(upTo: .max >> 1, "microseconds a tick"))) else {
      throw Malformed(.corrupt, "has a tick of an impossible length")
    }
    return tick
  }

  /// As versions 1 and 2 have it: everything, every time.
  private mutating func readFirstLayout(_ chunk: borrowing ChunkContent) throws(Malformed) -> SegmentHead {
    var head = SegmentHead()
    let flags = try reader.varint()
    guard flags < SegmentPiece.Flag.firstEnd else { throw Malformed(.corrupt, "has a segment of an unknown sort") }
    head.isFirst = flags & SegmentPiece.Flag.first != 0
    head.isLast = flags & SegmentPiece.Flag.last != 0
    head.isScenario = flags & SegmentPiece.Flag.scenario != 0
    head.header.session = try text(chunk)
    head.header.app = try text(chunk)
    head.header.build = try text(chunk)
    head.header.started = try text(chunk)
    head.header.policy = try text(chunk)
    head.header.configuration = try text(chunk)
    head.header.marksReentrantStimuli = flags & SegmentPiece.Flag.marksReentrant != 0
    let tick = try self.tick()
    head.header.tick = tick
    if flags & SegmentPiece.Flag.hasEnd != 0 {
      guard head.isLast else { throw Malformed(.corrupt, "says when a session ended that goes on") }
      head.header.ended = Ticks(try time(tick))
    }
    head.header.clampedTimes = try reader.zigzag()
    guard head.header.clampedTimes >= 0 else { throw Malformed(.corrupt, "has fewer than no clamped times") }
    if flags & SegmentPiece.Flag.hasSkipped != 0 {
      head.skippedEvents = try reader.count(upTo: Int(Int32.max), "skipped events")
      head.hasLost = flags & SegmentPiece.Flag.hasLost != 0
    }
    guard head.skippedEvents > 0 || flags & (SegmentPiece.Flag.hasSkipped | SegmentPiece.Flag.hasLost) == 0 else {
      throw Malformed(.corrupt, "says that events were skipped, and that there were none")
    }
    head.eventCount = try reader.count(upTo: ChunkHead.eventLimit, "events in a segment")
    if head.eventCount > 0 {
      head.firstSequence = Int32(try reader.count(upTo: Int(SlotCheck.sequenceLimit), "as a first sequence number"))
      head.firstTime = try time(tick)
    }
    return head
  }

  private mutating func text(_ chunk: borrowing ChunkContent) throws(Malformed) -> String {
    let index = try reader.count(upTo: chunk.nameCount, "as a name")
    return index == 0 ? "" : try texts.text(of: index - 1, in: chunk)
  }

  private mutating func time(_ tick: TickLength) throws(Malformed) -> Int64 {
    let time = try reader.zigzag()
    guard time >= 0, time < tick.timeLimit else { throw Malformed(.corrupt, "has a time out of range") }
    return time
  }
}

extension SegmentHead {
  /// When the session ended: so long after the time of its last event.
  func end(_ rest: Int64, after last: Int64) throws(Malformed) -> Ticks {
    let (end, isBeyond) = last.addingReportingOverflow(rest)
    guard !isBeyond, end >= 0, end < header.tick.timeLimit else { throw Malformed(.corrupt, "has a time out of range") }
    return Ticks(end)
  }
}

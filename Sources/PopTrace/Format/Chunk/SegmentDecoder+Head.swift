import PopupScheduling

extension SegmentDecoder {
  /// Reads a segment's record up to its tables; what stands in the chunk before it is not said again.
  mutating func readHead(_ chunk: borrowing ChunkContent) throws(Malformed) -> SegmentHead {
    forgetMaps()
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
    if has(SegmentPiece.Flag.hasTick) {
      let microseconds = Int64(try reader.count(upTo: .max >> 1, "microseconds a tick"))
      guard let tick = TickLength(microseconds: microseconds) else {
        throw Malformed(.corrupt, "has a tick of an impossible length")
      }
      head.header.tick = tick
    } else {
      head.header.tick = before.tick
    }
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
    head.firstTime = has(SegmentPiece.Flag.hasTime) ? try reader.zigzag() : timeBefore
    guard sequence <= SlotCheck.sequenceLimit, head.firstTime >= 0, head.firstTime < head.header.tick.timeLimit else {
      throw Malformed(.corrupt, "has a first event out of range")
    }
    head.firstSequence = Int32(sequence)
    if has(SegmentPiece.Flag.hasExtras) { try readExtras(&head.header, chunk) }
    before = head.header
    (sequenceBefore, timeBefore) = (0, 0)
    return head
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

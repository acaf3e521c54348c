import PopupScheduling

// The anchors of a scenario's stimuli are few, so that each is written out slot by slot.

extension SegmentEncoder {
  /// Adds a segment's anchors: of each the index of its stimulus in the segment, and that of its name in the chunk's names, -1 for none.
  mutating func writeAnchors(of session: Session, _ events: Range<Int>, into bytes: inout [UInt8]) {
    let anchors = session.anchors.filter { events.contains($0.key) }.sorted { $0.key < $1.key }
    bytes.append(count: anchors.count)
    for (index, anchor) in anchors {
      let pattern = anchor.pattern.reduced(to: anchor.fields)
      bytes.append(count: index - events.lowerBound)
      bytes.append(varint: UInt64(clamping: anchor.nth))
      bytes.append(anchor.every ? 1 : 0)
      bytes.append(zigzag: anchor.delay.rawValue)
      let fields = EventField.allCases.filter { anchor.fields.contains($0) }
      bytes.append(count: fields.count)
      for field in fields { bytes.append(field.rawValue) }
      bytes.append(pattern.kind.rawValue)
      bytes.append(pattern.code)
      bytes.append(pattern.flags.rawValue)
      let name = self.index(of: pattern.name)
      for slot in [pattern.popup.rawValue, pattern.page.rawValue, pattern.timer.rawValue, pattern.attributes, name] {
        bytes.append(zigzag: Int64(slot))
      }
      bytes.append(zigzag: Int64(pattern.generation))
      bytes.append(zigzag: pattern.value)
      bytes.append(count: Int(pattern.scene))
      bytes.append(count: Int(pattern.scheduler))
    }
  }
}

extension SegmentDecoder {
  /// Reads a segment's anchors; its events are the last `count` of the session's.
  mutating func readAnchors(count: Int, into session: inout Session) throws(Malformed) {
    let first = session.log.events.count - count
    for _ in 0..<(try anchors.count(of: "anchors")) {
      let offset = try anchors.count(upTo: ChunkHead.eventLimit, "as an anchor's index")
      let anchor = try readAnchor(session.catalog, session.header.tick)
      try require(offset < count, "has an anchor without a stimulus")
      session.anchors[first + offset] = anchor
    }
  }

  private mutating func readAnchor(_ catalog: Catalog, _ tick: TickLength) throws(Malformed) -> Anchor {
    let nth = try anchors.count(upTo: Int(Int32.max), "as an occurrence")
    let every = try anchors.byte()
    let delay = try anchors.zigzag()
    guard every <= 1, delay >= 0, delay < tick.timeLimit else { throw Self.impossibleAnchor }
    var fields: Set<EventField> = []
    for _ in 0..<(try anchors.count(of: "fields of an anchor")) {
      guard let field = EventField(rawValue: try anchors.byte()) else { throw Self.impossibleAnchor }
      fields.insert(field)
    }
    guard let kind = EventKind(rawValue: try anchors.byte()) else { throw Self.impossibleAnchor }
    var pattern = Event(kind)
    pattern.code = try anchors.byte()
    pattern.flags = Event.Flags(rawValue: try anchors.byte())
    pattern.popup = PopupID(try readID(below: catalog.popupNumbers.count))
    pattern.page = PageID(try readID(below: catalog.pages.count))
    pattern.timer = TimerID(try readID(below: Int(SlotCheck.timerLimit)))
    pattern.attributes = try readID(below: kind == .popupChanged ? catalog.changes.count : catalog.specs.count)
    pattern.name = Symbol(symbols[Int(try readID(below: symbols.count - 1)) + 1])
    pattern.generation = try readID(below: Int(Int32.max))
    pattern.value = try anchors.zigzag()
    pattern.scene = UInt16(try anchors.count(upTo: Int(UInt16.max), "as a scene"))
    pattern.scheduler = UInt16(try anchors.count(upTo: Int(UInt16.max), "as a scheduler"))
    guard pattern.name.rawValue != Self.unknown, pattern.flags.isSubset(of: .all),
      pattern.value > -tick.instantLimit, pattern.value < tick.instantLimit
    else { throw Self.impossibleAnchor }
    // What the pattern does not ask for does not count, and is not kept.
    let wanted = pattern.reduced(to: fields)
    return Anchor(pattern: wanted, fields: fields, nth: nth, every: every == 1, delay: Ticks(delay))
  }

  private mutating func readID(below limit: Int) throws(Malformed) -> Int32 {
    let id = try anchors.zigzag()
    guard id >= -1, id < Int64(limit) else { throw Self.impossibleAnchor }
    return Int32(id)
  }

  private static var impossibleAnchor: Malformed { Malformed("has an anchor that makes no sense") }
}

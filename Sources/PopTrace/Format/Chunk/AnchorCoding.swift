import PopupScheduling

/// The anchors of a scenario's stimuli. They are few, so that each is written out slot by slot.
enum AnchorCoding {
  /// Adds an anchor, by the index of its stimulus in the segment and that of its name in the chunk's names; -1 for none.
  static func write(_ anchor: Anchor, offset: Int, name: Int32, into bytes: inout [UInt8]) {
    let pattern = anchor.pattern.reduced(to: anchor.fields)
    bytes.append(count: offset)
    bytes.append(varint: UInt64(clamping: anchor.nth))
    bytes.append(anchor.every ? 1 : 0)
    bytes.append(zigzag: anchor.delay.rawValue)
    let fields = EventField.allCases.filter { anchor.fields.contains($0) }
    bytes.append(count: fields.count)
    for field in fields { bytes.append(field.rawValue) }
    bytes.append(pattern.kind.rawValue)
    bytes.append(pattern.code)
    bytes.append(pattern.flags.rawValue)
    for slot in [pattern.popup.rawValue, pattern.page.rawValue, pattern.timer.rawValue, pattern.attributes, name] {
      bytes.append(zigzag: Int64(slot))
    }
    bytes.append(zigzag: Int64(pattern.generation))
    bytes.append(zigzag: pattern.value)
    bytes.append(count: Int(pattern.scene))
    bytes.append(count: Int(pattern.scheduler))
  }

  static func read(
    _ reader: inout ByteReader, catalog: Catalog, symbols: [Int32], tick: TickLength
  ) throws(Malformed) -> (offset: Int, anchor: Anchor) {
    let offset = try reader.count(upTo: ChunkHead.eventLimit, "as an anchor's index")
    let nth = try reader.count(upTo: Int(Int32.max), "as an occurrence")
    let every = try reader.byte()
    let delay = try reader.zigzag()
    guard every <= 1, delay >= 0, delay < tick.timeLimit else { throw impossible }
    var fields: Set<EventField> = []
    for _ in 0..<(try reader.count(of: "fields of an anchor")) {
      guard let field = EventField(rawValue: try reader.byte()) else { throw impossible }
      fields.insert(field)
    }
    guard let kind = EventKind(rawValue: try reader.byte()) else { throw impossible }
    var pattern = Event(kind)
    pattern.code = try reader.byte()
    pattern.flags = Event.Flags(rawValue: try reader.byte())
    pattern.popup = PopupID(try id(&reader, below: catalog.popupNumbers.count))
    pattern.page = PageID(try id(&reader, below: catalog.pages.count))
    pattern.timer = TimerID(try id(&reader, below: Int(SlotCheck.timerLimit)))
    let attributes = kind == .popupChanged ? catalog.changes.count : catalog.specs.count
    pattern.attributes = try id(&reader, below: attributes)
    pattern.name = Symbol(symbols[Int(try id(&reader, below: symbols.count - 1)) + 1])
    pattern.generation = try id(&reader, below: Int(Int32.max))
    pattern.value = try reader.zigzag()
    pattern.scene = UInt16(try reader.count(upTo: Int(UInt16.max), "as a scene"))
    pattern.scheduler = UInt16(try reader.count(upTo: Int(UInt16.max), "as a scheduler"))
    guard pattern.name.rawValue != SegmentDecoder.unknown, pattern.flags.isSubset(of: .all),
      pattern.value > -tick.instantLimit, pattern.value < tick.instantLimit
    else { throw impossible }
    // What the pattern does not ask for does not count, and is not kept.
    let wanted = pattern.reduced(to: fields)
    return (offset, Anchor(pattern: wanted, fields: fields, nth: nth, every: every == 1, delay: Ticks(delay)))
  }

  private static func id(_ reader: inout ByteReader, below limit: Int) throws(Malformed) -> Int32 {
    let id = try reader.zigzag()
    guard id >= -1, id < Int64(limit) else { throw impossible }
    return Int32(id)
  }

  private static var impossible: Malformed { Malformed("has an anchor that makes no sense") }
}

extension SegmentEncoder {
  mutating func writeAnchors(of session: Session, _ events: Range<Int>, into bytes: inout [UInt8]) {
    let indices = session.anchors.keys.filter { events.contains($0) }.sorted()
    bytes.append(count: indices.count)
    for index in indices {
      guard let anchor = session.anchors[index] else { continue }
      let name = self.index(of: anchor.pattern.reduced(to: anchor.fields).name)
      AnchorCoding.write(anchor, offset: index - events.lowerBound, name: name, into: &bytes)
    }
  }
}

extension SegmentDecoder {
  /// Reads a segment's anchors; its events are the last `count` of the session's.
  mutating func readAnchors(count: Int, into session: inout Session) throws(Malformed) {
    let first = session.log.events.count - count
    for _ in 0..<(try anchors.count(of: "anchors")) {
      let (offset, anchor) = try AnchorCoding.read(
        &anchors, catalog: session.catalog, symbols: symbols, tick: session.header.tick)
      try require(offset < count, "has an anchor without a stimulus")
      session.anchors[first + offset] = anchor
    }
  }
}

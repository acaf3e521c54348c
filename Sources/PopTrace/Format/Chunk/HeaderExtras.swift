import PopupScheduling

/// What few sessions' headers say, in a segment's record: present only where a segment's flag says so.
enum HeaderExtras {
  /// What there is, as bits.
  enum Bit {
    static let os: UInt64 = 1
    static let device: UInt64 = 2
    static let locale: UInt64 = 4
    static let arms: UInt64 = 8
    static let metadata: UInt64 = 16
    static let refused: UInt64 = 32
    static let dropped: UInt64 = 64
    static let recovered: UInt64 = 128
    static let prefix: UInt64 = 256
    static let end: UInt64 = 512
  }

  /// The texts, in order of their bits.
  static var texts: [(bit: UInt64, path: WritableKeyPath<SessionHeader, String>)] {
    Array(zip([Bit.os, Bit.device, Bit.locale], SessionHeader.extraTexts))
  }

  /// The lists, in order of their bits.
  static var lists: [(bit: UInt64, path: WritableKeyPath<SessionHeader, [HeaderEntry]>)] {
    Array(zip([Bit.arms, Bit.metadata], SessionHeader.extraLists))
  }

  /// The bits of what a header says.
  static func bits(of header: SessionHeader) -> UInt64 {
    var bits: UInt64 = 0
    for (bit, path) in texts where !header[keyPath: path].isEmpty { bits |= bit }
    for (bit, path) in lists where !header[keyPath: path].isEmpty { bits |= bit }
    if header.refusedEvents > 0 { bits |= Bit.refused }
    if header.droppedEvents > 0 { bits |= Bit.dropped }
    if header.isRecovered { bits |= Bit.recovered }
    if header.prefixEvents > 0 { bits |= Bit.prefix }
    return bits
  }

  /// Writes what a header says.
  ///
  /// - Parameter text: Writes a text, given what the segment before says.
  static func write(
    _ header: SessionHeader, after before: SessionHeader, into bytes: inout [UInt8], _ tables: inout ChunkTables
  ) {
    let bits = bits(of: header)
    bytes.append(varint: bits)
    for (bit, path) in texts where bits & bit != 0 {
      HeaderTextCoding.write(header[keyPath: path], after: before[keyPath: path], into: &bytes, &tables)
    }
    for (bit, path) in lists where bits & bit != 0 {
      let entries = header[keyPath: path]
      guard entries != before[keyPath: path] else {
        bytes.append(0)
        continue
      }
      bytes.append(count: entries.count)
      for entry in entries {
        bytes.append(count: tables.index(of: entry.name))
        bytes.append(count: entry.value.isEmpty ? 0 : tables.index(of: entry.value) + 1)
      }
    }
    if bits & Bit.refused != 0 { bytes.append(varint: UInt64(header.refusedEvents)) }
    if bits & Bit.dropped != 0 { bytes.append(varint: UInt64(header.droppedEvents)) }
    if bits & Bit.prefix != 0 { bytes.append(count: header.prefixEvents) }
  }
}

extension SegmentDecoder {
  /// Reads what ``HeaderExtras`` writes.
  mutating func readExtras(_ header: inout SessionHeader, _ chunk: borrowing ChunkContent) throws(Malformed) {
    let bits = try reader.varint()
    guard bits > 0, bits < HeaderExtras.Bit.end else { throw Malformed(.corrupt, "has a header with an unknown field") }
    for (bit, path) in HeaderExtras.texts where bits & bit != 0 {
      header[keyPath: path] = try headerText(before[keyPath: path], chunk)
    }
    for (bit, path) in HeaderExtras.lists where bits & bit != 0 {
      header[keyPath: path] = try entries(before[keyPath: path], chunk)
    }
    if bits & HeaderExtras.Bit.refused != 0 { header.refusedEvents = try number() }
    if bits & HeaderExtras.Bit.dropped != 0 { header.droppedEvents = try number() }
    header.isRecovered = bits & HeaderExtras.Bit.recovered != 0
    if bits & HeaderExtras.Bit.prefix != 0 {
      header.prefixEvents = try reader.count(upTo: Int(Int32.max), "events in a snapshot's prefix")
    }
    // What is not given is not written, so that a session has one form.
    guard HeaderExtras.bits(of: header) == bits else { throw Malformed(.corrupt, "has a header with an empty field") }
  }

  private mutating func number() throws(Malformed) -> Int64 {
    Int64(try reader.count(upTo: .max, "events that were not recorded"))
  }

  private mutating func entries(
    _ before: [HeaderEntry], _ chunk: borrowing ChunkContent
  ) throws(Malformed) -> [HeaderEntry] {
    let count = try reader.count(upTo: SessionHeader.entryLimit, "entries of a header")
    guard count > 0 else { return before }
    var entries: [HeaderEntry] = []
    for _ in 0..<count {
      let name = try texts.text(of: try reader.count(upTo: chunk.nameCount - 1, "as a name"), in: chunk)
      let value = try reader.count(upTo: chunk.nameCount, "as a name")
      entries.append(HeaderEntry(name, value == 0 ? "" : try texts.text(of: value - 1, in: chunk)))
    }
    return entries
  }
}

import PopSystem
import PopupScheduling

extension SegmentDecoder {
  /// Reads a segment's record up to its tables into a head of which nothing is known; what stands in the chunk before it is not said again.
  mutating func readHead(_ head: inout SegmentHead) throws(Malformed) {
    forgetMaps()
    let flags = try reader.varint()
    try require(flags < SegmentPiece.Flag.end.bit, "has a segment of an unknown sort")
    func has(_ flag: SegmentPiece.Flag) -> Bool { flags & flag.bit != 0 }
    head.isFirst = has(.first)
    head.isLast = has(.last)
    head.isScenario = has(.scenario)
    isBeginning = head.isFirst
    head.header.marksReentrantStimuli = has(.marksReentrant)
    if before.isAlone {
      head.header.session = try PackedText.read(&reader)
    } else {
      head.header.session = try Self.text(try headerNumber(), &before.header.session, from: 2, &texts, content)
    }
    head.header.app = try Self.text(try headerNumber(), &before.header.app, from: 2, &texts, content)
    head.header.build = try Self.text(try headerNumber(), &before.header.build, from: 2, &texts, content)
    head.header.started = try headerStart()
    if before.isAlone {
      head.header.policy = try PackedText.read(&reader)
    } else {
      head.header.policy = try Self.text(try headerNumber(), &before.header.policy, from: 2, &texts, content)
    }
    head.header.configuration = try headerConfiguration(head.header.policy)
    if has(.hasTick) {
      let microseconds = Int64(try reader.count(upTo: .max >> 1, "microseconds a tick"))
      guard let tick = TickLength(microseconds: microseconds) else {
        throw Malformed("has a tick of an impossible length")
      }
      head.header.tick = tick
    } else {
      head.header.tick = before.header.tick
    }
    if has(.hasEnd) {
      try require(head.isLast, "says when a session ended that goes on")
      head.restAfterLast = try reader.zigzag()
    }
    if has(.hasClamped) { head.header.clampedTimes = Int64(try reader.count(upTo: .max, "clamped times")) }
    if has(.hasSkipped) {
      head.skippedEvents = try reader.count(upTo: Int(Int32.max), "skipped events")
      head.hasLost = has(.hasLost)
    }
    let isWrong = head.skippedEvents == 0 && (has(.hasSkipped) || has(.hasLost))
    try require(!isWrong, "says that events were skipped, and that there were none")
    let isOnly = content.head.segments == 1
    head.eventCount = isOnly ? content.head.events : try reader.count(upTo: ChunkHead.eventLimit, "events in a segment")
    var sequence = before.sequence
    if has(.hasSequence) { sequence = try reader.count(upTo: .max >> 1, "as a first sequence number") }
    head.firstTime = has(.hasTime) ? try reader.zigzag() : before.time
    guard sequence <= SlotCheck.sequenceLimit, head.firstTime >= 0, head.firstTime < head.header.tick.timeLimit else {
      throw Malformed("has a first event out of range")
    }
    head.firstSequence = Int32(sequence)
    if has(.hasExtras) { try readExtras(&head.header) }
    guard !isOnly else { return }
    (before.sequence, before.time, before.header.tick) = (0, 0, head.header.tick)
    if has(.hasExtras) || before.hasExtras { before.header = head.header }
    before.hasExtras = has(.hasExtras)
  }

  private mutating func headerNumber() throws(Malformed) -> Int {
    try reader.count(upTo: content.nameCount + 1, "as a text")
  }

  /// The text that a number stands for, which the segment behind need not say again.
  private static func text(
    _ number: Int, _ known: inout String, from base: Int, _ texts: inout ChunkContent.Texts,
    _ content: borrowing ChunkContent
  ) throws(Malformed) -> String {
    if number == TextWay.empty { known = "" }
    if number > TextWay.empty { known = try texts.text(of: number - base, in: content) }
    return known
  }

  private mutating func headerStart() throws(Malformed) -> String {
    let number = try reader.count(upTo: content.nameCount + 2, "as a start")
    guard number == TextWay.moment else {
      return try Self.text(number, &before.header.started, from: 3, &texts, content)
    }
    before.header.started = WallClock.text(
      Int64(try reader.count(upTo: Int(WallClock.lastSecond), "seconds since 1970")))
    return before.header.started
  }

  private mutating func headerConfiguration(_ policy: String) throws(Malformed) -> String {
    let number = try reader.count(upTo: content.nameCount + 3, "as a configuration")
    switch number {
    case TextWay.digest:
      before.header.configuration = ReleasedPolicy.configuration(of: policy, try reader.littleEndian32())
    case TextWay.released:
      guard let configuration = ReleasedPolicy.configuration(of: policy) else {
        throw Malformed("has a policy that was not released under its name")
      }
      before.header.configuration = configuration
    default: return try Self.text(number, &before.header.configuration, from: 4, &texts, content)
    }
    return before.header.configuration
  }

  private mutating func readExtras(_ header: inout SessionHeader) throws(Malformed) {
    let bits = try reader.varint()
    try require(bits > 0 && bits < Extras.end, "has a header with an unknown field")
    for (bit, path) in Extras.texts where bits & bit != 0 {
      header[keyPath: path] = try Self.text(
        try headerNumber(), &before.header[keyPath: path], from: 2, &texts, content)
    }
    for (bit, path) in Extras.lists where bits & bit != 0 {
      header[keyPath: path] = try entries(before.header[keyPath: path])
    }
    for (bit, path) in Extras.losses where bits & bit != 0 {
      header[keyPath: path] = Int64(try reader.count(upTo: .max, "events that were not recorded"))
    }
    header.isRecovered = bits & Extras.recovered != 0
    header.isObserved = bits & Extras.observed != 0
    if bits & Extras.prefix != 0 {
      header.prefixEvents = try reader.count(upTo: Int(Int32.max), "events in a snapshot's prefix")
    }
    // What is not given is not written, so that a session has one form.
    try require(Extras.bits(of: header) == bits, "has a header with an empty field")
  }

  private mutating func entries(_ before: [HeaderEntry]) throws(Malformed) -> [HeaderEntry] {
    let count = try reader.count(upTo: SessionHeader.entryLimit, "entries of a header")
    guard count > 0 else { return before }
    var entries: [HeaderEntry] = []
    for _ in 0..<count {
      let name = try texts.text(of: try reader.count(upTo: content.nameCount - 1, "as a name"), in: content)
      let value = try reader.count(upTo: content.nameCount, "as a name")
      entries.append(HeaderEntry(name, value == 0 ? "" : try texts.text(of: value - 1, in: content)))
    }
    return entries
  }
}

/// How a header's text is given in a segment's record: what the segment before says, or the chunk's head, is not said again.
private enum TextWay {
  /// What a number means that is not an index in the chunk's names: as before, or nothing.
  static let (same, empty) = (0, 1)
  /// For the start: the seconds since 1970 follow.
  static let moment = 2
  /// For a configuration: the digest of a released one follows, or it is that of the released version with the policy's name.
  static let (digest, released) = (2, 3)
}

extension SegmentEncoder {
  /// What a segment need not say: what stands in the chunk before it.
  struct Before {
    var header: SessionHeader
    var sequence = 0
    var time: Int64 = 0
    /// Whether the chunk's head is a short one, so that the session's name and policy are said here alone: nothing compresses them.
    var isAlone = false
    /// Whether the header may have what few have.
    var hasExtras = false
  }

  /// Writes what is known of the session as a whole, less what stands in the chunk before it.
  ///
  /// - Returns: Where it says how many events there are, which a chunk's only segment need not.
  mutating func writeHead(of session: Session, _ piece: SegmentPiece, after before: Before) -> Range<Int> {
    let header = session.header.storable
    let end = piece.isLast ? header.ended : nil
    let first = session.log.events[piece.events].first
    let sequence = Int(first?.sequence ?? 0)
    let time = first?.time.rawValue ?? 0
    var flags: UInt64 = 0
    func set(_ flag: SegmentPiece.Flag, if isSet: Bool) { if isSet { flags |= flag.bit } }
    set(.first, if: piece.isFirst)
    set(.last, if: piece.isLast)
    set(.hasEnd, if: end != nil)
    set(.scenario, if: session.isScenario)
    set(.marksReentrant, if: header.marksReentrantStimuli)
    set(.hasSkipped, if: session.skippedEvents > 0)
    set(.hasLost, if: session.skippedEvents > 0 && !session.gaps.isEmpty)
    let extras = Extras.bits(of: header)
    set(.hasExtras, if: extras != 0)
    set(.hasTick, if: header.tick != before.header.tick)
    set(.hasClamped, if: header.clampedTimes > 0)
    set(.hasSequence, if: sequence != before.sequence)
    set(.hasTime, if: time != before.time)
    bytes.append(varint: flags)
    let known = before.header
    if before.isAlone {
      PackedText.write(header.session, into: &bytes)
    } else {
      write(header.session, after: known.session)
    }
    write(header.app, after: known.app)
    write(header.build, after: known.build)
    write(started: header.started, after: known.started)
    if before.isAlone {
      PackedText.write(header.policy, into: &bytes)
    } else {
      write(header.policy, after: known.policy)
    }
    write(configuration: header, after: known)
    if header.tick != known.tick { bytes.append(varint: UInt64(header.tick.microseconds)) }
    let last = session.log.events[piece.events].last?.time.rawValue ?? time
    if let end { bytes.append(zigzag: header.tick.clamp(end).rawValue - last) }
    if header.clampedTimes > 0 { bytes.append(varint: UInt64(header.clampedTimes)) }
    if session.skippedEvents > 0 { bytes.append(count: session.skippedEvents) }
    let countIndex = bytes.count
    bytes.append(count: piece.events.count)
    let count = countIndex..<bytes.count
    if sequence != before.sequence { bytes.append(count: sequence) }
    if time != before.time { bytes.append(zigzag: time) }
    if extras != 0 { write(extras, of: header, after: known) }
    return count
  }

  /// Writes a text; `base` is the number of the chunk's first name.
  mutating func write(_ text: String, after before: String, from base: Int = 2) {
    bytes.append(
      count: text == before
        ? TextWay.same : text.isEmpty ? TextWay.empty : tables.index(of: text) + base)
  }

  /// Writes when a session was started: a moment of the usual form as its seconds since 1970, anything else as a text.
  mutating func write(started text: String, after before: String) {
    if text != before, let seconds = WallClock.seconds(of: text), seconds >= 0 {
      bytes.append(count: TextWay.moment)
      bytes.append(varint: UInt64(seconds))
    } else {
      write(text, after: before, from: 3)
    }
  }

  mutating func write(configuration header: SessionHeader, after before: SessionHeader) {
    if header.configuration == before.configuration, header.policy == before.policy {
      bytes.append(count: TextWay.same)
    } else if header.configuration.isEmpty {
      bytes.append(count: TextWay.empty)
    } else if ReleasedPolicy.configuration(of: header.policy) == header.configuration {
      bytes.append(count: TextWay.released)
    } else if let digest = ReleasedPolicy.digest(of: header.policy, header.configuration) {
      bytes.append(count: TextWay.digest)
      bytes.append(littleEndian: digest)
    } else {
      bytes.append(count: tables.index(of: header.configuration) + 4)
    }
  }

  private mutating func write(_ bits: UInt64, of header: SessionHeader, after before: SessionHeader) {
    bytes.append(varint: bits)
    for (bit, path) in Extras.texts where bits & bit != 0 {
      write(header[keyPath: path], after: before[keyPath: path])
    }
    for (bit, path) in Extras.lists where bits & bit != 0 {
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
    for (bit, path) in Extras.losses where bits & bit != 0 { bytes.append(varint: UInt64(header[keyPath: path])) }
    if bits & Extras.prefix != 0 { bytes.append(count: header.prefixEvents) }
  }
}

extension SegmentEncoder.Before {
  /// What a chunk's head says of its first segment.
  init(_ head: ChunkHead) {
    var header = SessionHeader()
    header.session = head.wholeSessionName
    header.policy = head.wholePolicy
    header.tick = TickLength(microseconds: head.tickMicroseconds) ?? .millisecond
    self.init(header: header, sequence: head.firstSequence, time: head.firstTime, isAlone: head.isShort)
  }
}

/// A version of the standard policy as it was released, which a trace names by a digest in place of its whole configuration. A reader that
/// does not know it takes a text for the configuration that no policy has.
struct ReleasedPolicy: Sendable {
  let name: String
  let configuration: String
  let digest: UInt32
  static let all: [ReleasedPolicy] = PolicyConfiguration.versions.map { version in
    let text = version.configuration.text
    return ReleasedPolicy(name: version.name, configuration: text, digest: XXH64.low32(Array(text.utf8)))
  }

  /// How many of them there were when the format was made: every reader of it knows them, and needs no digest.
  static let knownToAll = 7
  private static let prefix = "digest: "

  /// The configuration that a policy's name alone stands for; nil where a digest is needed besides, or the configuration itself.
  static func configuration(of policy: String) -> String? {
    all[..<knownToAll].first { $0.name == policy }?.configuration
  }

  /// The digest that stands for a policy's configuration; nil where the configuration has to be written as it is.
  static func digest(of policy: String, _ configuration: String) -> UInt32? {
    guard configuration.utf8.count >= prefix.utf8.count + 8 else { return nil }
    for version in all where version.name == policy && version.configuration == configuration { return version.digest }
    guard configuration.utf8.count == prefix.utf8.count + 8, configuration.hasPrefix(prefix),
      let digest = UInt32(configuration.dropFirst(prefix.count), radix: 16), unknown(digest) == configuration,
      !all.contains(where: { $0.name == policy && $0.digest == digest })
    else { return nil }
    return digest
  }

  /// The configuration that a policy's digest stands for; where this build does not know it, a text that says so.
  static func configuration(of policy: String, _ digest: UInt32) -> String {
    all.first { $0.digest == digest && $0.name == policy }?.configuration ?? unknown(digest)
  }

  private static func unknown(_ digest: UInt32) -> String {
    let digits = String(digest, radix: 16)
    return prefix + String(repeating: "0", count: 8 - digits.count) + digits
  }
}

/// What few sessions' headers say, in a segment's record: present only where a segment's flag says so.
private enum Extras {
  static let (recovered, prefix, observed, end): (UInt64, UInt64, UInt64, UInt64) = (128, 256, 512, 1024)
  typealias Path<Value> = WritableKeyPath<SessionHeader, Value> & Sendable
  static let texts: [(bit: UInt64, path: any Path<String>)] = [(1, \.os), (2, \.device), (4, \.locale)]
  static let lists: [(bit: UInt64, path: any Path<[HeaderEntry]>)] = [(8, \.arms), (16, \.metadata)]
  static let losses: [(bit: UInt64, path: any Path<Int64>)] = [(32, \.refusedEvents), (64, \.droppedEvents)]

  static func bits(of header: SessionHeader) -> UInt64 {
    var bits: UInt64 = (header.isRecovered ? recovered : 0) | (header.prefixEvents > 0 ? prefix : 0)
    if header.isObserved { bits |= observed }
    for (bit, path) in texts where !header[keyPath: path].isEmpty { bits |= bit }
    for (bit, path) in lists where !header[keyPath: path].isEmpty { bits |= bit }
    for (bit, path) in losses where header[keyPath: path] > 0 { bits |= bit }
    return bits
  }
}

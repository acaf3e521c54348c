package import PopupScheduling

/// Reads every whole chunk of a file that may be damaged, each once and in its place, and says what is missing.
///
/// Chunks that stand twice are read once, those that stand in another order are put back, and so are files that were put one behind the
/// other with or without their ends. Unlike a ``TraceReader`` it goes through its input twice.
package struct TraceSalvage: Sendable {
  package enum Loss: Hashable, Sendable {
    case bytes(TraceDamage)
    /// Chunks by their numbers, and how many whole sessions are known to be lost with them.
    case chunks(Range<Int>, sessions: Int)
    /// Events of a session that is there: their sequence numbers, and the times around them, nil at the session's beginning.
    case events(session: String, sequences: Range<Int>, after: Ticks?, before: Ticks, tick: TickLength)
    case end(session: String, from: Int, after: Ticks, tick: TickLength)
  }

  package private(set) var losses: [Loss] = []
  /// What is damaged without anything being lost with it, such as a seek table.
  package private(set) var damage: [TraceDamage] = []
  package var remarks: [TraceRemark] { index.remarks }
  package var duplicates: Int { index.duplicates }
  package var misplaced: Int { index.misplaced }
  /// Whether the file ends without a seek table that could be read: its writer was killed or is still at work.
  package var isUnfinished: Bool { index.parts.last?.isClosed != true }
  package var isEmpty: Bool { index.parts.isEmpty }
  private let input: any TraceInput
  private let limits: ResourceLimits
  private let index: ChunkIndex
  private var part = 0
  private var reader: (trace: TraceReader, stretches: PartInput)?

  /// Looks through a file, which is read twice, the second time in any order: any offset must do.
  package init(_ input: some TraceInput, limits: ResourceLimits = ResourceLimits()) throws(TraceError) {
    self.input = input
    self.limits = limits
    index = try ChunkIndex(input, limits: limits)
    rewind()
  }

  package mutating func rewind() {
    (part, reader, losses, damage) = (0, nil, [], index.seekTableDamage)
    for part in index.parts {
      for (chunks, sessions) in part.missing { losses.append(.chunks(chunks, sessions: sessions)) }
    }
    // Where every chunk that the seek tables list is there, damaged bytes are not a loss.
    let isComplete = losses.isEmpty && index.parts.allSatisfy(\.isClosed)
    for entry in index.damage { if isComplete { damage.append(entry) } else { losses.append(.bytes(entry)) } }
  }

  package mutating func next(_ session: inout Session) throws(TraceError) -> Bool {
    while true {
      if reader == nil {
        guard part < index.parts.count else { return false }
        let stretches = PartInput(input, index.parts[part])
        reader = (TraceReader(salvaging: stretches, limits: limits), stretches)
      }
      if try reader?.trace.next(&session) == true {
        noteLosses(of: session)
        return true
      }
      noteDamage()
      reader = nil
      part += 1
    }
  }

  private mutating func noteDamage() {
    guard let (trace, stretches) = reader else { return }
    for entry in trace.damage {
      for (number, bytes) in stretches.inputRanges(of: entry.bytes).enumerated() {
        var piece = TraceDamage(bytes: bytes, sequences: number == 0 ? entry.sequences : nil, error: entry.error)
        piece.error.position = .byte(bytes.lowerBound)
        losses.append(.bytes(piece))
      }
    }
  }

  private mutating func noteLosses(of session: Session) {
    guard let last = session.log.events.last, !session.isScenario else { return }
    let (name, tick) = (session.header.session, session.header.tick)
    // Where no chunk is missing, events were missing when it was written.
    let isWhole = index.parts[part].missing.isEmpty && reader?.trace.damage.isEmpty == true
    for gap in isWhole ? [] : session.gaps {
      let before = gap > 0 ? session.log.events[gap - 1] : nil
      let next = session.log.events[gap]
      losses.append(
        .events(
          session: name, sequences: (before.map { Int($0.sequence) + 1 } ?? 0)..<Int(next.sequence),
          after: before?.time, before: next.time, tick: tick))
    }
    // What the writer of an open part had not written is not lost.
    guard reader?.trace.lacksEnd == true, index.parts[part].isClosed || reader?.trace.hasMore == true else { return }
    losses.append(.end(session: name, from: Int(last.sequence) + 1, after: last.time, tick: tick))
  }
}

/// Some stretches of an input, one behind the other, as if they were a file.
struct PartInput: TraceInput {
  private let input: any TraceInput
  private var starts: [Int] = []
  private var offsets: [Int] = []
  private var end = 0

  init(_ input: any TraceInput, _ part: ChunkIndex.Part) {
    self.input = input
    for entry in part.entries {
      if starts.isEmpty || entry.start != starts[starts.count - 1] + end - offsets[offsets.count - 1] {
        starts.append(entry.start)
        offsets.append(end)
      }
      end += Int(entry.size)
    }
  }

  func read(at offset: Int, atMost count: Int, into bytes: inout [UInt8]) throws(TraceError) -> Int {
    guard offset < end else { return 0 }
    let (start, left) = place(of: offset)
    return try input.read(at: start, atMost: min(count, left), into: &bytes)
  }

  /// Where in the input an offset is, and how much of its stretch is left there.
  private func place(of offset: Int) -> (start: Int, left: Int) {
    let stretch = max(0, offsets.partitioningIndex { $0 > offset } - 1)
    let stop = stretch + 1 < offsets.count ? offsets[stretch + 1] : end
    return (starts[stretch] + offset - offsets[stretch], stop - offset)
  }

  /// Where in the input a range is: piece by piece, where it goes over the end of a stretch.
  func inputRanges(of range: Range<Int>) -> [Range<Int>] {
    guard !range.isEmpty, !offsets.isEmpty else {
      let start = offsets.isEmpty ? range.lowerBound : place(of: range.lowerBound).start
      return [start..<start]
    }
    var ranges: [Range<Int>] = []
    var offset = range.lowerBound
    while offset < min(range.upperBound, end) {
      let (start, left) = place(of: offset)
      let count = min(left, range.upperBound - offset)
      ranges.append(start..<start + count)
      offset += count
    }
    return ranges
  }
}

/// Every whole chunk of a file that may be damaged, put in order: part by part, each chunk once.
struct ChunkIndex: Sendable {
  struct Entry: Sendable {
    var start: Int
    var size: Int32
    /// Its index in its part, and those of the first and the last session in it.
    var number: Int32
    var firstSession: Int32
    var lastSession: Int32
  }

  struct Part: Sendable {
    var entries: [Entry] = []
    /// How many chunks it had, where its seek table is there to say so.
    var chunkCount: Int?
    var isClosed = false

    /// The numbers of chunks that are missing, and how many whole sessions are with each stretch of them, at least.
    var missing: [(chunks: Range<Int>, sessions: Int)] {
      var missing: [(Range<Int>, Int)] = []
      var (next, session) = (0, 0)
      for entry in entries {
        let number = Int(entry.number)
        if number > next { missing.append((next..<number, max(0, Int(entry.firstSession) - session))) }
        next = number + 1
        session = Int(entry.lastSession) + 1
      }
      if let chunkCount, chunkCount > next { missing.append((next..<chunkCount, 0)) }
      return missing
    }
  }

  private(set) var parts: [Part] = []
  private(set) var damage: [TraceDamage] = []
  /// Seek tables that are not right, though every chunk that they list is there.
  private(set) var seekTableDamage: [TraceDamage] = []
  private(set) var remarks: [TraceRemark] = []
  private(set) var duplicates = 0
  private(set) var misplaced = 0
  private var part = Part()
  /// The index of each number of the open part, and what its chunk's head hashes to.
  private var numbers: [Int32: UInt64] = [:]
  /// What the heads of all chunks hash to, their frames' checksums included.
  private var known: Set<UInt64> = []
  private var foreign = 0

  init(_ input: some TraceInput, limits: ResourceLimits) throws(TraceError) {
    var scanner = TraceScanner(ByteWindow(input), limits: limits, takesAnyOrder: true)
    var putUpWith: TraceDamage?
    while true {
      let start = scanner.position
      do throws(Malformed) {
        let item = try scanner.next()
        guard scanner.window.failure == nil else { throw Malformed(.unreadable, "cannot be read") }
        switch item {
        case .chunk(let head, let frame): add(head, start..<frame.upperBound, scanner.window)
        case .seekTable:
          part.isClosed = true
          part.chunkCount = max(0, (scanner.framesInTable - foreign) / 2)
          endPart()
          if let putUpWith, putUpWith.bytes.lowerBound == start, parts.last?.missing.isEmpty == true {
            seekTableDamage.append(putUpWith)
          }
        case .foreign: foreign += 1
        case .cutOff(let rest): remarks.append(.cutOff(rest))
        case .end:
          endPart()
          known = []
          return
        }
      } catch {
        if let failure = scanner.window.failure { throw failure }
        let reason = error.error(at: start)
        // A seek table may be right about other chunks than those that are left.
        if scanner.position == start, putUpWith?.bytes.lowerBound != start, scanner.isAtSeekTable {
          putUpWith = TraceDamage(bytes: start..<start, error: reason)
          scanner.putUp()
          continue
        }
        if scanner.position == start { scanner.resynchronize() }
        damage.append(TraceDamage(bytes: start..<scanner.position, error: reason))
      }
    }
  }

  private mutating func add(_ head: ChunkHead, _ bytes: Range<Int>, _ window: ByteWindow) {
    let headEnd = bytes.upperBound - head.frameSize
    let hash = XXH64.hash(window.bytes, window.local(bytes.lowerBound..<headEnd))
    guard known.insert(hash).inserted else {
      duplicates += 1
      return
    }
    let number = Int32(clamping: head.number)
    if numbers[number] != nil { endPart() }
    numbers[number] = hash
    if let last = part.entries.last, last.number > number { misplaced += 1 }
    let last = Int32(clamping: head.session + max(head.segments, 1) - 1)
    part.entries.append(
      Entry(
        start: bytes.lowerBound, size: Int32(clamping: bytes.count), number: number,
        firstSession: Int32(clamping: head.session), lastSession: last))
  }

  private mutating func endPart() {
    if !part.entries.isEmpty {
      part.entries.sort { $0.number < $1.number }
      parts.append(part)
    }
    part = Part()
    numbers = [:]
    foreign = 0
  }
}

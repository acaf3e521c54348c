/// Every whole chunk of a file that may be damaged, put in order: part by part, each chunk once.
struct ChunkIndex: Sendable {
  /// A whole chunk.
  struct Entry: Sendable {
    /// Where it begins.
    var start: Int
    var size: Int32
    /// Its index in its part, and those of the first and the last session in it.
    var number: Int32
    var firstSession: Int32
    var lastSession: Int32

    var bytes: Range<Int> { start..<start + Int(size) }
  }

  /// A part of the file: what one writer wrote.
  struct Part: Sendable {
    /// Its chunks by number; some may be missing.
    var entries: [Entry] = []
    /// How many chunks it had, where its seek table is there to say so.
    var chunkCount: Int?
    /// Whether its writer came to the end.
    var isClosed = false
  }

  /// The parts that have chunks.
  private(set) var parts: [Part] = []
  /// What is no whole chunk and stands where there should be one.
  private(set) var damage: [TraceDamage] = []
  /// Seek tables that are not right, though every chunk that they list is there.
  private(set) var seekTableDamage: [TraceDamage] = []
  /// What there is to say that is no damage.
  private(set) var remarks: [TraceRemark] = []
  /// How many chunks were there already.
  private(set) var duplicates = 0
  /// How many stood in another place than their number says.
  private(set) var misplaced = 0

  private var part = Part()
  /// The index of each number of the open part, and what its chunk's head hashes to.
  private var numbers: [Int32: UInt64] = [:]
  /// What the heads of all chunks hash to, their frames' checksums included.
  private var known: Set<UInt64> = []
  private var foreign = 0

  /// Looks through a file.
  ///
  /// - Throws: A ``TraceError`` where it cannot be read at all.
  init(_ input: some TraceInput, limits: ResourceLimits) throws(TraceError) {
    var scanner = TraceScanner(input, limits: limits, takesAnyOrder: true)
    var putUpWith: TraceDamage?
    while true {
      let start = scanner.position
      do throws(Malformed) {
        let item = try scanner.next()
        guard scanner.window.failure == nil else { throw Malformed(.unreadable, "cannot be read") }
        switch item {
        case .chunk(let head, let frame): add(head, start..<frame.upperBound, scanner.window)
        case .seekTable:
          close(frames: scanner.framesInTable)
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
        let reason = error.error(at: start, in: TraceReader.what)
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
    part.entries.append(
      Entry(
        start: bytes.lowerBound, size: Int32(clamping: bytes.count), number: number,
        firstSession: Int32(clamping: head.session),
        lastSession: Int32(clamping: head.session + max(head.segments, 1) - 1)))
  }

  private mutating func close(frames: Int) {
    part.isClosed = true
    part.chunkCount = max(0, (frames - foreign) / 2)
    endPart()
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

extension ChunkIndex.Part {
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

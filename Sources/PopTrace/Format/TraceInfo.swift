package import PopupScheduling

/// What a `.poptrace` file holds, told from the heads of its chunks without decompressing any.
///
/// ```swift
/// let info = TraceInfo(bytes)
/// print(info.sessionCount, info.eventCount, info.isWhole)
/// ```
///
/// A large file is better read as it goes: ``init(_:limits:)``. Damage does not keep it from telling the rest; ``damage`` says where there
/// is some. That a chunk's content is sound is known only to a
/// ``TraceReader``: here the checksums of heads and frames are checked, and how they follow one another.
package struct TraceInfo: Sendable {
  /// A chunk of the file.
  package struct Chunk: Hashable, Sendable {
    /// Where it is in the file: head and frame.
    package var bytes: Range<Int>
    /// The bytes of its content.
    package var contentSize: Int
    /// How many events it holds.
    package var eventCount: Int
    /// How many sessions, or pieces of one, it holds.
    package var segmentCount: Int
    /// How many sessions begin in it.
    package var sessionsBegun: Int
    /// How many sessions end in it.
    package var sessionsEnded: Int
    /// The sequence numbers of its events; nil where it has none, or those of more than one session.
    package var sequences: ClosedRange<Int>?
    /// The time of its first session's first event.
    package var firstTime: Ticks
    /// The time of its last session's last event.
    package var lastTime: Ticks
    /// How long a tick of its first session is.
    package var tick: TickLength
    /// The name of its first session, at most 128 bytes of it.
    package var session: String
    /// The policy of its first session, at most 128 bytes of its name.
    package var policy: String
    /// Whether it is compressed.
    package var isCompressed: Bool
  }

  /// The size of the file in bytes.
  package private(set) var byteCount = 0
  /// The chunks that could be found, in order.
  package private(set) var chunks: [Chunk] = []
  /// How many parts, each with its seek table, the file consists of.
  package private(set) var partCount = 0
  /// What is damaged or missing.
  package private(set) var damage: [TraceDamage] = []
  /// What there is to say about the file that is no damage.
  package private(set) var remarks: [TraceRemark] = []
  /// Whether the file ends without a seek table: its writer was killed or is still at work (TimeAndTurns, *The end of a session*).
  package private(set) var isUnfinished = false

  /// How many events the chunks hold.
  package var eventCount: Int { chunks.reduce(0) { $0 + $1.eventCount } }
  /// How many sessions begin in the chunks.
  package var sessionCount: Int { chunks.reduce(0) { $0 + $1.sessionsBegun } }
  /// How many sessions end in the chunks.
  package var finishedSessionCount: Int { chunks.reduce(0) { $0 + $1.sessionsEnded } }
  /// The bytes of all contents.
  package var contentSize: Int { chunks.reduce(0) { $0 + $1.contentSize } }
  /// Whether nothing is damaged or missing, not even the end.
  package var isWhole: Bool { damage.isEmpty && !isUnfinished }

  /// Looks through a file's bytes.
  ///
  /// - Complexity: O(n) for the checksums of n bytes.
  package init(_ bytes: [UInt8]) {
    var scanner = TraceScanner(bytes)
    take(&scanner)
  }

  /// Looks through a file that is read as it goes: no more of it than a chunk is held at one time.
  ///
  /// - Throws: A ``TraceError`` (`unreadable`) where reading cannot go on.
  /// - Complexity: O(n) for the checksums of n bytes.
  package init(_ input: some TraceInput, limits: ResourceLimits = ResourceLimits()) throws(TraceError) {
    var scanner = TraceScanner(input, limits: limits)
    take(&scanner)
    if let failure = scanner.window.failure { throw failure }
  }

  private mutating func take(_ scanner: inout TraceScanner) {
    defer { byteCount = scanner.window.end }
    while true {
      let start = scanner.position
      do throws(Malformed) {
        switch try scanner.next() {
        case .chunk(let head, let frame): chunks.append(Chunk(head, start..<frame.upperBound, frame, scanner.window))
        case .seekTable: partCount += 1
        case .foreign: continue
        case .cutOff(let rest): leaveOut(rest)
        case .end:
          isUnfinished = scanner.isUnfinished
          if scanner.window.end == 0 { damage = [TraceDamage(bytes: 0..<0, error: TraceReader.emptyFile)] }
          return
        }
      } catch {
        if scanner.position == start { scanner.resynchronize() }
        damage.append(
          TraceDamage(bytes: start..<scanner.position, error: error.error(at: start, in: TraceReader.what)))
      }
    }
  }
}

extension TraceInfo {
  private mutating func leaveOut(_ rest: Range<Int>) {
    guard chunks.isEmpty, partCount == 0 else { return remarks.append(.cutOff(rest)) }
    let nothing = Malformed(.truncated, "is the beginning of a trace that is cut off before its first chunk ends")
    damage.append(TraceDamage(bytes: rest, error: nothing.error(at: rest.lowerBound, in: TraceReader.what)))
  }
}

extension TraceInfo.Chunk {
  init(_ head: ChunkHead, _ bytes: Range<Int>, _ frame: Range<Int>, _ file: ByteWindow) {
    self.bytes = bytes
    contentSize = head.contentSize
    eventCount = head.events
    segmentCount = head.segments
    sessionsBegun = head.begun
    sessionsEnded = head.ended
    sequences =
      head.events > 0 && head.segments == 1 && head.firstSequence <= head.lastSequence
      ? head.firstSequence...head.lastSequence : nil
    firstTime = Ticks(head.firstTime)
    lastTime = Ticks(head.lastTime)
    tick = TickLength(microseconds: head.tickMicroseconds) ?? .millisecond
    session = head.sessionName
    policy = head.policy
    // The type of the first block: 2 is a compressed one.
    isCompressed = file[frame.lowerBound + ZstdFrame.headerSize(file[frame.lowerBound + 4])] >> 1 & 3 != 0
  }
}

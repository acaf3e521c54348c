import PopupScheduling

/// What a `.poptrace` file holds, told from the heads of its chunks: contents are not checked, only checksums and order are. Of all chunks only one
/// with a short head is decompressed, which says no more than how long it is.
package struct TraceInfo: Sendable {
  package struct Chunk: Hashable, Sendable {
    package let bytes: Range<Int>
    let head: ChunkHead
    package var contentSize: Int { head.contentSize }
    package var eventCount: Int { head.events }
    /// The sequence numbers of its events; nil where it has none, or those of more than one session.
    package var sequences: ClosedRange<Int>? {
      head.events > 0 && head.segments == 1 && head.firstSequence <= head.lastSequence
        ? head.firstSequence...head.lastSequence : nil
    }
    var lastTime: Ticks { Ticks(head.lastTime) }
    /// The name of its first session, at most 128 bytes of it.
    package var session: String { head.sessionName }
  }

  package private(set) var chunks: [Chunk] = []
  /// How many parts, each with its seek table, the file consists of.
  package private(set) var partCount = 0
  package private(set) var damage: [TraceDamage] = []
  /// Whether the file ends without a seek table: its writer was killed or is still at work (TimeAndTurns, *The end of a session*).
  package private(set) var isUnfinished = false
  package var sessionCount: Int { chunks.reduce(0) { $0 + $1.head.begun } }
  package var finishedSessionCount: Int { chunks.reduce(0) { $0 + $1.head.ended } }
  /// Whether nothing is damaged or missing, not even the end.
  package var isWhole: Bool { damage.isEmpty && !isUnfinished }

  package init(_ bytes: [UInt8]) {
    if bytes.isEmpty { damage = [TraceDamage(bytes: 0..<0, error: TraceReader.emptyFile)] }
    var scanner = TraceScanner(ByteWindow(bytes))
    while true {
      let start = scanner.position
      do throws(Malformed) {
        switch try scanner.next() {
        case .chunk(var head, let frame):
          let chunk = start..<frame.upperBound
          if head.isShort { Self.complete(&head, from: Array(bytes[chunk])) }
          chunks.append(Chunk(bytes: chunk, head: head))
        case .seekTable: partCount += 1
        case .cutOff(let rest) where chunks.isEmpty && partCount == 0:
          let nothing = Malformed(.truncated, "is the beginning of a trace that is cut off before its first chunk ends")
          damage.append(TraceDamage(bytes: rest, error: nothing.error(at: start)))
        case .foreign, .cutOff: continue
        case .end:
          isUnfinished = scanner.isUnfinished
          return
        }
      } catch {
        if scanner.position == start { scanner.resynchronize() }
        damage.append(TraceDamage(bytes: start..<scanner.position, error: error.error(at: start)))
      }
    }
  }

  /// Adds what a short head leaves to its chunk, as far as that can be read.
  private static func complete(_ head: inout ChunkHead, from chunk: [UInt8]) {
    var session = Session()
    guard var reader = try? TraceReader(chunk), (try? reader.next(&session)) == true else { return }
    head.noteBeginning(session.header, session.log.events.first)
    head.sessionName = session.header.session.cut(toBytes: ChunkHead.textLimit)
    head.policy = session.header.policy.cut(toBytes: ChunkHead.textLimit)
    head.noteEnd(session.log.events.last)
  }
}

/// A stretch of a file that could not be read, and what is missing because of it.
public struct TraceDamage: Hashable, Sendable {
  /// Where in the file, as bytes; empty where something is missing altogether.
  public var bytes: Range<Int>
  /// The sequence numbers of the events that are missing in the session around it; nil where that cannot be known.
  public var sequences: Range<Int>?
  /// What is wrong there.
  public var error: TraceError
}

/// Something to say about a file that is no damage, and that its reader may want to know.
public struct TraceRemark: Hashable, Sendable, CustomStringConvertible {
  /// Where in the file, as bytes.
  public var bytes: Range<Int>
  /// A full sentence that says what, and where.
  public var message: String
  public var description: String { message }

  /// The end of an unfinished file: a frame that was not written to its end (TimeAndTurns, *The end of a session*).
  static func cutOff(_ bytes: Range<Int>) -> TraceRemark {
    TraceRemark(
      bytes: bytes,
      message:
        "The last \(bytes.count) bytes, from byte \(bytes.lowerBound) on, are the beginning of a chunk whose rest "
        + "was not written; they are left out.")
  }
}

import PopupScheduling

/// A run of a session's events that goes into one chunk.
struct SegmentPiece {
  /// The index of the session in its part of the file, counted from 0.
  var session: Int
  /// Its events, as indices in the log.
  var events: Range<Int>
  /// Whether the session begins here.
  var isFirst: Bool
  /// Whether the session ends here.
  var isLast: Bool
  /// Whether it says all of the session's tables so far, whatever its events refer to.
  var saysAllTables = false
  /// Pages whose attributes have changed since they were written.
  var changedPages: [Int] = []

  /// The same events in two pieces.
  var halves: [SegmentPiece] {
    let middle = events.lowerBound + events.count / 2
    var (first, second) = (self, self)
    first.events = events.lowerBound..<middle
    first.isLast = false
    second.events = middle..<events.upperBound
    second.isFirst = false
    return [first, second]
  }

  /// What a segment's first number says, as bits.
  enum Flag {
    static let first: UInt64 = 1
    static let last: UInt64 = 2
    static let hasEnd: UInt64 = 4
    static let scenario: UInt64 = 8
    static let marksReentrant: UInt64 = 16
    static let hasSkipped: UInt64 = 32
    static let hasLost: UInt64 = 64
    static let hasExtras: UInt64 = 128
    static let hasTick: UInt64 = 256
    static let hasClamped: UInt64 = 512
    static let hasSequence: UInt64 = 1024
    static let hasTime: UInt64 = 2048
    static let end: UInt64 = 4096
  }
}

extension SlotCheck {
  /// Checks a piece of a session that is to be written as it is.
  static func check(_ piece: SegmentPiece, of session: Session) throws(TraceError) {
    let before = piece.events.lowerBound > 0 ? session.log.events[piece.events.lowerBound - 1] : nil
    var check = SlotCheck(session, after: before?.sequence ?? -1, before?.time ?? .zero)
    for (index, event) in zip(piece.events, session.log.events[piece.events]) {
      guard let violation = check.violation(of: event, in: session) else { continue }
      throw TraceError(
        .unwritable, "Event \(index) (\(event.kind.wireName)) \(violation). Mend whatever made the session.")
    }
  }
}

import PopupScheduling

extension EventDecoder {
  /// The popups or the pages mentioned: ``EventContext/Mentions`` reckoned without branches, which modern processors mispredict here more
  /// often than not.
  struct Mentions {
    private var last: Int64 = -1
    private var beforeLast: Int64 = -1
    private var newest: Int64
    private let limit: Int64
    /// Negative as soon as one was out of range.
    private var bits: Int64 = 0

    init(_ base: Int, limit: Int) {
      newest = Int64(base) - 1
      self.limit = Int64(limit)
    }

    /// Whether all were in range.
    var isSound: Bool { bits >= 0 }

    /// The popup or page given in this way; the integer counts for one way only.
    @inline(__always)
    mutating func take(_ ways: MentionWays, _ integer: UInt64) -> Int32 {
      // An event that mentions none counts as mentioning the last one again, so that nothing changes.
      let id =
        (last & ways.lastOrNone) | (beforeLast & ways.beforeLast) | ((newest &+ 1) & ways.new)
        | ((newest &- Zigzag.decode(integer)) & ways.column)
      bits |= (id | (limit &- 1 &- id)) & ~ways.none
      beforeLast = id == last ? beforeLast : last
      last = id
      newest = max(newest, id)
      return Int32(truncatingIfNeeded: id | ways.none)
    }

    /// The popup so far back from the newest; nil where that is out of range.
    func back(by integer: UInt64) -> PopupID? {
      let id = newest &- Zigzag.decode(integer)
      return id >= 0 && id < limit ? PopupID(Int32(truncatingIfNeeded: id)) : nil
    }
  }

  /// Indices in one of the session's tables.
  struct TableIndices {
    private var newest: Int64
    private let limit: Int64
    /// The indexes of the first numbers, and how far all others are from theirs.
    private let older: [Int32]
    private let jump: Int64
    private(set) var isSound = true

    init(_ base: Int, limit: Int) {
      newest = Int64(base) - 1
      self.limit = Int64(limit)
      older = []
      jump = 0
    }

    init(_ entries: SegmentEntries, limit: Int) {
      older = entries.older
      jump = Int64(entries.jump)
      newest = Int64(entries.known) - 1
      self.limit = Int64(limit) - jump
    }

    /// The index given in this way; the integer counts for one way only.
    mutating func take(_ mode: UInt8, _ integer: UInt64) -> Int32 {
      guard mode != EventShape.TableIndex.none.rawValue else { return -1 }
      let entry = mode == EventShape.TableIndex.new.rawValue ? newest &+ 1 : newest &- Zigzag.decode(integer)
      guard entry >= 0, entry < limit else {
        isSound = false
        return -1
      }
      newest = max(newest, entry)
      return entry < Int64(older.count) ? older[Int(entry)] : Int32(truncatingIfNeeded: entry &+ jump)
    }
  }

  /// How a popup or a page is given: all bits set in the way that counts, none in the others.
  struct MentionWays: Sendable {
    let none: Int64
    let lastOrNone: Int64
    let beforeLast: Int64
    let new: Int64
    let column: Int64

    init(_ mode: EventShape.Mention) {
      none = mode == .none ? -1 : 0
      lastOrNone = mode == .last || mode == .none ? -1 : 0
      beforeLast = mode == .beforeLast ? -1 : 0
      new = mode == .new ? -1 : 0
      column = mode == .column ? -1 : 0
    }
  }

  /// How a cause is given: all bits set in the way that counts, none in the others.
  struct CauseWays: Sendable {
    let none: Int64
    let previous: Int64
    let asPrevious: Int64
    let latestOfKind: Int64
    let column: Int64
    /// Whose latest event.
    let kind: UInt8

    init(_ mode: EventShape.Cause, kind: UInt8) {
      none = mode == .none ? -1 : 0
      previous = mode == .previous ? -1 : 0
      asPrevious = mode == .asPrevious ? -1 : 0
      latestOfKind = mode == .latestOfKind ? -1 : 0
      column = mode == .column ? -1 : 0
      self.kind = kind
    }
  }
}

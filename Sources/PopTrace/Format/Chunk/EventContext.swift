import PopupScheduling

/// What is known of the events so far in a segment, from which the next event's slots are foretold.
///
/// Writer and reader keep the same context; it begins anew with every segment, so that a chunk needs nothing of the chunks before.
struct EventContext {
  /// The time of the last event; at first the segment's first time.
  var time: Int64
  /// The sequence number of the last event.
  var sequence: Int32
  /// The cause of the last event.
  var cause: Int32 = -1
  /// The popups mentioned.
  var popups: Mentions
  /// The pages mentioned.
  var pages: Mentions
  /// The highest timer so far.
  var newestTimer: Int32
  /// The highest entry of popups' attributes so far, among those of the segment.
  var newestSpec: Int32
  /// The highest entry of a change so far, likewise.
  var newestChange: Int32
  /// The sequence number of the latest event of every kind.
  var latest: [Int32]

  /// The last two different things mentioned, and the highest.
  struct Mentions {
    var last: Int32 = -1
    var beforeLast: Int32 = -1
    var newest: Int32

    /// Takes note of a mention.
    @inline(__always)
    mutating func note(_ id: Int32) {
      if id != last {
        beforeLast = last
        last = id
      }
      newest = max(newest, id)
    }
  }

  /// The context at a segment's start.
  init(time: Int64, firstSequence: Int32, mentions: SegmentMentions) {
    let bases = mentions.basesBefore
    self.time = time
    sequence = firstSequence - 1
    popups = Mentions(newest: Int32(bases.popups) - 1)
    pages = Mentions(newest: Int32(bases.pages) - 1)
    newestTimer = Int32(bases.timers) - 1
    newestSpec = Int32(mentions.specs.older.count) - 1
    newestChange = Int32(mentions.changes.older.count) - 1
    latest = Array(repeating: -1, count: 256)
  }
}

/// How much of a session is known before a segment of it: everything below these numbers has been written already.
struct SegmentBases: Hashable, Sendable {
  var names = 0
  var lists = 0
  var specs = 0
  var pages = 0
  var popups = 0
  var changes = 0
  var timers = 0

  /// The tables, each before those that refer to it.
  static var tables: [WritableKeyPath<SegmentBases, Int>] {
    [\.names, \.lists, \.pages, \.specs, \.popups, \.changes]
  }
}

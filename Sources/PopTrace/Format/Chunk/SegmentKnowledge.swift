/// What a segment's record says of its session's tables, which its events build on.
struct SegmentKnowledge: Sendable {
  /// How much of the session was known before the segment.
  var bases = SegmentBases()
  /// The attributes and the changes that events refer to.
  var specs = SegmentEntries()
  var changes = SegmentEntries()
}

/// The numbers by which a segment's events refer to the entries of one of its session's tables.
///
/// They count the entries that the segment says, some of them again, then all new ones: in a long session these are far fewer than there ever
/// were.
struct SegmentEntries: Sendable {
  /// The indexes in the session's table of the entries that are said again, in order.
  private(set) var older: [Int32] = []
  /// How many numbers there are before that of the first new entry.
  var known: Int { older.count }
  /// How far a new entry's number is from its index.
  private(set) var jump = 0

  /// Begins with another segment's.
  mutating func removeAll() {
    older.removeAll(keepingCapacity: true)
    jump = 0
  }

  /// Takes note that an entry is said again.
  mutating func add(older index: Int) { older.append(Int32(truncatingIfNeeded: index)) }

  /// Takes note of where the new entries begin, once all those said again have been added.
  mutating func beginNew(at base: Int) { jump = base - known }
}

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
/// In version 3 they count the entries that the segment says, some of them again, then all new ones: in a long session these are far fewer than
/// there ever were. In versions 1 and 2 they are the indexes in the session's table.
struct SegmentEntries: Sendable {
  /// The indexes in the session's table of the entries that are said again, in order; none in versions 1 and 2.
  private(set) var older: [Int32] = []
  /// How many numbers there are before that of the first new entry.
  private(set) var known = 0
  /// How far a new entry's number is from its index.
  private(set) var jump = 0

  /// Begins with another segment's.
  mutating func removeAll() {
    older.removeAll(keepingCapacity: true)
    (known, jump) = (0, 0)
  }

  /// Takes note that an entry is said again.
  mutating func add(older index: Int) { older.append(Int32(truncatingIfNeeded: index)) }

  /// Takes note of where the new entries begin, once all those said again have been added.
  mutating func beginNew(at base: Int, areCounted: Bool) {
    known = areCounted ? older.count : base
    jump = base - known
  }
}

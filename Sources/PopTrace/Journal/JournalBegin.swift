import PopupScheduling

/// The first record of a half: which round it is, and how far the session had come.
struct JournalBegin: Hashable, Sendable {
  /// 1 for the first half that was ever filled, then 2 and so on.
  var generation: UInt64 = 0
  /// The sequence number that was next.
  var nextSequence: Int32 = 0
  /// The time of the last event before.
  var lastTime = Ticks.zero
  /// How much of the session had been said in the halves before.
  var bases = SegmentBases()
  /// What had been lost.
  var losses = TraceLosses()

  /// How many words it takes.
  static let words = 11

  /// Stores its words behind the first.
  func store(in slot: JournalSlot) {
    slot[1] = generation
    slot[2] = UInt64(UInt32(bitPattern: nextSequence))
    slot[3] = UInt64(bitPattern: lastTime.rawValue)
    slot[4] = Self.pair(bases.names, bases.lists)
    slot[5] = Self.pair(bases.specs, bases.pages)
    slot[6] = Self.pair(bases.popups, bases.changes)
    slot[7] = UInt64(bases.timers)
    slot[8] = UInt64(bitPattern: losses.dropped)
    slot[9] = UInt64(bitPattern: losses.refused)
    slot[10] = UInt64(bitPattern: losses.clamped)
  }

  /// Reads it back; nil where a number is out of range.
  init?(_ record: JournalRecords.Record, limits: ResourceLimits) {
    guard record.words == Self.words else { return nil }
    generation = record[1]
    guard let next = Int32(exactly: record[2]), Int64(bitPattern: record[3]) >= 0,
      Int64(bitPattern: record[3]) < SlotCheck.timeLimit
    else { return nil }
    nextSequence = next
    lastTime = Ticks(Int64(bitPattern: record[3]))
    (bases.names, bases.lists) = Self.counts(record[4])
    (bases.specs, bases.pages) = Self.counts(record[5])
    (bases.popups, bases.changes) = Self.counts(record[6])
    guard record[7] <= UInt64(SlotCheck.timerLimit) + 1 else { return nil }
    bases.timers = Int(record[7])
    guard max(bases.names, bases.lists) <= limits.namesPerSession,
      max(max(bases.specs, bases.pages), max(bases.popups, bases.changes)) <= limits.entriesPerTable
    else { return nil }
    losses.dropped = max(0, Int64(bitPattern: record[8]))
    losses.refused = max(0, Int64(bitPattern: record[9]))
    losses.clamped = max(0, Int64(bitPattern: record[10]))
  }

  init(generation: UInt64, nextSequence: Int32, lastTime: Ticks, bases: SegmentBases, losses: TraceLosses) {
    self.generation = generation
    self.nextSequence = nextSequence
    self.lastTime = lastTime
    self.bases = bases
    self.losses = losses
  }

  private static func pair(_ low: Int, _ high: Int) -> UInt64 { UInt64(low) | UInt64(high) << 32 }

  private static func counts(_ word: UInt64) -> (Int, Int) { (Int(word & 0xFFFF_FFFF), Int(word >> 32)) }
}

/// How many events are missing in a trace, by reason, and how many times had to be corrected.
public struct TraceLosses: Hashable, Sendable {
  /// Events that came while both halves of the journal were full, and in a trace those that somebody took away with its file; their sequence
  /// numbers are missing in it.
  public var dropped: Int64 = 0
  /// Events and calls that were not what their kind asks for, such as one about a popup that was never submitted.
  public var refused: Int64 = 0
  /// Times that were earlier than the one before (TimeAndTurns, *Times never decrease*).
  public var clamped: Int64 = 0
  /// Events that came after the recording had ended.
  public var afterEnd: Int64 = 0

  /// Makes a count of nothing.
  public init() {}
}

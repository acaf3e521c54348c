import PopupScheduling

/// The decisions of the recording that are causes of something, found again in a run by what they are and how often that has been before
/// (<doc:CausalReplay#Occurrences>): its memory is used again for the next session.
struct DecisionTable: ~Copyable {
  // Not private: the compiler (6.3.1) fails where an owned array of it is destroyed in another file.
  struct Cause {
    /// How often the same had been decided by then.
    var ordinal: Int32
    /// Its index in the log.
    var index: Int32
  }

  /// For what a decision is, its index among the counts, and in lists by that the causes.
  private var indices = IndexTable()
  private var counts = OwnedArray<Int32>()
  private var causes = OwnedArray<Cause>()
  private var causeLists = IndexLists()
  private let byAddress = ByAddress()

  /// The bit of a kind of decision among those that are to be looked up at all.
  @inline(__always)
  static func bit(of kind: EventKind) -> UInt64 { 1 << UInt64(kind.rawValue & 63) }

  /// What a decision is: its popup or page and its name, its generation and the words of it.
  private static func key(_ event: Event) -> IndexTable.Key {
    let isLoose = event.popup.isNone
    let word = Int32(event.kind.rawValue) << 16 | Int32(event.code) << 8 | (isLoose ? 1 : 0)
    let subject = isLoose ? event.page.rawValue : event.popup.rawValue
    return IndexTable.Key(subject, event.name.rawValue, event.generation, word)
  }

  mutating func removeAll() {
    indices.removeAll()
    counts.removeAll()
    causes.removeAll()
    causeLists.removeAll()
  }

  /// Makes a kind of decision known before any of them are counted.
  mutating func insert(_ event: Event) {
    let key = Self.key(event)
    guard indices[key] < 0 else { return }
    indices[key] = Int32(truncatingIfNeeded: counts.count)
    counts.append(0)
  }

  /// Counts a decision of the recording; true where it is a cause, and known.
  mutating func count(_ event: Event, at index: Int, isCause: Bool) -> Bool {
    let found = Int(indices[Self.key(event)])
    guard found >= 0 else { return false }
    counts[found] += 1
    guard isCause else { return false }
    causeLists.append(causes.count, to: found)
    causes.append(Cause(ordinal: counts[found], index: Int32(truncatingIfNeeded: index)))
    return true
  }

  func begin(_ progress: inout OwnedArray<Progress>) {
    progress.removeAll()
    for index in counts.indices { progress.append(Progress(expected: causeLists.first(of: index))) }
  }

  /// Counts a decision of a run, and gives the index in the log of the cause that it is; -1 where it is none.
  func happen(_ event: Event, _ progress: inout OwnedArray<Progress>) -> Int {
    let found = Int(indices[Self.key(event)])
    guard found >= 0 else { return -1 }
    progress[found].count += 1
    let expected = progress[found].expected
    guard expected >= 0, causes[expected].ordinal == progress[found].count else { return -1 }
    progress[found].expected = causeLists.next(after: expected)
    return Int(causes[expected].index)
  }

  /// How often a decision has happened in a run, and which of its occurrences that are causes is the next one expected.
  struct Progress {
    var count: Int32 = 0
    var expected: Int
  }
}

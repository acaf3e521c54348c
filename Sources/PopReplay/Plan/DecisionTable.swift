import PopupScheduling

/// The decisions of the recording that are causes of something, found again in a run by what they are and how often that has been before
/// (<doc:CausalReplay#Occurrences>): its memory is used again for the next session.
struct DecisionTable: ~Copyable {
  // Not private: the compiler (6.3.1) fails where an owned array of it is destroyed in another file.
  struct Cause: Linked {
    /// How often the same had been decided by then.
    var ordinal: Int32
    /// Its index in the log.
    var index: Int32
    var next: Int32 = -1
  }

  struct Decision {
    var count: Int32 = 0
    /// Its occurrences that are causes.
    var causes = IndexChain()
  }

  private var indices = IndexTable()
  private var decisions = OwnedArray<Decision>()
  private var causes = OwnedArray<Cause>()
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
    decisions.removeAll()
    causes.removeAll()
  }

  /// Makes a kind of decision known before any of them are counted, and gives its index.
  mutating func insert(_ event: Event) -> Int32 {
    let key = Self.key(event)
    let known = indices[key]
    guard known < 0 else { return known }
    let new = Int32(truncatingIfNeeded: decisions.count)
    indices[key] = new
    decisions.append(Decision())
    return new
  }

  /// Counts a decision of the recording that is no cause.
  mutating func take(_ event: Event) {
    let found = Int(indices[Self.key(event)])
    if found >= 0 { decisions[found].count += 1 }
  }

  /// Counts one that is a cause.
  mutating func takeCause(_ decision: Int32, at index: Int) {
    decisions[Int(decision)].count += 1
    let cause = Cause(ordinal: decisions[Int(decision)].count, index: Int32(truncatingIfNeeded: index))
    causes.append(cause, to: &decisions[Int(decision)].causes)
  }

  /// In a run the count is of what has happened, and the first of the causes the one that is expected next.
  func begin(_ progress: inout OwnedArray<Decision>) {
    progress.copy(from: decisions)
    for index in progress.indices { progress[index].count = 0 }
  }

  /// Counts a decision of a run, and gives the index in the log of the cause that it is; -1 where it is none.
  func happen(_ event: Event, _ progress: inout OwnedArray<Decision>) -> Int {
    let found = Int(indices[Self.key(event)])
    guard found >= 0 else { return -1 }
    progress[found].count += 1
    let expected = Int(progress[found].causes.first)
    guard expected >= 0, causes[expected].ordinal == progress[found].count else { return -1 }
    progress[found].causes.first = causes[expected].next
    return Int(causes[expected].index)
  }
}

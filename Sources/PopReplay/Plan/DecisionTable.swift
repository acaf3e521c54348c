import PopupScheduling

/// The decisions of the recording that are causes of something, found again in a run by what they are and how often that has been before
/// (<doc:CausalReplay#Occurrences>): its memory is used again for the next session.
struct DecisionTable: ~Copyable {
  // Not private: the compiler (6.3.1) fails where an owned array of it is destroyed in another file.
  struct Entry {
    var count: Int32 = 0
    var occurrences = ListEnds()
  }

  struct Occurrence {
    var ordinal: Int32
    var effects = ListEnds()
    var next: Int32 = -1
  }

  private var indices = IndexTable()
  private var entries = OwnedArray<Entry>()
  private var occurrences = OwnedArray<Occurrence>()
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
    entries.removeAll()
    occurrences.removeAll()
  }

  /// Makes a kind of decision known before any of them are counted.
  mutating func insert(_ event: Event) {
    let key = Self.key(event)
    guard indices[key] < 0 else { return }
    indices[key] = Int32(truncatingIfNeeded: entries.count)
    entries.append(Entry())
  }

  private func find(_ event: Event) -> Int { Int(indices[Self.key(event)]) }

  /// Counts a decision of the recording, and gives the number of this occurrence where it is a cause, else -1.
  mutating func count(_ event: Event, isCause: Bool) -> Int32 {
    let found = find(event)
    guard found >= 0 else { return -1 }
    entries[found].count += 1
    guard isCause else { return -1 }
    let occurrence = Int32(truncatingIfNeeded: occurrences.count)
    occurrences.append(Occurrence(ordinal: entries[found].count))
    let before = entries[found].occurrences.append(occurrence)
    if before >= 0 { occurrences[Int(before)].next = occurrence }
    return occurrence
  }

  /// Adds an effect to an occurrence, and gives the one before it, which has to link to it; negative where it is the first.
  mutating func addEffect(_ item: Int32, to occurrence: Int32) -> Int32 {
    occurrences[Int(occurrence)].effects.append(item)
  }

  func begin(_ progress: inout OwnedArray<Progress>) {
    progress.removeAll()
    for index in entries.indices { progress.append(Progress(expected: entries[index].occurrences.first)) }
  }

  /// Counts a decision of a run, and gives the first effect of the occurrence in the recording that it is; -1 where there is none.
  func happen(_ event: Event, _ progress: inout OwnedArray<Progress>) -> Int32 {
    let found = find(event)
    guard found >= 0 else { return -1 }
    progress[found].count += 1
    let expected = Int(progress[found].expected)
    guard expected >= 0, occurrences[expected].ordinal == progress[found].count else { return -1 }
    progress[found].expected = occurrences[expected].next
    return occurrences[expected].effects.first
  }

  /// How often a decision has happened in a run, and which of its occurrences that are causes is the next one expected.
  struct Progress {
    var count: Int32 = 0
    var expected: Int32
  }
}

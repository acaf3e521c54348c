import PopupScheduling

/// The decisions of the recording that are causes of something, found again in a run by what they are and how often that has been before
/// (<doc:CausalReplay#Occurrences>): a hash table whose memory is used again for the next session.
struct DecisionTable: ~Copyable {
  // Not private: the compiler (6.3.1) fails where an owned array of it is destroyed in another file.
  struct Entry {
    /// What the decision is: its popup or page and its name, its generation and the words of it.
    var first: UInt64
    var second: UInt64
    var count: Int32 = 0
    /// Those that are causes.
    var occurrences = LinkedList()
    /// The next one with the same slot.
    var next: Int32 = -1

    init(_ event: Event) {
      let isLoose = event.popup.isNone
      let word = Int32(event.kind.rawValue) << 16 | Int32(event.code) << 8 | (isLoose ? 1 : 0)
      first = Self.pair(isLoose ? event.page.rawValue : event.popup.rawValue, event.name.rawValue)
      second = Self.pair(event.generation, word)
    }

    private static func pair(_ high: Int32, _ low: Int32) -> UInt64 {
      UInt64(UInt32(bitPattern: high)) << 32 | UInt64(UInt32(bitPattern: low))
    }

    func hash(_ seed: UInt64) -> UInt64 {
      var z = (seed ^ first) &* 0x9E37_79B9_7F4A_7C15
      z = (z ^ z >> 32 ^ second) &* 0xD6E8_FEB8_6659_FD93
      return z ^ z >> 32
    }
  }

  struct Occurrence {
    var ordinal: Int32
    var effects = LinkedList()
    var next: Int32 = -1
  }

  private var entries = OwnedArray<Entry>()
  private var occurrences = OwnedArray<Occurrence>()
  /// The last entry of every slot; negative where there is none. A power of two, at least as many as there are entries.
  private var slots = OwnedArray<Int32>()
  private let seed = HashSeed.value
  private let byAddress = ByAddress()

  /// The bit of a kind of decision among those that are to be looked up at all.
  @inline(__always)
  static func bit(of kind: EventKind) -> UInt64 { 1 << UInt64(kind.rawValue & 63) }

  /// Forgets everything and keeps the memory.
  mutating func removeAll() {
    // Clearing by entry where they are few: a table that once served a large session would cost every small one after it.
    if entries.count * 4 < slots.count {
      for index in entries.indices { slots[slot(of: entries[index])] = -1 }
    } else {
      for slot in slots.indices { slots[slot] = -1 }
    }
    entries.removeAll()
    occurrences.removeAll()
  }

  @inline(__always)
  private func slot(of entry: Entry) -> Int { Int(truncatingIfNeeded: entry.hash(seed)) & (slots.count - 1) }

  /// Makes a kind of decision known before any of them are counted.
  mutating func insert(_ event: Event) {
    guard find(event) < 0 else { return }
    entries.append(Entry(event))
    guard entries.count > slots.count else { return link(entries.count - 1) }
    let size = max(16, slots.count * 2)
    slots.removeAll()
    slots.append(repeating: -1, count: size)
    for index in entries.indices { link(index) }
  }

  private mutating func link(_ index: Int) {
    let slot = slot(of: entries[index])
    entries[index].next = slots[slot]
    slots[slot] = Int32(truncatingIfNeeded: index)
  }

  private func find(_ event: Event) -> Int {
    guard !slots.isEmpty else { return -1 }
    let wanted = Entry(event)
    var found = Int(slots[slot(of: wanted)])
    while found >= 0, entries[found].first != wanted.first || entries[found].second != wanted.second {
      found = Int(entries[found].next)
    }
    return found
  }

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

/// What the package's own hash tables mix into their hashes: another number in each process, so that no file can be made whose keys all meet.
package enum HashSeed {
  package static let value: UInt64 = {
    var hasher = Hasher()
    hasher.combine(0x5EED)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }()
}

/// The ends of a list of numbers, each of which knows the next one; negative where it is empty.
struct LinkedList {
  var first: Int32 = -1
  var last: Int32 = -1

  /// Adds a number at the end, and gives the one before it, which has to link to it; negative where it is the first.
  mutating func append(_ number: Int32) -> Int32 {
    let before = last
    if before < 0 { first = number }
    last = number
    return before
  }
}

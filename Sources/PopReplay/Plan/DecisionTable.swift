import PopupScheduling

/// The decisions of the recording that are causes of something, found again in a run by what they are and how often that has been before
/// (<doc:CausalReplay#Occurrences>).
///
/// A hash table with open addressing, whose memory is used again for the next session.
struct DecisionTable: ~Copyable {
  /// A decision as it may happen again and again.
  struct Entry {
    var popup: Int32
    var page: Int32
    var name: Int32
    var generation: Int32
    var kind: EventKind
    var code: UInt8
    /// How often it has happened in the recording.
    var count: Int32 = 0
    /// Its occurrences that are causes: the first, and the last.
    var first: Int32 = -1
    var last: Int32 = -1

    init(_ event: Event) {
      popup = event.popup.rawValue
      page = event.popup.isNone ? event.page.rawValue : -1
      name = event.name.rawValue
      generation = event.generation
      kind = event.kind
      code = event.code
    }

    func isSame(_ other: Entry) -> Bool {
      popup == other.popup && kind == other.kind && code == other.code && generation == other.generation
        && name == other.name && page == other.page
    }

    func hash(_ seed: UInt64) -> UInt64 {
      var z = (seed ^ UInt64(UInt32(bitPattern: popup))) &* 0x9E37_79B9_7F4A_7C15
      z ^= UInt64(UInt32(bitPattern: name)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 31) ^ UInt64(UInt32(bitPattern: generation))) &* 0x94D0_49BB_1331_11EB
      z ^= UInt64(UInt32(bitPattern: page)) &* 0xD6E8_FEB8_6659_FD93
      z ^= UInt64(kind.rawValue) << 40 ^ UInt64(code) << 52
      z = (z ^ (z >> 29)) &* 0xBF58_476D_1CE4_E5B9
      return z ^ (z >> 32)
    }
  }

  /// One occurrence that is a cause.
  struct Occurrence {
    var ordinal: Int32
    var firstEffect: Int32 = -1
    var lastEffect: Int32 = -1
    var next: Int32 = -1
  }

  private var entries = OwnedArray<Entry>()
  private var occurrences = OwnedArray<Occurrence>()
  /// Indices in `entries`; negative where free. A power of two, at least twice as many as there are entries.
  private var slots = OwnedArray<Int32>()
  private var mask = 0
  private let seed = HashSeed.value
  private let byAddress = ByAddress()

  /// The bit of a kind of decision among those that are to be looked up at all.
  @inline(__always)
  static func bit(of kind: EventKind) -> UInt64 { 1 << UInt64(kind.rawValue & 63) }

  /// Forgets everything and keeps the memory.
  mutating func removeAll() {
    // Clearing by entry where they are few: a table that once served a large session would cost every small one after it.
    if entries.count * 4 < slots.count {
      for index in entries.indices { clearSlot(of: index) }
    } else {
      for slot in slots.indices { slots[slot] = -1 }
    }
    entries.removeAll()
    occurrences.removeAll()
  }

  private mutating func clearSlot(of index: Int) {
    var slot = Int(truncatingIfNeeded: entries[index].hash(seed)) & mask
    while slots[slot] != Int32(truncatingIfNeeded: index) { slot = (slot + 1) & mask }
    slots[slot] = -1
  }

  /// Makes a kind of decision known before any of them are counted.
  mutating func insert(_ event: Event) {
    if (entries.count + 1) * 2 > slots.count { grow() }
    let entry = Entry(event)
    var slot = Int(truncatingIfNeeded: entry.hash(seed)) & mask
    while slots[slot] >= 0 {
      if entries[Int(slots[slot])].isSame(entry) { return }
      slot = (slot + 1) & mask
    }
    slots[slot] = Int32(truncatingIfNeeded: entries.count)
    entries.append(entry)
  }

  private mutating func grow() {
    let size = max(16, slots.count * 2)
    slots.removeAll()
    slots.append(repeating: -1, count: size)
    mask = size - 1
    for index in entries.indices {
      var slot = Int(truncatingIfNeeded: entries[index].hash(seed)) & mask
      while slots[slot] >= 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(truncatingIfNeeded: index)
    }
  }

  private func find(_ event: Event) -> Int32 {
    guard mask > 0 else { return -1 }
    let wanted = Entry(event)
    var slot = Int(truncatingIfNeeded: wanted.hash(seed)) & mask
    while slots[slot] >= 0 {
      if entries[Int(slots[slot])].isSame(wanted) { return slots[slot] }
      slot = (slot + 1) & mask
    }
    return -1
  }

  /// Counts a decision of the recording.
  ///
  /// - Parameter isCause: Whether it is the cause of something.
  /// - Returns: The number of this occurrence where it is a cause, else -1.
  mutating func count(_ event: Event, isCause: Bool) -> Int32 {
    let found = Int(find(event))
    guard found >= 0 else { return -1 }
    entries[found].count += 1
    guard isCause else { return -1 }
    let occurrence = Int32(truncatingIfNeeded: occurrences.count)
    occurrences.append(Occurrence(ordinal: entries[found].count))
    if entries[found].last >= 0 {
      occurrences[Int(entries[found].last)].next = occurrence
    } else {
      entries[found].first = occurrence
    }
    entries[found].last = occurrence
    return occurrence
  }

  /// Adds an effect to an occurrence.
  mutating func addEffect(_ item: Int32, to occurrence: Int32, in items: inout OwnedArray<PlannedStimulus>) {
    let last = occurrences[Int(occurrence)].lastEffect
    if last >= 0 { items[Int(last)].nextEffect = item } else { occurrences[Int(occurrence)].firstEffect = item }
    occurrences[Int(occurrence)].lastEffect = item
  }

  /// Makes a run begin to count.
  func begin(_ progress: inout OwnedArray<Progress>) {
    progress.removeAll()
    for index in entries.indices { progress.append(Progress(expected: entries[index].first)) }
  }

  /// Counts a decision of a run, and gives the first effect of the occurrence in the recording that it is; -1 where there is none.
  func happen(_ event: Event, _ progress: inout OwnedArray<Progress>) -> Int32 {
    let found = Int(find(event))
    guard found >= 0 else { return -1 }
    progress[found].count += 1
    let expected = Int(progress[found].expected)
    guard expected >= 0, occurrences[expected].ordinal == progress[found].count else { return -1 }
    progress[found].expected = occurrences[expected].next
    return occurrences[expected].firstEffect
  }

  /// How often a decision has happened in a run, and which of its occurrences that are causes is the next one expected.
  struct Progress {
    var count: Int32 = 0
    var expected: Int32
  }
}

/// What the package's own hash tables mix into their hashes: another number in each process, so that no file can be made whose keys all meet.
///
/// No output depends on it, because nothing depends on the order of a table.
package enum HashSeed {
  /// The number, from where the standard library's own tables have theirs.
  package static let value: UInt64 = {
    var hasher = Hasher()
    hasher.combine(0x5EED)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }()
}

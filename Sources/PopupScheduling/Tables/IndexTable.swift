/// What stands where, by numbers that tell it from others: a hash table with open addressing, emptied in no time.
@usableFromInline
package struct IndexTable: ~Copyable, Sendable, Replaceable {
  @usableFromInline
  package struct Key: Equatable, BitwiseCopyable, Sendable {
    @usableFromInline var first: UInt64
    @usableFromInline var second: UInt64

    @inlinable
    @inline(__always)
    package init(_ first: Int32, _ second: Int32, _ third: Int32 = 0, _ fourth: Int32 = 0) {
      self.first = UInt64(UInt32(bitPattern: first)) << 32 | UInt64(UInt32(bitPattern: second))
      self.second = UInt64(UInt32(bitPattern: third)) << 32 | UInt64(UInt32(bitPattern: fourth))
    }

    @inlinable
    @inline(__always)
    func hash(_ seed: UInt64) -> UInt64 {
      var hash = (seed ^ first) &* 0x9E37_79B9_7F4A_7C15
      hash = (hash ^ hash >> 32 ^ second) &* 0xD6E8_FEB8_6659_FD93
      return hash ^ hash >> 32
    }
  }

  @usableFromInline
  struct Entry: BitwiseCopyable, Sendable {
    @usableFromInline var key = Key(0, 0)
    @usableFromInline var index: Int32 = -1
    /// The round it was made in: an entry of an earlier one is empty.
    @usableFromInline var round: UInt16 = 0
  }

  @usableFromInline var entries = OwnedArray<Entry>()
  private var count = 0
  @usableFromInline var round: UInt16 = 1
  @usableFromInline let seed = Self.seed

  /// Mixed into all hashes: another number in each process, so that no file can be made whose keys all meet.
  private static let seed = UInt64(truncatingIfNeeded: 0x5EED.hashValue)

  @usableFromInline package init() {}

  /// Forgets everything and keeps the memory.
  package mutating func removeAll() {
    count = 0
    round &+= 1
    // After 65,535 sessions old entries would come back.
    if round == 0 {
      for index in entries.indices { entries[index] = Entry() }
      round = 1
    }
  }

  /// The index stored for a key; negative where there is none.
  package subscript(key: Key) -> Int32 {
    @inlinable
    get {
      guard !entries.isEmpty else { return -1 }
      let index = slot(of: key)
      return entries[index].round == round ? entries[index].index : -1
    }
    set {
      if 4 * (count + 1) > 3 * entries.count { grow() }
      let index = slot(of: key)
      if entries[index].round != round {
        entries[index].key = key
        entries[index].round = round
        count += 1
      }
      entries[index].index = newValue
    }
  }

  @usableFromInline
  package mutating func copy(from other: borrowing IndexTable) {
    guard other.count > 0 else { return removeAll() }
    entries.copy(from: other.entries)
    count = other.count
    round = other.round
  }

  /// Where a key stands, or would.
  @inlinable
  @inline(__always)
  func slot(of key: Key) -> Int {
    let mask = entries.count - 1
    var index = Int(truncatingIfNeeded: key.hash(seed)) & mask
    while entries[index].round == round, entries[index].key != key { index = (index + 1) & mask }
    return index
  }

  private mutating func grow() {
    var old = OwnedArray<Entry>()
    swap(&old, &entries)
    let oldRound = round
    entries.append(repeating: Entry(), count: max(32, 2 * old.count))
    round = 1
    for index in old.indices where old[index].round == oldRound {
      let entry = old[index]
      let free = self.slot(of: entry.key)
      entries[free] = entry
      entries[free].round = 1
    }
  }
}

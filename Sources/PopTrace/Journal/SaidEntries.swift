/// In which round every entry of one table was said last, for the writer of a journal, which asks about some of them for every event.
///
/// In memory of its own, whose first slot stands for no entry and is always of the round under way: so no branch asks whether an event
/// refers to an entry, and no processor mispredicts it.
@safe
struct SaidEntries: ~Copyable {
  private var rounds: UnsafeMutablePointer<UInt32>
  private var slotCount: UInt

  /// Makes a table that has room for so many entries; nothing is allocated before there are more.
  init(entries: Int) {
    slotCount = UInt(entries + 1)
    unsafe rounds = .allocate(capacity: entries + 1)
    unsafe rounds.initialize(repeating: 0, count: entries + 1)
  }

  deinit { unsafe rounds.deallocate() }

  /// Begins another round, in which nothing has been said yet.
  mutating func begin(_ round: UInt32) { unsafe rounds[0] = round }

  /// The slot of an entry, and of none; of a number that is out of range one that no table has.
  @inline(__always)
  static func slot(of id: Int32) -> UInt { UInt(bitPattern: Int(id) &+ 1) }

  @inline(__always)
  func hasSlot(_ slot: UInt) -> Bool { slot < slotCount }

  /// 0 where the entry of a slot has been said in the round under way, or the slot stands for no entry.
  @inline(__always)
  func missing(_ slot: UInt, in round: UInt32) -> UInt32 {
    // Inside of the table: the caller has asked whether it has the slot.
    unsafe rounds[Int(bitPattern: slot)] ^ round
  }

  /// Whether an entry has been said in a round, the one under way, or there is none.
  @inline(__always)
  func isSaid(_ id: Int32, in round: UInt32) -> Bool {
    let slot = Self.slot(of: id)
    return hasSlot(slot) && missing(slot, in: round) == 0
  }

  /// Takes note that an entry is being said.
  @inline(__always)
  mutating func note(_ index: Int, in round: UInt32) {
    precondition(index >= 0)
    if index &+ 1 >= Int(slotCount) { grow(to: index + 2) }
    unsafe rounds[index &+ 1] = round
  }

  /// Makes room, twice as much as there was: entries come one by one.
  @inline(never)
  private mutating func grow(to count: Int) {
    let (known, all) = (Int(slotCount), max(count, 2 * Int(slotCount)))
    let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: all)
    unsafe larger.initialize(from: rounds, count: known)
    unsafe (larger + known).initialize(repeating: 0, count: all - known)
    unsafe rounds.deallocate()
    unsafe rounds = larger
    slotCount = UInt(all)
  }
}

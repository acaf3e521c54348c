import PopupScheduling

/// In which round every entry of one table was written last, for the writer of a journal, which asks about some of them for every event.
///
/// In memory of its own, whose first slot stands for no entry and is always of the round under way: so no branch asks whether an event
/// refers to an entry, and no processor mispredicts it.
@safe
struct WrittenTable: ~Copyable {
  private var rounds: UnsafeMutablePointer<UInt32>
  private var slotCount: UInt

  /// Makes a table that has room for so many entries; nothing is allocated before there are more.
  init(entries: Int) {
    slotCount = UInt(entries + 1)
    unsafe rounds = .allocate(capacity: entries + 1)
    unsafe rounds.initialize(repeating: 0, count: entries + 1)
  }

  deinit { unsafe rounds.deallocate() }

  /// Begins another round, in which nothing has been written yet.
  mutating func begin(_ round: UInt32) { unsafe rounds[0] = round }

  /// The slot of an entry, and of none; of a number that is out of range one that no table has.
  @inline(__always)
  static func slot(of id: Int32) -> UInt { UInt(bitPattern: Int(id) &+ 1) }

  @inline(__always)
  func hasSlot(_ slot: UInt) -> Bool { slot < slotCount }

  /// 0 where the entry of a slot has been written in the round under way, or the slot stands for no entry.
  @inline(__always)
  func missing(_ slot: UInt, in round: UInt32) -> UInt32 {
    // Inside of the table: the caller has asked whether it has the slot.
    unsafe rounds[Int(bitPattern: slot)] ^ round
  }

  /// Whether an entry has been written in a round, the one under way, or there is none.
  @inline(__always)
  func isWritten(_ id: Int32, in round: UInt32) -> Bool {
    let slot = Self.slot(of: id)
    return hasSlot(slot) && missing(slot, in: round) == 0
  }

  /// Takes note that an entry is being written.
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

/// The pages as they were last said, and in which round: an event in three is about a page, and an app may come to know more of one at any time.
///
/// A page is compared as the two words that it is in the catalog's memory. As in ``WrittenTable``, the first slot is that of no page.
@safe
struct WrittenPages: ~Copyable {
  /// A page as it was written.
  private struct Slot {
    /// The first word of its attributes: its classes and its container.
    var references: UInt64
    /// The second word, with the round in those of its bytes that no attribute has.
    var rest: UInt64
  }

  private var slots: UnsafeMutablePointer<Slot>
  private var slotCount: UInt
  /// The round under way, as it stands in a slot.
  private var round: UInt64 = 0

  /// The bytes of a page's second word that say something: presentation, scene and navigation; what is in the others is left to chance.
  private static let attributes: UInt64 = 0xFF_FFFF_00FF
  private static let stride = MemoryLayout<PageSpec>.stride

  /// Makes a table that has room for so many pages; nothing is allocated before there are more.
  init(entries: Int) {
    slotCount = UInt(entries + 1)
    unsafe slots = .allocate(capacity: entries + 1)
    unsafe slots.initialize(repeating: Slot(references: 0, rest: 0), count: entries + 1)
  }

  deinit { unsafe slots.deallocate() }

  /// Begins another round, in which nothing has been written yet.
  mutating func begin(_ round: UInt32) {
    self.round = UInt64(round & 0xFF) << 8 | UInt64(round >> 8) << 40
    unsafe slots[0].rest = self.round
  }

  /// Whether a page has a slot, here and in the catalog.
  @inline(__always)
  func hasSlot(_ slot: UInt, _ catalog: borrowing Catalog) -> Bool {
    slot < slotCount && slot <= UInt(bitPattern: catalog.pages.count)
  }

  /// 0 where the page of a slot has been written in the round under way as it is now, or there is none.
  @inline(__always)
  func missing(_ slot: UInt, _ catalog: borrowing Catalog) -> UInt64 {
    // Inside of the table and of the pages: the caller has asked whether they have the slot.
    let slot = Int(bitPattern: slot)
    let written = unsafe slots + slot
    return unsafe catalog.pages.withUnsafeBytes { pages in
      // The slot of the first page is 1, and that of no page is compared with itself.
      let known =
        unsafe slot == 0 ? UnsafeRawPointer(written) : pages.baseAddress.unsafelyUnwrapped + (slot &- 1) &* Self.stride
      let rest = unsafe known.load(fromByteOffset: 8, as: UInt64.self) & Self.attributes | round
      return unsafe known.load(as: UInt64.self) ^ written.pointee.references | rest ^ written.pointee.rest
    }
  }

  /// Whether a page has been written in the round under way as it is now, or there is none.
  @inline(__always)
  func isWritten(_ page: PageID, _ catalog: borrowing Catalog) -> Bool {
    let slot = WrittenTable.slot(of: page.rawValue)
    return hasSlot(slot, catalog) && missing(slot, catalog) == 0
  }

  /// Whether a page has been written in the round under way, as it is now or otherwise.
  @inline(__always)
  func isWritten(_ index: Int) -> Bool {
    guard index >= 0, index &+ 1 < Int(slotCount) else { return false }
    return unsafe slots[index &+ 1].rest & ~Self.attributes == round
  }

  /// Takes note that a page is being written.
  ///
  /// - Parameter container: The page it was written to stand in.
  @inline(__always)
  mutating func note(_ index: Int, in container: PageID, _ catalog: borrowing Catalog) {
    precondition(index >= 0 && index < catalog.pages.count)
    if index &+ 1 >= Int(slotCount) { grow(to: index + 2) }
    let rest = unsafe catalog.pages.withUnsafeBytes { pages in
      unsafe pages.load(fromByteOffset: index &* Self.stride &+ 8, as: UInt64.self)
    }
    unsafe slots[index &+ 1] = Slot(
      references: JournalWriter.pair(catalog.pages[index].classes.rawValue, container.rawValue),
      rest: rest & Self.attributes | round)
  }

  /// Makes room, twice as much as there was: pages come one by one.
  @inline(never)
  private mutating func grow(to count: Int) {
    let (known, all) = (Int(slotCount), max(count, 2 * Int(slotCount)))
    let larger = UnsafeMutablePointer<Slot>.allocate(capacity: all)
    unsafe larger.initialize(from: slots, count: known)
    unsafe (larger + known).initialize(repeating: Slot(references: 0, rest: 0), count: all - known)
    unsafe slots.deallocate()
    unsafe slots = larger
    slotCount = UInt(all)
  }
}

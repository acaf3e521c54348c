import PopupScheduling

extension JournalWriter {
  /// What a half of the journal says of the session's names, pages and popups so far.
  ///
  /// Every half says all that its events refer to, so that it can be read without the halves before it.
  struct WrittenEntries: ~Copyable {
    /// Whether some popup has another number than its index; then popups have to be said as well.
    private(set) var hasOddNumbers = false
    /// The round under way: a half is a round. What was never written is of round 0, and the first one is 1.
    private var round: UInt32 = 0
    private var timers = 0
    var names = WrittenTable()
    var lists = WrittenTable()
    var specs = WrittenTable()
    var pages = WrittenPages()
    private(set) var popups = WrittenTable()
    var changes = WrittenTable()

    var bases: SegmentBases {
      SegmentBases(
        names: names.count, lists: lists.count, specs: specs.count, pages: pages.count, popups: popups.count,
        changes: changes.count, timers: timers)
    }

    mutating func begin(_ generation: UInt64) {
      round = UInt32(truncatingIfNeeded: generation)
      names.begin(round)
      lists.begin(round)
      specs.begin(round)
      pages.begin(round)
      popups.begin(round)
      changes.begin(round)
    }

    /// Whether all that an event refers to has been written in this half, or need not be; false also for rare kinds of events where it has.
    ///
    /// There is no branch for events without a page, a name or attributes, because processors mispredict it too often.
    @inline(__always)
    mutating func covers(_ event: Event, _ catalog: borrowing Catalog) -> Bool {
      let popup = Int(event.popup.rawValue)
      if hasOddNumbers {
        guard popups.isWritten(event.popup.rawValue) else { return false }
      } else if popup >= popups.count {
        // The next popup, whose number is its index, as with all popups of an app.
        guard popup == popups.count, popup < catalog.popupNumbers.count, catalog.popupNumbers[popup] == Int64(popup)
        else { return false }
        popups.count(through: popup)
      }
      if Int(event.timer.rawValue) >= timers {
        guard event.timer.rawValue <= SlotCheck.timerLimit else { return false }
        timers = Int(event.timer.rawValue) &+ 1
      }
      // Its attributes are in another table.
      guard event.kind != .popupChanged else { return false }
      let name = WrittenTable.slot(of: event.name.rawValue)
      let attributes = WrittenTable.slot(of: event.attributes)
      let page = WrittenTable.slot(of: event.page.rawValue)
      guard names.hasSlot(name), specs.hasSlot(attributes), pages.hasSlot(page, catalog) else { return false }
      let entries = names.missing(name, in: round) | specs.missing(attributes, in: round)
      return pages.missing(page, catalog) | UInt64(entries) == 0
    }

    /// Whether all that a popup's attributes refer to has been written in this half.
    @inline(__always)
    func covers(_ references: PopupReferences, _ catalog: borrowing Catalog) -> Bool {
      for lane in references.names.indices where !names.isWritten(references.names[lane]) { return false }
      for lane in references.lists.indices where !lists.isWritten(references.lists[lane]) { return false }
      for lane in references.pages.indices where !pages.isWritten(PageID(references.pages[lane]), catalog) {
        return false
      }
      return true
    }

    /// Takes note that a popup is being written. As long as numbers are indices, how many were written is all that is asked.
    @inline(__always)
    mutating func note(popup index: Int) {
      if hasOddNumbers { popups.note(index) } else { popups.count(through: index) }
    }

    mutating func noteOddNumber() { hasOddNumbers = true }
    @inline(__always)
    mutating func note(_ timer: TimerID) { timers = max(timers, Int(timer.rawValue) + 1) }
  }
}

/// A slot for each entry of a table, in memory of its own; the first stands for no entry.
@safe
private struct EntrySlots<Slot: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Slot>
  private(set) var count: UInt
  private let empty: Slot

  /// Makes room for more entries than most sessions come to know; nothing is allocated before there are more.
  init(_ entries: Int, _ empty: Slot) {
    count = UInt(entries + 1)
    self.empty = empty
    unsafe base = .allocate(capacity: entries + 1)
    unsafe base.initialize(repeating: empty, count: entries + 1)
  }

  deinit { unsafe base.deallocate() }

  @inline(__always)
  mutating func makeRoom(for index: Int) { if index &+ 1 >= Int(count) { grow(to: index + 2) } }

  /// Twice as much as there was: entries come one by one.
  @inline(never)
  private mutating func grow(to needed: Int) {
    let (known, all) = (Int(count), max(needed, 2 * Int(count)))
    let larger = UnsafeMutablePointer<Slot>.allocate(capacity: all)
    unsafe larger.initialize(from: base, count: known)
    unsafe (larger + known).initialize(repeating: empty, count: all - known)
    unsafe base.deallocate()
    unsafe base = larger
    count = UInt(all)
  }
}

/// In which round every entry of one table was written last, for the writer of a journal, which asks about some of them for every event.
///
/// The slot of no entry is always of the round under way: so no branch asks whether an event refers to an entry, and no processor mispredicts it.
@safe
struct WrittenTable: ~Copyable {
  private var rounds: EntrySlots<UInt32>
  private var round: UInt32 = 0
  /// How many entries have been written in all rounds.
  private(set) var count = 0

  init(entries: Int = 1024) { rounds = EntrySlots(entries, 0) }

  mutating func begin(_ round: UInt32) {
    self.round = round
    unsafe rounds.base[0] = round
  }

  /// The slot of an entry, and of none; of a number that is out of range one that no table has.
  @inline(__always)
  static func slot(of id: Int32) -> UInt { UInt(bitPattern: Int(id) &+ 1) }
  @inline(__always)
  func hasSlot(_ slot: UInt) -> Bool { slot < rounds.count }

  /// 0 where the entry of a slot has been written in the round under way, or the slot stands for no entry.
  @inline(__always)
  func missing(_ slot: UInt, in round: UInt32) -> UInt32 {
    // Inside of the table: the caller has asked whether it has the slot.
    unsafe rounds.base[Int(bitPattern: slot)] ^ round
  }

  @inline(__always)
  func isWritten(_ id: Int32) -> Bool {
    let slot = Self.slot(of: id)
    return hasSlot(slot) && missing(slot, in: round) == 0
  }

  /// The entries to write for one entry, because a table is written without holes: it alone where it was written in an earlier half, else also
  /// those in front of it that were never written.
  @inline(__always)
  func entries(through index: Int) -> ClosedRange<Int> { min(index, count)...index }

  @inline(__always)
  mutating func note(_ index: Int) {
    precondition(index >= 0)
    rounds.makeRoom(for: index)
    unsafe rounds.base[index &+ 1] = round
    count(through: index)
  }

  @inline(__always)
  mutating func count(through index: Int) { count = max(count, index + 1) }
}

/// The pages as they were last said, and in which round: an event in three is about a page, and an app may come to know more of one at any time.
///
/// A page is compared as the two words that it is in the catalog's memory. As in ``WrittenTable``, the first slot is that of no page.
@safe
struct WrittenPages: ~Copyable {
  private struct Slot: BitwiseCopyable {
    /// The first word of its attributes: its classes and its container.
    var references: UInt64
    /// The second word, with the round in those of its bytes that no attribute has.
    var rest: UInt64
  }

  private var slots: EntrySlots<Slot>
  private var round: UInt64 = 0
  private(set) var count = 0

  /// The bytes of a page's second word that say something: presentation, scene and navigation; what is in the others is left to chance.
  private static let attributes: UInt64 = 0xFF_FFFF_00FF
  private static let stride = MemoryLayout<PageSpec>.stride

  init(entries: Int = 1024) { slots = EntrySlots(entries, Slot(references: 0, rest: 0)) }

  mutating func begin(_ round: UInt32) {
    self.round = UInt64(round & 0xFF) << 8 | UInt64(round >> 8) << 40
    unsafe slots.base[0].rest = self.round
  }

  @inline(__always)
  func hasSlot(_ slot: UInt, _ catalog: borrowing Catalog) -> Bool {
    slot < slots.count && slot <= UInt(bitPattern: catalog.pages.count)
  }

  /// 0 where the page of a slot has been written in the round under way as it is now, or there is none.
  @inline(__always)
  func missing(_ slot: UInt, _ catalog: borrowing Catalog) -> UInt64 {
    // Inside of the table and of the pages: the caller has asked whether they have the slot.
    let slot = Int(bitPattern: slot)
    let written = unsafe slots.base + slot
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
    guard index >= 0, index &+ 1 < Int(slots.count) else { return false }
    return unsafe slots.base[index &+ 1].rest & ~Self.attributes == round
  }

  @inline(__always)
  mutating func note(_ index: Int, in container: PageID, _ catalog: borrowing Catalog) {
    precondition(index >= 0 && index < catalog.pages.count)
    slots.makeRoom(for: index)
    let rest = unsafe catalog.pages.withUnsafeBytes { pages in
      unsafe pages.load(fromByteOffset: index &* Self.stride &+ 8, as: UInt64.self)
    }
    unsafe slots.base[index &+ 1] = Slot(
      references: JournalWriter.pair(catalog.pages[index].classes.rawValue, container.rawValue),
      rest: rest & Self.attributes | round)
    count = max(count, index + 1)
  }
}

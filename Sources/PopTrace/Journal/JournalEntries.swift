import PopupScheduling

/// A page in a journal: index and classes; container, scene, presentation and navigation; number.
struct JournalPage {
  static let words = 4
  private(set) var spec = PageSpec()
  private(set) var number: Int64 = 0

  @inline(__always)
  static func store(_ spec: PageSpec, number: Int64, index: Int, in slot: JournalSlot) {
    slot[1] = JournalWriter.pair(Int32(truncatingIfNeeded: index), spec.classes.rawValue)
    let navigation: UInt64 = spec.navigation.map { $0 ? 2 : 1 } ?? 0
    let rest = UInt64(spec.scene) << 32 | UInt64(spec.presentation.rawValue) << 48 | navigation << 56
    slot[2] = JournalWriter.pair(spec.container.rawValue, 0) | rest
    slot[3] = UInt64(bitPattern: number)
  }

  /// Reads a page back; nil where a word means nothing. That what it refers to is there is the caller's to check.
  init?(_ record: JournalRecords.Record) {
    guard record.words == Self.words, let presentation = PagePresentation(rawValue: UInt8(record[2] >> 48 & 0xFF)),
      record[2] >> 56 < 3
    else { return nil }
    spec.classes = NameListID(record.high(1))
    spec.container = PageID(record.low(2))
    spec.scene = UInt16(truncatingIfNeeded: record[2] >> 32)
    spec.presentation = presentation
    spec.navigation = record[2] >> 56 == 0 ? nil : record[2] >> 56 == 2
    number = Int64(bitPattern: record[3])
  }
}

/// What a `popup.changed` alters, in a journal: index and which of them; level and pages; ticks.
struct JournalChange {
  static let words = 4
  private(set) var change = PopupChange()

  @inline(__always)
  static func store(_ change: PopupChange, index: Int, in slot: JournalSlot) {
    let bits: Int32 = (change.level == nil ? 0 : 1) | (change.pages == nil ? 0 : 2) | (change.expires == nil ? 0 : 4)
    slot[1] = JournalWriter.pair(Int32(truncatingIfNeeded: index), bits)
    slot[2] = JournalWriter.pair(change.level ?? 0, change.pages?.rawValue ?? -1)
    slot[3] = UInt64(bitPattern: change.expires?.rawValue ?? 0)
  }

  init?(_ record: JournalRecords.Record) {
    let bits = record.words == Self.words ? record.high(1) : 0
    guard bits > 0, bits < 8 else { return nil }
    if bits & 1 != 0 { change.level = record.low(2) }
    if bits & 2 != 0 { change.pages = NameListID(record.high(2)) }
    if bits & 4 != 0 { change.expires = Ticks(Int64(bitPattern: record[3])) }
  }
}

/// Attributes of a popup in a journal: packed by their width, the widest that go into one word first, and lengths in words of their own behind
/// them. In front stands the entry's index.
struct JournalSpec {
  /// How many words attributes take, the first included.
  @inline(__always)
  static var words: Int { Layout().words }
  private(set) var spec = PopupSpec(name: .none)

  /// Stores the words of a popup's attributes, but for pages that are not there: an app may ask for an instance it made up.
  @inline(__always)
  static func store(_ spec: PopupSpec, pageCount: Int, index: Int, in slot: JournalSlot) {
    let layout = Layout()
    for word in 1..<layout.words { slot[word] = 0 }
    slot[1] = UInt64(UInt32(truncatingIfNeeded: index))
    var (spec, storing) = (spec, Storing(slot: slot, pageCount: pageCount, next: layout.first))
    spec.visit(&storing)
  }

  /// Reads attributes back; nil where a word means nothing. That what they refer to is there is the caller's to check.
  init?(_ record: JournalRecords.Record) {
    guard record.words == Self.words else { return nil }
    var loading = Loading(record: record, next: Layout().first)
    spec.visit(&loading)
    // Behind the flags there is nothing.
    let end = loading.next.flag
    guard loading.isSound, end % 64 == 0 || record[end / 64] >> UInt64(end % 64) == 0 else { return nil }
  }

  /// Where the next attribute of each width stands, in bits.
  private struct Positions: PopupAttributeVisitor {
    var (long, int, short, byte, flag) = (0, 0, 0, 0, 0)

    @inline(__always)
    mutating func visit<Value: AttributeValue>(_ attribute: PopupAttribute.Row, _ value: inout Value, usual: Value) {
      _ = take(attribute)
    }

    /// Where an attribute stands, and how many bits it takes.
    @inline(__always)
    mutating func take(_ attribute: PopupAttribute.Row) -> (offset: Int, width: Int) {
      switch attribute.shape {
      case .name, .list, .page: (Self.take(&int, 32), 32)
      case .length: (Self.take(&long, 64), 64)
      case .number(let numbers):
        numbers.lowerBound >= 0 && numbers.upperBound <= Int64(UInt16.max)
          ? (Self.take(&short, 16), 16) : (Self.take(&int, 32), 32)
      case .word: (Self.take(&byte, 8), 8)
      case .choice, .flag: (Self.take(&flag, 1), 1)
      }
    }

    @inline(__always)
    private static func take(_ next: inout Int, _ width: Int) -> Int {
      defer { next &+= width }
      return next
    }
  }

  /// Worked out anew each time: it is of constants alone, and so a constant itself, with which storing costs no more than by hand.
  private struct Layout {
    var first = Positions()
    let words: Int

    @inline(__always)
    init() {
      var sizes = Positions()
      var spec = PopupSpec(name: .none)
      spec.visit(&sizes)
      // Behind the first word and the entry's index.
      first.int = 96
      first.short = first.int &+ sizes.int
      first.byte = first.short &+ sizes.short
      first.flag = first.byte &+ sizes.byte
      first.long = (first.flag &+ sizes.flag &+ 63) / 64 &* 64
      words = (first.long &+ sizes.long) / 64
    }
  }

  private struct Storing: PopupAttributeVisitor {
    let slot: JournalSlot
    let pageCount: Int
    var next: Positions

    @inline(__always)
    mutating func visit<Value: AttributeValue>(_ attribute: PopupAttribute.Row, _ value: inout Value, usual: Value) {
      var stored = value.stored
      if case .page = attribute.shape, stored >= Int64(pageCount) { stored = -1 }
      if attribute.shape.isBit { stored = value == usual ? 0 : 1 }
      let (offset, width) = next.take(attribute)
      let bits = UInt64(bitPattern: stored) & UInt64.max &>> UInt64(64 &- width)
      slot[offset / 64] |= bits &<< UInt64(offset % 64)
    }
  }

  private struct Loading: PopupAttributeVisitor {
    let record: JournalRecords.Record
    var next: Positions
    var isSound = true

    @inline(__always)
    mutating func visit<Value: AttributeValue>(_ attribute: PopupAttribute.Row, _ value: inout Value, usual: Value) {
      let (offset, width) = next.take(attribute)
      let bits = record[offset / 64] >> UInt64(offset % 64) & UInt64.max >> UInt64(64 - width)
      let stored: Int64 =
        switch width {
        case 64: Int64(bitPattern: bits)
        case 32: Int64(Int32(truncatingIfNeeded: bits))
        case 1: bits == 0 ? usual.stored : 1 - usual.stored
        default: Int64(bits)
        }
      if width == 64 { isSound = isSound && stored > -SlotCheck.timeLimit && stored < SlotCheck.timeLimit }
      guard let known = Value(stored: stored) else {
        isSound = false
        return
      }
      value = known
    }
  }
}

struct PopupReferences: PopupReferenceVisitor {
  private(set) var names = SIMD8<Int32>(repeating: -1)
  private(set) var lists = SIMD2<Int32>(repeating: -1)
  private(set) var pages = SIMD4<Int32>(repeating: -1)
  private var counts = (names: 0, lists: 0, pages: 0)
  private let pageCount: Int

  /// What the attributes refer to, but for pages beyond those that there are.
  @inline(__always)
  init(of spec: PopupSpec, pageCount: Int = .max) {
    self.pageCount = pageCount
    var spec = spec
    spec.visit(&self)
  }

  @inline(__always)
  mutating func visit(_ entry: Int32, _ table: CatalogReference) -> Int32 {
    switch table {
    case .name:
      names[counts.names] = entry
      counts.names += 1
    case .list:
      lists[counts.lists] = entry
      counts.lists += 1
    case .page:
      pages[counts.pages] = Int(entry) < pageCount ? entry : -1
      counts.pages += 1
    }
    return entry
  }
}

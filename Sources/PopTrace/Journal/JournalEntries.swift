import PopupScheduling

/// A page in a journal: index and classes; container, scene, presentation and navigation; number.
struct JournalPage {
  static let words = 4
  private(set) var spec = PageSpec()
  private(set) var number: Int64 = 0

  /// Stores a page's words behind the first.
  @inline(__always)
  static func store(_ spec: PageSpec, number: Int64, index: Int, in slot: JournalSlot) {
    slot[1] = JournalWriter.pair(Int32(truncatingIfNeeded: index), spec.classes.rawValue)
    slot[2] = JournalWriter.pair(spec.container.rawValue, 0) | rest(of: spec)
    slot[3] = UInt64(bitPattern: number)
  }

  /// What a page says of itself beyond its classes and container, where its second word has it.
  @inline(__always)
  static func rest(of spec: PageSpec) -> UInt64 {
    let navigation: UInt64 =
      switch spec.navigation {
      case nil: 0
      case false?: 1
      case true?: 2
      }
    return UInt64(spec.scene) << 32 | UInt64(spec.presentation.rawValue) << 48 | navigation << 56
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

  /// Stores a change's words behind the first.
  @inline(__always)
  static func store(_ change: PopupChange, index: Int, in slot: JournalSlot) {
    let bits: Int32 = (change.level == nil ? 0 : 1) | (change.pages == nil ? 0 : 2) | (change.expires == nil ? 0 : 4)
    slot[1] = JournalWriter.pair(Int32(truncatingIfNeeded: index), bits)
    slot[2] = JournalWriter.pair(change.level ?? 0, change.pages?.rawValue ?? -1)
    slot[3] = UInt64(bitPattern: change.expires?.rawValue ?? 0)
  }

  /// Reads a change back; nil where it alters nothing or something unknown.
  init?(_ record: JournalRecords.Record) {
    let bits = record.words == Self.words ? record.high(1) : 0
    guard bits > 0, bits < 8 else { return nil }
    if bits & 1 != 0 { change.level = record.low(2) }
    if bits & 2 != 0 { change.pages = NameListID(record.high(2)) }
    if bits & 4 != 0 { change.expires = Ticks(Int64(bitPattern: record[3])) }
  }
}

/// Attributes of a popup in a journal: every slot at an index of its own.
struct JournalSpec {
  static let words = 12
  private(set) var spec = PopupSpec(name: .none)

  private enum Flag {
    static let exact: UInt64 = 1
    static let keepAlive: UInt64 = 2
    static let async: UInt64 = 4
    static let conditionFalse: UInt64 = 8
    static let drop: UInt64 = 16
    static let needsKeyboard: UInt64 = 32
    static let next: UInt64 = 64
    static let end: UInt64 = 128
  }

  @inline(__always)
  private static func flags(of spec: PopupSpec) -> UInt64 {
    (spec.matching == .exact ? Flag.exact : 0) | (spec.keepAlive ? Flag.keepAlive : 0)
      | (spec.content == .async ? Flag.async : 0) | (spec.condition ? 0 : Flag.conditionFalse)
      | (spec.whenBarred == .drop ? Flag.drop : 0) | (spec.needsKeyboard ? Flag.needsKeyboard : 0)
      | (spec.next ? Flag.next : 0)
  }

  /// Stores the words of a popup's attributes behind the first.
  ///
  /// - Parameter pageCount: How many pages there are: a page beyond them is left out, because an app may ask for an instance it made up.
  @inline(__always)
  static func store(_ spec: PopupSpec, pageCount: Int, index: Int, in slot: JournalSlot) {
    func known(_ page: PageID) -> Int32 { page.index < pageCount ? page.rawValue : -1 }
    slot[1] = JournalWriter.pair(Int32(truncatingIfNeeded: index), spec.name.rawValue)
    slot[2] = JournalWriter.pair(spec.level, spec.pages.rawValue)
    slot[3] = JournalWriter.pair(known(spec.instance), spec.chain.rawValue)
    slot[4] = JournalWriter.pair(spec.key.rawValue, spec.object)
    slot[5] = JournalWriter.pair(spec.host.rawValue, spec.user.rawValue)
    let line = UInt64(spec.scene) << 32 | UInt64(spec.scheduler) << 48
    slot[6] = JournalWriter.pair(known(spec.callerPage), 0) | line
    let words = UInt64(spec.kind.rawValue) | UInt64(spec.onHigher.rawValue) << 8 | UInt64(spec.dismissal.rawValue) << 16
    slot[7] = words | flags(of: spec) << 24
    slot[8] = UInt64(bitPattern: spec.expires.rawValue)
    slot[9] = UInt64(bitPattern: spec.autoDismiss.rawValue)
    slot[10] = UInt64(bitPattern: spec.showLength.rawValue)
    slot[11] = UInt64(bitPattern: spec.hideLength.rawValue)
  }

  /// Reads attributes back; nil where a word means nothing. That what they refer to is there is the caller's to check.
  init?(_ record: JournalRecords.Record) {
    guard record.words == Self.words, let kind = PopupKind(rawValue: UInt8(record[7] & 0xFF)),
      let onHigher = OnHigher(rawValue: UInt8(record[7] >> 8 & 0xFF)),
      let dismissal = DismissalStyle(rawValue: UInt8(record[7] >> 16 & 0xFF)), record[7] >> 24 < Flag.end
    else { return nil }
    for word in 8...11 {
      let length = Int64(bitPattern: record[word])
      guard length > -SlotCheck.timeLimit, length < SlotCheck.timeLimit else { return nil }
    }
    let flags = record[7] >> 24
    spec = PopupSpec(name: Symbol(record.high(1)))
    spec.level = record.low(2)
    spec.pages = NameListID(record.high(2))
    spec.instance = PageID(record.low(3))
    spec.chain = Symbol(record.high(3))
    spec.key = Symbol(record.low(4))
    spec.object = record.high(4)
    spec.host = Symbol(record.low(5))
    spec.user = Symbol(record.high(5))
    spec.callerPage = PageID(record.low(6))
    spec.scene = UInt16(truncatingIfNeeded: record[6] >> 32)
    spec.scheduler = UInt16(truncatingIfNeeded: record[6] >> 48)
    spec.kind = kind
    spec.onHigher = onHigher
    spec.dismissal = dismissal
    spec.matching = flags & Flag.exact != 0 ? .exact : .subclasses
    spec.keepAlive = flags & Flag.keepAlive != 0
    spec.content = flags & Flag.async != 0 ? .async : .ready
    spec.condition = flags & Flag.conditionFalse == 0
    spec.whenBarred = flags & Flag.drop != 0 ? .drop : .wait
    spec.needsKeyboard = flags & Flag.needsKeyboard != 0
    spec.next = flags & Flag.next != 0
    spec.expires = Ticks(Int64(bitPattern: record[8]))
    spec.autoDismiss = Ticks(Int64(bitPattern: record[9]))
    spec.showLength = Ticks(Int64(bitPattern: record[10]))
    spec.hideLength = Ticks(Int64(bitPattern: record[11]))
  }
}

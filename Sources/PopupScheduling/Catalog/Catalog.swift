/// What the events of a session refer to: names, the attributes of popups and pages, and the numbers people know them by.
public struct Catalog: Sendable {
  /// The names.
  public var names = Names()
  /// The distinct attributes of submitted popups; an event's ``Event/spec`` is an index in it.
  public private(set) var specs: [PopupSpec] = []
  /// The attributes of every page, by ``PageID``.
  public var pages: [PageSpec] = []
  /// What `popup.changed` events alter.
  public var changes: [PopupChange] = []
  /// The numbers that popups go by outside, by ``PopupID``.
  public private(set) var popupNumbers = PopupNumbers()
  /// The numbers that pages go by outside, by ``PageID``.
  public private(set) var pageNumbers: [Int64] = []

  private var specIndex = EntryIndex<PopupSpec>()
  private var changeIndex = EntryIndex<PopupChange>()
  private var popupIndex = EntryIndex<Int64>()
  private var pageIndex = EntryIndex<Int64>()

  public init() {}

  /// The index of these attributes, which is new where they are.
  public mutating func intern(_ spec: PopupSpec) -> SpecID {
    specIndex.update(specs)
    return specIndex.find(spec, in: specs).map { SpecID($0) } ?? append(spec)
  }

  mutating func intern(_ change: PopupChange) -> ChangeID {
    changeIndex.update(changes)
    let known = changeIndex.find(change, in: changes)
    if known == nil { changes.append(change) }
    return ChangeID(known ?? changes.count - 1)
  }

  /// The popup with a number, which is new where the number is.
  public mutating func popup(numbered number: Int64) -> PopupID {
    if !popupNumbers.areIndices { popupIndex.update(popupNumbers) }
    let known = knownPopup(numbered: number)
    return known.isNone ? appendPopup(numbered: number) : known
  }

  /// The popup with a number; ``Identifier/none`` where no popup has it.
  public func knownPopup(numbered number: Int64) -> PopupID {
    if popupNumbers.areIndices { return number >= 0 && number < popupNumbers.count ? PopupID(Int(number)) : .none }
    return popupIndex.find(number, in: popupNumbers).map { PopupID($0) } ?? .none
  }

  /// The page with a number, which is new where the number is; its attributes are then empty.
  public mutating func page(numbered number: Int64) -> PageID {
    pageIndex.update(pageNumbers)
    let known = knownPage(numbered: number)
    return known.isNone ? appendPage(numbered: number, PageSpec()) : known
  }

  /// The page with a number; ``Identifier/none`` where no page has it.
  public func knownPage(numbered number: Int64) -> PageID {
    pageIndex.find(number, in: pageNumbers).map { PageID($0) } ?? .none
  }

  /// The number of a popup or a page; -1 for ``Identifier/none``.
  public func number(of popup: PopupID) -> Int64 { popup.isNone ? -1 : popupNumbers[popup.index] }
  /// The number of a page; -1 for ``Identifier/none``.
  public func number(of page: PageID) -> Int64 { page.isNone ? -1 : pageNumbers[page.index] }

  /// The class of a page; ``Identifier/none`` where it is not known.
  public func className(of page: PageID) -> Symbol {
    page.isNone ? .none : names.list(pages[page.index].classes).first ?? .none
  }

  /// The attributes that an event of kind `popup.submitted` refers to.
  @inlinable public func spec(_ id: SpecID) -> PopupSpec { specs[id.index] }

  /// Every scheduler the popups of this catalog belong to, in order; the default one where there are no popups.
  public var schedulers: [SchedulerID] {
    // Nearly always there is one, and then nothing needs to be set up.
    guard let first = specs.first?.schedulerID else { return [SchedulerID()] }
    guard specs.contains(where: { $0.schedulerID != first }) else { return [first] }
    return Set(specs.map(\.schedulerID)).sorted()
  }

  /// The scene a page belongs to: as said, else that of the page it stands in (<doc:PagesAndPopups#Attributes-of-a-page>).
  @inline(__always) public func scene(of page: PageID) -> UInt16 {
    var outer = page
    for _ in 0..<pages.count {
      guard !outer.isNone, outer.index < pages.count, pages[outer.index].scene == 0 else { break }
      outer = pages[outer.index].container
    }
    return outer.isNone || outer.index >= pages.count ? 0 : pages[outer.index].scene
  }

  /// Whether a page stands in a navigation stack: as said, else unless its container is a tab bar or split view.
  public func standsInNavigation(_ page: PageID) -> Bool {
    if let said = pages[page.index].navigation { return said }
    let container = pages[page.index].container
    guard !container.isNone else { return true }
    return !names.list(pages[container.index].classes).contains { symbol in
      let text = names.text(symbol)
      return text == "UITabBarController" || text == "UISplitViewController"
    }
  }
}

// Filling a catalog from a file, whose entries are known to be different.
extension Catalog {
  /// Forgets everything and keeps the memory.
  public mutating func removeAll() {
    names.removeAll()
    specs.removeAll(keepingCapacity: true)
    pages.removeAll(keepingCapacity: true)
    changes.removeAll(keepingCapacity: true)
    popupNumbers.removeAll()
    pageNumbers.removeAll(keepingCapacity: true)
    specIndex.removeAll()
    changeIndex.removeAll()
    popupIndex.removeAll()
    pageIndex.removeAll()
  }

  /// Adds attributes that the catalog does not know yet.
  @discardableResult
  public mutating func append(_ spec: PopupSpec) -> SpecID {
    specs.append(spec)
    return SpecID(specs.count - 1)
  }

  /// Adds a popup with a number that no other has.
  @discardableResult
  public mutating func appendPopup(numbered number: Int64) -> PopupID {
    popupNumbers.append(number)
    return PopupID(popupNumbers.count - 1)
  }

  /// Adds so many popups with numbers that no others have and that follow one another.
  package mutating func appendPopups(_ count: Int, numberedFrom first: Int64) {
    popupNumbers.append(first, count: count)
  }

  /// Adds a page with a number that no other has.
  @discardableResult
  public mutating func appendPage(numbered number: Int64, _ spec: PageSpec) -> PageID {
    pageNumbers.append(number)
    pages.append(spec)
    return PageID(pageNumbers.count - 1)
  }

  /// Gives an index other attributes: a damaged file may name them only later.
  public mutating func replace(_ id: SpecID, with spec: PopupSpec) {
    specs[id.index] = spec
    specIndex.removeAll()
  }

  /// Gives a popup another number.
  public mutating func replace(_ id: PopupID, numbered number: Int64) {
    popupNumbers.replace(id.index, with: number)
    popupIndex.removeAll()
  }

  /// Gives a page another number.
  public mutating func replace(_ id: PageID, numbered number: Int64) {
    pageNumbers[id.index] = number
    pageIndex.removeAll()
  }
}

/// Where the entries of a table are. A small table is scanned, as most are: a dictionary would cost more than it saves.
struct EntryIndex<Entry: Hashable & Sendable>: Sendable {
  private var indices: [Entry: Int32] = [:]
  /// How many of the table's first entries the dictionary knows.
  private(set) var count = 0

  /// Takes in the entries that came since the last look-up, where the table is large.
  mutating func update(_ table: some RandomAccessCollection<Entry>) {
    update(to: table.count) { table[table.index(table.startIndex, offsetBy: $0)] }
  }

  /// Whether a table is large, and has entries that the dictionary does not know.
  func isBehind(_ total: Int) -> Bool { total > 16 && count < total }

  mutating func update(to total: Int, _ entry: (Int) -> Entry) {
    guard isBehind(total) else { return }
    while count < total {
      let next = entry(count)
      if indices[next] == nil { indices[next] = Int32(truncatingIfNeeded: count) }
      count += 1
    }
  }

  /// The index of an entry, the first of several; nil where the table does not have it.
  func find<Table: RandomAccessCollection<Entry>>(_ entry: Entry, in table: Table) -> Int? where Table.Index == Int {
    self[entry] ?? table[count...].firstIndex(of: entry)
  }

  subscript(entry: Entry) -> Int? { count > 0 ? indices[entry].map { Int($0) } : nil }

  /// Gives an entry another value, which the table does not have yet.
  mutating func rename(_ index: Int, from old: Entry, to new: Entry) {
    guard count > 0 else { return }
    if self[old] == index { indices[old] = nil }
    indices[new] = Int32(truncatingIfNeeded: index)
  }

  mutating func removeAll() {
    if count > 0 { indices = [:] }
    count = 0
  }
}

/// What the events of a session refer to: names, the attributes of popups and pages, and the numbers people know them by.
///
/// All but the names is behind one reference, for it is handed about: who changes it while others have it makes tables of its own.
public struct Catalog: Sendable {
  /// The names.
  public var names = Names()
  /// One element: of all that is copied on writing, an array costs the least to look through. Each empty catalog has its own: threads that count
  /// references to one would wait for one another.
  @usableFromInline var tables = [Tables()]

  @usableFromInline
  struct Tables: Sendable {
    @usableFromInline var specs: [PopupSpec] = []
    @usableFromInline var pages: [PageSpec] = []
    @usableFromInline var changes: [PopupChange] = []
    @usableFromInline var popupNumbers = PopupNumbers()
    @usableFromInline var pageNumbers: [Int64] = []
    var specIndex = EntryIndex<PopupSpec>()
    var changeIndex = EntryIndex<PopupChange>()
    var popupIndex = EntryIndex<Int64>()
    var pageIndex = EntryIndex<Int64>()
  }

  /// The distinct attributes of submitted popups; an event's ``Event/spec`` is an index in it.
  @inlinable public var specs: [PopupSpec] { tables[0].specs }

  /// The attributes of every page, by ``PageID``.
  @inlinable public var pages: [PageSpec] {
    get { tables[0].pages }
    _modify { yield &tables[0].pages }
  }

  /// What `popup.changed` events alter.
  @inlinable public var changes: [PopupChange] {
    get { tables[0].changes }
    _modify { yield &tables[0].changes }
  }

  /// The numbers that popups go by outside, by ``PopupID``.
  @inlinable public var popupNumbers: PopupNumbers { tables[0].popupNumbers }
  /// The numbers that pages go by outside, by ``PageID``.
  @inlinable public var pageNumbers: [Int64] { tables[0].pageNumbers }

  public init() {}

  /// The index of these attributes, which is new where they are.
  public mutating func intern(_ spec: PopupSpec) -> SpecID {
    tables[0].specIndex.update(specs)
    return tables[0].specIndex.find(spec, in: specs).map { SpecID($0) } ?? append(spec)
  }

  mutating func intern(_ change: PopupChange) -> ChangeID {
    tables[0].changeIndex.update(changes)
    let known = tables[0].changeIndex.find(change, in: changes)
    if known == nil { changes.append(change) }
    return ChangeID(known ?? changes.count - 1)
  }

  /// The popup with a number, which is new where the number is.
  public mutating func popup(numbered number: Int64) -> PopupID {
    if !popupNumbers.areIndices { tables[0].popupIndex.update(popupNumbers) }
    let known = knownPopup(numbered: number)
    return known.isNone ? appendPopup(numbered: number) : known
  }

  /// The popup with a number; ``Identifier/none`` where no popup has it.
  public func knownPopup(numbered number: Int64) -> PopupID {
    if popupNumbers.areIndices { return number >= 0 && number < popupNumbers.count ? PopupID(Int(number)) : .none }
    return tables[0].popupIndex.find(number, in: popupNumbers).map { PopupID($0) } ?? .none
  }

  /// The page with a number, which is new where the number is; its attributes are then empty.
  public mutating func page(numbered number: Int64) -> PageID {
    tables[0].pageIndex.update(pageNumbers)
    let known = knownPage(numbered: number)
    return known.isNone ? appendPage(numbered: number, PageSpec()) : known
  }

  /// The page with a number; ``Identifier/none`` where no page has it.
  public func knownPage(numbered number: Int64) -> PageID {
    tables[0].pageIndex.find(number, in: pageNumbers).map { PageID($0) } ?? .none
  }

  /// The number of a popup or a page; -1 for ``Identifier/none``.
  public func number(of popup: PopupID) -> Int64 { popup.isNone ? -1 : popupNumbers[popup.index] }
  /// The number of a page; -1 for ``Identifier/none``.
  public func number(of page: PageID) -> Int64 { page.isNone ? -1 : pageNumbers[page.index] }

  /// The class of a page; ``Identifier/none`` where it is not known.
  public func className(of page: PageID) -> Symbol {
    page.isNone ? .none : names.first(of: pages[page.index].classes)
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
    tables[0].specs.removeAll(keepingCapacity: true)
    pages.removeAll(keepingCapacity: true)
    changes.removeAll(keepingCapacity: true)
    tables[0].popupNumbers.removeAll()
    tables[0].pageNumbers.removeAll(keepingCapacity: true)
    tables[0].specIndex.removeAll()
    tables[0].changeIndex.removeAll()
    tables[0].popupIndex.removeAll()
    tables[0].pageIndex.removeAll()
  }

  /// The symbol of a word of the engine's own, which is new where the word is.
  mutating func internWord(_ word: String) -> Symbol {
    let known = names.symbol(ofWord: word)
    return known.isNone ? names.append(word) : known
  }

  /// Adds attributes that the catalog does not know yet.
  @discardableResult
  @inlinable
  @inline(__always)
  public mutating func append(_ spec: PopupSpec) -> SpecID {
    tables[0].specs.append(spec)
    return SpecID(specs.count - 1)
  }

  /// Adds attributes that the catalog does not know yet.
  package mutating func append(_ specs: [PopupSpec]) { tables[0].specs += specs }

  /// Adds a popup with a number that no other has.
  @discardableResult
  public mutating func appendPopup(numbered number: Int64) -> PopupID {
    tables[0].popupNumbers.append(number)
    return PopupID(popupNumbers.count - 1)
  }

  /// Adds so many popups with numbers that no others have and that follow one another.
  package mutating func appendPopups(_ count: Int, numberedFrom first: Int64) {
    tables[0].popupNumbers.append(first, count: count)
  }

  /// Adds a page with a number that no other has.
  @discardableResult
  public mutating func appendPage(numbered number: Int64, _ spec: PageSpec) -> PageID {
    tables[0].pageNumbers.append(number)
    pages.append(spec)
    return PageID(pageNumbers.count - 1)
  }

  /// Gives an index other attributes: a damaged file may name them only later.
  public mutating func replace(_ id: SpecID, with spec: PopupSpec) {
    tables[0].specs[id.index] = spec
    tables[0].specIndex.removeAll()
  }

  /// Gives a popup another number.
  public mutating func replace(_ id: PopupID, numbered number: Int64) {
    tables[0].popupNumbers.replace(id.index, with: number)
    tables[0].popupIndex.removeAll()
  }

  /// Gives a page another number.
  public mutating func replace(_ id: PageID, numbered number: Int64) {
    tables[0].pageNumbers[id.index] = number
    tables[0].pageIndex.removeAll()
  }
}

/// Where the entries of a table are. A small table is scanned, as most are: a dictionary would cost more than it saves.
struct EntryIndex<Entry: Hashable & Sendable>: Sendable {
  private var indices: [Entry: Int32]?
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
    var known = indices.take() ?? [:]
    while count < total {
      let next = entry(count)
      if known[next] == nil { known[next] = Int32(truncatingIfNeeded: count) }
      count += 1
    }
    indices = known
  }

  /// The index of an entry, the first of several; nil where the table does not have it.
  func find<Table: RandomAccessCollection<Entry>>(_ entry: Entry, in table: Table) -> Int? where Table.Index == Int {
    self[entry] ?? table[count...].firstIndex(of: entry)
  }

  subscript(entry: Entry) -> Int? { indices?[entry].map { Int($0) } }

  /// Gives an entry another value, which the table does not have yet.
  mutating func rename(_ index: Int, from old: Entry, to new: Entry) {
    if self[old] == index { indices?[old] = nil }
    indices?[new] = Int32(truncatingIfNeeded: index)
  }

  mutating func removeAll() {
    (indices, count) = (nil, 0)
  }
}

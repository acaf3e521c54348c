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

  // Small tables are scanned, as in ``Names``; larger ones are indexed at the first look-up.
  private var specIDs: [PopupSpec: SpecID] = [:]
  private var changeIDs: [PopupChange: Int32] = [:]
  private var popupIDs: [Int64: PopupID] = [:]
  private var pageIDs: [Int64: PageID] = [:]
  private var indexedSpecs = 0
  private var indexedChanges = 0
  private var indexedPopups = 0
  private var indexedPages = 0
  private static let scanLimit = 16

  /// Makes an empty catalog.
  public init() {}

  /// The index of these attributes, which is new where they are.
  public mutating func intern(_ spec: PopupSpec) -> SpecID {
    if specs.count > Self.scanLimit {
      while indexedSpecs < specs.count {
        if specIDs[specs[indexedSpecs]] == nil { specIDs[specs[indexedSpecs]] = SpecID(indexedSpecs) }
        indexedSpecs += 1
      }
      if let id = specIDs[spec] { return id }
    } else if let index = specs.firstIndex(of: spec) {
      return SpecID(index)
    }
    return append(spec)
  }

  /// The index of this alteration, which is new where it is.
  mutating func intern(_ change: PopupChange) -> Int32 {
    if changes.count > Self.scanLimit {
      while indexedChanges < changes.count {
        if changeIDs[changes[indexedChanges]] == nil { changeIDs[changes[indexedChanges]] = Int32(indexedChanges) }
        indexedChanges += 1
      }
      if let id = changeIDs[change] { return id }
    } else if let index = changes.firstIndex(of: change) {
      return Int32(index)
    }
    changes.append(change)
    return Int32(changes.count - 1)
  }

  /// The popup with a number, which is new where the number is.
  public mutating func popup(numbered number: Int64) -> PopupID {
    if popupNumbers.count > Self.scanLimit, !popupNumbers.areIndices {
      while indexedPopups < popupNumbers.count {
        if popupIDs[popupNumbers[indexedPopups]] == nil {
          popupIDs[popupNumbers[indexedPopups]] = PopupID(indexedPopups)
        }
        indexedPopups += 1
      }
    }
    let known = knownPopup(numbered: number)
    return known.isNone ? appendPopup(numbered: number) : known
  }

  /// The popup with a number; ``Identifier/none`` where no popup has it.
  public func knownPopup(numbered number: Int64) -> PopupID {
    if popupNumbers.areIndices {
      return number >= 0 && number < popupNumbers.count ? PopupID(Int(number)) : .none
    }
    if let id = popupIDs[number] { return id }
    return popupNumbers[indexedPopups...].firstIndex(of: number).map { PopupID($0) } ?? .none
  }

  /// The page with a number, which is new where the number is; its attributes are then empty.
  public mutating func page(numbered number: Int64) -> PageID {
    if pageNumbers.count > Self.scanLimit {
      while indexedPages < pageNumbers.count {
        if pageIDs[pageNumbers[indexedPages]] == nil { pageIDs[pageNumbers[indexedPages]] = PageID(indexedPages) }
        indexedPages += 1
      }
    }
    let known = knownPage(numbered: number)
    return known.isNone ? appendPage(numbered: number, PageSpec()) : known
  }

  /// The page with a number; ``Identifier/none`` where no page has it.
  public func knownPage(numbered number: Int64) -> PageID {
    if let id = pageIDs[number] { return id }
    return pageNumbers[indexedPages...].firstIndex(of: number).map { PageID($0) } ?? .none
  }

  /// The number of a popup; -1 for ``Identifier/none``.
  public func number(of popup: PopupID) -> Int64 { popup.isNone ? -1 : popupNumbers[popup.index] }

  /// The number of a page; -1 for ``Identifier/none``.
  public func number(of page: PageID) -> Int64 { page.isNone ? -1 : pageNumbers[page.index] }

  /// The class of a page; ``Identifier/none`` where it is not known.
  public func className(of page: PageID) -> Symbol {
    page.isNone ? .none : names.list(pages[page.index].classes).first ?? .none
  }

  /// The attributes that an event of kind `popup.submitted` refers to.
  @inlinable
  public func spec(_ id: SpecID) -> PopupSpec { specs[id.index] }

  /// Every scheduler the popups of this catalog belong to, in order; the default one where there are no popups.
  public var schedulers: [SchedulerID] {
    // Nearly always there is one, and then nothing needs to be set up.
    guard let first = specs.first?.schedulerID else { return [SchedulerID()] }
    guard specs.contains(where: { $0.schedulerID != first }) else { return [first] }
    var schedulers = Set<SchedulerID>()
    for spec in specs { schedulers.insert(spec.schedulerID) }
    return schedulers.sorted()
  }

  /// The scene a page belongs to: as said, else that of the page it stands in (<doc:PagesAndPopups#Attributes-of-a-page>).
  ///
  /// - Complexity: O(d) for a page that stands d containers deep.
  public func scene(of page: PageID) -> UInt16 {
    var step = page
    for _ in 0..<pages.count {
      guard !step.isNone, step.index < pages.count, pages[step.index].scene == 0 else { break }
      step = pages[step.index].container
    }
    return step.isNone || step.index >= pages.count ? 0 : pages[step.index].scene
  }

  /// Whether a page stands in a navigation stack: as said, else unless its container is a tab bar or split view
  /// (<doc:PagesAndPopups#Attributes-of-a-page>).
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
    if indexedSpecs > 0 { specIDs = [:] }
    if indexedChanges > 0 { changeIDs = [:] }
    if indexedPopups > 0 { popupIDs = [:] }
    if indexedPages > 0 { pageIDs = [:] }
    indexedSpecs = 0
    indexedChanges = 0
    indexedPopups = 0
    indexedPages = 0
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
    specIDs = [:]
    indexedSpecs = 0
  }

  /// Gives a popup another number.
  public mutating func replace(_ id: PopupID, numbered number: Int64) {
    popupNumbers.replace(id.index, with: number)
    popupIDs = [:]
    indexedPopups = 0
  }

  /// Gives a page another number.
  public mutating func replace(_ id: PageID, numbered number: Int64) {
    pageNumbers[id.index] = number
    pageIDs = [:]
    indexedPages = 0
  }
}

/// What the events of a session refer to: names, the attributes of popups and pages, and the numbers people know them by.
public struct Catalog: Sendable {
  /// The names.
  public var names = Names()
  /// The distinct attributes of submitted popups; an event's ``Event/spec`` is a place in it.
  public private(set) var specs: [PopupSpec] = []
  /// The attributes of every page, by ``PageID``.
  public var pages: [PageSpec] = []
  /// What `popup.changed` events alter.
  public var changes: [PopupChange] = []
  /// The numbers that popups go by outside, by ``PopupID``.
  public private(set) var popupNumbers: [Int64] = []
  /// The numbers that pages go by outside, by ``PageID``.
  public private(set) var pageNumbers: [Int64] = []

  private var specIDs: [PopupSpec: SpecID] = [:]
  private var popupIDs: [Int64: PopupID] = [:]
  private var pageIDs: [Int64: PageID] = [:]

  /// Makes an empty catalog.
  public init() {}

  /// The place of these attributes, which is new where they are.
  public mutating func intern(_ spec: PopupSpec) -> SpecID {
    if let id = specIDs[spec] { return id }
    let id = SpecID(specs.count)
    specs.append(spec)
    specIDs[spec] = id
    return id
  }

  /// The popup that goes by a number, which is new where the number is.
  public mutating func popup(numbered number: Int64) -> PopupID {
    if let id = popupIDs[number] { return id }
    let id = PopupID(popupNumbers.count)
    popupNumbers.append(number)
    popupIDs[number] = id
    return id
  }

  /// The popup that goes by a number; ``PopupID/none`` where none does.
  public func knownPopup(numbered number: Int64) -> PopupID { popupIDs[number] ?? .none }

  /// The page that goes by a number, which is new where the number is; its attributes are then empty.
  public mutating func page(numbered number: Int64) -> PageID {
    if let id = pageIDs[number] { return id }
    let id = PageID(pageNumbers.count)
    pageNumbers.append(number)
    pages.append(PageSpec())
    pageIDs[number] = id
    return id
  }

  /// The page that goes by a number; ``PageID/none`` where none does.
  public func knownPage(numbered number: Int64) -> PageID { pageIDs[number] ?? .none }

  /// The number of a popup; -1 for ``PopupID/none``.
  public func number(of popup: PopupID) -> Int64 { popup.isNone ? -1 : popupNumbers[popup.index] }

  /// The number of a page; -1 for ``PageID/none``.
  public func number(of page: PageID) -> Int64 { page.isNone ? -1 : pageNumbers[page.index] }

  /// The class of a page; ``Symbol/none`` where it is not known.
  public func className(of page: PageID) -> Symbol {
    page.isNone ? .none : names.list(pages[page.index].classes).first ?? .none
  }

  /// The attributes that an event of kind `popup.submitted` refers to.
  @inlinable
  public func spec(_ id: SpecID) -> PopupSpec { specs[id.index] }

  /// Every scheduler the popups of this catalog belong to, in order; the default one where there are no popups.
  public var lines: [SchedulerLine] {
    var lines: [SchedulerLine] = []
    for spec in specs where !lines.contains(spec.line) { lines.append(spec.line) }
    return lines.isEmpty ? [SchedulerLine()] : lines.sorted()
  }

  /// Whether a page stands in a navigation stack: as said, else unless its container is a tab bar or split view (semantics D38).
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

/// The pages of one scene and which of them the user looks at, as a value (<doc:PagesAndPopups#The-current-page>).
///
/// ```swift
/// var pages = PageStack()
/// pages.take(event, turn.catalog)
/// if pages.isSettled, pages.isInLineage(home) { … }
/// ```
///
/// For callers that keep or compare states of the pages; a scheduler follows them without copies (``ScenePages``).
public struct PageStack: Sendable {
  private var storage = Storage()

  /// Shared by copies of the value until one of them changes, so that it is never changed while another thread may see it.
  private final class Storage: @unchecked Sendable {
    var pages: ScenePages

    init(_ pages: consuming ScenePages = ScenePages()) { self.pages = pages }
  }

  public init() {}
  /// The page the user looks at; ``Identifier/none`` before the first, and while one leaves, covers another or changes within its container.
  public var current: PageID { storage.pages.current }
  /// Counts changes of ``current`` and ``isSettled``, so that what was worked out for one state can be kept until the next.
  public var epoch: Int32 { storage.pages.epoch }
  /// Whether no transition is under way.
  public var isSettled: Bool { storage.pages.isSettled }

  /// Takes an event of a page's life; others are ignored.
  public mutating func take(_ event: Event, _ catalog: borrowing Catalog) {
    guard event.kind.isAboutPage, !event.page.isNone else { return }
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.pages.copy()) }
    storage.pages.take(event.kind, event.page, catalog.pages)
  }

  /// Whether a page is the current one or contains it.
  public func isInLineage(_ page: PageID) -> Bool { storage.pages.isInLineage(page) }
  /// Whether a page is another one or contains it.
  public func isInLineage(_ page: PageID, of inner: PageID) -> Bool { storage.pages.isInLineage(page, of: inner) }
  /// Whether a page was removed and has not come back.
  public func isRemoved(_ page: PageID) -> Bool { storage.pages.isRemoved(page) }
  /// The page that a page stands in; ``Identifier/none`` where it stands in none.
  public func container(of page: PageID) -> PageID { storage.pages.container(of: page) }

  /// Which page of the current one's lineage a popup belongs to: the outermost at which all of its bindings hold
  /// (<doc:PagesAndPopups#Leaving-a-page>); ``Identifier/none`` where the popup does not match the current page.
  public func match(_ spec: borrowing PopupSpec, _ catalog: borrowing Catalog) -> PageID {
    storage.pages.match(spec, catalog)
  }
}

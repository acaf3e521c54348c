/// A page that was loaded with the object it belongs to, such as a view controller: what the app tells of it.
///
/// ```swift
/// let home = popups.load(homeViewController)
/// home.willAppear()
/// home.didAppear()
/// ```
@MainActor
public struct PopupPage {
  public let id: PageID
  fileprivate let facade: PopupFacade

  public func willAppear() { facade.pageWillAppear(id) }
  public func didAppear() { facade.pageDidAppear(id) }
  public func willDisappear() { facade.pageWillDisappear(id) }
  public func didDisappear() { facade.pageDidDisappear(id) }
  /// The page left the stack for good; also told by itself, once its object is gone.
  public func removed() { facade.pageRemoved(id) }
}

extension PopupFacade {
  /// Makes a page known that is there as long as an object is, which is held weakly: once the object is gone, the page is removed.
  ///
  /// The page has the object's class and those above it. That its object is gone is noticed the next time the app says something of a page or asks
  /// for a popup, and right after a page disappeared.
  public func load(
    _ owner: AnyObject, in container: PopupPage? = nil, presentation: PagePresentation = .full, scene: UInt16 = 0
  ) -> PopupPage {
    var description = PageDescription(container: container?.id ?? .none, presentation: presentation, scene: scene)
    description.classes = Self.classes(of: owner)
    let page = loadPage(description)
    if !page.isNone { owners.append(PageOwner(page: page, object: owner)) }
    return PopupPage(id: page, facade: self)
  }

  private static func classes(of object: AnyObject) -> [String] {
    var mirror: Mirror? = Mirror(reflecting: object)
    var classes: [String] = []
    while let known = mirror {
      classes.append(String(describing: known.subjectType))
      mirror = known.superclassMirror
    }
    return classes
  }

  struct PageOwner {
    var page: PageID
    weak var object: AnyObject?
  }

  /// Removes the pages whose objects are gone.
  func removeOwnerless() {
    guard bridge.activity == .none, owners.contains(where: { $0.object == nil }) else { return }
    let gone = owners.filter { $0.object == nil }
    owners.removeAll { $0.object == nil }
    for owner in gone { pageRemoved(owner.page) }
  }

  /// Most objects are gone soon after their page has disappeared.
  func removeOwnerlessSoon() {
    guard !owners.isEmpty else { return }
    Task { @MainActor [weak self] in self?.removeOwnerless() }
  }
}

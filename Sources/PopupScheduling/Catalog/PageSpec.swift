/// The attributes of a page, given on its first mention (<doc:PagesAndPopups#Attributes-of-a-page>;
/// <doc:PagesAndPopups#Attributes-of-a-page>).
@frozen
public struct PageSpec: Hashable, Sendable {
  /// Its class followed by its superclasses, nearest first; ``Identifier/none`` where the class is not known.
  public var classes: NameListID = .none
  /// The page it stands in.
  public var container: PageID = .none
  /// How it covers the page below it.
  public var presentation: PagePresentation = .full
  /// The scene it belongs to; 0 where that is not said, it is then that of its container (``Catalog/scene(of:)``).
  public var scene: UInt16 = 0
  /// Whether it stands in a navigation stack; nil where that is not said.
  public var navigation: Bool?

  /// Makes the attributes of a page of which nothing is known.
  @inlinable
  public init() {}
}

/// What an app says of a page when it first mentions it.
public struct PageDescription: Hashable, Sendable {
  /// Its class, then its superclasses, nearest first.
  public var classes: [String]
  /// The page it stands in; ``Identifier/none`` for none.
  public var container: PageID
  /// How it covers the page below it.
  public var presentation: PagePresentation
  /// The scene it belongs to; a page in a container belongs to that one's, where 0 is said.
  public var scene: UInt16

  /// Describes a page.
  public init(
    _ classes: String..., container: PageID = .none, presentation: PagePresentation = .full, scene: UInt16 = 0
  ) {
    self.classes = classes
    self.container = container
    self.presentation = presentation
    self.scene = scene
  }
}

// What events are about.

extension EventKind {
  /// Whether it is an event of a page's life.
  @inlinable
  public var isAboutPage: Bool {
    rawValue >= EventKind.pageLoaded.rawValue && rawValue <= EventKind.pageRemoved.rawValue
  }
}

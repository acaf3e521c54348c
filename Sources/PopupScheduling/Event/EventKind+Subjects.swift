// What events are about.

extension EventKind {
  /// Whether it is an event of a page's life.
  @inlinable
  public var isAboutPage: Bool {
    rawValue >= EventKind.pageLoaded.rawValue && rawValue <= EventKind.pageRemoved.rawValue
  }

  /// Whether it is said to one scheduler of one scene, and to no other (<doc:QueueOrder#One-queue-a-scheduler>).
  @usableFromInline
  var isAboutScheduler: Bool { self == .schedulerSuspended || self == .schedulerResumed || self == .schedulerCleared }
}

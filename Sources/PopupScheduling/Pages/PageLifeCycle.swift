/// Where a page is in its life. One that is appearing may disappear again, and the other way round: a swipe back can be called off.
@frozen
@usableFromInline
package enum PageLifeCycle: UInt8, BitwiseCopyable, Sendable {
  case disappeared
  case appearing
  case appeared
  case disappearing
  case removed
  /// Events are missing, so anything may come next.
  case unknown

  @inlinable @inline(__always)
  package func allows(_ event: EventKind) -> Bool {
    guard self != .unknown else { return true }
    return switch event {
    case .pageWillAppear: self == .disappeared || self == .disappearing
    case .pageDidAppear: self == .appearing || self == .disappearing
    case .pageWillDisappear: self == .appeared || self == .appearing
    case .pageDidDisappear: self == .disappearing
    case .pageRemoved: self != .appeared && self != .removed
    default: self != .removed
    }
  }

  /// Where the page is after an event, whether or not that could come; a page that is removed on its way finishes that first.
  @inlinable @inline(__always)
  package func next(_ event: EventKind) -> PageLifeCycle {
    switch event {
    case .pageWillAppear: .appearing
    case .pageDidAppear: .appeared
    case .pageWillDisappear: .disappearing
    case .pageDidDisappear: .disappeared
    case .pageRemoved: self == .disappeared ? .removed : self
    default: self
    }
  }

  @inlinable @inline(__always)
  package var isMoving: Bool { self == .appearing || self == .disappearing }
}

/// Which way a page moves until a transition ends.
@frozen
@usableFromInline
package enum PageMotion: UInt8, BitwiseCopyable, Sendable {
  case still
  /// It appears, in place of what is there or in a container.
  case appearing
  /// It appears, and covers what is there: what it covers is told nothing.
  case covering
  case disappearing
  /// It was to cover others and leaves before it did appear: no popup waits for the rest of its way.
  case calledOff

  /// Whether no page is current until it has come or gone.
  @inlinable @inline(__always)
  package var isBlocking: Bool { self == .covering || self == .disappearing }
}

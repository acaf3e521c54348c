/// Which way a page moves, from its `will-appear` or `will-disappear` on until a transition ends.
@frozen
@usableFromInline
package enum PageMotion: UInt8, BitwiseCopyable, Sendable {
  /// It does not move.
  case still
  /// It appears, in place of what is there or in a container.
  case appearing
  /// It appears, and covers what is there: what it covers is told nothing.
  case covering
  /// It disappears.
  case disappearing
  /// It was to cover others and leaves before it did appear: no popup waits for the rest of its way.
  case calledOff

  /// Whether no page is current until it has come or gone.
  @inlinable @inline(__always)
  package var isBlocking: Bool { self == .covering || self == .disappearing }
}

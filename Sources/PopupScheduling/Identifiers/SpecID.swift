/// An index in a catalog's table of popup attributes.
@frozen
public struct SpecID: Hashable, Comparable, Sendable {
  /// The index; negative for ``none``.
  public var rawValue: Int32

  /// Makes an identifier of an index.
  @inlinable
  public init(_ rawValue: Int32) { self.rawValue = rawValue }

  /// Makes an identifier of an index.
  @inlinable
  public init(_ index: Int) { self.rawValue = Int32(truncatingIfNeeded: index) }

  /// No such thing. A sentinel and not an optional, so that an event stays one cache line.
  @inlinable
  public static var none: SpecID { SpecID(Int32(-1)) }

  /// Whether this is ``none``.
  @inlinable
  public var isNone: Bool { rawValue < 0 }

  /// The index in an array that holds one element for each of these.
  @inlinable
  public var index: Int { Int(rawValue) }

  @inlinable
  public static func < (lhs: SpecID, rhs: SpecID) -> Bool { lhs.rawValue < rhs.rawValue }
}

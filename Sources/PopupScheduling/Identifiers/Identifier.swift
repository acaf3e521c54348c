/// One thing of a kind within a session: a dense index, so that tables over such things are arrays.
///
/// The kind is in the type, so that a page is never taken for a popup. The kinds have names of their own: ``PopupID``, ``PageID``,
/// ``TimerID``, ``SpecID``, ``ChangeID``, ``Symbol`` and ``NameListID``.
@frozen
public struct Identifier<Subject>: Hashable, Comparable, Sendable {
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
  public static var none: Self { Self(Int32(-1)) }

  /// Whether this is ``none``.
  @inlinable
  public var isNone: Bool { rawValue < 0 }

  /// The position in an array that holds one element for each of these.
  @inlinable
  public var index: Int { Int(rawValue) }

  @inlinable
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// The kinds of things that an ``Identifier`` can be of.
public enum IdentifierSubject {
  public enum Popup {}
  public enum Page {}
  public enum Timer {}
  public enum Spec {}
  public enum Change {}
  public enum Name {}
  public enum NameList {}
}

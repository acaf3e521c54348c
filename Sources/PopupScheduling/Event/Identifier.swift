/// One thing of a kind within a session: a dense index. The kind is in the type, so that a page is never taken for a popup.
@frozen
public struct Identifier<Subject>: Hashable, Comparable, Sendable {
  /// The index; negative for ``none``.
  public var rawValue: Int32

  @inlinable public init(_ rawValue: Int32) { self.rawValue = rawValue }
  @inlinable public init(_ index: Int) { self.rawValue = Int32(truncatingIfNeeded: index) }
  /// No such thing. A sentinel and not an optional, so that an event stays one cache line.
  @inlinable public static var none: Self { Self(Int32(-1)) }
  /// Whether this is ``none``.
  @inlinable public var isNone: Bool { rawValue < 0 }
  /// The index in an array that holds one element for each of these.
  @inlinable public var index: Int { Int(rawValue) }
  @inlinable public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
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

/// One submission of a popup, in order of first mention; ``Catalog`` holds the number that people know it by.
public typealias PopupID = Identifier<IdentifierSubject.Popup>
/// One screen instance, in order of first mention; ``Catalog`` holds the number that people know it by.
public typealias PageID = Identifier<IdentifierSubject.Page>
/// One timer of a session: counted from 0 in the order the policies set them.
public typealias TimerID = Identifier<IdentifierSubject.Timer>
/// An index into a catalog's table of popup attributes.
public typealias SpecID = Identifier<IdentifierSubject.Spec>
/// An index into a catalog's table of changes to waiting popups.
public typealias ChangeID = Identifier<IdentifierSubject.Change>
/// A name that a ``Names`` table knows.
public typealias Symbol = Identifier<IdentifierSubject.Name>
/// A list of names that a ``Names`` table knows.
public typealias NameListID = Identifier<IdentifierSubject.NameList>

/// One scheduler of one scene: each is a policy instance of its own (<doc:QueueOrder#One-queue-a-scheduler>).
@frozen
public struct SchedulerID: Hashable, Comparable, Sendable {
  /// The scene whose slot the scheduler fills.
  public var scene: UInt16
  /// The number of the scheduler.
  public var scheduler: UInt16

  @inlinable
  public init(scene: UInt16 = 0, scheduler: UInt16 = 0) {
    self.scene = scene
    self.scheduler = scheduler
  }

  @inlinable
  public static func < (lhs: SchedulerID, rhs: SchedulerID) -> Bool {
    (lhs.scene, lhs.scheduler) < (rhs.scene, rhs.scheduler)
  }
}

/// What an attribute of a popup is stored as.
@usableFromInline
package protocol AttributeValue: Equatable, Sendable {
  var stored: Int64 { get }
  init?(stored: Int64)
  static var words: [String] { get }
}

extension AttributeValue {
  @inlinable package static var words: [String] { [] }
}

extension AttributeValue where Self: WireNamed & RawRepresentable, RawValue == UInt8 {
  @inlinable package var stored: Int64 { Int64(rawValue) }

  @inlinable
  package init?(stored: Int64) {
    guard let raw = UInt8(exactly: stored) else { return nil }
    self.init(rawValue: raw)
  }

  @inlinable package static var words: [String] { allCases.map(\.wireName) }
}

extension AttributeValue where Self: FixedWidthInteger {
  @inlinable package var stored: Int64 { Int64(truncatingIfNeeded: self) }
  @inlinable package init?(stored: Int64) { self.init(exactly: stored) }
}

extension Int32: AttributeValue {}
extension UInt16: AttributeValue {}

extension Bool: AttributeValue {
  @inlinable package var stored: Int64 { self ? 1 : 0 }

  @inlinable
  package init?(stored: Int64) {
    guard stored == 0 || stored == 1 else { return nil }
    self = stored == 1
  }
}

extension Ticks: AttributeValue {
  @inlinable package var stored: Int64 { rawValue }
  @inlinable package init?(stored: Int64) { self.init(stored) }
}

extension Identifier: AttributeValue {
  @inlinable package var stored: Int64 { Int64(rawValue) }

  @inlinable
  package init?(stored: Int64) {
    guard let raw = Int32(exactly: stored) else { return nil }
    self.init(raw)
  }
}

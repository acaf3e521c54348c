/// One attribute of a popup, as everything knows it that reads, writes, hides or describes attributes.
@usableFromInline
package struct PopupAttribute: Sendable {
  @usableFromInline package let name: String
  @usableFromInline package let row: Row
  /// The value that is not written.
  package let usual: Int64
  package let words: [String]

  @inlinable package var shape: Shape { row.shape }
  @inlinable package var bit: Int? { row.bit }

  /// What the table says of it. Nothing in it is counted by reference, because every popup of a trace is taken along the table.
  @usableFromInline
  package struct Row: Sendable {
    @usableFromInline package let name: StaticString
    @usableFromInline package let shape: Shape
    /// Which bit of a chunk says that it is given; nil for the name, which is always given. Never changed, only added to.
    @usableFromInline package let bit: Int?
    @usableFromInline package let meaning: StaticString
    @usableFromInline package let absent: StaticString

    @inlinable
    init(_ name: StaticString, _ shape: Shape, _ bit: Int?, _ meaning: StaticString, absent: StaticString) {
      self.name = name
      self.shape = shape
      self.bit = bit
      self.meaning = meaning
      self.absent = absent
    }
  }

  @usableFromInline
  package enum Shape: Hashable, Sendable {
    case name(NameRole)
    case list
    case page
    /// A length of time; negative where none is given.
    case length
    case number(ClosedRange<Int64>)
    case word
    /// One of two words, which is a bit.
    case choice
    case flag

    @inlinable
    package var isBit: Bool {
      switch self {
      case .choice, .flag: true
      case .name, .list, .page, .length, .number, .word: false
      }
    }
  }
}

/// Something that looks at every attribute of a popup, or changes it.
/// What an attribute's shape is, is known when a visitor is compiled, so that a visit costs no more than the same lines by hand.
@usableFromInline
package protocol PopupAttributeVisitor {
  associatedtype Failure: Error = Never
  mutating func visit<Value: AttributeValue>(
    _ attribute: PopupAttribute.Row, _ value: inout Value, usual: Value
  ) throws(Failure)
}

extension PopupAttributeVisitor {
  @inlinable
  @inline(__always)
  mutating func visit<Value: AttributeValue>(
    _ name: StaticString, _ shape: PopupAttribute.Shape, _ bit: Int?, _ meaning: StaticString,
    absent: StaticString = "none",
    _ value: inout Value, usual: Value
  ) throws(Failure) {
    try visit(PopupAttribute.Row(name, shape, bit, meaning, absent: absent), &value, usual: usual)
  }
}

/// A visitor of what attributes refer to: entries of other tables of the catalog.
@usableFromInline
package protocol PopupReferenceVisitor: PopupAttributeVisitor {
  /// Looks at an entry, and says which one takes over from it.
  mutating func visit(_ entry: Int32, _ table: CatalogReference) throws(Failure) -> Int32
}

@usableFromInline
package enum CatalogReference: Hashable, Sendable {
  case name(NameRole), list, page
}

extension PopupReferenceVisitor {
  @inlinable
  @inline(__always)
  package mutating func visit<Value: AttributeValue>(
    _ attribute: PopupAttribute.Row, _ value: inout Value, usual: Value
  ) throws(Failure) {
    let table: CatalogReference
    switch attribute.shape {
    case .name(let role): table = .name(role)
    case .list: table = .list
    case .page: table = .page
    case .length, .number, .word, .choice, .flag: return
    }
    let entry = try visit(Int32(truncatingIfNeeded: value.stored), table)
    if let new = Value(stored: Int64(entry)) { value = new }
  }
}

extension PopupSpec {
  /// All attributes, in the order of JSON Lines.
  package static let attributes: [PopupAttribute] = {
    var list = PopupAttribute.List()
    var spec = PopupSpec(name: .none)
    spec.visit(&list)
    return list.attributes
  }()

  /// The values of all attributes, in the same order.
  package var values: [Int64] {
    var values = PopupAttribute.Values()
    var spec = self
    spec.visit(&values)
    return values.old
  }

  /// Makes attributes of their values; one that an attribute cannot have is left out.
  package init(values: [Int64]) {
    self.init(name: .none)
    var values = PopupAttribute.Values(new: values[...])
    visit(&values)
  }
}

extension PopupAttribute {
  fileprivate struct List: PopupAttributeVisitor {
    var attributes: [PopupAttribute] = []

    mutating func visit<Value: AttributeValue>(_ attribute: PopupAttribute.Row, _ value: inout Value, usual: Value) {
      attributes.append(
        PopupAttribute(name: "\(attribute.name)", row: attribute, usual: usual.stored, words: Value.words))
    }
  }

  fileprivate struct Values: PopupAttributeVisitor {
    var old: [Int64] = []
    var new: ArraySlice<Int64> = []

    mutating func visit<Value: AttributeValue>(_ attribute: PopupAttribute.Row, _ value: inout Value, usual: Value) {
      old.append(value.stored)
      if let stored = new.popFirst() { value = Value(stored: stored) ?? usual }
    }
  }
}

/// Things to come, the least in front: a binary heap.
///
/// The package's own, so that an app that depends on it resolves no other package. Which of two equal elements comes first is not said: an
/// order that must be the same everywhere is made total by the elements.
///
/// Apps have no use for it. It is public because what is not is compiled once, for elements of any type, and called by other modules like
/// that: a tenth of a replay's instructions.
@frozen
public struct EarliestFirst<Element: Comparable> {
  @usableFromInline var elements: [Element] = []

  /// Makes an empty one.
  @inlinable public init() {}

  /// Whether there is none.
  @inlinable public var isEmpty: Bool { elements.isEmpty }

  /// The least; nil where there is none.
  @inlinable public var first: Element? { elements.first }

  /// All of them, in no order.
  @inlinable public var unordered: [Element] { elements }

  /// Forgets everything and keeps the memory.
  @inlinable public mutating func removeAll() { elements.removeAll(keepingCapacity: true) }

  /// Adds one.
  ///
  /// - Complexity: O(log n)
  @inlinable public mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard element < elements[parent] else { break }
      elements[child] = elements[parent]
      child = parent
    }
    elements[child] = element
  }

  /// Takes the least out; nil where there is none.
  ///
  /// - Complexity: O(log n)
  @inlinable public mutating func popFirst() -> Element? {
    guard let last = elements.popLast() else { return nil }
    guard let first = elements.first else { return last }
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < elements.count else { break }
      if child + 1 < elements.count, elements[child + 1] < elements[child] { child += 1 }
      guard elements[child] < last else { break }
      elements[parent] = elements[child]
      parent = child
    }
    elements[parent] = last
    return first
  }
}

extension EarliestFirst: Sendable where Element: Sendable {}

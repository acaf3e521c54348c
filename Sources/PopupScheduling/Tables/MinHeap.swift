/// What a ``MinHeap`` orders: less than `Comparable`, which would ask for an equality that nothing here needs.
public protocol HeapElement: BitwiseCopyable {
  static func < (lhs: Self, rhs: Self) -> Bool
}

/// Things to come, the least in front: a binary heap. Which of two equal elements comes first is not said.
///
/// It is public so that other modules of the package specialise it for their elements; apps have no use for it.
public struct MinHeap<Element: HeapElement>: ~Copyable {
  @usableFromInline var elements = OwnedArray<Element>()

  @inlinable public init() {}
  @inlinable public var count: Int { elements.count }
  @inlinable public var isEmpty: Bool { elements.isEmpty }
  /// The least; nil where there is none.
  @inlinable public var first: Element? { elements.isEmpty ? nil : elements[0] }
  @inlinable
  public borrowing func allSatisfy(_ isWanted: (Element) -> Bool) -> Bool {
    elements.firstIndex { !isWanted($0) } == nil
  }

  /// Forgets everything and keeps the memory.
  @inlinable public mutating func removeAll() { elements.removeAll() }

  /// Takes over the elements of another heap, and forgets its own.
  @inlinable public mutating func copy(from other: borrowing MinHeap) { elements.copy(from: other.elements) }

  /// Adds an element, in O(log n).
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

  /// Takes the least out, in O(log n); nil where there is none.
  @inlinable
  @discardableResult
  public mutating func popFirst() -> Element? {
    guard let last = elements.popLast() else { return nil }
    guard !elements.isEmpty else { return last }
    let first = elements[0]
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

extension MinHeap: Sendable where Element: Sendable {}
extension MinHeap: Replaceable {}

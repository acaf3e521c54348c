extension OwnedArray {
  /// Another array of the same elements, with memory of its own.
  ///
  /// Made only where it is called: the type is there to prevent copies by accident.
  ///
  /// - Complexity: O(n)
  @inlinable
  public borrowing func copy() -> OwnedArray {
    var other = OwnedArray()
    unsafe other.append(contentsOf: UnsafeBufferPointer(start: base, count: storedCount))
    return other
  }

  /// Takes over the elements of another array, and forgets its own.
  ///
  /// - Complexity: O(n) for n elements of the other.
  @inlinable
  public mutating func copy(from other: borrowing OwnedArray) {
    storedCount = 0
    unsafe append(contentsOf: UnsafeBufferPointer(start: other.base, count: other.storedCount))
  }

  /// Takes over the elements of an array, and forgets its own.
  ///
  /// - Complexity: O(n) for n elements of the other.
  @inlinable
  public mutating func copy(from other: [Element]) {
    storedCount = 0
    unsafe other.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }

  /// The elements as a value that can be passed around.
  ///
  /// - Complexity: O(n)
  @inlinable
  public var array: [Element] { unsafe Array(UnsafeBufferPointer(start: base, count: storedCount)) }
}

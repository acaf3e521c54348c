/// An array of plain values with one owner: there are no copies, and so no check before every write whether the storage is shared.
///
/// Every index is checked, in release builds too; the memory is kept from one session to the next.
///
/// It is public so that other modules of the package specialise it for their elements; apps have no use for it.
///
/// - Complexity: O(1) for an access, O(1) amortised for ``append(_:)``.
@safe
public struct OwnedArray<Element: BitwiseCopyable>: ~Copyable {
  // No reference in here: the compiler (6.3.1) cannot verify an addressor of a struct that holds one.
  @usableFromInline var base: UnsafeMutablePointer<Element>
  @usableFromInline var storedCount: Int
  @usableFromInline var capacity: Int

  /// Makes an empty one, without memory.
  @inlinable
  public init() {
    unsafe base = UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
    storedCount = 0
    capacity = 0
  }

  @inlinable
  deinit {
    if capacity > 0 { unsafe base.deallocate() }
  }

  @inlinable public var count: Int { storedCount }
  @inlinable public var isEmpty: Bool { storedCount == 0 }
  @inlinable public var indices: Range<Int> { unsafe Range(uncheckedBounds: (0, storedCount)) }
  /// The last element; nil where there is none.
  @inlinable public var last: Element? { storedCount > 0 ? unsafe base[storedCount &- 1] : nil }
  /// The elements as a value that can be passed around.
  @inlinable public var array: [Element] { unsafe Array(UnsafeBufferPointer(start: base, count: storedCount)) }

  @inlinable
  public subscript(index: Int) -> Element {
    @inline(__always)
    unsafeAddress {
      // One comparison finds the negative ones, too.
      precondition(UInt(bitPattern: index) < UInt(bitPattern: storedCount), "an index beyond the elements there are")
      return unsafe UnsafePointer(base + index)
    }
    @inline(__always)
    unsafeMutableAddress {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: storedCount), "an index beyond the elements there are")
      return unsafe base + index
    }
  }

  @inlinable
  public mutating func append(_ element: Element) {
    if storedCount == capacity { grow(to: storedCount + 1) }
    unsafe (base + storedCount).initialize(to: element)
    storedCount &+= 1
  }

  @inlinable
  public mutating func append(repeating element: Element, count times: Int) {
    precondition(times >= 0, "a negative number of elements")
    if times > capacity - storedCount { grow(to: storedCount + times) }
    unsafe (base + storedCount).initialize(repeating: element, count: times)
    storedCount &+= times
  }

  @inlinable
  public mutating func append(contentsOf elements: UnsafeBufferPointer<Element>) {
    guard let first = elements.baseAddress, elements.count > 0 else { return }
    if elements.count > capacity - storedCount { grow(to: storedCount + elements.count) }
    unsafe (base + storedCount).initialize(from: first, count: elements.count)
    storedCount &+= elements.count
  }

  /// Takes the last element out; nil where there is none.
  @inlinable
  public mutating func popLast() -> Element? {
    guard storedCount > 0 else { return nil }
    storedCount &-= 1
    return unsafe base[storedCount]
  }

  @inlinable
  public mutating func removeLast(_ removed: Int = 1) {
    precondition(removed >= 0 && removed <= storedCount, "more elements than there are")
    storedCount &-= removed
  }

  /// Takes so many of the first elements out; those behind them move up.
  @inlinable
  public mutating func removeFirst(_ removed: Int) {
    precondition(removed >= 0 && removed <= storedCount, "more elements than there are")
    unsafe base.update(from: base + removed, count: storedCount - removed)
    storedCount &-= removed
  }

  /// Takes an element out; those behind it move up.
  @inlinable
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    let element = self[index]
    unsafe (base + index).update(from: base + index + 1, count: storedCount - index - 1)
    storedCount &-= 1
    return element
  }

  /// Puts an element in front of another, or at the end.
  @inlinable
  public mutating func insert(_ element: Element, at index: Int) {
    precondition(index >= 0 && index <= storedCount, "an index beyond the elements there are")
    if storedCount == capacity { grow(to: storedCount + 1) }
    unsafe (base + index + 1).update(from: base + index, count: storedCount - index)
    unsafe (base + index).initialize(to: element)
    storedCount &+= 1
  }

  /// Forgets all elements and keeps the memory.
  @inlinable public mutating func removeAll() { storedCount = 0 }

  /// Lends the elements in one piece.
  @inlinable
  public borrowing func withUnsafeBufferPointer<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(UnsafeBufferPointer(start: base, count: storedCount))
  }

  @usableFromInline
  mutating func grow(to least: Int) {
    let enlarged = max(least, capacity * 2, 16)
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: enlarged)
    unsafe memory.moveInitialize(from: base, count: storedCount)
    if capacity > 0 { unsafe base.deallocate() }
    unsafe base = memory
    capacity = enlarged
  }
}

// The elements are plain values, and there is one owner.
extension OwnedArray: @unchecked Sendable where Element: Sendable {}

// MARK: - Copies, made only where they are asked for

extension OwnedArray {
  /// Takes over the elements of another array, and forgets its own.
  @inlinable
  public mutating func copy(from other: borrowing OwnedArray) {
    storedCount = 0
    unsafe append(contentsOf: UnsafeBufferPointer(start: other.base, count: other.storedCount))
  }

  /// Takes over the elements of an array, and forgets its own.
  @inlinable
  public mutating func copy(from other: [Element]) {
    storedCount = 0
    unsafe other.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }

  @inlinable
  public mutating func swapAt(_ one: Int, _ other: Int) {
    let element = self[one]
    self[one] = self[other]
    self[other] = element
  }

  /// The index of the first element that fulfils something; nil where none does.
  @inlinable
  public borrowing func firstIndex(where isWanted: (Element) -> Bool) -> Int? {
    for index in indices where isWanted(self[index]) { return index }
    return nil
  }

  /// The first index whose element belongs to the second part of an array that is in two parts, by a binary search; the count where none does.
  @inlinable
  package borrowing func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Int {
    unsafe withUnsafeBufferPointer { unsafe $0.partitioningIndex(where: isInSecondPart) }
  }

  /// Sorts the elements by what some function says of each; next to nothing for one or none, which is what hot paths meet most.
  mutating func sort(by key: (Element) -> Int32) {
    guard storedCount > 1 else { return }
    var elements = unsafe UnsafeMutableBufferPointer(start: base, count: storedCount)
    unsafe elements.sort { key($0) < key($1) }
  }
}

extension OwnedArray where Element: Comparable {
  /// Sorts the elements; next to nothing for one or none, which is what hot paths meet most.
  @inlinable
  public mutating func sort() {
    guard storedCount > 1 else { return }
    var elements = unsafe UnsafeMutableBufferPointer(start: base, count: storedCount)
    unsafe elements.sort()
  }
}

/// Has the compiler hand a struct over by its address.
/// A struct of plain fields it copies, all of it, whenever a method that only looks at it is called. One of these among the fields prevents that.
@frozen
public struct ByAddress: Sendable {
  // What is in it is known only at run time, as far as the compiler is concerned.
  private let nothing: (any Sendable)?

  public init() { nothing = nil }
}

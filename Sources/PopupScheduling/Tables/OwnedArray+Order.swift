extension OwnedArray {
  /// Exchanges two elements.
  @inlinable
  public mutating func swapAt(_ one: Int, _ other: Int) {
    let element = self[one]
    self[one] = self[other]
    self[other] = element
  }

  /// The index of the first element that fulfils something; nil where none does.
  ///
  /// - Complexity: O(n)
  @inlinable
  public borrowing func firstIndex(where isWanted: (Element) -> Bool) -> Int? {
    for index in indices where isWanted(self[index]) { return index }
    return nil
  }
}

extension OwnedArray {
  /// The first index whose element belongs to the second part of an array that is in two parts; the count where none does.
  ///
  /// A binary search, as that of any collection.
  ///
  /// - Complexity: O(log n)
  @inlinable
  package borrowing func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Int {
    unsafe withUnsafeBufferPointer { unsafe $0.partitioningIndex(where: isInSecondPart) }
  }
}

extension OwnedArray {
  /// Sorts the elements by what some function says of each, the least first.
  ///
  /// - Complexity: O(n log n); next to nothing for one element or none, which is what hot paths meet most.
  mutating func sort(by key: (Element) -> Int32) {
    guard storedCount > 1 else { return }
    var elements = unsafe UnsafeMutableBufferPointer(start: base, count: storedCount)
    unsafe elements.sort { key($0) < key($1) }
  }
}

extension OwnedArray where Element: Comparable {
  /// Sorts the elements, the least first.
  ///
  /// - Complexity: O(n log n); next to nothing for one element or none, which is what hot paths meet most.
  @inlinable
  public mutating func sort() {
    guard storedCount > 1 else { return }
    var elements = unsafe UnsafeMutableBufferPointer(start: base, count: storedCount)
    unsafe elements.sort()
  }
}

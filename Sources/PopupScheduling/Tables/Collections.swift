extension RandomAccessCollection {
  /// The first index whose element belongs to the second part of a collection that is in two parts; `endIndex` where none does.
  ///
  /// A binary search. In a collection in ascending order, `partitioningIndex { $0 >= x }` is where `x` is, or belongs.
  ///
  /// - Parameter isInSecondPart: False for the elements of the first part, true for those of the second.
  @inlinable
  package func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Index {
    var start = startIndex
    var length = count
    while length > 0 {
      let half = length / 2
      let middle = index(start, offsetBy: half)
      if isInSecondPart(self[middle]) {
        length = half
      } else {
        start = index(after: middle)
        length -= half + 1
      }
    }
    return start
  }
}

extension Array {
  /// Forgets all elements and keeps the memory; costs next to nothing where there are none, which is what hot paths meet most.
  mutating func empty() {
    if !isEmpty { removeAll(keepingCapacity: true) }
  }
}

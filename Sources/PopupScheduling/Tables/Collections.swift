extension RandomAccessCollection {
  /// The first index whose element belongs to the second part of a collection that is in two parts; `endIndex` where none does.
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

/// What one owner changes in place, and that can become the same as another: a copy of it, or a new one in the memory of an old one.
@usableFromInline
package protocol Replaceable: ~Copyable {
  init()

  /// Takes over everything, into memory of its own.
  mutating func copy(from other: borrowing Self)
}

extension Replaceable where Self: ~Copyable {
  package borrowing func copy() -> Self {
    var other = Self()
    other.copy(from: self)
    return other
  }

  /// Begins anew, and keeps the memory.
  @inlinable package mutating func removeAll() { copy(from: Self()) }
}

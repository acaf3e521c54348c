/// The indices of the schedulers that have something to do, lowest first and each only once.
///
/// - Complexity: O(1) for up to 64 indices, which is what nearly all sessions have; beyond that O(1) where an index is the last of all, as
///   it is when something is told to one index after another.
@usableFromInline
struct Worklist: Sendable {
  /// The listed ones of up to 64 indices, a bit for each.
  @usableFromInline var few: UInt64 = 0
  @usableFromInline let isFew: Bool
  private var isListed: [Bool]
  /// In order from `head` on; what is before it has been taken out.
  private var indices: [Int32] = []
  private var head = 0

  @usableFromInline
  init(count: Int) {
    isFew = count <= UInt64.bitWidth
    isListed = isFew ? [] : Array(repeating: false, count: count)
  }

  /// Puts an index on the list, unless it is there.
  @inlinable
  mutating func insert(_ index: Int) {
    if isFew { few |= 1 << UInt64(index) } else { insertAmongMany(index) }
  }

  /// Takes the lowest index out; nil where there is none.
  @inlinable
  mutating func removeFirst() -> Int? {
    guard isFew else { return removeFirstOfMany() }
    guard few != 0 else { return nil }
    let index = few.trailingZeroBitCount
    few &= few - 1
    return index
  }

  @usableFromInline
  mutating func insertAmongMany(_ index: Int) {
    guard !isListed[index] else { return }
    isListed[index] = true
    guard let last = indices.last, head < indices.count, last > index else {
      indices.append(Int32(truncatingIfNeeded: index))
      return
    }
    let position = indices[head...].partitioningIndex { $0 > index }
    indices.insert(Int32(truncatingIfNeeded: index), at: position)
  }

  @usableFromInline
  mutating func removeFirstOfMany() -> Int? {
    guard head < indices.count else { return nil }
    let index = Int(indices[head])
    isListed[index] = false
    head += 1
    if head == indices.count {
      indices.removeAll(keepingCapacity: true)
      head = 0
    }
    return index
  }
}

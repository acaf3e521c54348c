/// The places that have something to do, lowest first and each only once.
///
/// - Complexity: O(1) for up to 64 places, which is what nearly all sessions have; beyond that O(1) where a place is the last of all, as it
///   is when
///   something is told to one place after another.
@usableFromInline
struct Worklist: Sendable {
  /// The listed ones of up to 64 places, a bit for each.
  @usableFromInline var few: UInt64 = 0
  @usableFromInline let isFew: Bool
  private var isListed: [Bool]
  /// In order from `head` on; what is before it has been taken out.
  private var places: [Int32] = []
  private var head = 0

  @usableFromInline
  init(count: Int) {
    isFew = count <= UInt64.bitWidth
    isListed = isFew ? [] : Array(repeating: false, count: count)
  }

  /// Puts a place on the list, unless it is there.
  @inlinable
  mutating func insert(_ place: Int) {
    if isFew { few |= 1 << UInt64(place) } else { insertAmongMany(place) }
  }

  /// Takes the lowest place out; nil where there is none.
  @inlinable
  mutating func removeFirst() -> Int? {
    guard isFew else { return removeFirstOfMany() }
    guard few != 0 else { return nil }
    let place = few.trailingZeroBitCount
    few &= few - 1
    return place
  }

  @usableFromInline
  mutating func insertAmongMany(_ place: Int) {
    guard !isListed[place] else { return }
    isListed[place] = true
    guard let last = places.last, head < places.count, last > place else {
      places.append(Int32(truncatingIfNeeded: place))
      return
    }
    var low = head
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    places.insert(Int32(truncatingIfNeeded: place), at: low)
  }

  @usableFromInline
  mutating func removeFirstOfMany() -> Int? {
    guard head < places.count else { return nil }
    let place = Int(places[head])
    isListed[place] = false
    head += 1
    if head == places.count {
      places.removeAll(keepingCapacity: true)
      head = 0
    }
    return place
  }
}

/// The places that have something to do, lowest first and each only once.
@usableFromInline
struct Worklist: Sendable {
  @usableFromInline var isListed: [Bool]
  /// In order from `head` on; what is before it has been taken out.
  @usableFromInline var places: [Int32] = []
  @usableFromInline var head = 0

  @usableFromInline
  init(count: Int) { isListed = Array(repeating: false, count: count) }

  /// Puts a place on the list, unless it is there.
  ///
  /// - Complexity: O(1) where it is the last of all, as it is when something is told to one place after another.
  @inlinable
  mutating func insert(_ place: Int) {
    guard !isListed[place] else { return }
    isListed[place] = true
    guard let last = places.last, head < places.count, last > place else {
      places.append(Int32(truncatingIfNeeded: place))
      return
    }
    insertBetween(place)
  }

  @usableFromInline
  mutating func insertBetween(_ place: Int) {
    var low = head
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    places.insert(Int32(truncatingIfNeeded: place), at: low)
  }

  /// Takes the lowest place out; nil where there is none.
  @inlinable
  mutating func removeFirst() -> Int? {
    guard head < places.count else { return nil }
    let place = Int(places[head])
    head += 1
    if head == places.count {
      places.removeAll(keepingCapacity: true)
      head = 0
    }
    isListed[place] = false
    return place
  }
}

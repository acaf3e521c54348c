/// Numbered things in order of rank, the smallest first: a binary heap in one array, which says of each where it stands.
///
/// Where things stand is kept outside, by number, so that one array serves many heaps of which each thing is in one at most; -1 says in none.
struct RankedHeap {
  struct Entry {
    var rank: UInt64
    var id: Int32
  }

  private(set) var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  mutating func removeAll() {
    if !entries.isEmpty { entries.removeAll(keepingCapacity: true) }
  }

  /// Adds a thing that stands nowhere.
  ///
  /// - Complexity: O(log n)
  mutating func insert(_ id: Int32, rank: UInt64, _ places: inout [Int32]) {
    entries.append(Entry(rank: rank, id: id))
    rise(entries.count - 1, &places)
  }

  /// Takes a thing out that stands here.
  ///
  /// - Complexity: O(log n)
  mutating func remove(_ id: Int32, _ places: inout [Int32]) {
    let place = Int(places[Int(id)])
    places[Int(id)] = -1
    let last = entries.removeLast()
    guard place < entries.count else { return }
    entries[place] = last
    settle(place, &places)
  }

  /// Gives a thing that stands here another rank.
  ///
  /// - Complexity: O(log n)
  mutating func change(_ id: Int32, rank: UInt64, _ places: inout [Int32]) {
    let place = Int(places[Int(id)])
    guard entries[place].rank != rank else { return }
    entries[place].rank = rank
    settle(place, &places)
  }

  private mutating func settle(_ place: Int, _ places: inout [Int32]) {
    if place > 0, entries[place].rank < entries[(place - 1) / 2].rank {
      rise(place, &places)
    } else {
      sink(place, &places)
    }
  }

  private mutating func rise(_ start: Int, _ places: inout [Int32]) {
    let entry = entries[start]
    var place = start
    while place > 0 {
      let parent = (place - 1) / 2
      guard entry.rank < entries[parent].rank else { break }
      entries[place] = entries[parent]
      places[Int(entries[place].id)] = Int32(truncatingIfNeeded: place)
      place = parent
    }
    entries[place] = entry
    places[Int(entry.id)] = Int32(truncatingIfNeeded: place)
  }

  private mutating func sink(_ start: Int, _ places: inout [Int32]) {
    let entry = entries[start]
    var place = start
    while true {
      var child = 2 * place + 1
      guard child < entries.count else { break }
      if child + 1 < entries.count, entries[child + 1].rank < entries[child].rank { child += 1 }
      guard entries[child].rank < entry.rank else { break }
      entries[place] = entries[child]
      places[Int(entries[place].id)] = Int32(truncatingIfNeeded: place)
      place = child
    }
    entries[place] = entry
    places[Int(entry.id)] = Int32(truncatingIfNeeded: place)
  }
}

/// Finds the wait that so many of a hundred do not exceed, in all sessions and in every resample of them.
///
/// How many waits of each unit are no longer than a class is worked out once for every class that some search asks for; searches of one
/// metric ask for few.
///
/// - Complexity: O(u log c) for a resample of u units with c classes.
struct WaitQuantiles {
  private let units: [WaitCounts]
  /// The classes there are, ascending.
  private let buckets: [UInt32]
  /// By class: by unit how many waits are no longer; empty where nobody asked yet.
  private var counts: [[Int]]

  init(_ units: [WaitCounts]) {
    self.units = units
    var all = WaitCounts()
    for unit in units { all.add(unit) }
    buckets = all.entries.map(\.bucket)
    counts = [[Int]](repeating: [], count: buckets.count)
  }

  /// The value in all sessions.
  mutating func value(_ percentile: Int) -> Quotient {
    search(percentile) { $0.reduce(0, +) }
  }

  /// The value in every resample.
  mutating func values(_ percentile: Int, _ bootstrap: Bootstrap) -> [Quotient] {
    (0..<Bootstrap.resamples).map { resample in search(percentile) { bootstrap.sum($0, in: resample) } }
  }

  /// The least class with so many of a hundred waits in it or below.
  private mutating func search(_ percentile: Int, _ sum: ([Int]) -> Int) -> Quotient {
    guard !buckets.isEmpty else { return Quotient() }
    let all = sum(upTo(buckets.count - 1))
    guard all > 0 else { return Quotient() }
    let needed = (all * percentile + 99) / 100
    var (low, high) = (0, buckets.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sum(upTo(middle)) >= needed { high = middle } else { low = middle + 1 }
    }
    return Quotient(part: WaitCounts.least(buckets[low]), whole: 1)
  }

  private mutating func upTo(_ index: Int) -> [Int] {
    if counts[index].isEmpty {
      counts[index] = units.map { unit in
        unit.entries.prefix { $0.bucket <= buckets[index] }.reduce(0) { $0 + $1.count }
      }
    }
    return counts[index]
  }
}

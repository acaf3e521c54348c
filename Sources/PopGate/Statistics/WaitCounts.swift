/// How many waits there were of which length: exact to the millisecond below 2,048 ms, and to 0.1 % beyond, rounded down.
///
/// The classes are those of HdrHistogram (http://hdrhistogram.org) with three significant digits: 1,024 to an octave. Only those that are
/// there are kept. The result is the same whatever the order of what is added.
struct WaitCounts: Hashable, Sendable {
  private(set) var counts: [UInt32: Int] = [:]

  /// The longest wait that is told from longer ones, a little over a year.
  private static let longest = 1 << 35

  static func bucket(_ milliseconds: Int) -> UInt32 {
    let length = min(max(milliseconds, 0), longest)
    guard length >= 2048 else { return UInt32(length) }
    let shift = Int.bitWidth - 11 - length.leadingZeroBitCount
    return UInt32(2048 + (shift - 1) * 1024 + (length >> shift) - 1024)
  }

  static func least(_ bucket: UInt32) -> Int {
    guard bucket >= 2048 else { return Int(bucket) }
    let index = Int(bucket) - 2048
    return (1024 + index % 1024) << (index / 1024 + 1)
  }

  mutating func add(_ milliseconds: Int) { counts[Self.bucket(milliseconds), default: 0] += 1 }

  mutating func add(_ other: WaitCounts) { counts.merge(other.counts) { $0 + $1 } }
}

/// Finds the wait that so many of a hundred do not exceed, in all sessions and in every resample of them.
///
/// How many waits of each unit are no longer than a class is worked out once for every class that some search asks for; searches of one
/// metric ask for few.
///
/// - Complexity: O(u log c) for a resample of u units with c classes.
struct WaitQuantiles {
  private let units: [WaitCounts]
  private let buckets: [UInt32]
  /// By class: by unit how many waits are no longer; empty where nobody asked yet.
  private var counts: [[Int]]

  init(_ units: [WaitCounts]) {
    self.units = units
    var all = WaitCounts()
    for unit in units { all.add(unit) }
    buckets = all.counts.keys.sorted()
    counts = [[Int]](repeating: [], count: buckets.count)
  }

  mutating func value(_ percentile: Int) -> Quotient { search(percentile) { $0.reduce(0, +) } }

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
        unit.counts.reduce(0) { $0 + ($1.key <= buckets[index] ? $1.value : 0) }
      }
    }
    return counts[index]
  }
}

import PopupScheduling

/// How many waits there were of which length: exact to the millisecond below 2,048 ms, and to 0.1 % beyond, rounded down.
///
/// The classes are those of HdrHistogram (http://hdrhistogram.org) with three significant digits: 1,024 to an octave. Only those that are
/// there are kept, in order, so the result is the same whatever the order of what is added.
struct WaitCounts: Hashable, Sendable {
  private(set) var buckets: [UInt32] = []
  private(set) var counts: [Int] = []

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

  /// - Complexity: O(log c) where the class is there already, else O(c) for c classes.
  mutating func add(_ milliseconds: Int, times: Int = 1) { add(times, in: Self.bucket(milliseconds)) }

  mutating func add(_ other: WaitCounts) {
    for (bucket, count) in zip(other.buckets, other.counts) { add(count, in: bucket) }
  }

  private mutating func add(_ count: Int, in bucket: UInt32) {
    let index = buckets.partitioningIndex { $0 >= bucket }
    if index < buckets.count, buckets[index] == bucket {
      counts[index] += count
    } else {
      buckets.insert(bucket, at: index)
      counts.insert(count, at: index)
    }
  }
}

extension WaitCounts {
  /// Finds the wait that so many of a hundred do not exceed, in all sessions and in every resample of them.
  ///
  /// - Complexity: O(u log c) for a resample of u units with c classes.
  struct Quantiles {
    private let units: [WaitCounts]
    private let buckets: [UInt32]
    /// By class: by unit how many waits are no longer; empty where no search asked yet, and few classes are asked for.
    private var counts: [[Int]]

    init(_ units: [WaitCounts]) {
      self.units = units
      buckets = Set(units.lazy.flatMap(\.buckets)).sorted()
      counts = [[Int]](repeating: [], count: buckets.count)
    }

    mutating func value(_ percentile: Int) -> Quotient { search(percentile) { $0.reduce(0, +) } }

    mutating func values(_ percentile: Int, _ bootstrap: Bootstrap) -> [Quotient] {
      (0..<Bootstrap.resamples).map { resample in search(percentile) { bootstrap.sum($0, in: resample) } }
    }

    private mutating func search(_ percentile: Int, _ sum: ([Int]) -> Int) -> Quotient {
      guard !buckets.isEmpty else { return Quotient() }
      let all = sum(upTo(buckets.count - 1))
      guard all > 0 else { return Quotient() }
      let needed = (all * percentile + 99) / 100
      let index = (0..<buckets.count - 1).partitioningIndex { sum(upTo($0)) >= needed }
      return Quotient(part: WaitCounts.least(buckets[index]), whole: 1)
    }

    private mutating func upTo(_ index: Int) -> [Int] {
      if counts[index].isEmpty {
        counts[index] = units.map { unit in
          zip(unit.buckets, unit.counts).reduce(0) { $0 + ($1.0 <= buckets[index] ? $1.1 : 0) }
        }
      }
      return counts[index]
    }
  }
}

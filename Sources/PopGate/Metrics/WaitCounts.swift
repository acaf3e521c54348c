/// How many waits there were of which length: exact to the millisecond below 2,048 ms, and to 0.1 % beyond, rounded down.
///
/// The classes are those of HdrHistogram (http://hdrhistogram.org) with three significant digits: 1,024 to an octave. Only those that are
/// there are kept. The result is the same whatever the order of what is added.
struct WaitCounts: Hashable, Sendable {
  /// A class, and how many waits are in it or in one before.
  struct Entry: Hashable, Sendable {
    var bucket: UInt32
    var count: Int
  }

  /// The classes that are there, ascending, each with its count.
  private(set) var entries: [Entry] = []
  /// Classes not yet sorted in.
  private var pending: [UInt32] = []

  /// The longest wait that is told from longer ones, a little over a year.
  private static let longest = 1 << 35

  /// The class of a wait in milliseconds.
  static func bucket(_ milliseconds: Int) -> UInt32 {
    let length = min(max(milliseconds, 0), longest)
    guard length >= 2048 else { return UInt32(length) }
    let shift = Int.bitWidth - 11 - length.leadingZeroBitCount
    return UInt32(2048 + (shift - 1) * 1024 + (length >> shift) - 1024)
  }

  /// The shortest wait of a class.
  static func least(_ bucket: UInt32) -> Int {
    guard bucket >= 2048 else { return Int(bucket) }
    let index = Int(bucket) - 2048
    return (1024 + index % 1024) << (index / 1024 + 1)
  }

  /// Counts a wait.
  mutating func add(_ milliseconds: Int) {
    pending.append(Self.bucket(milliseconds))
    if pending.count > entries.count + 64 { settle() }
  }

  /// Counts the waits of another.
  mutating func add(_ other: WaitCounts) {
    settle()
    var other = other
    other.settle()
    merge(other.entries)
  }

  /// Sorts in what is pending.
  mutating func settle() {
    guard !pending.isEmpty else { return }
    pending.sort()
    var counts: [Entry] = []
    for bucket in pending {
      if counts.last?.bucket == bucket {
        counts[counts.count - 1].count += 1
      } else {
        counts.append(Entry(bucket: bucket, count: 1))
      }
    }
    pending.removeAll(keepingCapacity: true)
    merge(counts)
  }

  private mutating func merge(_ other: [Entry]) {
    guard !entries.isEmpty else { return entries = other }
    var merged: [Entry] = []
    merged.reserveCapacity(entries.count + other.count)
    var (left, right) = (0, 0)
    while left < entries.count || right < other.count {
      if right == other.count || left < entries.count && entries[left].bucket < other[right].bucket {
        merged.append(entries[left])
        left += 1
      } else if left == entries.count || other[right].bucket < entries[left].bucket {
        merged.append(other[right])
        right += 1
      } else {
        merged.append(Entry(bucket: entries[left].bucket, count: entries[left].count + other[right].count))
        left += 1
        right += 1
      }
    }
    entries = merged
  }
}

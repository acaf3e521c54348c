/// How often something took how long: whole milliseconds up to 255, from there on buckets that are less than 1 % wide, up to a day.
///
/// However many lengths it has taken, it has no more than ``bucketLimit`` buckets, and the order in which they came changes nothing.
package struct DurationHistogram: Hashable, Sendable {
  /// How many lengths of a bucket ended there, and how many were cut short.
  package struct Counts: Hashable, Sendable {
    var observed = 0
    var censored = 0
  }

  /// The buckets that have any.
  private var counts: [UInt16: Counts] = [:]

  /// Makes one of nothing.
  package init() {}

  /// How many buckets there can be.
  package static var bucketLimit: Int { bucket(of: longest) + 1 }
  /// What takes longer counts as this: a day.
  private static var longest: Int64 { 86_400_000 }
  /// Up to here each millisecond has a bucket; from here on every power of two has half as many.
  private static var exact: Int64 { 256 }

  /// The bucket that a length falls into.
  private static func bucket(of milliseconds: Int64) -> Int {
    let length = min(max(milliseconds, 0), longest)
    guard length >= exact else { return Int(length) }
    let shift = length.bitWidth - length.leadingZeroBitCount - 8
    return Int(exact) + (shift - 1) * 128 + Int(length >> Int64(shift)) - 128
  }

  /// The longest length of a bucket, which stands for all of them.
  private static func length(of bucket: Int) -> Int64 {
    guard bucket >= exact else { return Int64(bucket) }
    let (shift, rest) = ((bucket - Int(exact)) / 128 + 1, (bucket - Int(exact)) % 128 + 128)
    return Int64(rest + 1) << Int64(shift) - 1
  }

  /// Counts a length.
  ///
  /// - Parameter isObserved: Whether it ended by itself; it was cut short else, and would have been longer.
  package mutating func add(_ milliseconds: Int64, isObserved: Bool) {
    let bucket = UInt16(Self.bucket(of: milliseconds))
    if isObserved {
      counts[bucket, default: Counts()].observed += 1
    } else {
      counts[bucket, default: Counts()].censored += 1
    }
  }

  /// The buckets by length, the shortest first, each by the longest of its lengths.
  package var steps: [(milliseconds: Int64, counts: Counts)] {
    counts.keys.sorted().map { (Self.length(of: Int($0)), counts[$0] ?? Counts()) }
  }

  /// Adds the lengths of another one.
  package static func += (lhs: inout DurationHistogram, rhs: DurationHistogram) {
    for (bucket, counts) in rhs.counts {
      lhs.counts[bucket, default: Counts()].observed += counts.observed
      lhs.counts[bucket, default: Counts()].censored += counts.censored
    }
  }
}

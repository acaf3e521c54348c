import PopReplay
import Testing

/// Lengths are counted in buckets, so that no number of sessions takes more memory than some thousand of them (CausalReplay, *Premises*).
struct DurationHistogramTests {
  private func histogram(_ lengths: [Int64]) -> DurationHistogram {
    var histogram = DurationHistogram()
    for length in lengths { histogram.add(length, isObserved: true) }
    return histogram
  }

  @Test func shortLengthsAreCountedToTheMillisecond() {
    let lengths = histogram([0, 1, 1, 254, 255]).steps
    #expect(lengths.map(\.milliseconds) == [0, 1, 254, 255])
  }

  @Test func longOnesAreRoundedUpByLessThanAHundredth() {
    var length: Int64 = 256
    while length < 86_400_000 {
      let bucket = histogram([length]).steps[0].milliseconds
      #expect(bucket >= length)
      #expect((bucket - length) * 100 < length, "\(length) counts as \(bucket)")
      // A bucket's own length stays where it is.
      #expect(histogram([bucket]).steps[0].milliseconds == bucket)
      length += 1 + length / 97
    }
  }

  @Test func bucketsFollowOneAnotherWithoutGapsAndOverlaps() {
    var last: Int64 = -1
    for length in Int64(0)...70_000 {
      let bucket = histogram([length]).steps[0].milliseconds
      #expect(bucket >= last)
      if bucket > last { #expect(length == last + 1) }
      last = bucket
    }
  }

  @Test func whateverIsCountedThereAreOnlySoManyBuckets() {
    var all = DurationHistogram()
    var length: Int64 = 0
    while length < 200_000_000 {
      all.add(length, isObserved: false)
      length += 1 + length / 300
    }
    for length in [Int64.min, -1, .max] { all.add(length, isObserved: true) }
    #expect(all.steps.count <= DurationHistogram.bucketLimit)
    #expect(DurationHistogram.bucketLimit < 3_000)
    #expect(all.steps.first?.milliseconds == 0)
  }

  @Test func thereIsABucketForEveryLengthUpToADayAndNoOther() {
    var all = DurationHistogram()
    var length: Int64 = 0
    while length < 86_400_000 {
      all.add(length, isObserved: true)
      length = (all.steps.last?.milliseconds ?? 0) + 1
    }
    all.add(.max, isObserved: true)
    #expect(all.steps.count == DurationHistogram.bucketLimit)
  }

  @Test func theOrderInWhichSumsAreMadeChangesNothing() {
    let (one, other) = (histogram([5, 900, 900]), histogram([900, 31]))
    var (left, right) = (one, other)
    left += other
    right += one
    #expect(left == right)
    #expect(left == histogram([31, 900, 900, 900, 5]))
  }
}

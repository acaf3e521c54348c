import Testing

@testable import PopGate

struct WaitCountsTests {
  @Test func classesAreExactBelowAndNarrowBeyond() {
    for wait in 0..<2048 { #expect(WaitCounts.least(WaitCounts.bucket(wait)) == wait) }
    var last = WaitCounts.bucket(2047)
    for wait in stride(from: 2048, to: 5_000_000, by: 37) {
      let bucket = WaitCounts.bucket(wait)
      let least = WaitCounts.least(bucket)
      #expect(least <= wait && (wait - least) * 1000 < wait)
      #expect(WaitCounts.bucket(least) == bucket && bucket >= last)
      last = bucket
    }
    #expect(WaitCounts.bucket(.max) == WaitCounts.bucket(1 << 35))
    #expect(WaitCounts.bucket(-5) == 0)
  }

  @Test func theOrderMakesNoDifference() {
    let waits = (0..<5000).map { $0 * 7919 % 10_007 }
    var (forwards, backwards, halves) = (WaitCounts(), WaitCounts(), WaitCounts())
    for wait in waits { forwards.add(wait) }
    for wait in waits.reversed() { backwards.add(wait) }
    for wait in waits.prefix(2000) { halves.add(wait) }
    var rest = WaitCounts()
    for wait in waits.dropFirst(2000) { rest.add(wait) }
    halves.add(rest)
    #expect(forwards == backwards)
    #expect(forwards == halves)
    #expect(forwards.counts.reduce(0, +) == 5000)
  }
}

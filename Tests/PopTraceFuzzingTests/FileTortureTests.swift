import PopTraceFuzzing
import Testing

@Suite("Every damage to a file is noticed, and one that is not is seen")
struct FileTortureTests {
  private let file = Corpus.bytes("Fixtures/fuzz/trace/two-parts.poptrace")

  @Test("No truncation and no flipped bit goes unnoticed", arguments: FileTorture.Damage.allCases)
  func noticed(damage: FileTorture.Damage) {
    let counts = FileTorture(file).run(damage, threads: 2)
    #expect(counts.trials == file.count * (damage == .truncation ? 1 : 8))
    #expect(counts.unnoticed.isEmpty)
    // The file is two traces, one behind the other.
    #expect(counts.whole == (damage == .truncation ? 1 : 0))
    #expect(counts.refused + counts.unfinished + counts.harmless + counts.whole == counts.trials)
    #expect(counts.refused > 0)
  }

  @Test("A reader that keeps silent about its errors is found out", arguments: FileTorture.Damage.allCases)
  func silentReader(damage: FileTorture.Damage) {
    let counts = FileTorture(file) { bytes in
      var reading = FileReading(bytes)
      reading.hasFailed = false
      reading.isUnfinished = false
      return reading
    }.run(damage, threads: 2)
    #expect(counts.unnoticed.count > counts.trials / 2)
  }

  @Test("A reader that makes events up in an unfinished file is found out")
  func inventiveReader() {
    let counts = FileTorture(file) { bytes in
      var reading = FileReading(bytes)
      reading.lines.append([0x21])
      return reading
    }.run(.truncation, threads: 2)
    #expect(!counts.unnoticed.isEmpty)
  }
}

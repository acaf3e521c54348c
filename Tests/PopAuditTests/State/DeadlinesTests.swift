import PopSimulation
import PopSystem
import PopupScheduling
import Testing

@testable import PopAudit

@Suite struct DeadlinesTests {
  private func numbers(_ deadline: Deadline) -> [Int64] {
    [deadline.time.rawValue, Int64(deadline.kind.rawValue), Int64(deadline.subject)]
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func theyComeInOrderOfTimeAndWhatChangesTheStateBeforeWhatLooksAtIt(seed: UInt64) {
    var dice = SeededRandom(seed: seed)
    var deadlines = Deadlines()
    var model: [[Int64]] = []
    #expect(deadlines.next == .distantFuture && deadlines.first == nil)
    for _ in 0..<500 {
      if dice.next() % 3 > 0 {
        let kind = Deadline.Kind(rawValue: UInt8(dice.next() % 10)) ?? .expiry
        let time = dice.next() % 20 == 0 ? Ticks.distantFuture : Ticks(Int64(dice.next() % 40))
        let deadline = Deadline(time: time, kind: kind, subject: Int32(dice.next() % 3), stamp: 7)
        deadlines.add(deadline, at: deadline.time)
        if time < .distantFuture { model.append(numbers(deadline)) }
      } else {
        let time = Int64(dice.next() % 40)
        model.sort { $0.lexicographicallyPrecedes($1) }
        let expected = model.first.flatMap { $0[0] <= time ? $0 : nil }
        #expect(deadlines.popFirst(dueBy: Ticks(time)).map(numbers) == expected, "seed \(seed)")
        if expected != nil { model.removeFirst() }
      }
      let least = model.min { $0.lexicographicallyPrecedes($1) }
      #expect(deadlines.first.map(numbers) == least, "seed \(seed)")
      #expect(deadlines.next == (least.map { Ticks($0[0]) } ?? .distantFuture), "seed \(seed)")
    }
    deadlines.removeAll()
    #expect(deadlines.next == .distantFuture && deadlines.popFirst(dueBy: Ticks(100)) == nil)
  }

  /// Which rule hears of which kind is a switch over all of them (``RuleSet``), and the cases of every rule show that it does.
  @Test func thereAreNoOtherKindsAndThoseThatChangeTheStateComeFirst() {
    let kinds = (0...UInt8.max).compactMap { Deadline.Kind(rawValue: $0) }
    #expect(kinds.count == 11 && kinds.prefix(3) == [.expiry, .exitGrace, .showGrace])
  }
}

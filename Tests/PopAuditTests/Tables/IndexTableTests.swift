import PopSimulation
import Testing

@testable import PopAudit

@Suite struct IndexTableTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func aTableIsLikeADictionary(seed: UInt64) {
    var dice = SeededRandom(seed: seed)
    var table = IndexTable()
    var model: [[Int32]: Int32] = [:]
    for round in 0..<5 {
      for _ in 0..<1000 {
        let numbers = (0..<4).map { _ in Int32(truncatingIfNeeded: Int64(dice.next() % 6) - 1) }
        let key = IndexTable.Key(numbers[0], numbers[1], numbers[2], numbers[3])
        #expect(table[key] == model[numbers] ?? -1, "seed \(seed), round \(round)")
        if dice.next() % 2 == 0 {
          let index = Int32(dice.next() % 1000)
          table[key] = index
          model[numbers] = index
        }
      }
      table.removeAll()
      model.removeAll()
    }
  }
}

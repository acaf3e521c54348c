import PopSystem
import Testing

@testable import PopupScheduling

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

  @Test(arguments: [0, 1, 40]) func howeverOftenItIsEmptiedNothingComesBack(others: Int32) {
    var table = IndexTable()
    for index in 0...others { table[IndexTable.Key(index, 0)] = index }
    for round in 1...140_000 {
      table.removeAll()
      if table[IndexTable.Key(0, 0)] >= 0 || table[IndexTable.Key(others, 0)] >= 0 {
        Issue.record("an entry came back after \(round) rounds")
        return
      }
      // Entries of any round may be those that come back.
      if round % 20_000 == 5 { for index in 0...others { table[IndexTable.Key(index, 0)] = index } }
    }
    table[IndexTable.Key(7, 0)] = 9
    #expect(table[IndexTable.Key(7, 0)] == 9)
  }
}

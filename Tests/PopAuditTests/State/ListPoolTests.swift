import PopSimulation
import PopSystem
import Testing

@testable import PopAudit

@Suite struct ListPoolTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func manyListsInOnePieceAreLikeManyArrays(seed: UInt64) {
    var dice = SeededRandom(seed: seed)
    var pool = PooledList.Pool<Int32>()
    var lists = Array(repeating: PooledList(), count: 7)
    var model = Array(repeating: [Int32](), count: 7)
    for _ in 0..<4000 {
      let place = Int(dice.next() % 7)
      let element = Int32(dice.next() % 50)
      switch dice.next() % 9 {
      case 0...3:
        pool.append(element, to: &lists[place])
        model[place].append(element)
      case 4 where !model[place].isEmpty:
        #expect(pool.removeLast(from: &lists[place]) == model[place].removeLast())
      case 5 where !model[place].isEmpty:
        let index = Int(dice.next() % UInt64(model[place].count))
        pool.remove(at: index, from: &lists[place])
        model[place].remove(at: index)
      case 6:
        pool.remove(element, from: &lists[place])
        if let index = model[place].lastIndex(of: element) { model[place].remove(at: index) }
      case 7 where !model[place].isEmpty:
        let index = Int(dice.next() % UInt64(model[place].count))
        pool[lists[place], index] = element
        model[place][index] = element
      case 8 where dice.next() % 50 == 0:
        lists[place].removeAll()
        model[place].removeAll()
      default: break
      }
      #expect(lists[place].isEmpty || pool[lists[place], Int(lists[place].count) - 1] == model[place].last)
      #expect(pool.lastIndex(of: element, in: lists[place]) == model[place].lastIndex(of: element) ?? -1)
    }
    for place in lists.indices {
      #expect(lists[place].indices.map { pool[lists[place], $0] } == model[place], "seed \(seed), list \(place)")
    }
  }

  @Test func noIndexBeyondAListIsTaken() async {
    for index in [-1, 2, Int.max, Int.min] {
      await #expect(processExitsWith: .failure) { [index = index as Int] in
        var pool = PooledList.Pool<Int32>()
        var list = PooledList()
        pool.append(1, to: &list)
        pool.append(2, to: &list)
        pool[list, index] = 3
      }
    }
  }
}

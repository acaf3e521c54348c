import Testing

@testable import PopupScheduling

@Suite("Tables of indices")
struct IndexByNumberTests {
  @Test("A table knows what it was told, close together or far apart, in whatever order")
  func lookUp() {
    let sets: [[Int]] = [
      Array(0..<1000), Array((0..<1000).reversed()), [70_000, 3, 2_000_000_000, 70_001, 0], [5_000, 5_001, 4_990, 10],
    ]
    for numbers in sets {
      var table = IndexByNumber()
      for _ in 0..<2 {
        for (index, number) in numbers.enumerated() {
          #expect(table[number] < 0)
          table[number] = Int32(index)
        }
        #expect(numbers.enumerated().allSatisfy { table[$1] == Int32($0) })
        #expect(table[numbers.max()! + 1] < 0)
        table[numbers[2]] = -1
        #expect(table[numbers[2]] < 0)
        table.removeAll()
      }
    }
  }

  @Test("Numbers that come one after another and go again leave the others as they are, however old one of them is")
  func remove() {
    for old in [nil, 3, 70_000] {
      var table = IndexByNumber()
      for number in 0..<200_000 {
        table[number] = Int32(number % 100)
        if number >= 10, number - 10 != old { table.remove(number - 10) }
        if number >= 20 { table.remove(number - 20 == old ? number - 19 : number - 20) }
      }
      let left = (0..<200_001).filter { table[$0] >= 0 }
      #expect(left == (old.map { [$0] } ?? []) + Array(199_990..<200_000))
      #expect(left.allSatisfy { table[$0] == Int32($0 % 100) })
      // One that is long gone, and one far ahead.
      table[5] = 7
      table[1_000_000] = 8
      #expect(table[5] == 7 && table[1_000_000] == 8 && left.allSatisfy { table[$0] == Int32($0 % 100) })
    }
  }

  @Test("A set has the numbers that were put in, and a copy has them, too")
  func numberSet() {
    var set = NumberSet()
    let numbers = [0, 1, 15, 16, 31, 40_000, 2_000_000_000]
    for number in numbers { set.insert(number) }
    let copy = set.copy()
    set.insert(2)
    #expect(numbers.allSatisfy { set.contains($0) && copy.contains($0) } && set.contains(2) && !copy.contains(2))
    #expect([3, 14, 17, 39_999, 40_001, -1].allSatisfy { !set.contains($0) })
    set.removeAll()
    let hasNone = !set.contains(0)
    #expect(hasNone)
  }

  @Test("An index is in one list at most, lists keep their order, and anybody can leave")
  func lists() {
    var lists = IndexLists.ByNumber()
    for index in 0..<9 { lists.append(index, to: index % 3 * 1_000_000) }
    func members(of key: Int) -> [Int] {
      var members: [Int] = []
      var index = lists.first(of: key)
      while index >= 0 {
        members.append(index)
        index = lists.next(after: index)
      }
      return members
    }
    #expect(members(of: 1_000_000) == [1, 4, 7])
    for index in [4, 0, 8, 8] { lists.remove(index) }
    #expect(members(of: 0) == [3, 6])
    #expect(members(of: 1_000_000) == [1, 7])
    #expect(members(of: 2_000_000) == [2, 5])
    lists.append(4, to: 0)
    #expect(members(of: 0) == [3, 6, 4])
    #expect(lists.count == 7)
  }
}

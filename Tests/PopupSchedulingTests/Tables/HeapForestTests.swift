import Testing

@testable import PopupScheduling

@Suite("Heaps over one table")
struct HeapForestTests {
  @Test("Several heaps give what sorting gives, whatever is put in and taken out", arguments: UInt64(1)...20)
  func whatever(seed: UInt64) {
    var dice = Dice(state: seed)
    var forest = HeapForest()
    var roots: [Int32] = [-1, -1, -1]
    var model: [[Int32: UInt64]] = [[:], [:], [:]]
    for step in 0..<600 {
      let heap = dice.roll(roots.count)
      let item = Int32(dice.roll(60))
      let key = UInt64(dice.roll(1_000_000)) << 8 | UInt64(item)
      let owner = model.firstIndex { $0[item] != nil }
      #expect(forest.contains(item) == (owner != nil), "seed \(seed), step \(step)")
      if let owner, dice.roll(3) == 0 {
        forest.change(item, key: key, in: &roots[owner])
        model[owner][item] = key
      } else if let owner {
        forest.remove(item, from: &roots[owner])
        model[owner][item] = nil
      } else {
        forest.insert(item, key: key, into: &roots[heap])
        model[heap][item] = key
      }
      for heap in roots.indices {
        let least = model[heap].min { $0.value < $1.value }?.key ?? -1
        #expect(roots[heap] == least, "seed \(seed), step \(step)")
        #expect(forest.countInOrder(roots[heap]) == model[heap].count, "seed \(seed), step \(step)")
        for (item, key) in model[heap] { #expect(forest.key(of: item) == key, "seed \(seed), step \(step)") }
        // Every thing below a bound is met once, in whatever order.
        let bound = UInt64(dice.roll(1_000_000)) << 8
        var met: [Int32] = []
        var next = roots[heap]
        if next >= 0, forest.key(of: next) >= bound { next = -1 }
        while next >= 0 {
          met.append(next)
          next = forest.next(after: next, below: bound)
        }
        #expect(met.sorted() == model[heap].filter { $0.value < bound }.keys.sorted(), "seed \(seed), step \(step)")
      }
    }
    let copy = forest.copy()
    while roots[0] >= 0 { forest.remove(roots[0], from: &roots[0]) }
    #expect(copy.countInOrder(roots[1]) == model[1].count, "a copy has heaps of its own")
  }
}

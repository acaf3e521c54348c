import PopSimulation
import PopSystem
import PopupScheduling
import Testing

@testable import PopAudit

@Suite struct RankedHeapsTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func theSmallestIsFirstAndEverythingIsWhereItIsSaidToBe(seed: UInt64) {
    var dice = SeededRandom(seed: seed)
    var heaps = RankedHeaps()
    var roots = Array(repeating: PooledList(), count: 3)
    var places = OwnedArray<Int32>()
    places.append(repeating: -1, count: 60)
    var model = Array(repeating: [Int32: UInt64](), count: 3)
    for _ in 0..<3000 {
      let id = Int32(dice.next() % 60)
      let rank = dice.next() % 1000
      let heap = model.firstIndex { $0[id] != nil }
      switch (heap, dice.next() % 3) {
      case (nil, _):
        let heap = Int(dice.next() % 3)
        heaps.insert(id, rank: rank, into: &roots[heap], &places)
        model[heap][id] = rank
      case (let heap?, 0):
        heaps.change(id, rank: rank, in: roots[heap], &places)
        model[heap][id] = rank
      case (let heap?, _):
        heaps.remove(id, from: &roots[heap], &places)
        model[heap][id] = nil
      }
      for heap in 0..<3 {
        #expect(Int(roots[heap].count) == model[heap].count)
        if let least = model[heap].values.min() { #expect(heaps[roots[heap], 0].rank == least) }
        for (id, rank) in model[heap] {
          let entry = heaps[roots[heap], Int(places[Int(id)])]
          #expect(entry.id == id && entry.rank == rank, "seed \(seed)")
        }
      }
    }
  }
}

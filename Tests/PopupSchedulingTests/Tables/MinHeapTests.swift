public import PopupScheduling
import Testing

extension Int: HeapElement {}

@Suite("What comes first is taken first")
struct MinHeapTests {
  @Test("Elements come out in order, however they went in", arguments: 0..<200)
  func order(seed: Int) {
    var dice = Dice(state: UInt64(seed))
    var heap = MinHeap<Int>()
    var model: [Int] = []
    for step in 0..<300 {
      if dice.roll(3) > 0 {
        let element = dice.roll(50)
        heap.insert(element)
        model.append(element)
      } else {
        let least = model.min()
        if let least { model.remove(at: model.firstIndex(of: least) ?? 0) }
        #expect(heap.popFirst() == least, "seed \(seed), step \(step)")
      }
      #expect(heap.first == model.min(), "seed \(seed), step \(step)")
      #expect(heap.count == model.count, "seed \(seed), step \(step)")
      #expect(heap.allSatisfy { $0 < 50 } && heap.allSatisfy { $0 > 25 } == model.allSatisfy { $0 > 25 })
    }
    var copy = MinHeap<Int>()
    copy.copy(from: heap)
    for elements in [0, 1] {
      var rest: [Int] = []
      while let next = elements == 0 ? heap.popFirst() : copy.popFirst() { rest.append(next) }
      #expect(rest == model.sorted(), "seed \(seed)")
    }
    #expect(heap.isEmpty && copy.isEmpty)
  }
}

import PopupScheduling
import Testing

@Suite("What comes first is taken first")
struct EarliestFirstTests {
  @Test("Elements come out in order, however they went in", arguments: 0..<200)
  func order(seed: Int) {
    var dice = Dice(state: UInt64(seed))
    var heap = EarliestFirst<Int>()
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
      #expect(heap.unordered.sorted() == model.sorted(), "seed \(seed), step \(step)")
    }
    var rest: [Int] = []
    while let next = heap.popFirst() { rest.append(next) }
    #expect(rest == model.sorted() && heap.isEmpty, "seed \(seed)")
  }
}

import Testing

@testable import PopupScheduling

@Suite("An array with one owner") struct OwnedArrayTests {
  @Test("does what an array does, whatever is asked of it", arguments: [1, 2, 3, 4] as [UInt64])
  func likeAnArray(seed: UInt64) {
    var dice = Dice(state: seed)
    var model: [Int32] = []
    var subject = OwnedArray<Int32>()
    for _ in 0..<3000 {
      let element = Int32(dice.roll(1000))
      switch dice.roll(9) {
      case 0, 1, 2:
        model.append(element)
        subject.append(element)
      case 3:
        let times = dice.roll(20)
        model.append(contentsOf: repeatElement(element, count: times))
        subject.append(repeating: element, count: times)
      case 4:
        let place = dice.roll(model.count + 1)
        model.insert(element, at: place)
        subject.insert(element, at: place)
      case 5 where !model.isEmpty:
        let place = dice.roll(model.count)
        #expect(model.remove(at: place) == subject.remove(at: place))
      case 6: #expect(model.popLast() == subject.popLast())
      case 7 where !model.isEmpty:
        let place = dice.roll(model.count)
        model[place] &+= 7
        subject[place] &+= 7
      case 8 where dice.roll(40) == 0:
        model.removeAll()
        subject.removeAll()
      default:
        let added = model.prefix(3)
        model.append(contentsOf: added)
        unsafe Array(added).withUnsafeBufferPointer { unsafe subject.append(contentsOf: $0) }
      }
      #expect(subject.count == model.count && subject.isEmpty == model.isEmpty && subject.last == model.last)
    }
    let elements = unsafe subject.withUnsafeBufferPointer { unsafe Array($0) }
    #expect(elements == model, "seed \(seed)")
  }

  @Test("takes no index that it does not have") func checksIndices() async {
    for place in [-1, 2, Int.max, Int.min] {
      await #expect(processExitsWith: .failure) { [place = place as Int] in
        var subject = OwnedArray<Int32>()
        subject.append(repeating: 1, count: 2)
        subject[place] = 3
      }
    }
  }
}

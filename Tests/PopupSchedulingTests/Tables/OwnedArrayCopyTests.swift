import PopupScheduling
import Testing

@Suite("Copies of an array with one owner")
struct OwnedArrayCopyTests {
  @Test("A copy has elements of its own") func copies() {
    var original = OwnedArray<Int32>()
    for element: Int32 in [3, 1, 2] { original.append(element) }
    var copy = OwnedArray<Int32>()
    copy.copy(from: original)
    copy[0] = 9
    copy.append(7)
    #expect(original.array == [3, 1, 2])
    #expect(copy.array == [9, 1, 2, 7])
    original.copy(from: copy)
    #expect(original.array == [9, 1, 2, 7])
    original.copy(from: [Int32]())
    #expect(original.array == [])
    copy.copy(from: [5, 4])
    #expect(copy.array == [5, 4])
  }

  @Test("Sorting and exchanging are those of an array") func sorts() {
    var subject = OwnedArray<Int32>()
    subject.sort()
    for element: Int32 in [5, -1, 4, 4, 0] { subject.append(element) }
    subject.swapAt(0, 4)
    #expect(subject.array == [0, -1, 4, 4, 5])
    subject.sort()
    #expect(subject.array == [-1, 0, 4, 4, 5])
    #expect(subject.firstIndex { $0 == 4 } == 2)
    #expect(subject.firstIndex { $0 == 6 } == nil)
  }
}

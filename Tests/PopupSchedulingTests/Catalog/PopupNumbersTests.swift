import Testing

@testable import PopupScheduling

@Suite("Numbers of popups")
struct PopupNumbersTests {
  @Test(
    "Numbers are what was put in, whether they are indices or not",
    arguments: [[0, 1, 2, 3], [7], [0, 1, 5, 2], [0, -3]])
  func numbers(_ all: [Int64]) {
    var numbers = PopupNumbers()
    for number in all { numbers.append(number) }
    #expect(Array(numbers) == all && numbers.count == all.count)
    #expect(numbers.areIndices == (all == Array(0..<Int64(all.count))))
    numbers.replace(0, with: 9)
    #expect(Array(numbers) == [9] + all.dropFirst())
    numbers.replace(0, with: 0)
    #expect(numbers.first == 0)
    numbers.removeAll()
    #expect(numbers.isEmpty && numbers == [] && numbers.areIndices)
    numbers.append(0)
    #expect(numbers == [0])
  }

  @Test(
    "Several that follow one another are the same as one after another",
    arguments: [[0], [0, 3], [4], []] as [[Int64]])
  func following(_ before: [Int64]) {
    for (first, count) in [(0, 0), (1, 3), (2, 2), (7, 0), (7, 2), (.max, 2)] as [(Int64, Int)] {
      var (several, single) = (PopupNumbers(), PopupNumbers())
      for number in before {
        several.append(number)
        single.append(number)
      }
      several.append(first, count: count)
      for offset in 0..<count { single.append(first &+ Int64(offset)) }
      #expect(several == single && several.areIndices == single.areIndices)
    }
  }

  @Test("Those that are indices are equal to those that came to be")
  func equality() {
    var numbers: PopupNumbers = [0, 8, 2]
    #expect(numbers != [0, 1, 2])
    numbers.replace(1, with: 1)
    #expect(numbers == [0, 1, 2] && [0, 1, 2] == numbers && numbers != [0, 1])
  }

  @Test("A popup is found by its number, before and after one comes whose number is not its index")
  func lookUp() {
    var catalog = Catalog()
    for number in 0..<Int64(40) { #expect(catalog.popup(numbered: number) == PopupID(Int(number))) }
    #expect(catalog.knownPopup(numbered: 40).isNone && catalog.knownPopup(numbered: -1).isNone)
    #expect(catalog.popup(numbered: 1 << 40) == PopupID(40))
    for number in 0..<Int64(40) { #expect(catalog.popup(numbered: number) == PopupID(Int(number))) }
    #expect(catalog.popup(numbered: 1 << 40) == PopupID(40) && catalog.knownPopup(numbered: 40).isNone)
  }
}

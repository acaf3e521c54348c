import Testing

@testable import PopTrace

@Suite("How long the sealing thread rests")
struct SealingPausesTests {
  private func pauses(_ count: Int, _ note: (inout SealingPauses) -> Void) -> [Int?] {
    var pauses = SealingPauses()
    return (0..<count).map { _ in
      note(&pauses)
      return pauses.milliseconds
    }
  }

  @Test("A journal in memory waits for a call")
  func memory() {
    #expect(SealingPauses().milliseconds == nil)
    #expect(pauses(2) { $0.noteSuccess(isFile: false, isGone: false, isResting: true) } == [nil, nil])
  }

  @Test("A file is looked at ten times a second while events come, and every second while none do")
  func file() {
    var all = SealingPauses()
    for _ in 0..<2 {
      all.noteSuccess(isFile: true, isGone: false, isResting: false)
      #expect(all.milliseconds == 100)
      let resting = (0..<5).map { _ -> Int? in
        all.noteSuccess(isFile: true, isGone: false, isResting: true)
        return all.milliseconds
      }
      #expect(resting == [200, 400, 800, 1000, 1000])
    }
    #expect(pauses(1) { $0.noteSuccess(isFile: true, isGone: false, isResting: true) } == [200])
  }

  @Test("One that was taken away is looked at again at once")
  func gone() {
    for isResting in [false, true] {
      #expect(pauses(2) { $0.noteSuccess(isFile: true, isGone: true, isResting: isResting) } == [20, 20])
    }
  }

  @Test("What failed is tried again later and later, and sooner where events are at risk; a success ends that")
  func failures() {
    let all = pauses(14) { $0.noteFailure(isGone: false) }
    #expect(all.prefix(4) == [20, 60, 140, 300] && all[10...] == [40_940, 60_000, 60_000, 60_000])
    #expect(pauses(8) { $0.noteFailure(isGone: true) } == [20, 60, 140, 300, 620, 1000, 1000, 1000])
    var some = SealingPauses()
    for _ in 0..<5 { some.noteFailure(isGone: false) }
    some.noteSuccess(isFile: true, isGone: false, isResting: false)
    some.noteFailure(isGone: false)
    #expect(some.milliseconds == 20)
  }
}

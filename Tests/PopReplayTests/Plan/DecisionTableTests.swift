import PopupScheduling
import Testing

@testable import PopReplay

/// A decision of a run is found again in the recording by what it is and how often that has been before (CausalReplay, *Occurrences*).
struct DecisionTableTests {
  /// What two decisions have in common that count as the same.
  private struct Key: Hashable {
    var popup: PopupID
    var page: PageID
    var name: Symbol
    var generation: Int32
    var kind: EventKind
    var code: UInt8

    init(_ event: Event) {
      (popup, name, generation) = (event.popup, event.name, event.generation)
      (kind, code) = (event.kind, event.code)
      page = event.popup.isNone ? event.page : .none
    }
  }

  private struct Numbers {
    var state: UInt64

    mutating func below(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }

    mutating func decision(_ popups: Int) -> Event {
      let kinds: [EventKind] = [.popupShown, .popupHidden, .callback, .inputLocked, .keyboardResigned]
      var event = Event(kinds[below(kinds.count)])
      event.popup = below(5) == 0 ? .none : PopupID(below(popups))
      event.page = PageID(below(3))
      event.name = Symbol(below(3))
      event.generation = Int32(below(2))
      event.code = UInt8(below(2))
      // What does not count.
      event.time = Ticks(Int64(below(1000)))
      event.sequence = Int32(below(1000))
      event.cause = Int32(below(1000))
      event.scene = UInt16(below(3))
      return event
    }
  }

  /// Fills a table with a recording, and expects of it what a dictionary of lists gives.
  private func check(_ table: inout DecisionTable, decisions count: Int, popups: Int, seed: UInt64) {
    var numbers = Numbers(state: seed)
    let recorded = (0..<count).map { _ in numbers.decision(popups) }
    let isCause = recorded.map { _ in numbers.below(3) > 0 }
    // By what it is: for each occurrence in the recording its index where it is a cause, else -1.
    var expected: [Key: [Int]] = [:]
    table.removeAll()
    let causes = zip(recorded, isCause).map { decision, isCause in isCause ? table.insert(decision) : -1 }
    for (index, decision) in recorded.enumerated() {
      if isCause[index] { table.takeCause(causes[index], at: index) } else { table.take(decision) }
      expected[Key(decision), default: []].append(isCause[index] ? index : -1)
    }
    var progress = OwnedArray<DecisionTable.Decision>()
    // Two runs, each of which begins to count anew.
    for _ in 0..<2 {
      table.begin(&progress)
      var counts: [Key: Int] = [:]
      for _ in 0..<count * 2 {
        let decision = numbers.below(3) == 0 ? numbers.decision(popups) : recorded[numbers.below(count)]
        let ordinal = counts[Key(decision), default: 0]
        counts[Key(decision)] = ordinal + 1
        let found = table.happen(decision, &progress)
        let all = expected[Key(decision)] ?? []
        #expect(found == (ordinal < all.count ? all[ordinal] : -1), "seed \(seed)")
      }
    }
  }

  @Test func decisionsAreFoundByWhatTheyAreAndHowOftenTheyHaveBeen() {
    for seed in UInt64(0)..<20 {
      var table = DecisionTable()
      check(&table, decisions: 60, popups: 4, seed: seed)
    }
  }

  @Test func aTableThatServedALargeSessionServesSmallOnesAndLargeOnes() {
    var table = DecisionTable()
    for (number, count) in [500, 3, 3, 400, 60, 5, 900, 1].enumerated() {
      check(&table, decisions: count, popups: max(2, count / 10), seed: UInt64(100 + number))
    }
  }

  @Test func anEmptyTableFindsNothing() {
    var table = DecisionTable()
    var progress = OwnedArray<DecisionTable.Decision>()
    for _ in 0..<2 {
      table.begin(&progress)
      let count = progress.count
      #expect(count == 0)
      table.take(Event(.popupShown))
      #expect(table.happen(Event(.popupShown), &progress) == -1)
      let shown = table.insert(Event(.popupShown))
      #expect(table.insert(Event(.popupShown)) == shown)
      table.takeCause(shown, at: 7)
      table.take(Event(.popupHidden))
      table.begin(&progress)
      #expect(table.happen(Event(.popupShown), &progress) == 7 && table.happen(Event(.popupShown), &progress) == -1)
      #expect(table.happen(Event(.popupHidden), &progress) == -1)
      table.removeAll()
    }
  }

  @Test func eachKindOfDecisionHasABitOfItsOwn() {
    let decisions = EventKind.allCases.filter(\.isDecision)
    #expect(Set(decisions.map { DecisionTable.bit(of: $0) }).count == decisions.count)
  }
}

import PopReplay
import PopTrace
import PopupScheduling
import Testing

@testable import PopAudit

@Suite struct ExcerptTests {
  private var log: EventLog {
    var log = EventLog()
    for sequence in Int32(0)..<20 {
      var event = Event(.idle, time: Ticks(Int64(sequence)))
      event.sequence = sequence + 100
      log.events.append(event)
    }
    return log
  }

  private func cut(_ witness: [Int32], context: Int, limit: Int = 99) -> [Int32] {
    Excerpt(of: log, around: witness, context: context, limit: limit).log.events.map(\.sequence)
  }

  @Test func itHasTheWitnessesAndTheirNeighboursOnce() {
    #expect(cut([105], context: 2) == [103, 104, 105, 106, 107])
    #expect(cut([105, 107], context: 1) == [104, 105, 106, 107, 108])
    #expect(cut([100, 119], context: 1) == [100, 101, 118, 119])
  }

  @Test func itEndsWithTheLogAndWithTheContext() {
    #expect(cut([100], context: 0) == [100])
    #expect(cut([100], context: 1) == [100, 101])
    #expect(cut([119], context: 1) == [118, 119])
    #expect(cut([103], context: 3) == [100, 101, 102, 103, 104, 105, 106])
    #expect(cut([116], context: 3) == [113, 114, 115, 116, 117, 118, 119])
    #expect(cut([105], context: 2, limit: 5) == [103, 104, 105, 106, 107])
    #expect(cut([105], context: 2, limit: 4).count == 4)
  }

  @Test func whatTheLogDoesNotHaveIsLeftOut() {
    #expect(cut([99, 500], context: 3) == [])
    #expect(cut([-1, 110], context: 0) == [110])
  }

  @Test func witnessesGoBeforeNeighboursAndTheLastOnesFirst() {
    #expect(cut([101, 110, 119], context: 5, limit: 2) == [110, 119])
    #expect(cut([101, 110], context: 5, limit: 4) == [101, 109, 110, 111])
    #expect(cut([101, 110], context: 5, limit: 0) == [])
  }

  @Test func thePopupsThatLostComeAlong() {
    var log = EventLog()
    log.over = [PopupID(8), PopupID(9)]
    var event = Event(.popupShown)
    event.sequence = 0
    event.overStart = 1
    event.overCount = 1
    log.events = [event]
    let excerpt = Excerpt(of: log, around: [0], context: 0, limit: 5)
    #expect(excerpt.log.events.map { Array(excerpt.log.over(of: $0)) } == [[PopupID(9)]])
  }

  @Test func aPolicysOwnEventsAroundAPlaceAreAllThatItsReplayHasThere() throws {
    let session = recording(try scenario(twoAtOnce), by: .v6)
    let events = session.log.events
    var runner = Evaluator(candidate: StandardPolicy(.v6))
    for place in events.indices {
      for context in [0, 1, 2, 6] {
        let excerpt = runner.excerpt(of: session, around: place, context: context)
        let expected = events[max(0, place - context)...min(events.count - 1, place + context)]
        #expect(excerpt.log.events == Array(expected), "\(place) ± \(context)")
      }
    }
    let last = runner.excerpt(of: session, around: events.count + 5, context: 1)
    #expect(last.log.events == Array(events.suffix(2)))
  }
}

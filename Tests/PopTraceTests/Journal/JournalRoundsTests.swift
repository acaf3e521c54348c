import Testing

@testable import PopTrace

@Suite("The rounds of a journal")
struct JournalRoundsTests {
  @Test("What is said counts in its round and its table only")
  func rounds() {
    var rounds = JournalSessionBuilder.Rounds()
    rounds.begin(1)
    #expect(!rounds.isWritten(0, in: .names) && !rounds.isWritten(-1, in: .names))
    rounds.note(5, in: .names)
    #expect(rounds.isWritten(5, in: .names) && !rounds.isWritten(4, in: .names) && !rounds.isWritten(6, in: .names))
    #expect(!rounds.isWritten(5, in: .lists) && !rounds.isWritten(5, in: .pages))
    rounds.begin(2)
    #expect(!rounds.isWritten(5, in: .names))
    rounds.note(2, in: .names)
    #expect(rounds.isWritten(2, in: .names) && !rounds.isWritten(5, in: .names))
  }

  @Test("Tables go as far as their highest entry", arguments: [0, 1, 1023, 1024, 5000])
  func growth(place: Int) {
    var rounds = JournalSessionBuilder.Rounds()
    rounds.begin(7)
    for table in [JournalSessionBuilder.Rounds.Table.names, .lists, .specs, .pages, .popups, .changes] {
      rounds.note(place, in: table)
      #expect(rounds.isWritten(place, in: table) && !rounds.isWritten(place + 1, in: table))
      #expect(place == 0 || !rounds.isWritten(place - 1, in: table))
    }
  }
}

import Testing

@testable import PopTrace

@Suite("What the name of a file in a store says")
struct RecordingDirectoryTests {
  @Test(
    "A name is divided at the first mark in it, byte by byte",
    arguments: [
      ("a.leased-1", "a", "1"), (".leased-", "", ""), ("..leased-1", ".", "1"), (".leased.leased-1", ".leased", "1"),
      ("a.leased-b.leased-c", "a", "b.leased-c"), ("é.leased-\u{301}x", "é", "\u{301}x"),
    ])
  func divided(name: String, before: String, after: String) throws {
    let parts = try #require(RecordingDirectory.divide(name, at: ".leased-"))
    #expect(parts.before == before && parts.after.utf8.elementsEqual(after.utf8))
  }

  @Test("A name without the mark is not divided", arguments: ["", "a", "a.leased", "a.leased_1", "."])
  func undivided(name: String) {
    #expect(RecordingDirectory.divide(name, at: ".leased-") == nil)
  }

  @Test(
    "A journal's name says its session's, claimed or not",
    arguments: [
      ("a.popjournal", "a"), ("a.popjournal.claimed-1", "a"), ("a.popjournal.popjournal", "a.popjournal"),
      ("a.popjournal.old", nil), ("a.poptrace", nil),
    ])
  func journal(file: String, session: String?) {
    #expect(RecordingDirectory.sessionName(ofJournal: file) == session)
  }
}

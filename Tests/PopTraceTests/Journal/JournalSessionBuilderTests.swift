import PopSystem
import PopupScheduling
import Testing

@testable import PopTrace

@Suite("The names that a journal says")
struct JournalSessionBuilderTests {
  /// The journal of a process that is gone, each half of which says some names as events mention them.
  private func journal(_ halves: (names: [String], mentioned: [Int])...) throws -> [UInt8] {
    let nobody = ProcessIdentity(number: 0, started: 0, boot: 0)
    let head = try JournalHead(session: SessionHeader(), halfBytes: 1, nonce: 7, owner: nobody)
    let memory = try JournalMemory.anonymous(head)
    var writer = JournalWriter(memory)
    for (number, half) in halves.enumerated() {
      let goesOn = number == 0 || writer.goOn(at: .zero)
      #expect(goesOn)
      var catalog = Catalog()
      _ = catalog.popup(numbered: 0)
      for name in half.names { catalog.names.append(name) }
      for place in half.mentioned {
        var event = Event(.popupTapped)
        event.popup = PopupID(0)
        event.name = Symbol(place)
        let isTaken = writer.append(event, at: .zero, in: catalog)
        #expect(isTaken)
      }
    }
    return memory.bytes(0..<head.byteCount)
  }

  /// Rolls bytes of a half back to what they were before anything was recorded.
  private func rollBack(_ journal: inout [UInt8], half: Int, from offset: Int = 0, count: Int? = nil) throws {
    let head = try JournalHead(journal, limits: ResourceLimits())
    let start = head.headBytes + half * head.halfBytes
    for place in start + offset..<start + (count.map { offset + $0 } ?? head.halfBytes) { journal[place] = 0 }
  }

  /// What the events of a completed session mention, once it has been written and read strictly, by two ways that are the same.
  private func mentions(_ journal: [UInt8], unsound: Int = 0) throws -> [String] {
    let reader = try JournalReader(journal)
    var session = Session(header: reader.header)
    let remains = try reader.complete(&session)
    #expect(remains.unsoundEvents == unsound)
    var again = session
    #expect(try reader.complete(&again).addedEvents == 0)
    let read = try sessions(in: try file(of: [session]))
    let folder = try TemporaryFolder.left(journal: journal)
    let recovered = try TraceRecording.recover(in: folder.path)
    #expect(recovered.map(\.error) == [nil] && recovered.map(\.remains.unsoundEvents) == [unsound])
    let completed = try sessions(in: try folder.bytes(#require(recovered.first).path))
    #expect(texts(read) == texts(completed))
    return texts(read)
  }

  private func texts(_ sessions: [Session]) -> [String] {
    sessions.flatMap { session in session.events.map { session.catalog.names.text($0.name) } }
  }

  private static let names = (0..<30).map { "name \($0)" }

  @Test("One that reads like one that was made up for another lost in a power cut is itself")
  func likeMadeUp() throws {
    var names = Self.names
    (names[20], names[21]) = ("?3", "?3.0")
    // With and without the one that the text was made up for.
    for last in [3, 22] {
      var journal = try journal((names, [19]), (names, [20, 4, 21, last]))
      try rollBack(&journal, half: 0)
      #expect(try mentions(journal) == ["?3", "name 4", "?3.0", "name \(last)"])
    }
  }

  @Test("Those behind one that stood in a hole are what they are")
  func hole() throws {
    var journal = try journal((Self.names, [0, 1, 2, 3]))
    // Each name, of three words, stands in front of the event that mentions it.
    let (name, event) = (3 * JournalLayout.word, JournalRecord.eventWords * JournalLayout.word)
    try rollBack(&journal, half: 0, from: JournalBegin.words * JournalLayout.word + name + event, count: name)
    #expect(try mentions(journal, unsound: 1) == ["name 0", "name 2", "name 3"])
  }

  @Test("One that is known has no other made up like it")
  func madeUpLike() throws {
    var names = Self.names
    names[0] = "?25"
    var journal = try journal((names, Array(repeating: 0, count: 420) + [28]), (names, [29, 0]))
    // The last page of the half that has anything, where the names behind the first one are.
    try rollBack(&journal, half: 0, from: 24_576)
    let found = try mentions(journal)
    #expect(found.count > 300 && found.count < 420)
    #expect(found.suffix(2) == ["name 29", "?25"] && Set(found.dropLast(2)) == ["?25"])
  }

  @Test("One that is said at two places is where it was said first; what mentions the other is left out")
  func twice() throws {
    let few = ["A", "B", "A", "C"]
    #expect(try mentions(try journal((few, [0, 1, 2, 3, 2, 0])), unsound: 2) == ["A", "B", "C", "A"])
    var many = Self.names
    many[25] = "name 2"
    let journal = try journal((many, [24, 25, 26]), (many, [25, 2]))
    #expect(try mentions(journal, unsound: 2) == ["name 24", "name 26", "name 2"])
  }

  @Test("One that is said to be something else later stays what it was")
  func otherText() throws {
    let journal = try journal((["A", "B"], [1]), (["B", "C"], [0, 1]))
    #expect(try mentions(journal, unsound: 2) == ["B"])
  }

  @Test("One that the trace beside has is not renamed, and may be said again")
  func besideTrace() throws {
    let reader = try JournalReader(try journal((["A", "B", "C", "A"], [0, 1, 2, 3])))
    var session = Session(header: reader.header)
    for name in ["A", "X"] { session.catalog.names.append(name) }
    let remains = try reader.complete(&session)
    #expect(session.catalog.names.texts == ["A", "X", "C", "?3"])
    #expect(texts([session]) == ["A", "C"] && remains.unsoundEvents == 2)
  }

  @Test("One that the trace beside has lost is what the journal says")
  func besideDamagedTrace() throws {
    let reader = try JournalReader(try journal((["A", "\u{FFFD}2", "C"], [1])))
    var session = Session(header: reader.header)
    for place in 0..<3 { session.catalog.names.append(MadeUpEntries.name(at: place)) }
    let remains = try reader.complete(&session)
    #expect(session.catalog.names.texts == ["A", "\u{FFFD}2", "?2"] && remains.unsoundEvents == 0)
  }

  @Test("An app that has one at two places, or others from time to time, leaves a trace all the same")
  func recorded() throws {
    var catalog = Catalog()
    _ = catalog.popup(numbered: 0)
    // The second place has a text of the recorder's own in the first chunk, which stays.
    for name in ["A", "A", "B", "?1"] { catalog.names.append(name) }
    let recorder = try TraceRecorder(header: SessionHeader(), options: TraceRecorderTests.small)
    #expect(try record(recorder, [0, 1, 2], then: [3, 2, 0], catalog) == ["A", "B", "B", "A"])
  }

  /// What is read of events that mention names, and of others that come chunks later.
  private func record(
    _ recorder: consuming TraceRecorder, _ first: [Int], then last: [Int], _ catalog: Catalog
  ) throws -> [String] {
    let recording = recorder.recording
    for place in first + Array(repeating: -1, count: 1500) + last {
      var event = Event(place < 0 ? .idle : .popupTapped)
      if place >= 0 { (event.popup, event.name) = (PopupID(0), Symbol(place)) }
      try expectSoon("room for an event") { recorder.record(event, at: .zero, in: catalog) }
    }
    recorder.end(at: .zero)
    recording.waitUntilOver()
    return texts(try sessions(in: recording.bytes)).filter { !$0.isEmpty }
  }
}

import PopSimulation
import PopSystem
import PopupScheduling
import Testing
import Trials

@testable import PopTrace

@Suite("A journal")
struct JournalReaderTests {
  /// Records events and looks at the journal after some of them.
  private func record(
    _ session: Session, looking every: Int, _ look: (_ taken: Int, _ journal: [UInt8], _ trace: [UInt8]?) throws -> Void
  ) throws {
    let folder = TemporaryFolder()
    var recorder = try TraceRecorder(
      header: session.header, directory: folder.path, name: "a", options: TraceRecorderTests.small)
    let recording = recorder.recording
    for (place, event) in session.events.enumerated() {
      try expectSoon("room for an event") {
        recorder.record(event, at: event.time, over: session.log.over(of: event), in: session.catalog)
      }
      guard (place + 1) % every == 0 else { continue }
      let trace = folder.names.contains("a.poptrace") ? try folder.bytes(recording.path) : nil
      try look(place + 1, try LeftJournal.bytes(folder, "a"), trace)
    }
  }

  private func read(_ journal: [UInt8], _ trace: [UInt8]?) throws -> (Session, JournalReader.Remains) {
    let reader = try JournalReader(journal)
    var session = Session(header: reader.header)
    if let trace {
      var file = TraceReader(recovering: trace)
      _ = try file.next(&session)
    }
    let remains = try reader.complete(&session)
    return (session, remains)
  }

  @Test("Everything that was taken is in trace and journal together, whenever one looks")
  func killed() throws {
    var session = FieldSession.make(events: 2600)
    session.header.ended = nil
    try record(session, looking: 37) { taken, journal, trace in
      // The trace was read before the journal: a half may have been sealed between, and overwritten. Such a look is no kill.
      let (read, remains) = try read(journal, trace)
      guard read.gaps.isEmpty else { return }
      var expected = session
      expected.log.events.removeLast(session.events.count - taken)
      let found = eventDifference(expected, read)
      #expect(found == nil, "after \(taken) events")
      #expect(remains.unsoundEvents == 0 && remains.holes == 0 && !remains.hasEnded)
    }
  }

  @Test("A kill may come before all events are written that stand for what was before", arguments: [0, 5, 12, 13])
  func prefix(taken: Int) throws {
    let session = FieldSession.make(events: 20)
    let folder = TemporaryFolder()
    var recorder = try TraceRecorder(
      session.header, TraceRecorderTests.small, at: folder.path + "/a", prefixEvents: 12)
    for event in session.events.prefix(taken) {
      let isTaken = recorder.record(event, at: event.time, over: session.log.over(of: event), in: session.catalog)
      #expect(isTaken)
    }
    let journal = try LeftJournal.bytes(folder, "a")
    #expect(try JournalReader(journal).header.prefixEvents == 12)
    let read = try read(journal, nil).0
    #expect(read.events.count == taken && read.header.prefixEvents == min(taken, 12))
  }

  @Test("Of a journal any single bit of which is another, nothing is read that was not recorded")
  func bitFlips() throws {
    var session = FieldSession.make(events: 60)
    session.header.ended = nil
    var journal: [UInt8] = []
    try record(session, looking: 60) { _, bytes, _ in journal = bytes }
    let head = try JournalHead(journal, limits: ResourceLimits())
    // Names and pages take less than half as much as 60 events do. Behind them there is nothing but zeros to look through.
    let end = head.headBytes + 60 * 80 + 2000
    journal.removeLast(journal.count - end)
    let known = try lines(read(journal, nil).0)
    #expect(known.count == 60)
    var noticed = 0
    for place in Array(0..<72) + Array(JournalLayout.text..<JournalLayout.text + 200) + Array(head.headBytes..<end) {
      for bit in 0..<8 where (place + bit) % 11 == 0 {
        var broken = journal
        broken[place] ^= 1 << UInt8(bit)
        guard let found = try? read(broken, nil) else {
          noticed += 1
          continue
        }
        let lines = lines(found.0)
        // A subset in order, each line as it was: gaps, never other events.
        var rest = known[...]
        let isSubset = lines.allSatisfy { line in
          while let first = rest.popFirst() { if first == line { return true } }
          return false
        }
        #expect(isSubset, "byte \(place), bit \(bit)")
        if lines.count < known.count { noticed += 1 }
      }
    }
    #expect(noticed > 200)
  }

  @Test(
    "Pages of the file that were rolled back, whole or in part, to any earlier state give gaps",
    arguments: 1...UInt64(trials(few: 2)))
  func powerCut(seed: UInt64) throws {
    var session = FieldSession.make(events: 2400, seed: seed)
    session.header.ended = nil
    var random = SeededRandom(seed: seed)
    var states: [(journal: [UInt8], trace: [UInt8]?)] = []
    try record(session, looking: 150) { _, journal, trace in states.append((journal, trace)) }
    let known = Set(lines(session))
    for _ in 0..<12 {
      let last = random.below(states.count)
      var journal = states[last].journal
      for page in stride(from: 4096, to: journal.count, by: 4096) where random.once(in: 3) {
        let older = random.below(last + 1)
        // Before the first state there were zeros.
        let bytes =
          random.once(in: 4) ? [UInt8](repeating: 0, count: 4096) : Array(states[older].journal[page..<page + 4096])
        journal.replaceSubrange(page..<page + 4096, with: bytes)
      }
      let trace = states[random.below(last + 1)].trace
      let (read, _) = try read(journal, trace)
      for line in lines(read) where !known.contains(line) {
        Issue.record("seed \(seed): \(line)")
        return
      }
      // And what is made of it is a trace that its reader takes.
      let folder = try TemporaryFolder.left(journal: journal, trace: trace)
      let recovered = try TraceRecording.recover(in: folder.path)
      guard let path = recovered.first?.path, !path.isEmpty else { continue }
      let made = try sessions(in: try folder.bytes(path))
      #expect(made.count == 1)
      for line in lines(made[0]) where !known.contains(line) { Issue.record("seed \(seed), recovered: \(line)") }
    }
  }

  /// A session's events as text. What an event says of a page's attributes depends on whether it is the first to be there; that is left out.
  private func lines(_ session: Session) -> [String] {
    var lines: [String] = []
    for event in session.events {
      var text: [UInt8] = []
      JSONLines.write(event, of: session, into: &text)
      lines.append(String(decoding: text, as: UTF8.self))
    }
    return lines
  }

  @Test("What is no journal, or of a newer layout, is refused with a sentence")
  func refusals() throws {
    #expect(throws: TraceError.self) { try JournalReader([]) }
    #expect(throws: TraceError.self) { try JournalReader([UInt8](repeating: 7, count: 4096)) }
    var session = FieldSession.make(events: 10)
    session.header.ended = nil
    try record(session, looking: 10) { _, bytes, _ in
      var newer = bytes
      newer[8] = 9
      let error = #expect(throws: TraceError.self) { try JournalReader(newer) }
      #expect(error?.code == .newerVersion)
      for size in stride(from: 0, to: bytes.count, by: 511) { _ = try? JournalReader(Array(bytes[..<size])) }
    }
  }

  @Test("An event that is still being written when the process is killed is not there")
  func unfinishedRecord() throws {
    var session = FieldSession.make(events: 10)
    session.header.ended = nil
    var last: [UInt8] = []
    try record(session, looking: 10) { _, bytes, _ in last = bytes }
    let head = try JournalHead(last, limits: ResourceLimits())
    var end = last.count
    while last[end - 1] == 0 { end -= 1 }
    // The first word of a record comes last, so until then it is zero.
    let start = (end - head.headBytes - 1) / 8 * 8 + head.headBytes
    for size in stride(from: head.headBytes, to: start, by: 8) {
      var cut = last
      for place in size..<cut.count { cut[place] = 0 }
      let (read, _) = try read(cut, nil)
      #expect(read.events.count <= 10)
      #expect(read.gaps.isEmpty)
    }
  }
}

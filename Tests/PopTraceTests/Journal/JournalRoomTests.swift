import Foundation
import PopSystem
import PopupScheduling
import Testing

@testable import PopTrace

@Suite("Where a journal has no room")
struct JournalRoomTests {
  /// A journal of the smallest halves, with a sealing side that works when it is told to.
  private struct Stalled: ~Copyable {
    var writer: JournalWriter
    var state: JournalState { memory.state }
    private let head: JournalHead
    private let memory: JournalMemory
    private var halves: JournalHalves
    private var sealer: ChunkSealer
    private(set) var trace: [UInt8] = []

    init(patienceMilliseconds: Int64 = 0) throws {
      let head = try JournalHead(session: SessionHeader(), halfBytes: 1, nonce: 7, owner: .current)
      let memory = try JournalMemory.anonymous(head)
      (self.head, self.memory) = (head, memory)
      writer = JournalWriter(memory, patienceMilliseconds: patienceMilliseconds)
      halves = JournalHalves(memory)
      sealer = ChunkSealer(header: head.session, compression: .none)
    }

    /// Seals the oldest half, where it is full.
    mutating func seal() throws {
      guard let full = halves.full else { return }
      var records = try halves.records(in: full.byteCount)
      sealer.take(&records)
      trace += try sealer.seal(isLast: full.isLast)
      if full.isLast { trace += sealer.finish() }
      halves.release()
    }

    /// Gives the oldest half back, where it is full, as one that somebody destroyed; false where it is not.
    mutating func lose() -> Bool {
      guard halves.full != nil else { return false }
      halves.release()
      sealer.builder.lacksHalf = true
      return true
    }

    mutating func end(at time: Ticks) throws {
      writer.end(at: time)
      for _ in 0..<2 { try seal() }
    }

    /// What the next launch makes of it, if the process is killed now.
    func recovered() throws -> Session {
      let journal = try LeftJournal.bury(memory.bytes(0..<head.byteCount))
      let folder = try TemporaryFolder.left(journal: journal, trace: trace.isEmpty ? nil : trace)
      let recovered = try #require(try TraceRecording.recover(in: folder.path).first)
      #expect(recovered.error == nil)
      return try #require(try sessions(in: try folder.bytes(recovered.path)).first)
    }

    /// The session in the trace, completed by the journal, as commands read it if the process is killed now.
    func completed() throws -> Session {
      var session = try sessions(in: trace).first ?? Session(header: head.session)
      _ = try JournalReader(try LeftJournal.bury(memory.bytes(0..<head.byteCount))).complete(&session)
      return try #require(try sessions(in: try file(of: [session])).first)
    }
  }

  /// Something that happens to the only popup, with a name of its own.
  private func event(naming name: Int) -> Event {
    var event = Event(.popupTapped)
    event.popup = PopupID(0)
    event.name = Symbol(name)
    return event
  }

  @Test(
    "What is dropped for want of room counts as dropped, and so does what comes before all the names of that time are said"
  )
  func stall() throws {
    var catalog = Catalog()
    _ = catalog.popup(numbered: 0)
    // Long ones, so that a half has room for an event when it has none for a name.
    for number in 0..<800 { catalog.names.append("\(number) " + String(repeating: "x", count: 1000)) }
    var journal = try Stalled()
    // The sealing side does nothing meanwhile, and the names alone are more than fifteen halves have room for.
    var taken: [Int] = []
    for name in 0..<500 where journal.writer.append(event(naming: name), at: Ticks(1), in: catalog) {
      taken.append(name)
    }
    #expect(taken == Array(0..<taken.count) && taken.count > 20 && taken.count < 100)
    // Now it works, one half at a time.
    for name in 500..<800 {
      try journal.seal()
      if journal.writer.append(event(naming: name), at: Ticks(2), in: catalog) { taken.append(name) }
    }
    #expect(taken.last == 799 && taken.count { $0 >= 500 } > 250)
    #expect(journal.writer.losses.dropped == Int64(800 - taken.count) && journal.writer.losses.refused == 0)
    try journal.end(at: Ticks(3))
    let session = try #require(try sessions(in: journal.trace).first)
    #expect(session.events.map { session.catalog.names.text($0.name) } == taken.map { catalog.names.texts[$0] })
    #expect(session.header.droppedEvents == Int64(800 - taken.count) && session.header.refusedEvents == 0)
  }

  @Test(
    "Behind a half that is lost every chunk can be read, and every event is there and the one that was",
    arguments: 0...5)
  func lostHalf(after count: Int) throws {
    var catalog = Catalog()
    var journal = try Stalled()
    var written: [Event] = []
    var (sealed, isLost) = (0, false)
    for number in 0..<8000 {
      // Every fourth event brings one more of all there is; all others come back to older ones.
      if number % 4 == 0 { addOneOfEach(number, to: &catalog) }
      let older = number * 7919 % (number / 4 + 1)
      let kinds: [EventKind] = [.popupTapped, .popupSubmitted, .popupChanged, .pageDidAppear]
      var event = Event(kinds[number % 4])
      event.sequence = Int32(number)
      switch event.kind {
      case .popupTapped: (event.popup, event.name) = (PopupID(older), Symbol(older))
      case .popupSubmitted: (event.popup, event.spec) = (PopupID(older), SpecID(older))
      case .popupChanged: (event.popup, event.attributes) = (PopupID(older), Int32(older))
      default: event.page = PageID(older)
      }
      written.append(event)
      if sealed == count, !isLost {
        isLost = journal.lose()
      } else {
        let bytes = journal.trace.count
        try journal.seal()
        sealed += journal.trace.count > bytes ? 1 : 0
      }
      let isTaken = journal.writer.append(event, at: Ticks(Int64(number)), in: catalog)
      #expect(isTaken)
    }
    #expect(isLost && sealed > count + 3)
    var found = [try journal.recovered(), try journal.completed()]
    try journal.end(at: Ticks(8000))
    found.append(try #require(try sessions(in: journal.trace).first))
    for session in found {
      // One half is missing, and nothing else.
      let sequences = session.events.map(\.sequence)
      #expect(zip([-1] + sequences, sequences).count { $0.1 > $0.0 + 1 } == 1 && session.gaps.count == 1)
      #expect(sequences.last == 7999 && sequences.count > 7000 && session.header.refusedEvents == 0)
      for event in session.events {
        let was = written[Int(event.sequence)]
        #expect(session.catalog.number(of: event.popup) == catalog.number(of: was.popup))
        #expect(session.catalog.number(of: event.page) == catalog.number(of: was.page))
        #expect(texts(of: event, in: session.catalog) == texts(of: was, in: catalog))
      }
    }
  }

  private func addOneOfEach(_ number: Int, to catalog: inout Catalog) {
    let name = catalog.names.intern("name \(number)")
    let list = catalog.names.intern([name])
    // Every other popup has its index for a number, so that the journal need not say it.
    _ = catalog.popup(numbered: Int64(number % 8 == 0 ? number / 4 : number + 8000))
    let page = catalog.page(numbered: Int64(number + 7))
    catalog.pages[page.index].classes = list
    var spec = PopupSpec(name: name)
    spec.pages = list
    _ = catalog.intern(spec)
    var change = PopupChange()
    (change.level, change.pages) = (Int32(number), list)
    catalog.changes.append(change)
  }

  /// The names that an event refers to, itself and by way of its popup's attributes, its page and its change.
  private func texts(of event: Event, in catalog: Catalog) -> [String] {
    var names = [event.name]
    switch event.kind {
    case .popupSubmitted:
      let spec = catalog.spec(event.spec)
      names += [spec.name] + catalog.names.list(spec.pages)
    case .popupChanged: names += catalog.names.list(catalog.changes[Int(event.attributes)].pages ?? .none)
    case .pageDidAppear: names += catalog.names.list(catalog.pages[event.page.index].classes)
    default: break
    }
    return names.map { catalog.names.text($0) }
  }

  @Test("A list that has no room stands in the next half, before the attributes that refer to it")
  func longLists() throws {
    var catalog = Catalog()
    _ = catalog.popup(numbered: 0)
    let names = (0..<200).map { catalog.names.intern("Page\($0)") }
    var journal = try Stalled()
    // Lists are much longer than attributes, so that at the end of most halves there is room for these alone.
    for number in 0..<199 {
      var spec = PopupSpec(name: names[number])
      spec.pages = catalog.names.intern(Array(names[number...]) + names[..<number])
      var submission = Event(.popupSubmitted)
      submission.popup = PopupID(0)
      submission.spec = catalog.intern(spec)
      submission.sequence = Int32(number)
      try journal.seal()
      let isTaken = journal.writer.append(submission, at: .zero, in: catalog)
      #expect(isTaken)
    }
    try journal.end(at: .zero)
    let session = try #require(try sessions(in: journal.trace).first)
    #expect(session.events.count == 199 && session.header.refusedEvents == 0)
    for (number, event) in session.events.enumerated() {
      let pages = session.catalog.names.list(session.catalog.spec(event.spec).pages)
      #expect(pages.count == 200 && session.catalog.names.text(pages.first ?? .none) == "Page\(number)")
    }
  }

  @Test("An event that needs more names than a half has room for is refused, whatever room there is")
  func tooMuch() throws {
    var catalog = Catalog()
    _ = catalog.popup(numbered: 0)
    var spec = PopupSpec(name: catalog.names.intern("Offer"))
    spec.pages = catalog.names.intern((0..<3000).map { catalog.names.intern("PageOfSomeName\($0)") })
    var submission = Event(.popupSubmitted)
    submission.popup = PopupID(0)
    submission.spec = catalog.intern(spec)
    var journal = try Stalled()
    for _ in 0..<20 {
      try journal.seal()
      _ = journal.writer.append(submission, at: .zero, in: catalog)
    }
    #expect(journal.writer.losses.refused > 0 && journal.writer.losses.refused + journal.writer.losses.dropped == 20)
    try journal.seal()
    let isTaken = journal.writer.append(event(naming: 0), at: .zero, in: catalog)
    #expect(isTaken)
  }

  @Test(
    "Nothing waits for a sealing side that is stuck, and nothing waits again after a wait in vain",
    .timeLimit(.minutes(1)))
  func noWait() throws {
    var catalog = Catalog()
    _ = catalog.popup(numbered: 0)
    catalog.names.append("open")
    // With a patience that would outlast the tests.
    var stuck = try Stalled(patienceMilliseconds: 1 << 40)
    stuck.state.isStuck = true
    for time in 0..<2000 { _ = stuck.writer.append(event(naming: 0), at: Ticks(Int64(time)), in: catalog) }
    #expect(stuck.writer.losses.dropped > 0)
    // The first that waits does so in vain; all of them would for minutes.
    var slow = try Stalled(patienceMilliseconds: 200)
    for time in 0..<2000 { _ = slow.writer.append(event(naming: 0), at: Ticks(Int64(time)), in: catalog) }
    #expect(slow.writer.losses.dropped > 0)
    try slow.seal()
    let isTaken = slow.writer.append(event(naming: 0), at: Ticks(2000), in: catalog)
    #expect(isTaken)
  }

  @Test(
    "A turn that brings more than both halves have room for is recorded whole: its events wait for the sealing thread")
  @MainActor
  func burst() async throws {
    final class Blind: PopupPresenter {
      func show(_ popup: Presented<Void>) {}
      func hide(_ popup: Presented<Void>, because reason: Reason) {}
    }
    var options = RecorderOptions()
    options.journalHalfBytes = 1
    options.patienceMilliseconds = 600_000
    var header = SessionHeader()
    header.marksReentrantStimuli = true
    let blind = Blind()
    let recorder = try TraceRecorder(header: header, options: options)
    let recording = recorder.recording
    let scheduler = PopupScheduler(policy: StandardPolicy(.v6), presenter: blind, observer: RecordingObserver(recorder))
    for number in 0..<2000 { scheduler.submit(PopupRequest("Offer \(number % 50)")) }
    scheduler.signedOut()
    scheduler.endRecording()
    await recording.untilOver()
    #expect(recording.losses == TraceLosses())
    let session = try #require(try sessions(in: recording.bytes).first)
    let start = try #require(session.events.firstIndex { $0.kind == .appSignedOut })
    #expect(session.events[start...].count { $0.kind == .popupDropped } == 2000 && session.skippedEvents == 0)
    #expect(session.header.ended != nil)
  }

  @Test("A turn does not wait for a trace that cannot be stored or is as long as it may be", arguments: [false, true])
  func full(isFull: Bool) throws {
    let folder = TemporaryFolder()
    var options = RecorderOptions()
    options.journalHalfBytes = 1
    options.patienceMilliseconds = 1 << 40
    if isFull { options.byteLimit = 1 }
    var recorder = try TraceRecorder(header: SessionHeader(), directory: folder.path, name: "a", options: options)
    // Where the trace is to be, there is something else.
    if !isFull {
      try FileManager.default.createDirectory(atPath: folder.path + "/a.poptrace", withIntermediateDirectories: false)
    }
    var catalog = Catalog()
    _ = catalog.popup(numbered: 0)
    catalog.names.append("open")
    for time in 0..<5000 { recorder.record(event(naming: 0), at: Ticks(Int64(time)), in: catalog) }
    #expect(recorder.losses.dropped > 0)
  }
}

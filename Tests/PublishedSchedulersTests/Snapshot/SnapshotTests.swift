import PopAudit
import PopReplay
import PopSimulation
import PopSystem
import PopTrace
import PopupScheduling
import PublishedSchedulers
import Testing

/// The last minutes of sessions, written out in the middle of them.
@Suite("Snapshots") struct SnapshotTests {
  private static func options(keeping seconds: Int64, _ trigger: SnapshotTrigger? = nil) -> RecorderOptions {
    var options = RecorderOptions()
    // The smallest journal there is: a half has room for some 500 events.
    options.journalHalfBytes = 1
    var snapshots = SnapshotOptions(trigger: trigger)
    snapshots.keptSeconds = seconds
    options.snapshots = snapshots
    return options
  }

  private func sessions(in bytes: [UInt8]) throws -> [Session] {
    var reader = try TraceReader(bytes)
    var sessions: [Session] = []
    var session = Session()
    while try reader.next(&session) { sessions.append(session) }
    return sessions
  }

  @Test(
    "give themselves back, whenever one is asked for, by the clock and by their causes",
    arguments: ["v2", "v3", "v4", "v5", "v6"])
  func identity(version: String) throws {
    let configuration = try #require(PolicyConfiguration.version(named: version))
    let policy = StandardPolicy(configuration)
    var replayer = Replayer(policy: policy)
    var random = SeededRandom(seed: 41, part: 7)
    var prefixes = 0
    var shortened = 0
    for number in 0..<4 {
      let whole = LiveWorld(policy: policy).run(
        ScriptMaker.script(seed: 41, session: number, flavour: .field, lasting: 600_000))
      let note = Comment("\(version), seed 41, session \(number)")
      let options = Self.options(keeping: 30)
      var recorder = try TraceRecorder(header: whole.header, options: options)
      let recording = recorder.recording
      var asked: [Int] = []
      var next = random.whole(1...whole.events.count / 12)
      for (index, event) in whole.events.enumerated() {
        while !recorder.record(event, at: event.time, over: whole.log.over(of: event), in: whole.catalog) {}
        guard index + 1 == next, asked.count < options.snapshots!.most else { continue }
        #expect(recording.takeSnapshot())
        recording.waitForSnapshots()
        asked.append(index)
        next += random.whole(1...whole.events.count / 12)
      }
      recorder.end(at: whole.end)
      recording.waitUntilOver()
      let snapshots = try sessions(in: recording.bytes)
      #expect(snapshots.count == asked.count && recording.snapshotPaths.count == asked.count, note)
      for (snapshot, index) in zip(snapshots, asked) {
        // What was dropped while both halves were full was recorded again until it was taken, and leaves no gap.
        let prefix = snapshot.header.prefixEvents
        let count = snapshot.events.count - prefix
        #expect(snapshot.events.last?.time == whole.events[index].time && count <= index + 1, note)
        #expect(snapshot.gaps.isEmpty, note)
        // It has the minutes that were asked for, and what was open when they began.
        let isWhole = count == index + 1
        #expect(isWhole || whole.events[index - count].time <= whole.events[index].time - Ticks(30_000), note)
        #expect(snapshot.events[prefix...].map(\.kind) == whole.events[(index + 1 - count)...index].map(\.kind), note)
        #expect(snapshot.header.metadata == [HeaderEntry("snapshot", "asked")])
        for timing in ReplayOptions.Timing.allCases {
          let identity = replayer.identity(of: snapshot, timing: timing)
          #expect(identity == .ok, "\(timing): \(note), asked at \(index)")
        }
        prefixes += prefix > 0 ? 1 : 0
        shortened += isWhole ? 0 : 1
      }
    }
    #expect(prefixes > 10 && shortened > 10)
  }

  @Test("are taken when the audit finds something, as often as they may be")
  func rules() throws {
    let whole = LiveWorld(policy: StandardPolicy(.v0)).run(
      ScriptMaker.script(seed: 5, session: 2, flavour: .field, lasting: 300_000))
    var recorder = try TraceRecorder(header: whole.header, options: Self.options(keeping: 60, .audit()))
    let recording = recorder.recording
    for event in whole.events {
      while !recorder.record(event, at: event.time, over: whole.log.over(of: event), in: whole.catalog) {}
      // A turn that begins shows that the one before is over.
      if event.kind.isStimulus { recording.waitForSnapshots() }
    }
    _ = consume recorder
    recording.waitUntilOver()
    let snapshots = try sessions(in: recording.bytes)
    #expect(snapshots.count == SnapshotOptions().mostByTrigger)
    #expect(Set(snapshots.map(\.header.session)).count == snapshots.count)
    let rules: [Rule] = [.overlap, .wrongPage, .stuckQueue, .lostKeepalive]
    let reasons = rules.map { [HeaderEntry("snapshot", $0.id)] }
    #expect(snapshots.allSatisfy { reasons.contains($0.header.metadata) })
  }

  @Test("begin with a gap where something has been open for longer than there is room")
  func neverQuiet() throws {
    var whole = Session()
    whole.header.marksReentrantStimuli = true
    let page = whole.catalog.appendPage(numbered: 1, PageSpec())
    let popup = whole.catalog.appendPopup(numbered: 1)
    let name = whole.catalog.names.intern("a")
    let spec = whole.catalog.append(PopupSpec(name: name))
    for (time, kind) in [EventKind.pageWillAppear, .pageDidAppear, .popupSubmitted, .popupShown].enumerated() {
      var event = Event(kind, time: Ticks(Int64(time)))
      if kind.isAboutPage { event.page = page } else { event.popup = popup }
      if kind == .popupSubmitted { event.attributes = spec.rawValue }
      if kind == .popupShown { (event.page, event.generation, event.cause, event.time) = (page, 1, 2, Ticks(2)) }
      whole.log.events.append(event)
    }
    for time in 3..<3000 { whole.log.events.append(Event(.idle, time: Ticks(Int64(time)))) }
    for index in whole.log.events.indices { whole.log.events[index].sequence = Int32(index) }
    var options = Self.options(keeping: 1)
    options.snapshots?.mostEvents = 1000
    var recorder = try TraceRecorder(header: whole.header, options: options)
    let recording = recorder.recording
    for event in whole.events { while !recorder.record(event, at: event.time, in: whole.catalog) {} }
    #expect(recording.takeSnapshot())
    recorder.end(at: Ticks(4000))
    recording.waitUntilOver()
    let snapshot = try sessions(in: recording.bytes)[0]
    #expect(snapshot.events.count <= 1000 + snapshot.header.prefixEvents && snapshot.header.prefixEvents == 2)
    #expect(snapshot.gaps == [2] && snapshot.events.last?.time == Ticks(2999))
    #expect(!recording.takeSnapshot())
  }

  @Test("keep something whatever the app asks for", arguments: [Int.min, -1, 0, 1])
  func oddOptions(count: Int) throws {
    var options = Self.options(keeping: Int64(count))
    options.snapshots?.mostEvents = count
    var recorder = try TraceRecorder(header: SessionHeader(), options: options)
    let recording = recorder.recording
    for time in 0..<600 { while !recorder.record(Event(.idle), at: Ticks(Int64(time)), in: Catalog()) {} }
    #expect(recording.takeSnapshot())
    recorder.end(at: Ticks(700))
    recording.waitUntilOver()
    let snapshot = try sessions(in: recording.bytes)[0]
    #expect(snapshot.events.last?.time == Ticks(599) && snapshot.events.count < 600)
  }
}

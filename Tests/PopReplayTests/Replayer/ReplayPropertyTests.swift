import PopReplay
import PopSimulation
import PopSystem
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing

/// What holds of every replay of every session by every policy.
struct ReplayPropertyTests {
  private static let versions: [PolicyConfiguration] = [.v0, .v1, .v2, .v3, .v4, .v5, .v6]
  private let seed: UInt64 = 99

  private func recording(_ number: Int, _ version: Int) -> Session {
    let script = ScriptMaker.script(seed: seed, session: number, flavour: number % 2 == 0 ? .field : .visibleTimeOnly)
    return LiveWorld(policy: StandardPolicy(Self.versions[version])).run(script)
  }

  @Test(arguments: [0, 1, 4, 6]) func everyRecordedStimulusIsCountedOnceAndPagesDoOnlyWhatTheyCan(recorded: Int) {
    for number in 0..<25 {
      let recording = recording(number, recorded)
      let stimuli = recording.log.events.count { $0.kind.isStimulus && $0.kind != .timerFired }
      for candidate in Self.versions {
        for options in [ReplayOptions(), .playback] {
          let run = Played(recording, StandardPolicy(candidate), options)
          let coverage = run.coverage
          #expect(
            coverage.reached + coverage.unreached + coverage.beyondEnd == stimuli, "seed \(seed), session \(number)")
          #expect(impossibleMoves(run.recording).isEmpty, "seed \(seed), session \(number)")
          #expect(run.recording.log.events.allSatisfy { $0.cause < $0.sequence && $0.time <= run.end })
        }
      }
    }
  }

  @Test func twoRunsOfOneReplayAreTheSameWhateverCameBefore() {
    var used = Replayer(policy: StandardPolicy(.v6))
    for number in 0..<30 {
      let recording = recording(number, 4)
      let fresh = Played(recording, StandardPolicy(.v6))
      used.begin(recording, options: ReplayOptions())
      while used.nextTurn() {}
      let log = used.log
      #expect(log.events == fresh.recording.log.events, "seed \(seed), session \(number)")
      #expect(log.over == fresh.recording.log.over)
      #expect(used.notes == fresh.notes)
      #expect(used.coverage == fresh.coverage)
    }
  }

  /// In a world whose users answer after the same visible time whenever they are asked, what is not assumed is right (Grades, *Grades of
  /// outcomes*).
  @Test(arguments: [[1, 3], [3, 4], [4, 5], [4, 6], [6, 4]]) func whatIsNotAssumedIsRight(versions: [Int]) {
    var judged = 0
    for number in 0..<300 {
      let script = ScriptMaker.script(seed: 4242, session: number, flavour: .visibleTimeOnly)
      let recording = LiveWorld(policy: StandardPolicy(Self.versions[versions[0]])).run(script)
      let truth = LiveWorld(policy: StandardPolicy(Self.versions[versions[1]])).run(script)
      guard recording.isFinished else { continue }
      let run = Played(recording, StandardPolicy(Self.versions[versions[1]]))
      for place in run.grades.indices where run.grades[place] != .assumed {
        let popup = PopupID(place)
        #expect(fate(of: popup, in: run.recording) == fate(of: popup, in: truth), "session \(number), popup \(place)")
        judged += 1
      }
    }
    #expect(judged > 100)
  }

  /// Whatever a file says, a replay comes to an end and counts every stimulus.
  @Test func noSessionIsTooStrange() {
    var random = SeededRandom(seed: seed)
    for number in 0..<150 {
      var strange = recording(number % 20, number % 7)
      guard !strange.log.events.isEmpty else { continue }
      for _ in 0..<random.whole(1...12) { distort(&strange, &random) }
      var stimuli = 0
      for place in strange.log.events.indices {
        strange.log.events[place].sequence = Int32(place)
        let kind = strange.log.events[place].kind
        if kind.isStimulus, kind != .timerFired { stimuli += 1 }
      }
      for options in [ReplayOptions(), .playback] {
        for run in [Played(strange, OneSlot(), options), Played(strange, StandardPolicy(.v6), options)] {
          let coverage = run.coverage
          #expect(coverage.reached + coverage.unreached + coverage.beyondEnd == stimuli, "session \(number)")
        }
      }
    }
  }

  private func distort(_ session: inout Session, _ random: inout SeededRandom) {
    let place = random.whole(0...session.log.events.count - 1)
    let other = random.whole(0...session.log.events.count - 1)
    switch random.whole(0...8) {
    case 0: session.log.events.remove(at: place)
    case 1:
      let copy = session.log.events[other]
      session.log.events.insert(copy, at: place)
    case 2: session.log.events.swapAt(place, other)
    case 3: session.log.events[place].popup = session.log.events[other].popup
    case 4: session.log.events[place].page = session.log.events[other].page
    case 5: session.log.events[place].generation = Int32(random.whole(-2...5))
    case 6: session.log.events[place].cause = Int32(random.whole(-1...session.log.events.count))
    case 7: session.log.events[place].time = Ticks(Int64(random.whole(0...200_000)))
    default: session.log.events[place].timer = TimerID(random.whole(-1...Int(Int32.max)))
    }
    if session.log.events.isEmpty { session.log.events.append(Event(.idle)) }
  }

  /// Every presentation of a popup, and how it ended.
  private func fate(of popup: PopupID, in session: Session) -> [String] {
    session.log.events.filter { $0.popup == popup }.compactMap { event in
      switch event.kind {
      case .popupShown, .popupHidden, .popupDropped:
        "\(event.time.rawValue) \(event.kind.wireName) \(event.page.rawValue) \(event.code)"
      default: nil
      }
    }
  }

  /// The places of page events that do not follow from where the page was.
  private func impossibleMoves(_ session: Session) -> [Int] {
    var states: [PageID: EventKind] = [:]
    var found: [Int] = []
    for (place, event) in session.log.events.enumerated() where event.kind.isAboutPage && event.kind != .pageLoaded {
      let last = states[event.page]
      let isPossible =
        switch event.kind {
        case .pageWillAppear: last != .pageDidAppear && last != .pageWillAppear && last != .pageRemoved
        case .pageDidAppear: last == .pageWillAppear || last == .pageWillDisappear
        case .pageWillDisappear: last == .pageDidAppear || last == .pageWillAppear
        case .pageDidDisappear: last == .pageWillDisappear
        default: last != .pageDidAppear && last != .pageRemoved
        }
      if !isPossible { found.append(place) }
      if event.kind != .pageRemoved || last != .pageWillDisappear { states[event.page] = event.kind }
    }
    return found
  }
}

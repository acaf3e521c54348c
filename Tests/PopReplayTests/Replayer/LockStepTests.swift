import PopReplay
import PopSimulation
import PopSystem
import PopTrace
import PopTraceTesting
import PopupScheduling
import Testing
import Trials

/// What is handed over as it was recorded is judged as a playback judges it (CausalReplay, *Identity*).
struct LockStepTests {
  private static let versions: [PolicyConfiguration] = [.v0, .v1, .v2, .v3, .v4, .v5, .v6]
  private let seed: UInt64 = 4711

  private func recording(_ number: Int) -> (session: Session, policy: StandardPolicy) {
    let flavours = WorldFlavour.allCases
    let script = ScriptMaker.script(seed: seed, session: number, flavour: flavours[number % flavours.count])
    let policy = StandardPolicy(Self.versions[number % Self.versions.count])
    return (LiveWorld(policy: policy).run(script), policy)
  }

  /// Whether the fast way and a playback say the same, and whether that is that all is well.
  private func agree(_ session: Session, _ policy: some SchedulingPolicy, _ limits: ResourceLimits = ResourceLimits())
    -> (Bool, isSound: Bool)
  {
    var (fast, slow) = (Replayer(policy: policy), Replayer(policy: policy))
    let (found, expected) = (
      fast.identity(of: session, limits: limits), slow.identity(of: session, timing: .recorded, limits: limits)
    )
    return (found == expected && fast.judgedCount == slow.judgedCount, expected == .ok)
  }

  @Test func wholeAndCutRecordingsAreJudgedAsAPlaybackJudgesThem() {
    for number in 0..<trials(few: 60) {
      let (session, policy) = recording(number)
      #expect(agree(session, policy) == (true, isSound: true), "seed \(seed), session \(number)")
      let count = session.log.events.count
      for cut in [0, 1, count / 3, count / 2, count - 1] where cut < count {
        var killed = session.first(max(cut, 0))
        killed.header.ended = nil
        #expect(agree(killed, policy).0, "seed \(seed), session \(number), cut after \(cut)")
      }
    }
  }

  @Test func whateverIsBrokenIsJudgedAsAPlaybackJudgesIt() {
    var random = SeededRandom(seed: seed)
    var sound = 0
    for number in 0..<trials(few: 400) {
      var (session, policy) = recording(number % 60)
      guard session.log.events.count > 2 else { continue }
      let change = distort(&session.log.events, &random)
      let (areSame, isSound) = agree(session, policy)
      #expect(areSame, "seed \(seed), session \(number % 60), \(change)")
      if isSound { sound += 1 }
    }
    // Some changes alter nothing: the test does not only see what is refused.
    #expect(sound > 0)
  }

  /// Changes one event, or its place; says how.
  private func distort(_ events: inout [Event], _ random: inout SeededRandom) -> String {
    let place = random.whole(1...events.count - 1)
    let timers = events.indices.filter { events[$0].kind == .timerFired }
    let way = random.whole(0...9)
    switch way {
    case 0: events.remove(at: place)
    case 1: events[place].cause = Int32(random.whole(-1...place - 1))
    case 2: events[place].flags.formSymmetricDifference(.reentrant)
    case 3: events[place].code ^= 1
    case 4: events.swapAt(place, max(0, place - 1))
    case 5: events[place].time = events[place - 1].time
    case 6: if let timer = timers.last { events[timer].timer = TimerID(random.whole(0...20)) }
    case 7: if let timer = timers.first { events[timer].cause = Int32(random.whole(-1...timer - 1)) }
    case 8: if let timer = timers.first { events.remove(at: timer) }
    default: if let timer = timers.last { events[timer].scheduler += 1 }
    }
    for index in events.indices { events[index].sequence = Int32(index) }
    return "change \(way) at \(place)"
  }

  @Test func aTimerThatIsNotSetIsADoubt() throws {
    let recordings = (0..<60).lazy.map { recording($0) }
    let sets = recordings.first { $0.session.log.events.contains { $0.kind == .timerFired } }
    var (session, policy) = try #require(sets)
    let fired = try #require(session.log.events.firstIndex { $0.kind == .timerFired })
    var twice = session.log.events[fired]
    twice.sequence = Int32(session.log.events.count)
    twice.time = session.log.events[session.log.events.count - 1].time
    twice.cause = -1
    session.log.events.append(twice)
    session.header.ended = max(session.end, twice.time)
    var replayer = Replayer(policy: policy)
    guard case .mismatch(let difference) = replayer.identity(of: session) else {
      Issue.record("a timer fires twice, and nobody notices")
      return
    }
    #expect(difference.position == session.log.events.count - 1)
  }

  @Test func whatGoesBeyondALimitIsLeftToAPlayback() {
    let (session, policy) = recording(6)
    for name in ResourceLimits.Name.allCases {
      for value in [1, 2, 5] {
        var limits = ResourceLimits()
        limits[name] = value
        #expect(agree(session, policy, limits).0, "\(name) \(value)")
      }
    }
  }
}

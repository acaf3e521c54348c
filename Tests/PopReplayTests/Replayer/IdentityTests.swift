import PopReplay
import PopTrace
import PopupScheduling
import Testing

/// Identity is checked event for event (CausalReplay, *Identity*).
struct IdentityTests {
  private func recording() throws -> Session {
    record(
      try session(
        """
        {"poptrace":1}
        {"t":100,"event":"popup.submitted","popup":7,"name":"offer","showMs":100}
        {"event":"popup.dismissed","popup":7,"by":"button","after":{"event":"popup.shown","popup":7},"delay":2000}
        {"t":300,"event":"popup.submitted","popup":8,"name":"other"}
        {"t":9000,"event":"idle"}
        """), OneSlot())
  }

  private func identity(_ session: Session, _ timing: ReplayOptions.Timing = .recorded) -> Identity {
    var replayer = Replayer(policy: OneSlot())
    return replayer.identity(of: session, timing: timing)
  }

  @Test func aRecordingOfThePolicyItselfIsTheSame() throws {
    #expect(identity(try recording()) == .ok)
    #expect(identity(try recording(), .causal) == .ok)
    #expect(identity(Session()) == .ok)
  }

  @Test func everyFieldOfEveryDecisionCounts() throws {
    let sound = try recording()
    for place in sound.log.events.indices where sound.log.events[place].kind.isDecision {
      var changes: [(inout Event) -> Void] = [
        { $0.time += Ticks(1) }, { $0.generation += 1 }, { $0.code ^= 1 }, { $0.cause -= 1 }, { $0.page = PageID(0) },
        { $0.scene += 1 },
      ]
      changes.append { $0.popup = PopupID($0.popup.index ^ 1) }
      for change in changes {
        var broken = sound
        change(&broken.log.events[place])
        guard case .mismatch(let difference) = identity(broken) else {
          Issue.record("unnoticed at \(place)")
          continue
        }
        #expect(difference.position == place)
        #expect(difference.expected == broken.log.events[place])
      }
    }
  }

  @Test func aMissingAndASuperfluousDecisionAreFound() throws {
    var missing = try recording()
    let shown = missing.log.events.lastIndex { $0.kind == .popupShown }!
    missing.log.events.remove(at: shown)
    for place in shown..<missing.log.events.count { missing.log.events[place].sequence -= 1 }
    guard case .mismatch(let first) = identity(missing) else {
      Issue.record("unnoticed")
      return
    }
    #expect(first.position == shown)
    var superfluous = try recording()
    var extra = Event(.popupDropped, time: Ticks(9000))
    extra.popup = PopupID(0)
    extra.sequence = Int32(superfluous.log.events.count)
    superfluous.log.events.append(extra)
    guard case .mismatch(let second) = identity(superfluous) else {
      Issue.record("unnoticed")
      return
    }
    #expect(second.expected == extra)
    #expect(second.actual == nil)
  }

  @Test func popupsThatLostCount() throws {
    let scenario = try session(
      """
      {"poptrace":1}
      {"t":100,"event":"popup.submitted","popup":7,"name":"a"}
      {"t":100,"event":"popup.submitted","popup":8,"name":"b"}
      """)
    var recording = record(scenario, NamesLosers())
    var replayer = Replayer(policy: NamesLosers())
    #expect(replayer.identity(of: recording) == .ok)
    recording.log.over[0] = PopupID(1)
    #expect(replayer.identity(of: recording) != .ok)
  }

  @Test func aKilledSessionHasToBeAPrefix() throws {
    let whole = try recording()
    for count in 0...whole.log.events.count {
      var cut = whole
      cut.header.ended = nil
      cut.log.events.removeSubrange(count...)
      #expect(identity(cut) == .ok, "cut after \(count)")
      #expect(identity(cut, .causal) == .ok, "cut after \(count)")
    }
    var finished = whole
    finished.log.events.removeLast()
    finished.log.events.removeLast()
    #expect(identity(finished) != .ok)
  }

  @Test func aTurnThatIsNotAllThereIsNotJudged() throws {
    let whole = try recording()
    let turns = whole.log.events.indices.filter { whole.log.events[$0].kind.isStimulus }
    var replayer = Replayer(policy: OneSlot())
    for count in 1...whole.log.events.count {
      var cut = whole
      cut.header.ended = nil
      cut.log.events.removeSubrange(count...)
      #expect(replayer.identity(of: cut) == .ok)
      let isWhole = count == whole.log.events.count || turns.contains(count)
      #expect(replayer.judgedCount == (isWhole ? count : turns.last { $0 < count }), "cut after \(count)")
    }
  }

  @Test func aHoleIsFilledWhereItTookDecisionsOfOneTurnAlone() throws {
    let whole = try recording()
    var replayer = Replayer(policy: OneSlot())
    for first in 1..<whole.log.events.count - 1 {
      for next in first + 1..<whole.log.events.count {
        var holed = whole
        holed.log.events.removeSubrange(first..<next)
        holed.gaps = [first]
        let filled = replayer.filled(holed)
        let isFilled = filled != nil
        #expect(isFilled == whole.log.events[first..<next].allSatisfy(\.kind.isDecision), "\(first)..<\(next)")
        if let filled { #expect(filled.log.isSame(as: whole.log) && filled.gaps.isEmpty, "\(first)..<\(next)") }
      }
    }
  }

  @Test func aGapEndsTheJudgedPart() throws {
    var recording = try recording()
    let gap = 4
    for place in gap..<recording.log.events.count { recording.log.events[place].sequence += 10 }
    recording.gaps = [gap]
    #expect(identity(recording) == .lossy(judged: gap))
    recording.log.events[1].generation = 9
    guard case .mismatch = identity(recording) else {
      Issue.record("what comes before the gap is judged")
      return
    }
  }

  @Test func nothingIsJudgedWhereTheBeginningIsMissing() throws {
    var recording = try recording()
    for place in recording.log.events.indices { recording.log.events[place].sequence += 3 }
    recording.gaps = [0]
    #expect(identity(recording) == .lossy(judged: 0))
  }
}

/// Shows everything and names all others as losers.
private struct NamesLosers: SchedulingPolicy {
  mutating func take(_ stimulus: Event, _ turn: inout Turn) {
    turn.show(stimulus.popup, on: .none, generation: 1, over: [PopupID(0)])
  }
  mutating func settle(_ turn: inout Turn) {}
  mutating func reset() {}
}

import PopupScheduling
import Testing

@testable import PopAudit

/// What is kept up to date event by event, against a walk over everybody.
@Suite struct EligibilityTests {
  /// A session with an `idle` before every step: when that is taken, all is as the step before left it.
  private func spaced(_ session: RandomSession) -> [Event] {
    var events: [Event] = []
    var added: Int32 = 0
    for event in session.events {
      if event.kind.isStimulus, !event.flags.contains(.reentrant) {
        var idle = Event(.idle, time: events.last?.time ?? event.time)
        idle.sequence = event.sequence + added
        added += 1
        events.append(idle)
      }
      var moved = event
      moved.sequence += added
      events.append(moved)
    }
    return events
  }

  @Test(arguments: 0..<8)
  func whoIsEligibleIsWhoTheWordsOfTheRulesSay(part: UInt64) {
    var found = 0
    for seed in part * 5..<(part + 1) * 5 {
      let session = RandomSession(seed: 1000 + seed, popups: 40, steps: 150, hasGaps: false)
      var engine = AuditEngine()
      engine.begin(catalog: session.catalog, tick: .millisecond, marksReentrantStimuli: true)
      var oracle = Oracle(session.catalog)
      for event in spaced(session) {
        engine.take(event)
        oracle.take(event)
        guard event.kind == .idle, event.cause < 0 else { continue }
        found += compare(engine.state, oracle, "seed \(1000 + seed), event \(event.sequence)")
      }
    }
    #expect(found > 100, "\(found)")
  }

  private func compare(_ state: borrowing AuditState, _ oracle: Oracle, _ place: String) -> Int {
    var eligible: [Int] = []
    var expected: [Int] = []
    for popup in state.popups.indices {
      let it = state.popups[popup]
      if it.isLive, !it.isUp, state.isEligible(popup) { eligible.append(popup) }
      if oracle.isEligible(popup) { expected.append(popup) }
    }
    #expect(eligible == expected, "\(place)")
    for scene in 0..<state.sceneCount {
      #expect(state.scenes[scene].current == oracle.current(state.scenes[scene].number), "\(place)")
      #expect(state.scenes[scene].isSlotFree == oracle.isSlotFree(state.scenes[scene].number), "\(place)")
    }
    return expected.count
  }

  @Test(arguments: 0..<8)
  func whoIsFirstIsWhoAWalkOverAllFinds(part: UInt64) {
    var found = 0
    var idle = 0
    for seed in part * 8..<(part + 1) * 8 {
      let session = RandomSession(seed: seed, popups: 50, steps: 150)
      var engine = AuditEngine()
      engine.begin(catalog: session.catalog, tick: .millisecond, marksReentrantStimuli: true)
      for event in spaced(session) {
        engine.take(event)
        // Where events are missing, an idle changes something.
        guard event.kind == .idle, event.cause < 0, !engine.state.jumped else { continue }
        let walk = Walk(engine.state)
        #expect(walk.differences(engine.state) == [], "seed \(seed), event \(event.sequence)")
        found += walk.firsts.count { $0 >= 0 }
        idle += walk.rivalCount
      }
    }
    // Sessions in which nobody could be shown would prove nothing.
    #expect(found > 100 && idle > 30, "\(found) \(idle)")
  }
}

/// ELIGIBLE, FIRST IN LINE, IDLE LINE and rivals, found by walking over everybody.
private struct Walk {
  /// By line; negative where nobody is ELIGIBLE.
  var firsts: [Int32] = []
  var rivalCount = 0
  private var differences: [String] = []

  init(_ state: borrowing AuditState) {
    firsts = Array(repeating: -1, count: state.lineCount)
    for place in state.popups.indices where state.popups[place].isLive && !state.popups[place].isUp {
      let popup = state.popups[place]
      let line = Int(popup.line)
      guard !popup.isExempt, state.isEligible(place) else { continue }
      if firsts[line] < 0 || popup.rank < state.popups[Int(firsts[line])].rank { firsts[line] = Int32(place) }
    }
    judgeRivals(state)
  }

  /// What the state says otherwise.
  func differences(_ state: borrowing AuditState) -> [String] {
    var list = differences
    for line in 0..<state.lineCount {
      let it = state.lines[line]
      let isFree = state.scenes[Int(it.scene)].isSlotFree
      let ups = state.popups.indices.count {
        let popup = state.popups[$0]
        return Int(popup.line) == line && popup.isKnown && popup.isUp && !popup.isExempt && !popup.isSystem
      }
      if Int(it.upCount) != ups { list.append("line \(line): \(it.upCount) up, not \(ups)") }
      let candidate = isFree || ups > 0 ? firsts[line] : -1
      if it.candidate != candidate { list.append("line \(line): first is \(it.candidate), not \(candidate)") }
      if it.isIdle != (isFree && candidate >= 0) { list.append("line \(line): idle \(it.isIdle)") }
    }
    for line in 0..<state.lineCount {
      let holding = holdingChain(ofLine: line, state)
      if state.holdingChain(ofLine: line) != holding { list.append("line \(line): chain \(holding) holds") }
    }
    for place in state.popups.indices where state.popups[place].isExempt {
      let popup = state.popups[place]
      let isEligible = popup.isLive && !popup.isUp && state.isEligible(place)
      if isEligible != (popup.idleSince >= .zero) { list.append("toast \(place): eligible \(isEligible)") }
    }
    for place in state.bindings.indices where !state.bindings[place].key.isFree {
      let binding = state.bindings[place]
      let current = state.scenes[Int(binding.key.scene)].current
      let key = binding.key
      let isOpen =
        (key.parked.isNone || state.isInLineage(key.parked, of: current))
        && (key.instance.isNone || state.isInLineage(key.instance, of: current))
        && (key.pages.isNone || state.isAny(of: key.pages, key.matching, inLineageOf: current))
      if !current.isNone, isOpen != binding.isOpen { list.append("a binding is open: \(binding.isOpen)") }
    }
    return list
  }

  /// The chain that opened first of those whose earliest LIVE member could be shown on the current page.
  private func holdingChain(ofLine line: Int, _ state: borrowing AuditState) -> Int32 {
    let current = state.scenes[Int(state.lines[line].scene)].current
    var holding: Int32 = -1
    for chain in state.chains.indices where Int(state.chains[chain].line) == line && state.chains[chain].isOpen {
      let members = state.popups.indices.filter { Int(state.popups[$0].chain) == chain && state.popups[$0].isLive }
      guard !current.isNone, let next = members.min(by: { state.popups[$0].submitted < state.popups[$1].submitted }),
        state.matches(next, current),
        !state.popups[next].isParked || state.isInLineage(state.popups[next].parkedPage, of: current)
      else { continue }
      if holding < 0 || state.chains[chain].opened < state.chains[Int(holding)].opened { holding = Int32(chain) }
    }
    return holding
  }

  private mutating func judgeRivals(_ state: borrowing AuditState) {
    var frontier = OwnedArray<AuditState.Turning>()
    let turn = Int(state.sequence) % 5
    for place in state.popups.indices
    where place % 5 == turn && state.popups[place].isLive && !state.popups[place].isExempt {
      var rivals: [Int32] = []
      for other in state.popups.indices
      where other != place && state.popups[other].isLive && !state.popups[other].isExempt
        && state.popups[other].line == state.popups[place].line && !state.popups[other].isSystem
        && !state.areOfOneChain(place, other) && state.isEligible(other)
      {
        rivals.append(Int32(other))
      }
      rivalCount += rivals.count
      let elders = rivals.filter { rival in
        state.popups[Int(rival)].submitted < state.popups[place].submitted
          && state.popups[Int(rival)].passedOver < StarvationRule.limit
      }
      var firsts = OwnedArray<Int32>()
      state.appendFirstRivals(of: place, atMost: 100, to: &firsts, &frontier)
      let named = firsts.indices.map { firsts[$0] }
      if named != rivals.sorted(by: { state.popups[Int($0)].rank < state.popups[Int($1)].rank }) {
        differences.append("rivals of \(place): \(named), not \(rivals)")
      }
      var found = OwnedArray<Int32>()
      state.appendElders(of: place, to: &found)
      let list = found.indices.map { found[$0] }
      if list != elders.sorted(by: { state.popups[Int($0)].submitted < state.popups[Int($1)].submitted }) {
        differences.append("elders of \(place): \(list), not \(elders)")
      }
    }
  }
}

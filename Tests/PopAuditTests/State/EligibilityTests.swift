import PopupScheduling
import Testing

@testable import PopAudit

/// What is kept up to date event by event, against a walk over everybody.
@Suite struct EligibilityTests {
  /// A session with an `idle` before every turn: when that is taken, all is as the turn before left it.
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

  private func compare(_ state: borrowing AuditState, _ oracle: Oracle, _ moment: String) -> Int {
    var eligible: [Int] = []
    var expected: [Int] = []
    for popup in state.popups.indices {
      let it = state.popups[popup]
      if it.isLive, !it.isUp, state.isEligible(popup) { eligible.append(popup) }
      if oracle.isEligible(popup) { expected.append(popup) }
    }
    #expect(eligible == expected, "\(moment)")
    for scene in state.scenes.indices {
      #expect(state.scenes[scene].current == oracle.current(state.scenes[scene].number), "\(moment)")
      #expect(state.scenes[scene].isSlotFree == oracle.isSlotFree(state.scenes[scene].number), "\(moment)")
    }
    return expected.count
  }

  /// Whether the waiting are looked through or stand in groups, as they do once they are many.
  @Test(arguments: 0..<8, [0, 8, 32])
  func whoIsFirstIsWhoAWalkOverAllFinds(part: UInt64, few: Int) {
    var found = 0
    var idle = 0
    for seed in part * 8..<(part + 1) * 8 {
      let session = RandomSession(seed: seed, popups: 50, steps: 150)
      var engine = AuditEngine()
      engine.begin(catalog: session.catalog, tick: .millisecond, marksReentrantStimuli: true)
      engine.state.few = few
      for event in spaced(session) {
        let isBehindHole = event.sequence != engine.state.sequence &+ 1
        engine.take(event)
        // Where events are missing, an idle changes something.
        guard event.kind == .idle, event.cause < 0, !isBehindHole else { continue }
        let walk = Walk(engine.state)
        #expect(walk.differences(engine.state) == [], "seed \(seed), event \(event.sequence)")
        found += walk.firsts.count { $0 >= 0 }
        idle += walk.overtakenCount
      }
    }
    // Sessions in which no popup could be shown would prove nothing.
    #expect(found > 100 && idle > 30, "\(found) \(idle)")
  }

  @Test(arguments: 0..<8)
  func manyAreJudgedAsFewAre(part: UInt64) {
    var found = 0
    for seed in part * 8..<(part + 1) * 8 {
      let session = RandomSession(seed: seed, popups: 50, steps: 150)
      let findings = [1000, 0, 4, 12].map { few in
        var engine = AuditEngine()
        engine.begin(catalog: session.catalog, tick: .millisecond, marksReentrantStimuli: true)
        engine.state.few = few
        for event in session.events { engine.take(event) }
        engine.end(at: session.events.last?.time ?? .zero, isFinished: true)
        return engine.findings
      }
      #expect(findings.allSatisfy { $0 == findings[0] }, "seed \(seed)")
      found += findings[0].count
    }
    #expect(found > 30, "\(found)")
  }
}

/// ELIGIBLE, FIRST IN THE QUEUE, IDLE QUEUE and OVERTAKEN, found by walking over all popups.
private struct Walk {
  /// By queue; negative where no popup is ELIGIBLE.
  var firsts: [Int32] = []
  var overtakenCount = 0
  private var differences: [String] = []

  init(_ state: borrowing AuditState) {
    firsts = Array(repeating: -1, count: state.queues.count)
    for index in state.popups.indices where state.popups[index].isLive && !state.popups[index].isUp {
      let popup = state.popups[index]
      let queue = Int(popup.queue)
      guard !popup.isExempt, state.isEligible(index) else { continue }
      if firsts[queue] < 0 || popup.rank < state.popups[Int(firsts[queue])].rank { firsts[queue] = Int32(index) }
    }
    compareOvertaken(state)
  }

  /// What the state says otherwise.
  func differences(_ state: borrowing AuditState) -> [String] {
    var list = differences
    for queue in state.queues.indices {
      let it = state.queues[queue]
      let isFree = state.scenes[Int(it.scene)].isSlotFree
      let ups = state.popups.indices.count {
        let popup = state.popups[$0]
        return Int(popup.queue) == queue && popup.isKnown && popup.isUp && !popup.isExempt && !popup.isSystem
      }
      if Int(it.upCount) != ups { list.append("queue \(queue): \(it.upCount) up, not \(ups)") }
      let candidate = isFree || ups > 0 ? firsts[queue] : -1
      if it.candidate != candidate { list.append("queue \(queue): first is \(it.candidate), not \(candidate)") }
      if it.isIdle != (isFree && candidate >= 0) { list.append("queue \(queue): idle \(it.isIdle)") }
    }
    for queue in state.queues.indices {
      let holding = holdingChain(ofQueue: queue, state)
      if state.holdingChain(ofQueue: queue) != holding { list.append("queue \(queue): chain \(holding) holds") }
    }
    for index in state.popups.indices where state.popups[index].isExempt {
      let popup = state.popups[index]
      let isEligible = popup.isLive && !popup.isUp && state.isEligible(index)
      if isEligible != (popup.idleSince >= .zero) { list.append("exempt popup \(index): eligible \(isEligible)") }
    }
    for index in state.bindings.indices where state.isIndexed && !state.bindings[index].key.isFree {
      let binding = state.bindings[index]
      let current = state.scenes[Int(binding.key.scene)].current
      let key = binding.key
      let isOpen =
        (key.parked.isNone || state.isInLineage(key.parked, of: current))
        && (key.instance.isNone || state.isInLineage(key.instance, of: current))
        && (key.pages.isNone
          || state.anyInLineage(of: current) {
            state.catalog.names.matches(classes: $0.classes, anyOf: key.pages, key.matching)
          })
      if !current.isNone, isOpen != binding.isOpen { list.append("a binding is open: \(binding.isOpen)") }
    }
    return list
  }

  /// The chain that opened first of those whose earliest LIVE member could be shown on the current page.
  private func holdingChain(ofQueue queue: Int, _ state: borrowing AuditState) -> Int32 {
    let current = state.scenes[Int(state.queues[queue].scene)].current
    var holding: Int32 = -1
    for chain in state.chains.indices where Int(state.chains[chain].queue) == queue && state.chains[chain].isOpen {
      let members = state.popups.indices.filter { Int(state.popups[$0].chain) == chain && state.popups[$0].isLive }
      guard !current.isNone, let next = members.min(by: { state.popups[$0].submitted < state.popups[$1].submitted }),
        state.matches(next, current),
        !state.popups[next].isParked || state.isInLineage(state.popups[next].parkedPage, of: current)
      else { continue }
      if holding < 0 || state.chains[chain].opened < state.chains[Int(holding)].opened { holding = Int32(chain) }
    }
    return holding
  }

  private mutating func compareOvertaken(_ state: borrowing AuditState) {
    var frontier = HeapForest.Frontier()
    let turn = Int(state.sequence) % 5
    for index in state.popups.indices
    where index % 5 == turn && state.popups[index].isLive && !state.popups[index].isExempt {
      var overtaken: [Int32] = []
      for other in state.popups.indices
      where other != index && state.popups[other].isLive && !state.popups[other].isExempt
        && state.popups[other].queue == state.popups[index].queue && !state.popups[other].isSystem
        && !state.areOfOneChain(index, other) && state.isEligible(other)
      {
        overtaken.append(Int32(other))
      }
      overtakenCount += overtaken.count
      let older = overtaken.filter { other in
        state.popups[Int(other)].submitted < state.popups[index].submitted
          && state.popups[Int(other)].passedOver < AuditState.mostPassedOver
      }
      var firsts = OwnedArray<Int32>()
      state.appendFirstOvertaken(of: index, atMost: 100, to: &firsts, &frontier)
      let named = firsts.indices.map { firsts[$0] }
      if named != overtaken.sorted(by: { state.popups[Int($0)].rank < state.popups[Int($1)].rank }) {
        differences.append("overtaken by \(index): \(named), not \(overtaken)")
      }
      var found = OwnedArray<Int32>()
      state.appendOlder(of: index, to: &found)
      let list = found.indices.map { found[$0] }
      if list != older.sorted(by: { state.popups[Int($0)].submitted < state.popups[Int($1)].submitted }) {
        differences.append("older than \(index): \(list), not \(older)")
      }
    }
  }
}

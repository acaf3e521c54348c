public import PopTrace
public import PopupScheduling

extension Replayer {
  /// Hands the recorded stimuli of a session to its own policy, as they stand, and compares what it decides (<doc:CausalReplay#Identity>).
  ///
  /// Nothing is planned and nobody is modelled, for where all is the same there is nothing to foresee. How many of the first events are of turns
  /// that are all there; nil where anything differs, is missing, or could be otherwise in a playback, which then has to tell.
  ///
  /// - Complexity: O(n) for n events, besides what the policy takes.
  @inlinable
  @_specialize(where Policy == StandardPolicy)
  mutating func judgedInLockStep(_ session: Session, _ limits: ResourceLimits) -> Int? {
    guard LockStep.takes(session, limits) else { return nil }
    scheduler.begin(catalog: session.catalog, tick: session.header.tick, schedulers: session.catalog.schedulers)
    scheduler.endTurns(at: .max)
    let lockStep = LockStep(session.log.events)
    var index = 0
    let count = session.log.events.count
    var end = 0
    // What is decided otherwise is found at the end: no turn goes on from more events than the recording has.
    while lockStep.beginsTurn(at: end) {
      index = end
      let stimulus = session.log.events[index]
      // It would be recorded otherwise here.
      guard scheduler.turn.isNext(stimulus) else { return nil }
      scheduler.run(stimulus, in: lockStep)
      end = scheduler.turn.log.events.count
    }
    // The recording of an app that was killed may lack the end of its last turn.
    guard end == count || (end > count && !session.isFinished),
      session.log.firstDifference(from: scheduler.turn.log, 0..<count, ignoring: []) == nil
    else { return nil }
    return end == count ? end : index
  }
}

/// The app of a recording, as far as that says it: hands over what it recorded, and knows which timers are set.
@usableFromInline
final class LockStep: SchedulerEnvironment {
  private let events: [Event]
  // The scheduler calls it, and nothing else does at the same time.
  /// The next stimulus behind those that were handed over, and its cause where it is one of the turn under way; else negative.
  @safe @exclusivity(unchecked) private var next = 0
  @safe @exclusivity(unchecked) private var cause: Int32 = -1
  /// For every timer, the decision that set it; negative where it has fired or was called off.
  @safe @exclusivity(unchecked) private var timers = OwnedArray<Int32>()

  @usableFromInline
  init(_ events: [Event]) { self.events = events }

  /// Whether it is known beforehand that a playback of the session would go beyond no limit, and that its stimuli say which turn they belong to.
  @usableFromInline
  static func takes(_ session: borrowing Session, _ limits: ResourceLimits) -> Bool {
    guard !session.isScenario, session.gaps.isEmpty, session.header.marksReentrantStimuli else { return false }
    let catalog = session.catalog
    // A scene or a scheduler more than the popups and pages have is the usual one.
    let (pages, popups) = (catalog.pages, catalog.specs)
    let scenes = pages.count { $0.scene != 0 } + popups.count { $0.schedulerID != SchedulerID() } + 1
    return session.log.events.count
      <= min(limits.eventsPerSession, limits.turnsPerEvent > 0 ? .max : limits.turnsAtLeast)
      && catalog.popupNumbers.count <= limits.livePopups
      && scenes <= min(limits.scenesPerSession, limits.schedulersPerSession)
      && pages.count { !$0.container.isNone } < limits.containerDepth
  }

  /// Whether there is a stimulus at an index that begins a turn, as it would in a playback.
  @usableFromInline
  func beginsTurn(at index: Int) -> Bool {
    guard index < events.count, events[index].kind.isStimulus else { return false }
    guard events[index].kind != .timerFired || takesTimer(events[index]) else { return false }
    findNext(after: index)
    return true
  }

  private func findNext(after index: Int) {
    var found = index + 1
    while found < events.count, events[found].kind.isDecision { found += 1 }
    next = found
    cause = found < events.count && events[found].flags.contains(.reentrant) ? events[found].cause : -1
  }

  @usableFromInline
  @inline(__always)
  func carryOut(_ decision: Event, reentrant stimuli: inout [Event]) {
    if decision.kind == .timerSet || decision.kind == .timerCancelled { note(decision) }
    while cause == decision.sequence {
      stimuli.append(events[next])
      findNext(after: next)
    }
  }

  private func note(_ decision: Event) {
    let timer = decision.timer.index
    if decision.kind == .timerSet, timer == timers.count {
      timers.append(decision.sequence)
    } else if timer >= 0, timer < timers.count {
      timers[timer] = decision.kind == .timerSet ? decision.sequence : -1
    }
  }

  /// Whether a timer that fires is set, belongs to the scheduler that set it, and names nothing else for its cause.
  private func takesTimer(_ stimulus: Event) -> Bool {
    let timer = stimulus.timer.index
    guard timer >= 0, timer < timers.count, timers[timer] >= 0 else { return false }
    let set = events[Int(timers[timer])]
    guard stimulus.cause < 0 || stimulus.cause == set.sequence, stimulus.schedulerID == set.schedulerID else {
      return false
    }
    timers[timer] = -1
    return true
  }
}

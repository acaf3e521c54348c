public import PopTrace
import PopupScheduling

extension Run {
  /// How much one run may take, and how much it has taken: no run goes on without end (`ResourceLimits`).
  ///
  /// Every bound is proportional to the events of the session. Turns that the session's own stimuli bring at one instant are no standstill,
  /// however many they are; only other turns are counted: timers, animations and answers that are generated, and anchors that repeat.
  struct Budget {
    enum Excess: Equatable {
      /// The policy keeps time from going on: a `fault` says so.
      case standstill
      /// The input goes beyond a limit, so that the session is not judged.
      case limit(ResourceLimits.Name)
    }

    private(set) var excess: Excess?
    private(set) var turns = 0
    /// The number of the turn with which time stopped going on; meaningful where it has.
    private(set) var firstOfStandstill = 0
    private(set) var mostEvents = Int32.max
    var livePopups = 0
    /// How many steps of looking up counterparts and answers have been taken.
    private(set) var steps = 0
    private var mostTurns = Int.max
    private var mostSteps = Int.max
    private var mostAtOneInstant = Int.max
    private var mostLivePopups = Int.max
    /// The turn after which the run is taken to stand still, whether it does or not.
    private var lastTurn = Int.max
    /// No turn is before the first instant, so that the first one begins to count.
    private var instant = Ticks(-1)
    /// How many turns at this instant were not paid for, and whether anchors that repeat brought some of them.
    private var unpaid = 0
    private var isFedByAnchors = false

    /// - `lastTurn`: The turn with which the run is to end in a `fault`, known from an earlier run; nil to find it out.
    mutating func begin(_ limits: ResourceLimits, events: Int, lastTurn: Int?) {
      self = Budget()
      self.lastTurn = lastTurn ?? .max
      let share = Self.product(limits.turnsPerEvent, events)
      mostTurns = limits.turnsAtLeast.addingClamped(share)
      mostSteps = Self.product(mostTurns, 64)
      mostAtOneInstant = limits.turnsAtOneInstant.addingClamped(events)
      mostLivePopups = limits.livePopups
      mostEvents = Int32(clamping: min(limits.eventsPerSession.addingClamped(share), Int(Int32.max / 2)))
    }

    /// Counts a turn, paid for where it takes a stimulus of the session that comes but once.
    @inline(__always)
    mutating func countTurn(at now: Ticks, isPaid: Bool, isRepeated: Bool, sequence: Int32) {
      turns += 1
      if !isPaid { countUnpaid(at: now, isRepeated: isRepeated) }
      if turns > mostTurns { exceed(.limit(.turnsPerEvent)) }
      if sequence >= mostEvents { exceed(.limit(.eventsPerSession)) }
      if livePopups > mostLivePopups { exceed(.limit(.livePopups)) }
      if turns == lastTurn { exceed(.standstill) }
    }

    /// Counts steps of looking something up, which grow with the session where turns do not: 64 for every turn there may be.
    mutating func spend(_ steps: Int) {
      self.steps += steps
      if self.steps > mostSteps { exceed(.limit(.turnsPerEvent)) }
    }

    /// Counts a turn that no stimulus of the session pays for, or one that an anchor that repeats hands over in the middle of a turn.
    mutating func countUnpaid(at now: Ticks, isRepeated: Bool) {
      if now != instant {
        instant = now
        unpaid = 0
        isFedByAnchors = false
        firstOfStandstill = turns
      }
      unpaid += 1
      if isRepeated { isFedByAnchors = true }
      if unpaid > mostAtOneInstant { exceed(isFedByAnchors ? .limit(.turnsAtOneInstant) : .standstill) }
    }

    mutating func exceed(_ excess: Excess) { self.excess = self.excess ?? excess }

    private static func product(_ lhs: Int, _ rhs: Int) -> Int {
      let (product, overflow) = lhs.multipliedReportingOverflow(by: rhs)
      return overflow ? .max : product
    }
  }

  /// How many turns of a standstill are kept when it is played again for its report.
  static let turnsOfStandstill = 32

  /// Counts the turn that is about to begin; false where the run is over in place of it.
  @inline(__always)
  mutating func countTurn() -> Bool {
    let isRepeated = session.plan.isScenario && stimulusItem >= 0 && planned(stimulusItem).traits.contains(.repeats)
    budget.countTurn(at: now, isPaid: stimulusItem >= 0 && !isRepeated, isRepeated: isRepeated, sequence: nextSequence)
    guard let excess = budget.excess else { return true }
    stop(excess)
    return excess == .standstill
  }

  /// Ends the run, because it would not end by itself or goes beyond a limit.
  mutating func stop(_ excess: Budget.Excess) {
    budget.exceed(excess)
    guard !state.isStopped else { return }
    state.isStopped = true
    switch excess {
    case .standstill: state.standstill = now
    case .limit(let name): state.failure = options.limits.error(name, subject(of: name))
    }
  }

  @discardableResult
  mutating func spend(_ steps: Int) -> Bool {
    budget.spend(steps)
    if let excess = budget.excess { stop(excess) }
    return !state.isStopped
  }

  private func subject(of name: ResourceLimits.Name) -> String {
    let time = session.plan.tick.microseconds(now) / 1000
    let subject = session.plan.isScenario ? "the scenario" : "the session"
    return switch name {
    case .turnsAtOneInstant:
      "At \(time) ms the scenario's anchors go on bringing each other about, and time does not go on"
    case .turnsPerEvent:
      "After \(budget.turns) turns, at \(time) ms, the replay has not ended: \(options.limits.turnsAtLeast) are allowed, and "
        + "some more for the \(session.plan.count) events of \(subject)"
    case .eventsPerSession:
      "After \(budget.mostEvents) events, at \(time) ms, the replay has not ended, though \(subject) has only \(session.plan.count)"
    case .livePopups: "At \(time) ms \(budget.livePopups) popups are submitted and not ended"
    case .schedulersPerSession: "The popups belong to \(session.plan.schedulers.count) schedulers"
    case .scenesPerSession: "Popups and pages belong to \(session.plan.scenes.count) scenes"
    case .containerDepth: "There are \(session.plan.forest.depth) pages in each other"
    default: "The replay takes too much"
    }
  }
}

extension ResourceLimits {
  /// How many bytes of memory each event of a session takes while the session is judged, the session itself included.
  ///
  /// For budgets such as `memoryBytes`. Measured with sessions of 15,000 and 59,000 events whose candidate differs almost everywhere: 280
  /// and 340 bytes for the replays, the audits of both runs and the verdict, on top of 72 for the event and its share of the catalog.
  public static let bytesPerJudgedEvent = 512
}

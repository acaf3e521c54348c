import PopTrace
import PopupScheduling

// What a run may take, and what is said of one that takes more.

extension Run {
  /// How many turns of a standstill are kept when it is played again for its report.
  static let turnsOfStandstill = 32

  /// Counts the turn that is about to begin; false where the run is over in place of it.
  mutating func countTurn(isRepeated: Bool) -> Bool {
    budget.countTurn(at: now, isPaid: stimulusItem >= 0 && !isRepeated, isRepeated: isRepeated, sequence: nextSequence)
    guard let excess = budget.excess else { return true }
    stop(excess)
    return excess == .standstill
  }

  /// Ends the run, because it would not end by itself or goes beyond a limit.
  mutating func stop(_ excess: RunBudget.Excess) {
    budget.exceed(excess)
    guard !isStopped else { return }
    isStopped = true
    switch excess {
    case .standstill: standstill = now
    case .limit(let name): failure = options.limits.error(name, subject(of: name))
    }
  }

  /// Counts steps of looking something up; false where the run has taken too many.
  @discardableResult
  mutating func spend(_ steps: Int) -> Bool {
    budget.spend(steps)
    if let excess = budget.excess { stop(excess) }
    return !isStopped
  }

  /// Whether a decision is one too many for this run.
  mutating func exceedsBudget(_ decision: Event) -> Bool {
    guard decision.sequence >= budget.mostEvents else { return false }
    stop(.limit(.eventsPerSession))
    return true
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
    case .containerDepth: "There are \(session.plan.tree.depth) pages in each other"
    default: "The replay takes too much"
    }
  }
}

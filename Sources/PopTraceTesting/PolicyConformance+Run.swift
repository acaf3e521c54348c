import PopupScheduling

extension PolicyConformance {
  /// A policy under a script: turn by turn, with the timers that it sets, in virtual time.
  struct Run<Policy: SchedulingPolicy> {
    /// The most decisions that one stimulus may bring: some hundred times what any policy here needs for eight popups.
    static var mostDecisions: Int { 2_000 }
    static var mostTimersAtOnce: Int { 500 }
    static var lastInstants: Int { 40 }

    private(set) var scheduler: Scheduler<Policy>
    private(set) var roots: Set<Int32> = []
    private(set) var excess: String?

    private var answers: ScriptedAnswers
    private var now = Ticks.zero
    private var timers: [(due: Ticks, timer: TimerID)] = []
    private var seen = 0
    private var fired = (at: Ticks(-1), count: 0)

    init(_ policy: Policy, _ script: StimulusScript) {
      self.init(Scheduler(policy: policy, catalog: script.catalog), script)
    }

    private init(_ scheduler: Scheduler<Policy>, _ script: StimulusScript) {
      self.scheduler = scheduler
      answers = ScriptedAnswers(script.answers)
      // As a replay does: callbacks that bring callbacks about come to an end.
      self.scheduler.endTurns(at: Int32(Self.mostDecisions * (script.steps.count + 1)))
    }

    func restarted(_ script: StimulusScript) -> Run {
      var scheduler = scheduler
      scheduler.begin(catalog: script.catalog, schedulers: [SchedulerID()])
      return Run(scheduler, script)
    }

    func copy() -> Run {
      var copy = self
      copy.answers = answers.copy()
      return copy
    }

    mutating func play(_ steps: some Sequence<StimulusScript.Step>) {
      for step in steps {
        guard excess == nil else { return }
        now += step.wait
        fireTimers(upTo: now, atMost: .max)
        take(step.stimulus, at: now)
      }
    }

    mutating func finish() { fireTimers(upTo: .distantFuture, atMost: Self.lastInstants) }

    mutating func play(_ script: StimulusScript) {
      play(script.steps)
      finish()
    }

    private mutating func take(_ stimulus: Event, at time: Ticks) {
      guard excess == nil else { return }
      let before = scheduler.turn.log.events.count
      roots.insert(scheduler.run(stimulus, at: time, in: answers))
      let events = scheduler.turn.log.events
      if events.count - before > Self.mostDecisions {
        excess = "\(stimulus.kind.wireName) at \(time.rawValue) brings more than \(Self.mostDecisions) events"
      }
      for event in events[seen...] {
        switch event.kind {
        case .timerSet: timers.append((event.at, event.timer))
        case .timerCancelled, .timerFired: timers.removeAll { $0.timer == event.timer }
        default: break
        }
      }
      seen = events.count
    }

    private mutating func fireTimers(upTo end: Ticks, atMost count: Int) {
      var left = count
      while left > 0, excess == nil,
        let index = timers.indices.min(by: { (timers[$0].due, $0) < (timers[$1].due, $1) }), timers[index].due <= end
      {
        let timer = timers.remove(at: index)
        var event = Event(.timerFired)
        event.timer = timer.timer
        let time = max(timer.due, scheduler.turn.now)
        fired = fired.at == time ? (time, fired.count + 1) : (time, 1)
        guard fired.count <= Self.mostTimersAtOnce else {
          excess = "more than \(Self.mostTimersAtOnce) timers fire at \(time.rawValue), each set by the one before"
          return
        }
        // Only time that goes on comes to an end by itself.
        if fired.count == 1 { left -= 1 }
        take(event, at: time)
      }
    }

    func difference(from other: Run, _ what: String) -> String? {
      let (mine, others) = (scheduler.turn.log, other.scheduler.turn.log)
      for index in 0..<max(mine.events.count, others.events.count) {
        guard index < mine.events.count else { return "\(what) goes on with \(other.words(at: index))" }
        guard index < others.events.count else { return "\(what) lacks \(words(at: index))" }
        guard EventLog.areSame(mine.events[index], of: mine, others.events[index], of: others) else {
          return "\(what) has \(other.words(at: index)) where the first has \(words(at: index))"
        }
      }
      return scheduler.turn.catalog.names.texts == other.scheduler.turn.catalog.names.texts
        ? nil : "\(what) uses other names"
    }

    private func words(at index: Int) -> String { scheduler.turn.log.events[index].words(in: scheduler.turn.catalog) }
  }
}

private final class ScriptedAnswers: SchedulerEnvironment {
  private var rest: [StimulusScript.Answer]

  init(_ answers: [StimulusScript.Answer]) { rest = answers }
  func copy() -> ScriptedAnswers { ScriptedAnswers(rest) }

  func carryOut(_ decision: Event, reentrant: inout [Event]) {
    guard let index = rest.firstIndex(where: { $0.decision == decision.kind && $0.popup == decision.popup }) else {
      return
    }
    reentrant.append(rest.remove(at: index).stimulus)
  }
}

extension Event {
  func words(in catalog: Catalog) -> String {
    var text = "\(kind.wireName) at \(time.rawValue)"
    if !popup.isNone {
      let isKnown = popup.index < catalog.popupNumbers.count
      text += isKnown ? " of popup \(catalog.popupNumbers[popup.index])" : " of popup index \(popup.rawValue)"
    }
    if generation != 0 { text += ", presentation \(generation)" }
    return text
  }
}

/// Runs a policy: one turn after another, one copy of the policy for every scheduler of every scene.
///
/// ```swift
/// var scheduler = Scheduler(policy: StandardPolicy(.v6), catalog: catalog)
/// scheduler.run(stimulus, at: Ticks(1250), in: surroundings)
/// for event in scheduler.turn.log.events { … }
/// scheduler.turn.log.removeAll()
/// ```
///
/// A *turn* is one stimulus and the re-entrant ones it brings: their effects are applied in order, then each policy concerned chooses once
/// (semantics A2). The scheduler has no clock; time is what it is told, and never decreases.
public struct Scheduler<Policy: SchedulingPolicy> {
  /// The turn under way, or the last one: the log of all events and what they refer to.
  public var turn: Turn

  private let prototype: Policy
  private var lines: [SchedulerLine]
  private var policies: [Policy]
  /// The line of every submitted popup, as a place in `lines`; negative while it is not known.
  private var popupLines: [Int32] = []
  /// The policies that took something in this turn and have not chosen since.
  private var unsettled: [Bool]
  /// The policies that took something in this turn and have not ended it since.
  private var unconcluded: [Bool]

  /// Makes a scheduler at the beginning of a session.
  ///
  /// - Parameters:
  ///   - policy: The policy, of which every line gets a copy.
  ///   - catalog: What the events will refer to.
  ///   - tick: How long a tick is, for policies that count in seconds.
  ///   - lines: The schedulers there are. All of them must be named here: one that came later would know nothing of the pages on screen.
  public init(
    policy: Policy, catalog: Catalog = Catalog(), tick: TickLength = .millisecond,
    lines: [SchedulerLine] = [SchedulerLine()]
  ) {
    precondition(!lines.isEmpty, "a scheduler needs at least one line")
    prototype = policy
    turn = Turn(catalog: catalog)
    turn.tick = tick
    self.lines = lines.sorted()
    policies = Array(repeating: policy, count: lines.count)
    unsettled = Array(repeating: false, count: lines.count)
    unconcluded = unsettled
  }

  /// Goes back to the beginning, for another session, and keeps the memory.
  public mutating func begin(catalog: Catalog, tick: TickLength = .millisecond, lines: [SchedulerLine]) {
    var log = turn.log
    log.removeAll()
    turn.catalog = catalog
    turn.log = log
    turn.tick = tick
    turn.now = .zero
    turn.cause = -1
    turn.nextSequence = 0
    turn.nextTimer = 0
    turn.carriedOut = 0
    turn.pending.removeAll(keepingCapacity: true)
    turn.pendingHead = 0
    turn.timerLines.removeAll(keepingCapacity: true)
    turn.surroundings = nil
    popupLines.removeAll(keepingCapacity: true)
    let sorted = lines.sorted()
    if sorted == self.lines {
      for place in policies.indices { policies[place].reset() }
    } else {
      self.lines = sorted
      policies = Array(repeating: prototype, count: sorted.count)
      unsettled = Array(repeating: false, count: sorted.count)
      unconcluded = unsettled
    }
  }

  /// Forgets the events so far; their numbers go on.
  public mutating func emptyLog() {
    turn.log.removeAll()
    turn.carriedOut = 0
  }

  /// The policy of the first line, for tests.
  var policy: Policy { policies[0] }

  /// The number that the next event will get.
  public var nextSequence: Int32 { turn.nextSequence }

  /// Runs one turn.
  ///
  /// - Parameters:
  ///   - stimulus: What happened. Its `cause`, if it has one, must be an earlier event; its sequence number and time are set here.
  ///   - time: When. An earlier time than the last one is taken for the last one (semantics A5).
  ///   - surroundings: Who carries the decisions out.
  /// - Returns: The sequence number of the stimulus.
  @discardableResult
  public mutating func run<S: Surroundings>(_ stimulus: Event, at time: Ticks, in surroundings: S) -> Int32 {
    var stimulus = stimulus
    turn.now = max(turn.now, time)
    turn.record(&stimulus)
    let root = stimulus.sequence
    deliver(stimulus, in: surroundings)
    while true {
      while let reentrant = turn.takePending() { deliver(reentrant, in: surroundings) }
      turn.cause = root
      guard settleOne(in: surroundings) || concludeOne(in: surroundings) else { break }
    }
    return root
  }

  /// Gives a stimulus to the policies it concerns, in order of their lines.
  private mutating func deliver<S: Surroundings>(_ stimulus: Event, in surroundings: S) {
    if stimulus.kind == .popupSubmitted { place(stimulus) }
    if policies.count == 1 {
      if concernsOnlyLine(stimulus) { give(stimulus, to: 0, in: surroundings) }
    } else if let place = onlyLine(of: stimulus) {
      give(stimulus, to: place, in: surroundings)
    } else {
      let scene = sceneOf(stimulus)
      for place in lines.indices where scene == nil || lines[place].scene == scene {
        turn.cause = stimulus.sequence
        give(stimulus, to: place, in: surroundings)
      }
    }
  }

  private mutating func give<S: Surroundings>(_ stimulus: Event, to place: Int, in surroundings: S) {
    turn.line = lines[place]
    if Policy.takesReentrantStimuliInTheMiddle { turn.surroundings = surroundings }
    policies[place].take(stimulus, &turn)
    unsettled[place] = true
    unconcluded[place] = true
    turn.carryOut(in: surroundings)
  }

  /// Lets the first policy that has something to choose do so; false when none has.
  private mutating func settleOne<S: Surroundings>(in surroundings: S) -> Bool {
    for place in policies.indices where unsettled[place] {
      unsettled[place] = false
      turn.line = lines[place]
      policies[place].settle(&turn)
      turn.carryOut(in: surroundings)
      return true
    }
    return false
  }

  /// Lets the first policy that has a turn to end do so; false when none has.
  private mutating func concludeOne<S: Surroundings>(in surroundings: S) -> Bool {
    for place in policies.indices where unconcluded[place] {
      unconcluded[place] = false
      turn.line = lines[place]
      policies[place].conclude(&turn)
      turn.carryOut(in: surroundings)
      return true
    }
    return false
  }

  /// Whether a stimulus is any of the business of the only line there is.
  private func concernsOnlyLine(_ stimulus: Event) -> Bool {
    guard stimulus.popup.isNone, stimulus.kind != .timerFired, let scene = sceneOf(stimulus) else { return true }
    return scene == lines[0].scene
  }

  /// Notes which line a popup belongs to.
  private mutating func place(_ submission: Event) {
    guard policies.count > 1, !submission.popup.isNone, submission.attributes >= 0 else { return }
    let line = turn.catalog.spec(submission.spec).line
    while popupLines.count <= submission.popup.index { popupLines.append(-1) }
    popupLines[submission.popup.index] = Int32(lines.firstIndex(of: line) ?? -1)
  }

  /// The one line a stimulus concerns, as a place in `lines`; nil for all lines of its scene, or of all scenes.
  private func onlyLine(of stimulus: Event) -> Int? {
    switch stimulus.kind {
    case .schedulerSuspended, .schedulerResumed, .schedulerCleared:
      return lines.firstIndex(of: stimulus.line)
    case .timerFired:
      guard !stimulus.timer.isNone, stimulus.timer.index < turn.timerLines.count else { return nil }
      return lines.firstIndex(of: turn.timerLines[stimulus.timer.index])
    default:
      guard !stimulus.popup.isNone, stimulus.popup.index < popupLines.count else { return nil }
      let place = popupLines[stimulus.popup.index]
      return place < 0 ? nil : Int(place)
    }
  }

  /// The scene a stimulus belongs to; nil for the whole app.
  private func sceneOf(_ stimulus: Event) -> UInt16? {
    switch stimulus.kind {
    case .appSignedOut, .appSignedIn, .appBackground, .appForeground: return nil
    default:
      guard !stimulus.page.isNone, stimulus.page.index < turn.catalog.pages.count else { return stimulus.scene }
      return turn.catalog.pages[stimulus.page.index].scene
    }
  }
}

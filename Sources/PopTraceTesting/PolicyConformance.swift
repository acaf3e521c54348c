public import PopupScheduling

/// Puts a policy through stimuli of all kinds in any order, impossible ones included, and says what it breaks.
///
/// ```swift
/// try PolicyConformance().expect(OurPolicy())
/// ```
///
/// A policy must bear any stimulus at any time, and be a value that decides the same whenever it is run
/// (`SchedulingPolicy`). The stimuli are drawn from seeds, so that every run is the same. What is found is made smaller as
/// long as it stays wrong. A policy that traps ends the test's process: set ``announce`` to print each seed before it is run.
public struct PolicyConformance: Sendable {
  /// The seeds that scripts of stimuli are drawn from, one each.
  public var seeds: ClosedRange<UInt64> = 1...300
  /// How many stimuli a script has.
  public var stimuli = 40
  /// Requirements that are not looked at.
  public var ignored: Set<ConformanceRequirement> = []
  /// Told of every seed before it is run; nil for nobody.
  public var announce: (@Sendable (UInt64) -> Void)?

  public init() {}

  /// Expects that a policy breaks nothing.
  /// - Throws: A ``ConformanceFailure`` with what it breaks.
  public func expect<Policy: SchedulingPolicy>(_ policy: Policy) throws(ConformanceFailure) {
    let violations = violations(of: policy)
    guard violations.isEmpty else {
      throw ConformanceFailure(policy: String(describing: Policy.self), violations: violations)
    }
  }

  /// What a policy breaks: a violation a requirement at most, each with the fewest stimuli that show it.
  public func violations<Policy: SchedulingPolicy>(of policy: Policy) -> [ConformanceViolation] {
    var known: [ConformanceRequirement: ConformanceViolation] = [:]
    for seed in seeds {
      announce?(seed)
      let script = StimulusScript(seed: seed, stimuli: stimuli)
      let trial = PolicyTrial(policy, script)
      for (requirement, because) in trial.found where known[requirement] == nil && !ignored.contains(requirement) {
        known[requirement] = violation(requirement, because, of: policy, script, seed)
      }
    }
    // What differs whenever it is run says nothing of copies and resets, though by chance some runs are alike.
    if known[.deterministic] != nil { (known[.copyable], known[.resettable]) = (nil, nil) }
    return ConformanceRequirement.allCases.compactMap { known[$0] }
  }

  private func violation<Policy: SchedulingPolicy>(
    _ requirement: ConformanceRequirement, _ because: String, of policy: Policy, _ script: StimulusScript,
    _ seed: UInt64
  ) -> ConformanceViolation {
    func words(on script: StimulusScript) -> String? {
      PolicyTrial(policy, script, only: requirement).found[requirement]
    }
    let small = ScriptShrinker(script) { words(on: $0) != nil }.script
    return ConformanceViolation(
      requirement: requirement, because: words(on: small) ?? because, seed: seed, stimuli: small.count,
      scenario: small.session.jsonLines)
  }
}

private struct PolicyTrial<Policy: SchedulingPolicy> {
  private(set) var found: [ConformanceRequirement: String]

  /// What shows only where a script is run more than once.
  private static var repeated: Set<ConformanceRequirement> { [.deterministic, .copyable, .resettable] }

  init(_ policy: Policy, _ script: StimulusScript, only: ConformanceRequirement? = nil) {
    var first = PolicyConformance.Run(policy, script)
    first.play(script)
    found = RunInspection(first).found
    // What is not bounded is not run again and again.
    guard first.excess == nil, only.map({ Self.repeated.contains($0) }) ?? true else { return }
    // Kept, so that each lies elsewhere in memory: the order of a set depends on that.
    var runs: [PolicyConformance.Run<Policy>] = []
    for _ in 0..<2 {
      runs.append(PolicyConformance.Run(policy, script))
      runs[runs.count - 1].play(script)
      found[.deterministic] = first.difference(from: runs[runs.count - 1], "a second run")
      guard found[.deterministic] == nil else { return }
    }
    found[.copyable] = Self.differenceOfCopied(first, policy, script)
    var again = first.copy().restarted(script)
    again.play(script)
    found[.resettable] = first.difference(from: again, "the run after a reset")
  }

  private static func differenceOfCopied(
    _ first: PolicyConformance.Run<Policy>, _ policy: Policy, _ script: StimulusScript
  ) -> String? {
    let middle = script.steps.count / 2
    var original = PolicyConformance.Run(policy, script)
    original.play(script.steps[..<middle])
    var copy = original.copy()
    copy.play(script.steps[middle...])
    copy.finish()
    original.play(script.steps[middle...])
    original.finish()
    return first.difference(from: copy, "a copy made in the middle")
      ?? first.difference(from: original, "the one that was copied in the middle")
  }
}

private struct ScriptShrinker {
  private(set) var script: StimulusScript
  private let fails: (StimulusScript) -> Bool
  private var left = 4_000

  init(_ script: StimulusScript, while fails: @escaping (StimulusScript) -> Bool) {
    self.script = script
    self.fails = fails
    while left > 0 {
      let before = self.script
      for index in self.script.answers.indices.reversed() { _ = attempt { $0.answers.remove(at: index) } }
      dropSteps()
      for index in self.script.steps.indices where self.script.steps[index].wait > .zero {
        _ = attempt { $0.steps[index].wait = .zero }
      }
      simplifySpecs()
      if self.script.steps == before.steps, self.script.answers == before.answers { break }
    }
  }

  private mutating func attempt(_ change: (inout StimulusScript) -> Void) -> Bool {
    guard left > 0 else { return false }
    left -= 1
    var smaller = script
    change(&smaller)
    guard fails(smaller) else { return false }
    script = smaller
    return true
  }

  private mutating func dropSteps() {
    var length = max(script.steps.count / 2, 1)
    while true {
      var first = 0
      while first < script.steps.count {
        let end = min(first + length, script.steps.count)
        if !attempt({ $0.steps.removeSubrange(first..<end) }) { first += length }
      }
      guard length > 1 else { return }
      length /= 2
    }
  }

  private mutating func simplifySpecs() {
    let changes: [(inout PopupSpec) -> Void] = [
      { $0.pages = .none }, { $0.instance = .none }, { $0.keepAlive = false }, { $0.content = .ready },
      { $0.condition = true }, { $0.whenBarred = .wait }, { $0.onHigher = .stay }, { $0.chain = .none },
      { $0.key = .none }, { $0.expires = Ticks(-1) }, { $0.autoDismiss = Ticks(-1) }, { $0.showLength = .zero },
      { $0.hideLength = Ticks(-1) }, { $0.object = -1 }, { $0.next = false }, { $0.level = 0 }, { $0.kind = .alert },
    ]
    for index in script.steps.indices where script.steps[index].stimulus.kind == .popupSubmitted {
      for change in changes {
        var spec = script.catalog.spec(script.steps[index].stimulus.spec)
        change(&spec)
        guard spec != script.catalog.spec(script.steps[index].stimulus.spec) else { continue }
        _ = attempt { $0.steps[index].stimulus.spec = $0.catalog.intern(spec) }
      }
    }
  }
}

private struct RunInspection {
  private(set) var found: [ConformanceRequirement: String] = [:]

  private static let required: [[EventField]] = (0...255).map { number in
    guard let kind = EventKind(rawValue: UInt8(number)) else { return [] }
    return EventSchema.rules(of: kind).filter(\.isRequired).map(\.field)
  }

  private let catalog: Catalog
  private let roots: Set<Int32>
  private var submissions: [PopupID: Int] = [:]
  private var closings: [PopupID: Int] = [:]
  private var generations: [PopupID: Int32] = [:]
  private var timers: Set<TimerID> = []

  init<Policy>(_ run: PolicyConformance.Run<Policy>) {
    catalog = run.scheduler.turn.catalog
    roots = run.roots
    if let excess = run.excess { found[.bounded] = excess }
    for event in run.scheduler.turn.log.events {
      if event.kind.isStimulus { take(event) } else { look(at: event) }
    }
  }

  private mutating func note(_ requirement: ConformanceRequirement, _ event: Event, _ words: String) {
    if found[requirement] == nil { found[requirement] = "\(event.words(in: catalog)) \(words)" }
  }

  private mutating func take(_ event: Event) {
    guard roots.contains(event.sequence) || event.flags.contains(.reentrant) else {
      return note(.wellFormed, event, "is a stimulus that nobody but the policy made")
    }
    if event.kind == .popupSubmitted { submissions[event.popup, default: 0] += 1 }
    if event.kind == .timerFired { timers.remove(event.timer) }
  }

  private mutating func look(at event: Event) {
    for field in Self.required[Int(event.kind.rawValue)] where !event.has(field) {
      note(.wellFormed, event, "lacks its \(field.wireName)")
    }
    if !event.popup.isNone, submissions[event.popup] == nil {
      note(.knownSubjects, event, "is about a popup that was not submitted")
    }
    if !event.page.isNone, event.page.index >= catalog.pages.count {
      note(.knownSubjects, event, "is about a page that is not known")
    }
    switch event.kind {
    case .popupShown, .popupHidden: lookAtPresentation(event)
    case .callback: lookAtCallback(event)
    case .timerSet, .timerCancelled: lookAtTimer(event)
    default: break
    }
  }

  private mutating func lookAtPresentation(_ event: Event) {
    let last = generations[event.popup, default: 0]
    if event.kind == .popupShown {
      if event.generation != last + 1 { note(.presentations, event, "should be presentation \(last + 1)") }
      generations[event.popup] = event.generation
    } else if last == 0 {
      note(.presentations, event, "comes though it was never shown")
    } else if event.generation != last {
      note(.presentations, event, "should be of presentation \(last)")
    }
  }

  private mutating func lookAtCallback(_ event: Event) {
    guard !event.name.isNone, event.name.index < catalog.names.texts.count,
      catalog.names.text(event.name) == "closed", !event.popup.isNone
    else { return }
    closings[event.popup, default: 0] += 1
    let (closed, submitted) = (closings[event.popup, default: 0], submissions[event.popup, default: 0])
    if closed > submitted {
      note(.closedOnce, event, "is closed \(closed) times, for \(submitted) submission\(submitted == 1 ? "" : "s")")
    }
  }

  private mutating func lookAtTimer(_ event: Event) {
    if event.kind == .timerSet {
      if event.at < event.time { note(.timers, event, "is set for \(event.at.rawValue), which is past") }
      timers.insert(event.timer)
    } else if timers.remove(event.timer) == nil {
      note(.timers, event, "cancels a timer that is not outstanding")
    }
  }
}

extension Event {
  fileprivate func has(_ field: EventField) -> Bool {
    switch field {
    case .popup: !popup.isNone
    case .page: !page.isNone
    case .generation: generation > 0
    case .reason: flags.contains(.hasReason)
    case .timer: !timer.isNone
    case .name, .action, .state, .user, .responder, .what, .message: !name.isNone
    default: true
    }
  }
}

/// What every policy must hold to, whatever happens to it.
public enum ConformanceRequirement: String, CaseIterable, Hashable, Sendable {
  case deterministic
  case copyable
  case resettable
  case bounded
  case wellFormed = "well-formed"
  case knownSubjects = "known-subjects"
  case presentations
  case closedOnce = "closed-once"
  case timers

  /// What is asked, in a sentence.
  public var definition: String {
    switch self {
    case .deterministic:
      "Two runs over the same stimuli must decide the same: no clock, no randomness, no order that depends on hashes."
    case .copyable: "A policy is a value: what one of two copies takes must not change what the other decides."
    case .resettable: "After reset() a policy must decide as a new one does."
    case .bounded: "Every stimulus must be answered with a bounded number of decisions, and timers must let time go on."
    case .wellFormed: "Decisions must carry what their kind asks for, and a policy makes no stimuli."
    case .knownSubjects: "Decisions must be about popups that were submitted and pages that are known."
    case .presentations: "Presentations must be counted by one from 1, and only the last one of a popup can be hidden."
    case .closedOnce: "The callback \"closed\" must come once at most for each submission."
    case .timers: "Timers must be set for now or later, and only outstanding ones can be cancelled."
    }
  }
}

/// A requirement that a policy breaks, with the fewest stimuli that were found to show it.
public struct ConformanceViolation: Hashable, Sendable, CustomStringConvertible {
  /// The requirement.
  public let requirement: ConformanceRequirement
  /// What the policy did, at which event of the run.
  public let because: String
  /// The seed of the stimuli in which it was found.
  public let seed: UInt64
  /// How many stimuli show it.
  public let stimuli: Int
  /// Those stimuli as JSON Lines; a re-entrant one stands `after` the decision that brings it.
  public let scenario: String

  public var description: String {
    """
    \(requirement.rawValue): \(because)
      \(requirement.definition)
      \(stimuli) stimul\(stimuli == 1 ? "us" : "i") (seed \(seed)):
    \(scenario.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
    """
  }
}

/// What a policy breaks, as a test's output shows it.
public struct ConformanceFailure: Error, CustomStringConvertible, Sendable {
  /// What the policy is called.
  public let policy: String
  /// What it breaks, a violation a requirement.
  public let violations: [ConformanceViolation]

  public var description: String {
    "\(policy) does not conform:\n" + violations.map { "- \($0)" }.joined(separator: "\n")
  }
}

import PopTrace
public import PopupScheduling

/// Puts a policy through stimuli of all kinds in any order, impossible ones included, and says what it breaks.
///
/// ```swift
/// try PolicyConformance().expect(OurPolicy())
/// ```
///
/// A trace may say anything, so a policy must bear any stimulus at any time; and it must be a value that decides the same whenever it is run
/// (``PopupScheduling/SchedulingPolicy``). The stimuli are drawn from seeds, so that every run of the suite is the same. What is found is
/// made smaller, stimulus by stimulus, as long as it stays wrong.
///
/// A policy that traps ends the test's process: set ``announce`` to print each seed before it is run. One that does not return from
/// `take` has to be ended by the test's time limit.
public struct PolicyConformance: Sendable {
  /// The seeds that scripts of stimuli are drawn from, one each.
  public var seeds: ClosedRange<UInt64> = 1...300
  /// How many stimuli a script has.
  public var stimuli = 40
  /// Requirements that are not looked at.
  public var ignored: Set<ConformanceRequirement> = []
  /// Told of every seed before it is run; nil for nobody.
  public var announce: (@Sendable (UInt64) -> Void)?

  /// Makes the suite.
  public init() {}

  /// Expects that a policy breaks nothing.
  ///
  /// - Parameter policy: The policy as it is at the beginning of a session.
  /// - Throws: A ``ConformanceFailure`` with what it breaks.
  public func expect<Policy: SchedulingPolicy>(_ policy: Policy) throws(ConformanceFailure) {
    let violations = violations(of: policy)
    guard violations.isEmpty else {
      throw ConformanceFailure(policy: String(describing: Policy.self), violations: violations)
    }
  }

  /// What a policy breaks: a violation a requirement at most, each with the fewest stimuli that show it.
  ///
  /// - Parameter policy: The policy as it is at the beginning of a session.
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
    let small = ScriptShrinker { words(on: $0) != nil }.shrink(script)
    return ConformanceViolation(
      requirement: requirement, because: words(on: small) ?? because, seed: seed, stimuli: small.count,
      scenario: small.session.jsonLines)
  }
}

/// Everything that a policy breaks on one script.
private struct PolicyTrial<Policy: SchedulingPolicy> {
  private(set) var found: [ConformanceRequirement: String]

  /// What shows only where a script is run more than once.
  private static var repeated: Set<ConformanceRequirement> { [.deterministic, .copyable, .resettable] }

  /// Puts a policy through a script.
  ///
  /// - Parameter only: The requirement that is asked about; nil for all of them.
  init(_ policy: Policy, _ script: StimulusScript, only: ConformanceRequirement? = nil) {
    var first = ScriptRun(policy, script)
    first.play(script)
    found = RunInspection(first).found
    // What is not bounded is not run again and again.
    guard first.excess == nil, only.map({ Self.repeated.contains($0) }) ?? true else { return }
    found[.deterministic] = Self.differenceOfRepeated(first, policy, script)
    guard found[.deterministic] == nil else { return }
    found[.copyable] = Self.differenceOfCopied(first, policy, script)
    let used = first.copy()
    var again = used.restarted(script)
    again.play(script)
    found[.resettable] = first.difference(from: again, "the run after a reset")
  }

  private static func differenceOfRepeated(
    _ first: ScriptRun<Policy>, _ policy: Policy, _ script: StimulusScript
  ) -> String? {
    // Kept, so that each lies elsewhere in memory: the order of a set depends on that.
    var runs: [ScriptRun<Policy>] = []
    for _ in 0..<2 {
      var again = ScriptRun(policy, script)
      again.play(script)
      if let difference = first.difference(from: again, "a second run") { return difference }
      runs.append(again)
    }
    return nil
  }

  /// One copy goes to the end before the other one goes on.
  private static func differenceOfCopied(
    _ first: ScriptRun<Policy>, _ policy: Policy, _ script: StimulusScript
  ) -> String? {
    let middle = script.steps.count / 2
    var original = ScriptRun(policy, script)
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

#if Tool
import PopAudit
import PopReplay
import PopReport
import PopTrace
import PopupScheduling

/// Finds out which keys of a policy bring a finding: each that differs from the policy compared with is put back, alone and in pairs, and the
/// session is replayed.
struct BlameSearch {
  /// A session with more events than this is not replayed again and again.
  static let longestSession = 50_000

  /// The candidate.
  private let candidate: PolicyConfiguration
  /// What it is compared with; nil for the recording, whose policy every session names.
  private let against: PolicyConfiguration?
  private let policies: PolicyRegistry
  private let flags: ReplayFlags
  private let premises: ReplayPremises
  private let limits: ResourceLimits
  private var checker: IdentityChecker
  private var planner = SessionPlanner()
  private var baseline = Baseline()

  /// Makes a search; nil where the policies are not made of keys.
  init?(
    _ candidate: PolicyEntry, against: PolicyEntry?, policies: PolicyRegistry, flags: ReplayFlags,
    premises: ReplayPremises, limits: ResourceLimits
  ) {
    guard let own = try? PolicyConfiguration(text: candidate.configuration) else { return nil }
    if let against {
      guard let other = try? PolicyConfiguration(text: against.configuration) else { return nil }
      self.against = other
    } else {
      self.against = nil
    }
    self.candidate = own
    self.policies = policies
    self.flags = flags
    self.premises = premises
    self.limits = limits
    checker = policies.makeIdentityChecker(limits)
  }

  /// What brings some findings of a session.
  ///
  /// - Parameter fingerprints: The findings that are asked about, all of them new.
  /// - Complexity: A replay for each key that differs, and where none of them brings a finding alone one for each pair.
  mutating func entries(
    on session: Session, trace: String, index: Int, fingerprints: [String]
  ) -> [BlameEntry] {
    guard session.events.count <= Self.longestSession, let other = against ?? recorded(session) else { return [] }
    let keys = candidate.keysThatDiffer(from: other)
    let plan = planner.plan(session, limits)
    let identity = checker.check(session, plan: plan)
    var options = EvaluationOptions()
    options.continuations = 0
    options.replay = flags.options(tick: session.header.tick)
    options.replay.limits = limits
    premises.apply(to: &options.replay)
    if against != nil {
      var replayer = Replayer(policy: StandardPolicy(other))
      baseline.play(session, with: &replayer, identity: identity, plan: plan, options: options.replay)
    } else {
      baseline.read(session, identity: identity, plan: plan)
    }
    let baseline = baseline
    func isGone(with keys: [PolicyConfiguration.Key]) -> Set<String> {
      guard let variant = candidate.putting(keys, backTo: other) else { return [] }
      var evaluator = Evaluator(candidate: StandardPolicy(variant))
      evaluator.options = options
      let verdict = evaluator.evaluate(session, against: baseline) { _ in false }
      let left = Set(verdict.findings.filter { $0.status == .new }.map(\.fingerprint.description))
      return Set(fingerprints.filter { !left.contains($0) })
    }
    var entries = fingerprints.map { fingerprint in
      BlameEntry(
        fingerprint: fingerprint, trace: trace, index: index,
        keys: keys.map {
          BlameReport.Key($0.rawValue, candidate: candidate.value(of: $0), baseline: other.value(of: $0))
        })
    }
    for key in keys {
      let gone = isGone(with: [key])
      for index in entries.indices where gone.contains(entries[index].fingerprint) {
        entries[index].alone.append(key.rawValue)
      }
    }
    guard entries.contains(where: \.alone.isEmpty) else { return entries }
    for (place, first) in keys.enumerated() {
      for second in keys[(place + 1)...] {
        let gone = isGone(with: [first, second])
        for index in entries.indices where entries[index].alone.isEmpty && gone.contains(entries[index].fingerprint) {
          entries[index].pairs.append([first.rawValue, second.rawValue])
        }
      }
    }
    return entries
  }

  /// The configuration under which a session was recorded; nil where its policy is not made of keys.
  private func recorded(_ session: Session) -> PolicyConfiguration? {
    let header = session.header
    let text =
      header.configuration.isEmpty ? policies.entry(named: header.policy)?.configuration ?? "" : header.configuration
    return try? PolicyConfiguration(text: text)
  }
}
#endif

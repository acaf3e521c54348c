#if Tool
import PopAudit
import PopReplay
import PopDocument
import PopTrace
import PopupScheduling

/// Finds out which keys of a policy bring a finding: each that differs from the policy compared with is put back, alone and in pairs, and the
/// session is replayed. What they bring only together with others is blamed on these, too.
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
  private var baseline = Reference()

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
  /// - Complexity: No replay where one key differs, for without it nothing does. Else one for each key that differs, where none of them
  ///   brings a finding alone one for each pair, and where what brings it does not do so by itself one for each of the others.
  mutating func entries(
    on session: Session, trace: String, index: Int, fingerprints: [String]
  ) -> [BlameEntry] {
    guard let other = against ?? recorded(session) else { return [] }
    let keys = candidate.keysThatDiffer(from: other)
    var entries = fingerprints.map { fingerprint in
      BlameEntry(
        fingerprint: fingerprint, trace: trace, index: index,
        keys: keys.map {
          BlameReport.Key($0.rawValue, candidate: candidate.value(of: $0), reference: other.value(of: $0))
        })
    }
    guard keys.count > 1 else {
      for index in entries.indices { entries[index].alone = keys.map(\.rawValue) }
      return entries
    }
    guard session.events.count <= Self.longestSession else { return [] }
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
    var known: [[PolicyConfiguration.Key]: Set<String>] = [keys: Set(fingerprints)]
    /// What is gone with some keys put back, which are given in order.
    func isGone(with keys: [PolicyConfiguration.Key]) -> Set<String> {
      if let gone = known[keys] { return gone }
      var gone: Set<String> = []
      if let variant = candidate.putting(keys, backTo: other) {
        var evaluator = Evaluator(candidate: StandardPolicy(variant))
        evaluator.options = options
        let verdict = evaluator.evaluate(session, against: baseline) { _ in false }
        let left = Set(verdict.findings.filter { $0.status == .new }.map(\.fingerprint.description))
        gone = Set(fingerprints.filter { !left.contains($0) })
      }
      known[keys] = gone
      return gone
    }
    for index in entries.indices {
      let fingerprint = entries[index].fingerprint
      var found = keys.filter { isGone(with: [$0]).contains(fingerprint) }
      entries[index].alone = found.map(\.rawValue)
      if found.isEmpty {
        var pairs: [[PolicyConfiguration.Key]] = []
        for (place, first) in keys.enumerated() {
          for second in keys[(place + 1)...] where isGone(with: [first, second]).contains(fingerprint) {
            pairs.append([first, second])
          }
        }
        entries[index].pairs = pairs.map { $0.map(\.rawValue) }
        found = keys.filter { key in pairs.contains { $0.contains(key) } }
      }
      // Put back all others: where it is gone, some of them belong to it. One after the other is left out that it does without.
      var out = keys.filter { !found.contains($0) }
      if isGone(with: out).contains(fingerprint) {
        out = keys.reduce(into: []) { out, key in
          if !found.contains(key), !isGone(with: out + [key]).contains(fingerprint) { out.append(key) }
        }
      }
      entries[index].with = keys.filter { !found.contains($0) && !out.contains($0) }.map(\.rawValue)
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

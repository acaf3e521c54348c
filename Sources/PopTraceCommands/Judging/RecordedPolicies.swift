import PopReplay
import PopReport
import PopTrace
import PopupScheduling

/// The policies that recordings were made with, each with its own bench.
struct RecordedPolicies {
  private let policies: PolicyRegistry
  private var benches: [Key: any PolicyBench] = [:]

  /// What a recording says of its policy.
  private struct Key: Hashable {
    var policy: String
    var configuration: String
  }

  init(_ policies: PolicyRegistry) { self.policies = policies }

  /// Replays a recording's own policy on it and writes down whether that gives the recording back (semantics B8). A scenario has none.
  mutating func check(_ session: Session, timing: ReplayOptions.Timing, into report: inout SessionReport) {
    guard !session.isScenario else { return }
    switch identity(of: session, timing: timing) {
    case nil:
      let loss = Self.unknown(session)
      if !report.losses.contains(loss) { report.losses.append(loss) }
    case .ok: report.identity = .ok
    case .lossy(let judged):
      report.identity = .ok
      if report.losses.isEmpty { report.losses.append("only the first \(judged) events could be judged") }
    case .mismatch(let difference):
      report.identity = .mismatch
      let words = EventWords(log: session.log, catalog: session.catalog, tick: session.header.tick)
      let policy = timing == .causal ? session.header.policy + ", by its causes," : session.header.policy
      report.mismatch = SessionReport.Mismatch(difference, policy: policy, log: session.log, words: words)
    }
  }

  private mutating func identity(of session: Session, timing: ReplayOptions.Timing) -> Identity? {
    let key = Key(policy: session.header.policy, configuration: session.header.configuration)
    if benches[key] == nil { benches[key] = entry(of: key)?.makeBench() }
    return benches[key]?.identity(of: session, timing: timing)
  }

  /// Why identity could not be checked.
  private static func unknown(_ session: Session) -> String {
    let name = session.header.policy
    guard !name.isEmpty else { return "the recording does not name its policy, so its identity was not checked" }
    return "its policy \"\(name)\" is not known here, so its identity was not checked; build a poptrace that knows it"
  }

  /// The policy as it was: of its configuration where it has one, for its name may have moved on.
  private func entry(of key: Key) -> PolicyEntry? {
    if let named = policies.entry(named: key.policy), named.configuration == key.configuration { return named }
    guard !key.configuration.isEmpty, let configuration = try? PolicyConfiguration(text: key.configuration) else {
      return nil
    }
    return PolicyEntry(key.policy, summary: "", configuration: key.configuration) { StandardPolicy(configuration) }
  }
}

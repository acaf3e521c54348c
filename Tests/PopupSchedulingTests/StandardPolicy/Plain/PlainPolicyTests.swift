import Testing

@testable import PopupScheduling

@Suite("The standard policy beside a plain one")
struct PlainPolicyTests {
  /// The versions, and configurations between them that are none.
  private static let configurations: [(name: String, configuration: PolicyConfiguration)] = {
    func altered(_ base: PolicyConfiguration, _ change: (inout PolicyConfiguration) -> Void) -> PolicyConfiguration {
      var configuration = base
      change(&configuration)
      return configuration
    }
    return PolicyConfiguration.versions.map { ($0.name, $0.configuration) } + [
      ("v1, last in first out", altered(.v1) { $0.order = .lifo }),
      ("v6, the last of equals first", altered(.v6) { $0.ties = .lifo }),
      ("v3, hiding", altered(.v3) { $0.leaving = .hide }),
      ("v6, hiding", altered(.v6) { $0.leaving = .hide }),
      ("v6 without pages", altered(.v6) { ($0.pages, $0.leaving) = (.ignore, .ignore) }),
      ("v6 with exempt messages", altered(.v6) { $0.exempt = [.hud, .message, .campaign] }),
      ("v6 without chains, with few gates", altered(.v6) { ($0.chains, $0.gates) = (false, [.edit, .condition]) }),
      ("v6, scroll and suspend", altered(.v6) { $0.gates = [.scroll, .suspend, .background] }),
      ("v5 with preemption", altered(.v5) { $0.preemption = true }),
      (
        "v0 with pages, gates and users",
        altered(.v0) {
          ($0.pages, $0.leaving, $0.gates, $0.signOut) = (.bound, .park, .all, .clear)
          ($0.keys, $0.expiry, $0.autoDismiss, $0.content, $0.chrome) = (true, true, true, .request, true)
        }
      ),
    ]
  }()

  @Test(
    "Whatever happens, both decide the same, after a session as at first, and a copy as what it was copied from",
    arguments: configurations.indices)
  func whatever(index: Int) throws {
    let (name, configuration) = Self.configurations[index]
    try configuration.validate()
    var used = Play(configuration)
    for seed in UInt64(1)...12 {
      let style = WildSession.Style(
        isOrderly: seed % 4 > 0, isPunctual: seed % 3 > 0, answers: seed % 2 > 0, copies: seed % 5 == 0)
      let session = WildSession(seed: seed &* 7919, configuration, style, used: used)
      used = Play(configuration)
      session.play(turns: 150)
      #expect(session.difference == nil, "\(name), seed \(seed)")
      if session.difference != nil { return }
      used = session.standard
    }
  }

  @Test(
    "A copy says the same as what it was copied from, in every table, and one that goes back to the beginning what a new one says",
    arguments: configurations.indices)
  func tables(index: Int) {
    let (name, configuration) = Self.configurations[index]
    for seed in UInt64(1)...4 {
      let style = WildSession.Style(isOrderly: true, isPunctual: true, answers: seed % 2 > 0, copies: false)
      let session = WildSession(seed: seed &* 104_729, configuration, style, used: Play(configuration))
      for _ in 0..<6 {
        session.play(turns: 20)
        let copy = session.standard.scheduler.policy.state.copy()
        let (expected, said) = (session.standard.scheduler.policy.state.summary(), copy.summary())
        for (table, text) in said { #expect(text == expected[table], "\(name), seed \(seed): \(table)") }
        #expect(copy.picked.array == session.standard.scheduler.policy.state.picked.array, "\(name), seed \(seed)")
      }
      var state = session.standard.scheduler.policy.state.copy()
      state.reset()
      let (expected, said) = (PolicyState(configuration).summary(), state.summary())
      for (table, text) in said { #expect(text == expected[table], "\(name), seed \(seed): \(table)") }
    }
  }
}

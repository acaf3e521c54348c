import Testing
import Trials

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
    for seed in 1...UInt64(trials(few: 12)) {
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
    for seed in UInt64(1)...2 {
      let style = WildSession.Style(isOrderly: true, isPunctual: true, answers: seed % 2 > 0, copies: false)
      let session = WildSession(seed: seed &* 104_729, configuration, style, used: Play(configuration))
      for _ in 0..<3 {
        session.play(turns: 40)
        let copy = session.standard.scheduler.policy.state.copy()
        let (expected, said) = (session.standard.scheduler.policy.state.summary(), copy.summary())
        for (table, text) in said { #expect(text == expected[table], "\(name), seed \(seed): \(table)") }
        #expect(copy.picked.array == session.standard.scheduler.policy.state.picked.array, "\(name), seed \(seed)")
      }
      // In the middle of a turn, and with everything said that can be.
      var state = session.standard.scheduler.policy.state.copy()
      Self.fill(&state)
      let (filled, copied) = (state.summary(), state.copy().summary())
      for (table, text) in copied { #expect(text == filled[table], "\(name), seed \(seed): \(table)") }
      state.copy(from: PolicyState(configuration))
      let (expected, said) = (PolicyState(configuration).summary(), state.summary())
      for (table, text) in said { #expect(text == expected[table], "\(name), seed \(seed): \(table)") }
    }
  }

  /// Puts something into every table, whether or not that makes sense.
  private static func fill(_ state: inout PolicyState) {
    state.states.append(PopupState(popup: PopupID(250), spec: PopupSpec(name: Symbol(3))))
    for number in [7, 250] {
      state.free.append(Int32(number))
      state.over.append(Int32(number))
      state.fresh.append(Int32(number))
      state.up.append(Int32(number))
      state.passedOver.append(PopupID(number))
      state.picked.append(Int32(number))
      state.indices[number] = 5
      state.pastObjects[number] = 6
      state.keyOwners[number] = 7
      state.timerOwners[number] = 8
      state.submitted.insert(number)
    }
    for index in [251, 252] {
      state.live.append(index)
      state.parked.append(index)
      state.returning.append(index)
      state.kept.append(index, to: 2)
      state.ofInstance.append(index, to: 3)
      state.ofObject.append(index, to: 4)
    }
    (state.submissions, state.liveWithUser, state.boundUp, state.showings, state.occupied) = (77, 3, 5, 99, 4)
    for kind in state.liveOfKind.indices { state.liveOfKind[kind] = 9 }
    (state.lastFolder, state.holder, state.holderEpoch) = (PopupID(9), 6, 44)
    (state.needsChoice, state.hasChangedPages, state.knowsUser, state.isSignedIn) = (true, true, true, true)
    (state.user, state.shownName, state.closedName) = (Symbol(4), Symbol(5), Symbol(6))
    state.gates.beginScrolling(on: PageID(3))
    state.keyboard.beginEditing(Symbol(2), on: PageID(3))
    let chain = state.chains.join(253, Symbol(8))
    state.chains.show(chain)
    state.chains.leave(253, chain)
    state.chains.show(state.chains.join(254, Symbol(9)))
    state.queue.count += 3
    state.slotless.count += 2
    for _ in 0..<2 { state.pages.take(.pageWillAppear, PageID(200), []) }
  }
}

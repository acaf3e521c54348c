@testable import PopupScheduling

/// Works out who may be shown by looking at everybody, as C20 says it and without any of the policy's own bookkeeping.
///
/// It is told of every event and knows pages, chains and presentations from these; of the policy it takes what a popup's own state is.
struct Onlooker {
  let configuration: PolicyConfiguration
  /// The names of the chains of which a member was shown and that have not ended, in the order in which they were opened.
  private var opened: [Symbol] = []
  /// When the presentations of each popup began, those aside that a leaving of its page ended and what was before them.
  private var shows: [PopupID: [Int64]] = [:]

  init(_ configuration: PolicyConfiguration) { self.configuration = configuration }

  /// Takes the events of a turn.
  mutating func take(_ events: some Sequence<Event>, _ policy: StandardPolicy) {
    for event in events {
      if event.kind == .popupShown {
        shows[event.popup, default: []].append(event.time.rawValue)
        if let member = policy.states.first(where: { $0.popup == event.popup && isMember($0) }),
          !opened.contains(member.spec.chain)
        {
          opened.append(member.spec.chain)
        }
      } else if event.kind == .popupHidden, event.reason == .pageLeft {
        shows[event.popup] = []
      }
    }
    let open = Set(policy.states.filter { $0.isLive && isMember($0) }.map(\.spec.chain))
    opened.removeAll { !open.contains($0) }
  }

  private func isMember(_ state: PopupState) -> Bool {
    configuration.chains && !state.spec.chain.isNone && !state.isExempt && state.spec.kind != .system
  }

  /// Whether nobody fills the slot.
  func isSlotFree(_ policy: StandardPolicy) -> Bool {
    !policy.states.contains { ($0.isUp || $0.isLeaving) && !$0.isExempt }
  }

  /// Those who may be shown, the slot aside, in the order in which they would be.
  func eligible(_ policy: StandardPolicy, exempt: Bool, _ catalog: Catalog, at now: Ticks) -> [PopupState] {
    let holder = holder(policy, catalog)
    return policy.states
      .filter { $0.isExempt == exempt && isEligible($0, policy, holder, catalog, at: now) }
      .sorted { ($0.spec.level, $0.rank) < ($1.spec.level, $1.rank) }
  }

  /// The popup that lets itself be preempted now; nil where none does.
  func preemptable(_ policy: StandardPolicy, at now: Ticks) -> PopupState? {
    let visible = policy.states.filter { ($0.isUp || $0.isLeaving) && !$0.isExempt }
    guard configuration.preemption, visible.count == 1, let only = visible.first, only.isUp, only.spec.kind != .system,
      only.spec.onHigher != .stay, !isMember(only)
    else { return nil }
    let latest = shows[only.popup, default: []].suffix(3)
    let isRestless = latest.count == 3 && now.rawValue < latest.first! + 10_000
    return only.spec.onHigher == .requeue && isRestless ? nil : only
  }

  private func isEligible(
    _ state: PopupState, _ policy: StandardPolicy, _ holder: Symbol, _ catalog: Catalog, at now: Ticks
  ) -> Bool {
    guard state.stage == .waiting, !state.isLeaving else { return false }
    if configuration.expiry, state.spec.expires >= .zero, now >= state.submittedAt + state.spec.expires { return false }
    if configuration.gates.contains(.condition), !state.holds { return false }
    if state.isExempt, state.spec.pages.isNone, state.spec.instance.isNone, state.home.isNone { return true }
    guard policy.pages.isSettled, matches(state, policy, catalog) else { return false }
    if state.isExempt { return true }
    if policy.gates.isClosed(for: state.spec.kind, configuration.gates, policy.pages) { return false }
    if isMember(state), next(of: state.spec.chain, policy)?.popup != state.popup { return false }
    return holder.isNone || (isMember(state) && state.spec.chain == holder)
  }

  private func matches(_ state: PopupState, _ policy: StandardPolicy, _ catalog: Catalog) -> Bool {
    var lineage: [PageID] = []
    var step = policy.pages.current
    while !step.isNone {
      lineage.append(step)
      step = policy.pages.container(of: step)
    }
    guard !lineage.isEmpty else { return false }
    if !state.home.isNone, !lineage.contains(state.home) { return false }
    if !state.spec.instance.isNone, !lineage.contains(state.spec.instance) { return false }
    guard !state.spec.pages.isNone else { return true }
    let wanted = catalog.names.list(state.spec.pages)
    return lineage.contains { page in
      let classes = catalog.names.list(catalog.pages[page.index].classes)
      return classes.prefix(state.spec.matching == .exact ? 1 : classes.count).contains { wanted.contains($0) }
    }
  }

  private func next(of chain: Symbol, _ policy: StandardPolicy) -> PopupState? {
    policy.states.first { $0.isLive && isMember($0) && $0.spec.chain == chain }
  }

  private func holder(_ policy: StandardPolicy, _ catalog: Catalog) -> Symbol {
    for name in opened {
      let isVisible = policy.states.contains { isMember($0) && $0.spec.chain == name && ($0.isUp || $0.isLeaving) }
      if isVisible || next(of: name, policy).map({ matches($0, policy, catalog) }) ?? false { return name }
    }
    return .none
  }
}

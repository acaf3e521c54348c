import Testing

@testable import PopupScheduling

@Suite("Any stimuli in any order")
struct RandomStimuliTests {
  private static let pages: Int64 = 7
  private static let popups: Int64 = 24

  /// Submits, dismisses and moves about without sense, and hands every turn to a check.
  private func run(
    seed: UInt64, _ configuration: PolicyConfiguration, turns: Int, _ play: inout Play<StandardPolicy>,
    check: (Play<StandardPolicy>) -> Void
  ) {
    var dice = Dice(state: seed)
    for page in 1...Self.pages {
      play.know(
        page, dice.pick(["A", "B", "C"]), dice.pick(["X", "Y"]),
        in: dice.chance(40) ? Int64(1 + dice.roll(Int(Self.pages))) : nil,
        as: dice.pick(PagePresentation.allCases))
    }
    play.world.answer = { [submission = play.submission(Self.popups + 1)] decision in
      guard decision.kind == .callback, decision.reason == .dismissed else { return [] }
      return [submission]
    }
    var time: Int64 = 0
    for _ in 0..<turns {
      time += Int64(dice.chance(30) ? 0 : dice.roll(400))
      turn(&dice, at: time, &play)
      check(play)
    }
  }

  private func turn(_ dice: inout Dice, at time: Int64, _ play: inout Play<StandardPolicy>) {
    let popup = Int64(1 + dice.roll(Int(Self.popups)))
    switch dice.roll(20) {
    case 0..<6:
      let kind = dice.pick([
        EventKind.pageWillAppear, .pageDidAppear, .pageWillDisappear, .pageDidDisappear, .pageRemoved,
      ])
      play.page(kind, Int64(1 + dice.roll(Int(Self.pages))), at: time)
    case 6..<11:
      play.submit(popup, at: time) { spec, catalog in randomize(&spec, &catalog, &dice) }
    case 11..<13: play.dismiss(popup, at: time, by: dice.pick(DismissalAct.allCases))
    case 13: play.finish(popup, dice.pick(AnimationPhase.allCases), generation: Int32(1 + dice.roll(3)), at: time)
    case 14: play.fire(dice.roll(30), at: time)
    default:
      var event = Event(dice.pick(EventKind.allCases.filter { $0.isStimulus && !$0.isAboutPage }))
      event.popup = play.catalog.knownPopup(numbered: popup)
      event.generation = Int32(dice.roll(3))
      event.timer = TimerID(dice.roll(30))
      event.code = UInt8(dice.roll(10))
      event.flags = Event.Flags(rawValue: UInt8(dice.roll(64)))
      if event.kind == .popupSubmitted { return }
      if event.kind == .popupChanged {
        var change = PopupChange()
        if dice.chance(50) { change.level = Int32(dice.roll(4)) }
        if dice.chance(30) { change.expires = Ticks(Int64(dice.roll(900))) }
        play.catalog.changes.append(change)
        event.attributes = Int32(play.catalog.changes.count - 1)
      }
      event.name = play.catalog.names.intern(dice.pick(["ann", "bob"]))
      play.run(event, at: time)
    }
  }

  private func randomize(_ spec: inout PopupSpec, _ catalog: inout Catalog, _ dice: inout Dice) {
    spec.kind = dice.pick(PopupKind.allCases)
    spec.level = Int32(dice.roll(4))
    if dice.chance(40) { spec.bind(to: dice.pick(["A", "B", "X"]), in: &catalog) }
    if dice.chance(15) { spec.instance = catalog.page(numbered: Int64(1 + dice.roll(Int(Self.pages)))) }
    spec.keepAlive = dice.chance(30)
    spec.content = dice.chance(25) ? .async : .ready
    spec.condition = dice.chance(85)
    spec.whenBarred = dice.pick(WhenBarred.allCases)
    spec.onHigher = dice.pick(OnHigher.allCases)
    if dice.chance(25) { spec.chain = catalog.names.intern(dice.pick(["tour", "tips"])) }
    if dice.chance(20) { spec.key = catalog.names.intern(dice.pick(["rate", "sale"])) }
    if dice.chance(25) { spec.expires = Ticks(Int64(dice.roll(3000))) }
    if dice.chance(25) { spec.autoDismiss = Ticks(Int64(dice.roll(2000))) }
    if dice.chance(50) { spec.showLength = Ticks(250) }
    if dice.chance(50) { spec.hideLength = Ticks(200) }
    if dice.chance(10) { spec.object = 3 }
    spec.next = dice.chance(10)
  }

  /// A crowd of popups in an app whose pages come and go as they should: most turns have somebody to choose from.
  private func runCrowd(
    seed: UInt64, turns: Int, _ play: inout Play<StandardPolicy>, check: (Play<StandardPolicy>) -> Void
  ) {
    var dice = Dice(state: seed)
    play.know(10, "X")
    for page: Int64 in 1...3 { play.know(page, dice.pick(["A", "B", "C"]), "X", in: dice.chance(50) ? 10 : nil) }
    play.appear(10, at: 0)
    var current: Int64 = 1
    play.appear(current, at: 0)
    var time: Int64 = 0
    for number in 1...Int64(turns) {
      time += Int64(dice.roll(300))
      let up = play.scheduler.policy.states.filter { $0.isUp }.map { play.catalog.number(of: $0.popup) }
      let all = play.scheduler.policy.states
      let some = all.isEmpty ? 0 : play.catalog.number(of: dice.pick(all).popup)
      switch dice.roll(16) {
      case 0..<6:
        play.submit(number, at: time) { spec, catalog in
          randomize(&spec, &catalog, &dice)
          if dice.chance(60) { spec.instance = .none }
          if dice.chance(80), spec.kind == .system { spec.kind = .alert }
        }
      case 6..<9:
        if !up.isEmpty { play.dismiss(dice.pick(up), at: time) }
      case 9:
        for state in all where state.isLeaving {
          play.finish(play.catalog.number(of: state.popup), .hide, generation: state.generation, at: time)
          check(play)
        }
      case 10:
        let next = Int64(1 + dice.roll(3))
        for (kind, page) in [
          (EventKind.pageWillDisappear, current), (.pageWillAppear, next), (.pageDidDisappear, current),
          (.pageDidAppear, next),
        ] {
          play.page(kind, page, at: time)
          check(play)
        }
        current = next
      case 11: play.run(play.popup(.contentLoaded, some), at: time)
      case 12: play.condition(some, dice.chance(60), at: time)
      case 13: play.withdraw(some, at: time)
      case 14:
        let gates: [EventKind] = [
          .scrollBegan, .scrollEnded, .scrollEnded, .appBackground, .appForeground, .appForeground, .editBegan,
          .editEnded, .schedulerSuspended, .schedulerResumed, .schedulerResumed,
        ]
        play.happen(dice.pick(gates), at: time)
      default: play.fire(dice.roll(30), at: time)
      }
      check(play)
    }
  }

  @Test("No trap, and what must hold holds after every turn", arguments: PolicyConfiguration.versions)
  func invariants(version: PolicyVersion) {
    for seed in UInt64(1)...25 {
      var play = Play(version.configuration)
      var isSound = true
      run(seed: seed, version.configuration, turns: 150, &play) { play in
        isSound = isSound && Invariants.allHold(play.scheduler.policy)
      }
      #expect(isSound, "\(version.name), seed \(seed)")
    }
  }

  @Test("A reset policy behaves as a new one", arguments: [PolicyConfiguration.v3, .v6])
  func reset(configuration: PolicyConfiguration) {
    for seed in UInt64(1)...10 {
      var fresh = Play(configuration)
      run(seed: seed, configuration, turns: 80, &fresh) { _ in }
      var used = Play(configuration)
      run(seed: seed + 100, configuration, turns: 80, &used) { _ in }
      used.scheduler.begin(catalog: Catalog(), schedulers: [SchedulerID()])
      used.forget()
      run(seed: seed, configuration, turns: 80, &used) { _ in }
      #expect(used.all == fresh.all, "seed \(seed)")

      var crowd = Play(configuration)
      runCrowd(seed: seed, turns: 80, &crowd) { _ in }
      used.scheduler.begin(catalog: Catalog(), schedulers: [SchedulerID()])
      used.forget()
      runCrowd(seed: seed, turns: 80, &used) { _ in }
      #expect(used.all == crowd.all, "a crowd, seed \(seed)")
    }
  }

  @Test(
    "A copy decides what the policy would have decided, from any moment on", arguments: PolicyConfiguration.versions)
  func copied(version: PolicyVersion) {
    for seed in UInt64(1)...8 {
      var original = Play(version.configuration)
      runCrowd(seed: seed, turns: 120, &original) { _ in }
      var copied = Play(version.configuration)
      var turns = 0
      var kept = copied
      // While the one before is kept, what comes next goes to a copy.
      runCrowd(seed: seed, turns: 120, &copied) { play in
        turns += 1
        if turns % 3 == 0 { kept = play }
      }
      #expect(copied.all == original.all, "\(version.name), seed \(seed)")
      #expect(kept.all.count <= copied.all.count)
    }
  }

  @Test(
    "Every submission is closed at most once, shown at most once by callback, and numbered upwards",
    arguments: PolicyConfiguration.versions)
  func callbacks(version: PolicyVersion) {
    for seed in UInt64(1)...25 {
      var play = Play(version.configuration)
      run(seed: seed, version.configuration, turns: 150, &play) { _ in }
      var calls: Set<[Int32]> = []
      var generations: [PopupID: Int32] = [:]
      var hasEnded: Set<PopupID> = []
      for event in play.all {
        switch event.kind {
        case .callback:
          let isNew = calls.insert([event.popup.rawValue, event.name.rawValue]).inserted
          #expect(isNew, "\(version.name), seed \(seed): \(play.text(event)) twice")
          if play.catalog.names.text(event.name) == "closed" { hasEnded.insert(event.popup) }
        case .popupShown:
          #expect(event.generation == generations[event.popup, default: 0] + 1, "seed \(seed)")
          generations[event.popup] = event.generation
          #expect(!hasEnded.contains(event.popup), "\(version.name), seed \(seed): \(play.text(event)) after its end")
        case .popupHidden, .popupDropped, .popupParked, .popupRestored, .popupQueued:
          #expect(!hasEnded.contains(event.popup), "\(version.name), seed \(seed): \(play.text(event)) after its end")
        default: break
        }
      }
    }
  }

  @Test(
    "No turn leaves the slot empty while somebody may be shown, shows anybody but the first, or leaves a more urgent one waiting",
    arguments: PolicyConfiguration.versions.dropFirst(3))
  func nobodyIsForgotten(version: PolicyVersion) {
    var choices = 0
    for seed in UInt64(1)...20 {
      var play = Play(version.configuration)
      var onlooker = Onlooker(version.configuration)
      var seen = 0
      var wrong: [String] = []
      runCrowd(seed: seed &* 7919, turns: 250, &play) { play in
        let turn = play.all[seen...]
        seen = play.all.count
        let policy = play.scheduler.policy
        let now = play.scheduler.turn.now
        onlooker.take(turn, policy)
        let waiting = onlooker.eligible(policy, exempt: false, play.catalog, at: now)
        if onlooker.isSlotFree(policy), let first = waiting.first { wrong.append("\(first.popup) waits at \(now)") }
        if let first = onlooker.eligible(policy, exempt: true, play.catalog, at: now).first {
          wrong.append("\(first.popup) needs no slot and waits at \(now)")
        }
        if let up = onlooker.preemptable(policy, at: now), let first = waiting.first, first.spec.level < up.spec.level {
          wrong.append("\(first.popup) is more urgent than \(up.popup) and waits at \(now)")
        }
        let shows = turn.filter { event in
          event.kind == .popupShown
            && policy.states.contains {
              $0.popup == event.popup && $0.isUp && !$0.isExempt && !$0.isSystem && $0.chain < 0
            }
        }
        guard turn.count(where: { $0.kind.isStimulus }) == 1, let shown = shows.last else { return }
        choices += waiting.isEmpty ? 0 : 1
        let over = Array(play.scheduler.turn.log.over(of: shown))
        if over != waiting.prefix(8).map(\.popup) { wrong.append("\(shown.popup) passes over \(over) at \(now)") }
        let state = policy.states.first { $0.popup == shown.popup }!
        if let first = waiting.first, (first.spec.level, first.rank) < (state.spec.level, state.rank) {
          wrong.append("\(shown.popup) comes before \(first.popup) at \(now)")
        }
      }
      #expect(wrong.isEmpty, "\(version.name), seed \(seed): \(wrong.prefix(3))")
    }
    #expect(choices > 50, "\(version.name): too calm to say anything")
  }
}

import PopupScheduling

extension Rule {
  public static let flicker = Rule(
    number: 20, id: "flicker", severity: .warning,
    userWords: "came and went again and again",
    definition: """
      One popup came up for the fourth time within ten seconds. Times that ended because the user left the page \
      are not counted.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"guide","onHigher":"requeue"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      \((1...3).map(againStory).joined(separator: "\n"))
      flicker: popup 1 was shown four times within 300 ms
      """)

  /// A presentation ends for nothing, and the next one begins when the user has scrolled.
  private static func againStory(_ generation: Int) -> String {
    """
    {"t":\(100 * generation + 50),"event":"idle"}
    {"t":\(100 * generation + 50),"event":"popup.hidden","popup":1,"reason":"preempted","generation":\(generation)}
    {"t":\(100 * generation + 50),"event":"popup.queued","popup":1,"reason":"preempted"}
    {"t":\(100 * generation + 60),"event":"scroll.began"}
    {"t":\(100 * generation + 100),"event":"scroll.ended"}
    {"t":\(100 * generation + 100),"event":"popup.shown","popup":1,"page":1,"generation":\(generation + 1),"restored":true}
    """
  }

  enum Flicker {
    /// How often a popup comes up within ten seconds, for it to be too often.
    private static let limit = 4
    struct Recent {
      var first = Moment()
      var second = Moment()
      var third = Moment()
      /// How many of the three count.
      var count: UInt8 = 0
      /// It was reported, and has come up again since in short order.
      var isReported = false
      var lastShown = Ticks.zero
    }

    struct Moment {
      var time = Ticks.zero
      var sequence: Int32 = -1
    }

    static func hidden(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      guard state.isPopupKnown, state.hasReason(.pageLeft) || state.isPutBackBySuspension(state.subject) else { return }
      output.memories[state.subject].recent.count = 0
    }

    static func shown(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      guard state.isPopupKnown else { return }
      let window = state.tenSeconds
      var entry = output.memories[state.subject].recent
      let now = Moment(time: state.now, sequence: state.event.sequence)
      if entry.isReported, now.time - entry.lastShown > window {
        entry.isReported = false
        entry.count = 0
      }
      entry.lastShown = now.time
      let length = now.time - entry.first.time
      if Int(entry.count) == Self.limit - 1, length <= window, !entry.isReported {
        entry.isReported = true
        output.report(
          .flicker, state, [entry.first.sequence, entry.second.sequence, entry.third.sequence, now.sequence],
          "\(state.text(popup: state.subject)) was shown \(Self.limit) times within \(state.text(length))")
      }
      (entry.first, entry.second, entry.third) = (entry.second, entry.third, now)
      entry.count = min(entry.count + 1, 3)
      output.memories[state.subject].recent = entry
    }
  }

  public static let doubleHide = Rule(
    number: 31, id: "double-hide", severity: .warning,
    userWords: "was taken away twice, which nobody sees",
    definition: "A popup was hidden that was on its way out already, or gone.",
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us","hideMs":300}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":900,"event":"popup.dismissed","popup":1,"by":"button"}
      {"t":900,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":1}
      {"t":950,"event":"idle"}
      {"t":950,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":1}
      double-hide: popup 1 was hidden twice
      """)

  enum DoubleHide {
    /// After `popup.view-lost` a popup is not up, but its one `popup.hidden` is still to come.
    static func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      guard state.isPopupKnown else { return }
      let shown = state.popups[state.subject].shownSequence
      guard shown >= 0 else { return }
      if !state.popups[state.subject].isUp, output.memories[state.subject].hidden > shown {
        report(state, &output)
      } else {
        output.memories[state.subject].hidden = state.event.sequence
      }
    }

    @inline(never)
    private static func report(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      let popup = state.popups[state.subject]
      let fate = popup.flags.contains(.leaving) ? "is leaving the screen" : "is gone"
      output.report(
        .doubleHide, state, state.subject,
        [popup.shownSequence, output.memories[state.subject].hidden, state.event.sequence],
        "\(state.text(popup: state.subject)) was hidden (\(state.event.reason.wireName)), but was hidden "
          + "\(state.text(state.now - popup.hiddenAt)) before (\(popup.hiddenReason.wireName)) and \(fate)")
    }
  }

  public static let staleCompletion = Rule(
    number: 26, id: "stale-completion", severity: .error,
    userWords: "was changed by an animation of the time before",
    definition: """
      The end of an animation that belongs to an earlier presentation of a popup was taken for the end of the \
      present one: the popup was hidden, parked, restored, dropped or unlocked by it.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"guide","hideMs":300,"onHigher":"requeue"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":200,"event":"idle"}
      {"t":200,"event":"popup.hidden","popup":1,"reason":"preempted","generation":1}
      {"t":200,"event":"popup.queued","popup":1,"reason":"preempted"}
      {"t":220,"event":"scroll.began"}
      {"t":250,"event":"scroll.ended"}
      {"t":250,"event":"popup.shown","popup":1,"page":1,"generation":2,"restored":true}
      {"t":500,"event":"animation.finished","popup":1,"phase":"hide","generation":1}
      {"t":500,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":2}
      stale-completion: the exit of presentation 1 hid presentation 2 of popup 1
      """)

  struct StaleCompletion: ~Copyable {
    /// The root stimulus, where it is such a completion and has done no harm yet; its sequence number is negative otherwise.
    var stale = Event(.idle)

    /// The end of an animation: of an earlier presentation, where it is not of the latest one.
    @inline(__always)
    mutating func finished(_ state: borrowing AuditState) {
      guard !state.event.popup.isNone, state.turn.hasRoot, state.turn.start == state.event.sequence else { return }
      let isStale = state.isPopupKnown && state.event.generation != state.popups[state.subject].generation
      if isStale { stale = state.event } else { stale.sequence = -1 }
    }

    @inline(__always)
    mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      if stale.sequence >= 0, state.turn.start == stale.sequence, stale.popup == state.event.popup {
        judge(state, &output)
      }
    }

    @inline(never)
    private mutating func judge(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      guard !state.event.popup.isNone else { return }
      let popup = state.popups[state.subject]
      output.report(
        .staleCompletion, state, state.subject, [popup.shownSequence, stale.sequence, state.event.sequence].sorted(),
        "the \(stale.phase.wireName) animation of presentation \(stale.generation) of "
          + "\(state.text(popup: state.subject)) finished, and \(state.event.kind.wireName) met presentation "
          + "\(popup.generation)")
      stale.sequence = -1
    }
  }

  public static let callback = Rule(
    number: 25, id: "callback", severity: .warning,
    userWords: "went by unseen by the app, which was told wrongly of it",
    definition: """
      Code that submitted a popup was told wrongly: `shown` is owed once to every popup that is presented, \
      `closed` once to every popup, in the turn in which it ended. Other callbacks, and schedulers that never call \
      any, are not judged.
      """,
    story: """
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":100,"event":"callback","popup":1,"name":"shown"}
      {"t":900,"event":"popup.dismissed","popup":1,"by":"button"}
      {"t":900,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":1}
      callback: `closed` was not called for popup 1
      """)

  struct Callback: ~Copyable {
    /// The calls about one popup: the sequence numbers of the first ones; negative for none.
    struct Calls {
      var shown: Int32 = -1
      var closed: Int32 = -1
      var isJudged = false
    }

    /// A call that did not come, while it is not known whether the policy makes calls at all.
    struct Missing {
      var popup: Int32
      var time: Ticks
      var isClosed: Bool
      /// The event that made it due.
      var due: Int32
    }

    var withheld = OwnedArray<Missing>()
    var shownName = Symbol.none
    var closedName = Symbol.none
    var isPolicyCalling = false

    mutating func endOfTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      for index in state.ended.indices { judge(Int(state.ended[index]), state, &output) }
    }

    /// Names are told by their text when they are met: policies add to them while they run.
    @inline(never)
    private mutating func learn(_ name: Symbol, _ state: borrowing AuditState) {
      if shownName.isNone, state.text(name: name) == "shown" { shownName = name }
      if closedName.isNone, state.text(name: name) == "closed" { closedName = name }
    }

    mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
      let (index, name) = (state.subject, state.event.name)
      if name != shownName, name != closedName, shownName.isNone || closedName.isNone { learn(name, state) }
      let isClosed = name == closedName
      guard !name.isNone, isClosed || name == shownName else { return }
      if !isPolicyCalling {
        isPolicyCalling = true
        for index in withheld.indices { report(withheld[index], state, &output) }
        withheld.removeAll()
      }
      guard state.popups[index].isKnown else { return }
      let calls = output.memories[index].calls
      let first = isClosed ? calls.closed : calls.shown
      if first >= 0 {
        output.report(
          .callback, state, index, [first, state.event.sequence],
          "\(state.text(name: name)) was called a second time for \(state.text(popup: index))")
      } else if isClosed {
        output.memories[index].calls.closed = state.event.sequence
      } else {
        output.memories[index].calls.shown = state.event.sequence
      }
    }

    /// Both calls are due in the turn in which a popup ended.
    private mutating func judge(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      let popup = state.popups[index]
      let calls = output.memories[index].calls
      guard popup.isKnown, popup.flags.contains(.ended), popup.end >= 0, !calls.isJudged else { return }
      output.memories[index].calls.isJudged = true
      if popup.shownSequence >= 0, calls.shown < 0 {
        note(index, isClosed: false, due: popup.shownSequence, state, &output)
      }
      if calls.closed < 0 { note(index, isClosed: true, due: popup.end, state, &output) }
    }

    private mutating func note(
      _ index: Int, isClosed: Bool, due: Int32, _ state: borrowing AuditState, _ output: inout RuleOutput
    ) {
      let missing = Missing(popup: Int32(index), time: state.now, isClosed: isClosed, due: due)
      if isPolicyCalling { report(missing, state, &output) } else { withheld.append(missing) }
    }

    private func report(_ missing: Missing, _ state: borrowing AuditState, _ output: inout RuleOutput) {
      let index = Int(missing.popup)
      let popup = state.text(popup: index)
      output.report(
        .callback, state, index, at: missing.time, [missing.due],
        missing.isClosed
          ? "\(popup) has ended, and closed was not called"
          : "\(popup) was shown and has ended, and shown was not called")
    }
  }
}

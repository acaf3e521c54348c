import PopupScheduling

/// `callback`: the caller of a popup is not told that it was shown or that it has ended, or is told twice.
struct CallbackRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.callback] }
  static var watchedAfter: AuditSignals { .callback }
  static var watchedAtEnd: AuditSignals { .popupEnded }

  /// The calls about one popup: the sequence numbers of the first ones; negative for none.
  // Not private, as in ``TimerTable/Entry``.
  struct Calls {
    var shownSequence: Int32 = -1
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

  private var calls = OwnedArray<Calls>()
  private var withheld = OwnedArray<Missing>()
  private var shownName = Symbol.none
  private var closedName = Symbol.none
  private var isPolicyCalling = false

  mutating func begin(_ state: borrowing AuditState) {
    calls.removeAll()
    calls.append(repeating: Calls(), count: state.popups.count)
    withheld.removeAll()
    isPolicyCalling = false
    shownName = .none
    closedName = .none
  }

  @inline(__always)
  mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    if !state.event.popup.isNone { call(state, &output) }
  }

  mutating func endOfTurn(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    for index in state.turn.ended.indices { judge(Int(state.turn.ended[index]), state, &output) }
  }

  /// Names are told by their text when they are met: policies add to them while they run.
  @inline(__always)
  private mutating func learn(_ name: Symbol, _ state: borrowing AuditState) {
    guard name != shownName, name != closedName, shownName.isNone || closedName.isNone else { return }
    if shownName.isNone, state.text(name: name) == "shown" { shownName = name }
    if closedName.isNone, state.text(name: name) == "closed" { closedName = name }
  }

  private mutating func call(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    let position = state.event.popup.index
    learn(state.event.name, state)
    let isClosed = state.event.name == closedName
    guard !state.event.name.isNone, isClosed || state.event.name == shownName else { return }
    if !isPolicyCalling {
      isPolicyCalling = true
      for index in withheld.indices { report(withheld[index], state, &output) }
      withheld.removeAll()
    }
    guard state.popups[position].isKnown else { return }
    let first = isClosed ? calls[position].closed : calls[position].shownSequence
    guard first >= 0 else {
      if isClosed {
        calls[position].closed = state.event.sequence
      } else {
        calls[position].shownSequence = state.event.sequence
      }
      return
    }
    output.report(
      .callback, popup: state.event.popup, page: state.popups[position].shownPage, time: state.now,
      witness: [first, state.event.sequence],
      because: "\(state.text(name: state.event.name)) was called a second time for \(state.text(popup: position))")
  }

  /// Both calls are due in the turn in which a popup ended.
  private mutating func judge(_ index: Int, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard state.popups[index].isKnown, state.popups[index].flags.contains(.ended), state.popups[index].end >= 0,
      !calls[index].isJudged
    else { return }
    calls[index].isJudged = true
    if state.popups[index].shownSequence >= 0, calls[index].shownSequence < 0 {
      note(
        Missing(popup: Int32(index), time: state.now, isClosed: false, due: state.popups[index].shownSequence), state,
        &output
      )
    }
    if calls[index].closed < 0 {
      note(
        Missing(popup: Int32(index), time: state.now, isClosed: true, due: state.popups[index].end), state, &output)
    }
  }

  private mutating func note(_ missing: Missing, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    if isPolicyCalling { report(missing, state, &output) } else { withheld.append(missing) }
  }

  private func report(_ missing: Missing, _ state: borrowing AuditState, _ output: inout RuleOutput) {
    let index = Int(missing.popup)
    output.report(
      .callback, popup: PopupID(missing.popup), page: state.popups[index].shownPage, time: missing.time,
      witness: [missing.due],
      because: missing.isClosed
        ? "\(state.text(popup: index)) has ended, and closed was not called"
        : "\(state.text(popup: index)) was shown and has ended, and shown was not called")
  }
}

extension Rule {
  public static let callback = Rule(
    number: 25, id: "callback", severity: .warning,
    userWords: "went by unseen by the app, which was told wrongly of it",
    definition: """
      Code that submitted a popup was told wrongly: `shown` is owed once to every popup that is presented, \
      `closed` once to every popup, in the turn in which it ended. Other callbacks, and schedulers that never call \
      any, are not judged.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"rate us"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":100,"event":"callback","popup":1,"name":"shown"}
      {"t":900,"event":"popup.dismissed","popup":1,"by":"button"}
      {"t":900,"event":"popup.hidden","popup":1,"reason":"dismissed","generation":1}
      callback: `closed` was not called for popup 1
      """)
}

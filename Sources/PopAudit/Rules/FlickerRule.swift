import PopupScheduling

/// `flicker`: a popup comes up again and again within a short time.
struct FlickerRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.flicker] }
  static var watchedAfter: AuditSignals { .popupShown | .popupHidden }

  /// How often a popup comes up within ``window``, for it to be too often.
  private static let limit = 4
  private static let windowMilliseconds: Int64 = 10_000

  /// The latest presentations of one popup.
  // Not private, as in ``TimerTable/Entry``.
  struct Recent {
    var first: AuditMoment = .none
    var second: AuditMoment = .none
    var third: AuditMoment = .none
    /// How many of the three count.
    var count: UInt8 = 0
    /// It was reported, and has come up again since in short order.
    var isReported = false
    var lastShown = Ticks.zero
  }

  private var recent = OwnedArray<Recent>()
  private var window = Ticks(windowMilliseconds)

  mutating func begin(_ state: borrowing AuditState) {
    window = state.tick.ticks(ceilingMilliseconds: Self.windowMilliseconds)
    recent.removeAll()
    recent.append(repeating: Recent(), count: state.popups.count)
  }

  @inline(__always)
  mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard state.isPopupKnown else { return }
    let index = state.event.popup.index
    switch state.event.kind {
    case .popupShown: show(state, &output)
    case .popupHidden where state.hasReason(.pageLeft) || state.isPutBackBySuspension(index):
      recent[index].count = 0
    default: break
    }
  }

  private mutating func show(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    let index = state.event.popup.index
    let now = state.now
    if recent[index].isReported, now - recent[index].lastShown > window {
      recent[index].isReported = false
      recent[index].count = 0
    }
    recent[index].lastShown = now
    let entry = recent[index]
    if Int(entry.count) == Self.limit - 1, now - entry.first.time <= window, !entry.isReported {
      recent[index].isReported = true
      output.report(
        .flicker, popup: state.event.popup, page: state.event.page, time: now,
        witness: [entry.first.sequence, entry.second.sequence, entry.third.sequence, state.event.sequence],
        because:
          "\(state.text(popup: index)) was shown \(Self.limit) times within \(state.text(now - entry.first.time))"
      )
    }
    let moment = AuditMoment(time: now, sequence: state.event.sequence)
    switch entry.count {
    case 0: recent[index].first = moment
    case 1: recent[index].second = moment
    case 2: recent[index].third = moment
    default:
      recent[index].first = entry.second
      recent[index].second = entry.third
      recent[index].third = moment
    }
    recent[index].count = min(entry.count + 1, 3)
  }
}

extension Rule {
  public static let flicker = Rule(
    number: 20, id: "flicker", severity: .warning,
    userWords: "came and went again and again",
    definition: """
      One popup came up for the fourth time within ten seconds. Times that ended because the user left the page \
      are not counted.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"guide","onHigher":"requeue"}
      {"t":100,"event":"popup.shown","popup":1,"page":1,"generation":1}
      {"t":150,"event":"idle"}
      {"t":150,"event":"popup.hidden","popup":1,"reason":"preempted","generation":1}
      {"t":150,"event":"popup.queued","popup":1,"reason":"preempted"}
      {"t":160,"event":"scroll.began"}
      {"t":200,"event":"scroll.ended"}
      {"t":200,"event":"popup.shown","popup":1,"page":1,"generation":2,"restored":true}
      {"t":250,"event":"idle"}
      {"t":250,"event":"popup.hidden","popup":1,"reason":"preempted","generation":2}
      {"t":250,"event":"popup.queued","popup":1,"reason":"preempted"}
      {"t":260,"event":"scroll.began"}
      {"t":300,"event":"scroll.ended"}
      {"t":300,"event":"popup.shown","popup":1,"page":1,"generation":3,"restored":true}
      {"t":350,"event":"idle"}
      {"t":350,"event":"popup.hidden","popup":1,"reason":"preempted","generation":3}
      {"t":350,"event":"popup.queued","popup":1,"reason":"preempted"}
      {"t":360,"event":"scroll.began"}
      {"t":400,"event":"scroll.ended"}
      {"t":400,"event":"popup.shown","popup":1,"page":1,"generation":4,"restored":true}
      flicker: popup 1 was shown four times within 300 ms
      """)
}

/// When something happened, and which event it was.
struct AuditMoment: Hashable {
  var time: Ticks
  /// The sequence number; negative for ``none``.
  var sequence: Int32

  /// It did not happen.
  static let none = AuditMoment(time: .zero, sequence: -1)

  var isNone: Bool { sequence < 0 }
}

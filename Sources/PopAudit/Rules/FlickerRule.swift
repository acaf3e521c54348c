import PopupScheduling

/// `flicker`: a popup comes up again and again within a short time.
struct FlickerRule: AuditRule {
  /// How often a popup comes up within ``window``, for it to be too often.
  private static let limit = 4
  private static let windowMilliseconds: Int64 = 10_000

  /// The latest presentations of one popup.
  private struct Recent {
    var first: AuditMoment = .none
    var second: AuditMoment = .none
    var third: AuditMoment = .none
    /// How many of the three count.
    var count: UInt8 = 0
    /// It was reported, and has come up again since in short order.
    var isReported = false
    var lastShown = Ticks.zero
  }

  private var recent: [Recent] = []
  private var window = Ticks(windowMilliseconds)

  mutating func begin(_ state: borrowing AuditState) {
    window = state.tick.ticks(ceilingMilliseconds: Self.windowMilliseconds)
    recent.removeAll(keepingCapacity: true)
    recent.append(contentsOf: repeatElement(Recent(), count: state.popups.count))
  }

  mutating func after(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    let place = event.popup.index
    guard !event.popup.isNone, state.popups[place].isKnown else { return }
    switch event.kind {
    case .popupShown: show(event, state, &findings)
    case .popupHidden where event.reason == .pageLeft || state.isPutBackBySuspension(place): recent[place].count = 0
    default: break
    }
  }

  private mutating func show(_ event: Event, _ state: borrowing AuditState, _ findings: inout [Finding]) {
    let place = event.popup.index
    let now = state.now
    if recent[place].isReported, now - recent[place].lastShown > window {
      recent[place].isReported = false
      recent[place].count = 0
    }
    recent[place].lastShown = now
    let entry = recent[place]
    if Int(entry.count) == Self.limit - 1, now - entry.first.time <= window, !entry.isReported {
      recent[place].isReported = true
      findings.append(
        Finding(
          .flicker, popup: event.popup, page: event.page, time: now,
          witness: [entry.first.sequence, entry.second.sequence, entry.third.sequence, event.sequence],
          because:
            "\(state.text(popup: place)) was shown \(Self.limit) times within \(state.text(now - entry.first.time))"
        ))
    }
    let moment = AuditMoment(time: now, sequence: event.sequence)
    switch entry.count {
    case 0: recent[place].first = moment
    case 1: recent[place].second = moment
    case 2: recent[place].third = moment
    default:
      recent[place].first = entry.second
      recent[place].second = entry.third
      recent[place].third = moment
    }
    recent[place].count = min(entry.count + 1, 3)
  }
}

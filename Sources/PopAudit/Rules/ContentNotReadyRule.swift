import PopupScheduling

/// `content-not-ready`: a popup is shown without the content it has to ask for.
struct ContentNotReadyRule: AuditRule {
  /// By popup: the last event about its content; negative for none.
  private var last: [Int32] = []
  private var lastKind: [EventKind] = []

  mutating func begin(_ state: borrowing AuditState) {
    last.removeAll(keepingCapacity: true)
    last.append(contentsOf: repeatElement(-1, count: state.popups.count))
    lastKind.removeAll(keepingCapacity: true)
    lastKind.append(contentsOf: repeatElement(.contentRequested, count: state.popups.count))
  }

  mutating func after(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    guard !event.popup.isNone else { return }
    last[event.popup.index] = event.sequence
    lastKind[event.popup.index] = event.kind
  }

  mutating func before(_ event: Event, _ state: inout AuditState, _ findings: inout [Finding]) {
    guard event.kind == .popupShown, !event.popup.isNone else { return }
    let place = event.popup.index
    guard state.popups[place].isKnown, !state.popups[place].flags.contains(.uncertain),
      !state.popups[place].flags.contains(.ready)
    else { return }
    guard state.catalog.specs[Int(state.popups[place].spec)].content == .async else { return }
    let why = why(place)
    findings.append(
      Finding(
        .contentNotReady, popup: event.popup, page: event.page, time: state.now,
        witness: [last[place] < 0 ? state.popups[place].submitted : last[place], event.sequence],
        because: "\(state.text(popup: place)) was shown although \(why)"))
  }

  private func why(_ place: Int) -> String {
    guard last[place] >= 0 else { return "its content was never asked for" }
    return switch lastKind[place] {
    case .contentFailed: "its content failed"
    case .contentCancelled: "the request for its content was cancelled"
    default: "its content had not come yet"
    }
  }
}

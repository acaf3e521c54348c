import PopupScheduling

/// `content-not-ready`: a popup is shown without the content it has to ask for.
struct ContentNotReadyRule: ~Copyable, AuditRule {
  static var rules: [Rule] { [.contentNotReady] }
  static var watchedBefore: AuditSignals { .popupShown }
  static var watchedAfter: AuditSignals { .contentRequested | .contentLoaded | .contentFailed | .contentCancelled }

  /// By popup: the last event about its content, and its kind.
  private var last = IndexTable()
  private var lastKind = IndexTable()

  mutating func begin(_ state: borrowing AuditState) {
    last.removeAll()
    lastKind.removeAll()
  }

  mutating func after(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard !state.event.popup.isNone else { return }
    let key = IndexTable.Key(state.event.popup.rawValue, 0)
    last[key] = state.event.sequence
    lastKind[key] = Int32(state.event.kind.rawValue)
  }

  @inline(__always)
  mutating func before(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    guard state.isPopupKnown, !state.popups[state.event.popup.index].flags.contains(.ready) else { return }
    judge(state, &output)
  }

  @inline(never)
  private func judge(_ state: borrowing AuditState, _ output: inout RuleOutput) {
    let index = state.event.popup.index
    guard state.catalog.specs[Int(state.popups[index].spec)].content == .async else { return }
    let last = last[IndexTable.Key(state.event.popup.rawValue, 0)]
    let why = last < 0 ? "its content was never asked for" : why(index)
    output.report(
      .contentNotReady, state, witness: [last < 0 ? state.popups[index].submitted : last, state.event.sequence],
      "\(state.text(popup: index)) was shown although \(why)")
  }

  private func why(_ index: Int) -> String {
    let kind = lastKind[IndexTable.Key(Int32(truncatingIfNeeded: index), 0)]
    return switch EventKind(rawValue: UInt8(truncatingIfNeeded: kind)) {
    case .contentFailed: "its content failed"
    case .contentCancelled: "the request for its content was cancelled"
    default: "its content had not come yet"
    }
  }
}

extension Rule {
  public static let contentNotReady = Rule(
    number: 28, id: "content-not-ready", severity: .error,
    userWords: "was shown empty",
    definition: """
      A popup whose content has to be loaded was shown without it: before it came, or after loading failed or was \
      cancelled.
      """,
    example: """
      {"t":0,"event":"page.will-appear","page":1,"class":"Home"}
      {"t":0,"event":"page.did-appear","page":1}
      {"t":100,"event":"popup.submitted","popup":1,"name":"offer","content":"async"}
      {"t":100,"event":"content.requested","popup":1}
      {"t":200,"event":"idle"}
      {"t":200,"event":"popup.shown","popup":1,"page":1,"generation":1}
      content-not-ready: popup 1 was shown before its content was there
      """)
}

import PopTrace
import PopupScheduling

/// What a stimulus of a scenario waits for in place of a time (TimeAndTurns, *Scenario files*).
struct PlannedAnchor {
  var item: Int32
  /// The stimulus's popup, after whose submission counting begins; none where it has none or is that submission itself.
  var popup: PopupID
  /// What is waited for, and which of its fields count, a bit for each.
  var pattern: Event
  var fields: UInt64
  var nth: Int
  var isRepeated: Bool
  /// How long after it the stimulus happens, and whether that is visible time.
  var delay: Ticks
  var isVisibleTime: Bool

  init(_ anchor: Anchor, item: Int32, stimulus: Event) {
    self.item = item
    popup = stimulus.kind == .popupSubmitted ? .none : stimulus.popup
    pattern = anchor.pattern
    fields = Self.bits(anchor.fields)
    nth = anchor.nth
    isRepeated = anchor.every
    delay = anchor.delay
    let isAct: Bool =
      switch stimulus.kind {
      case .popupDismissed: stimulus.act.isUsers
      case .popupTapped, .popupViewLost: true
      default: false
      }
    isVisibleTime =
      isAct && anchor.pattern.kind == .popupShown && anchor.fields.contains(.popup)
      && anchor.pattern.popup == stimulus.popup
  }

  /// Whether, having seen so many, it has had its event and waits for no other.
  func isDone(_ seen: Int) -> Bool { !isRepeated && seen >= nth }

  var isAboutOnePopup: Bool { demands(.popup) }

  private func demands(_ field: EventField) -> Bool { fields & 1 << UInt64(field.rawValue) != 0 }

  private static func bits(_ fields: some Sequence<EventField>) -> UInt64 {
    fields.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
  }

  /// The fields that an event has its word in, and those that it has its name in.
  private static let words = bits([.reason, .by, .phase, .purpose, .kind])
  private static let names = bits([.name, .action, .state, .user, .responder, .what, .message])

  func matches(_ event: Event) -> Bool {
    guard event.kind == pattern.kind else { return false }
    if demands(.popup), event.popup != pattern.popup { return false }
    if demands(.page), event.page != pattern.page { return false }
    if demands(.generation), event.generation != pattern.generation { return false }
    if demands(.timer), event.timer != pattern.timer { return false }
    if demands(.at), event.value != pattern.value { return false }
    if demands(.scene), event.scene != pattern.scene { return false }
    if demands(.scheduler), event.scheduler != pattern.scheduler { return false }
    if fields & Self.words != 0, event.code != pattern.code { return false }
    if fields & Self.names != 0, event.name != pattern.name { return false }
    let different = event.flags.symmetricDifference(pattern.flags)
    if demands(.holds), different.contains(.holds) { return false }
    if demands(.completed), different.contains(.incomplete) { return false }
    if demands(.hides), different.contains(.hides) { return false }
    if demands(.restored), different.contains(.restored) { return false }
    return !demands(.kind) || !different.contains(.ofKind)
  }
}

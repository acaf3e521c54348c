import PopTrace
import PopupScheduling

/// What a stimulus of a scenario waits for in place of a time (TimeAndTurns, *Scenario files*).
struct PlannedAnchor {
  /// The stimulus that waits.
  var item: Int32
  /// The stimulus's popup, after whose submission counting begins; none where it has none or is that submission itself.
  var popup: PopupID
  /// What is waited for.
  var pattern: Event
  /// Which fields count, a bit for each.
  var fields: UInt64 = 0
  /// Which occurrence.
  var nth: Int
  /// Whether the stimulus follows every occurrence.
  var isRepeated: Bool
  /// How long after it the stimulus happens.
  var delay: Ticks
  /// Whether that is visible time.
  var isVisibleTime: Bool
  /// The next one that waits for an event of the same popup, or of the same kind.
  var next: Int32 = -1

  init(_ anchor: Anchor, item: Int32, stimulus: Event) {
    self.item = item
    popup = stimulus.kind == .popupSubmitted ? .none : stimulus.popup
    pattern = anchor.pattern
    for field in anchor.fields { fields |= 1 << UInt64(field.rawValue) }
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

  /// Whether only events of one popup can be what is waited for.
  var isAboutOnePopup: Bool { demands(.popup) }

  private func demands(_ field: EventField) -> Bool { fields & 1 << UInt64(field.rawValue) != 0 }

  /// Whether an event is what is waited for.
  func matches(_ event: Event) -> Bool {
    guard event.kind == pattern.kind else { return false }
    if demands(.popup), event.popup != pattern.popup { return false }
    if demands(.page), event.page != pattern.page { return false }
    if demands(.generation), event.generation != pattern.generation { return false }
    if demands(.timer), event.timer != pattern.timer { return false }
    if demands(.at), event.value != pattern.value { return false }
    if demands(.scene), event.scene != pattern.scene { return false }
    if demands(.scheduler), event.scheduler != pattern.scheduler { return false }
    return matchesWord(event) && matchesName(event) && matchesFlags(event)
  }

  private func matchesWord(_ event: Event) -> Bool {
    let counts = demands(.reason) || demands(.by) || demands(.phase) || demands(.purpose) || demands(.kind)
    return !counts || event.code == pattern.code
  }

  private func matchesName(_ event: Event) -> Bool {
    let counts =
      demands(.name) || demands(.action) || demands(.state) || demands(.user) || demands(.responder) || demands(.what)
      || demands(.message)
    return !counts || event.name == pattern.name
  }

  private func matchesFlags(_ event: Event) -> Bool {
    if demands(.holds), event.flags.contains(.holds) != pattern.flags.contains(.holds) { return false }
    if demands(.completed), event.flags.contains(.incomplete) != pattern.flags.contains(.incomplete) { return false }
    if demands(.hides), event.flags.contains(.hides) != pattern.flags.contains(.hides) { return false }
    if demands(.restored), event.flags.contains(.restored) != pattern.flags.contains(.restored) { return false }
    if demands(.kind), event.flags.contains(.ofKind) != pattern.flags.contains(.ofKind) { return false }
    return true
  }
}

import PopSystem
import PopupScheduling

// What happens to popups that were submitted, in whatever state they are.

extension Adversary {
  /// A popup submitted so far, more often a late one; nil where there is none.
  private mutating func someone() -> PopupID? {
    guard !submitted.isEmpty else { return nil }
    let recent = min(submitted.count, random.percent(70) ? 4 : 20)
    return submitted[submitted.count - random.whole(1...recent)].popup
  }

  private func kind(of popup: PopupID) -> PopupKind {
    submitted.first { $0.popup == popup }?.spec.kind ?? .alert
  }

  private mutating func happens(_ event: Event, to popup: PopupID) {
    var event = event
    event.popup = popup
    happens(event, in: .popup(popup))
  }

  mutating func withdraw() {
    if let popup = someone() { happens(Event(.popupWithdrawn), to: popup) }
  }

  /// By code. Only the user ends what the system shows.
  mutating func dismiss() {
    guard let popup = someone(), kind(of: popup) != .system else { return }
    var event = Event(.popupDismissed)
    event.act = .code
    happens(event, to: popup)
  }

  mutating func loseView() {
    guard let popup = someone(), kind(of: popup) != .system else { return }
    happens(Event(.popupViewLost), to: popup)
  }

  mutating func update() {
    guard let popup = someone() else { return }
    var event = Event(.popupUpdated)
    event.name = script.catalog.names.intern("success")
    happens(event, to: popup)
  }

  mutating func tap() {
    guard let popup = someone() else { return }
    var event = Event(.popupTapped)
    event.name = script.catalog.names.intern("open")
    happens(event, to: popup)
  }

  mutating func turnCondition() {
    guard let popup = someone() else { return }
    var event = Event(.popupCondition)
    if random.percent(60) { event.flags.insert(.holds) }
    happens(event, to: popup)
  }

  mutating func change() {
    guard let popup = someone() else { return }
    var change = PopupChange()
    if random.percent(50) { change.level = Int32(random.whole(-2...2)) }
    if random.percent(40) {
      let names = ["Home", "List", "Detail", "Form", "MainTabs"].map { script.catalog.names.intern($0) }
      change.pages = script.catalog.names.intern([random.one(of: names)])
    }
    if random.percent(30) || change == PopupChange() { change.expires = length(of: [1, 100, 1_000, 10_000]) }
    script.catalog.changes.append(change)
    var event = Event(.popupChanged)
    event.attributes = Int32(script.catalog.changes.count - 1)
    happens(event, to: popup)
  }

  /// Something an app does from its own code at a bad moment; nil where there is nothing to do it to.
  mutating func someAct() -> Event? {
    var event: Event
    switch random.whole(0...9) {
    case 0..<3: event = Event(.popupWithdrawn)
    case 3..<6:
      event = Event(.popupDismissed)
      event.act = .code
    case 6..<8:
      event = Event(.popupCondition)
      if random.percent(50) { event.flags.insert(.holds) }
    case 8:
      event = Event(.schedulerResumed)
      event.scene = UInt16(random.whole(0...habits.scenes - 1))
      return event
    default: return random.percent(40) ? Event(.appSignedOut) : nil
    }
    guard let popup = someone(), kind(of: popup) != .system else { return nil }
    event.popup = popup
    return event
  }

  /// The app does something from within a popup's callback.
  mutating func reactInCallback(of popup: PopupID) {
    let trigger = AppReaction.Trigger.callback(random.percent(40) ? "shown" : "closed", popup)
    // Its own dismissal is among the things a popup may ask for as soon as it is shown.
    let act: Event? = random.percent(60) ? submission(of: draw()) : someAct()
    if let act { script.reactions.append(AppReaction(to: trigger, act)) }
  }
}

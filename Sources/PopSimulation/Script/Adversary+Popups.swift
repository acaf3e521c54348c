import PopSystem
import PopupScheduling

extension Adversary {
  mutating func submit(at moment: Ticks, _ kind: PopupKind? = nil) {
    let popup = draw(kind)
    happens(submission(of: popup), at: moment, in: .popup(popup))
  }

  mutating func has(_ attribute: Habits.Attribute) -> Bool { habits.has(attribute, &random) }

  mutating func submission(of popup: PopupID) -> Event {
    var event = Event(.popupSubmitted, popup: popup)
    if let spec = submitted.last(where: { $0.popup == popup })?.spec { event.spec = script.catalog.intern(spec) }
    return event
  }

  mutating func draw(_ kind: PopupKind? = nil) -> PopupID {
    let kinds: [PopupKind] = [
      .alert, .alert, .sheet, .permission, .guide, .campaign, .campaign, .message, .splash, .hud,
    ]
    var spec = PopupSpec(name: intern(oneOf: ["a", "b", "c", "d"]))
    spec.kind = kind ?? random.one(of: kinds)
    spec.scene = scene()
    bind(&spec)
    urge(&spec)
    limit(&spec)
    // What the system shows is no object of the app's; and an object that is up cannot be shown a second time beside itself.
    if spec.kind == .system || spec.kind == .hud { spec.object = -1 }
    // Whether it is a member of a chain, rules and policy read differently.
    if spec.kind == .system { spec.chain = .none }
    let popup = script.makePopup(truth())
    submitted.append((popup, spec))
    if has(.callback), random.percent(40) { reactInCallback(of: popup) }
    return popup
  }

  /// Where it may be shown.
  private mutating func bind(_ spec: inout PopupSpec) {
    let classes = ["Home", "List", "Detail", "Form", "Base", "MainTabs", "UINavigationController"]
    let window = windows.first { $0.scene == spec.scene }
    if has(.pages) {
      var names = (0..<(random.percent(70) ? 1 : 2)).map { _ in intern(oneOf: classes) }
      if let window, !window.levels.isEmpty, random.percent(65) {
        names[0] = script.catalog.className(of: random.one(of: window.top.lineage))
      }
      spec.pages = script.catalog.names.intern(names)
      if has(.exact) { spec.matching = .exact }
    }
    if let window, !window.levels.isEmpty, has(.instance) {
      spec.instance = random.percent(70) ? random.one(of: window.top.lineage) : random.one(of: window.pages)
    }
    if let gone = window?.removed, !gone.isEmpty, has(.removedInstance), random.percent(20) {
      spec.instance = random.one(of: gone)
    }
    spec.keepAlive = has(.keepAlive)
  }

  /// How much it matters, and with what it belongs together.
  private mutating func urge(_ spec: inout PopupSpec) {
    if has(.level) { spec.level = Int32(random.whole(-2...2)) }
    if has(.requeue) { spec.onHigher = .requeue }
    if has(.drop) { spec.onHigher = .drop }
    if has(.chain) { spec.chain = intern(oneOf: ["g", "h", "i"]) }
    if has(.key) { spec.key = intern(oneOf: ["k", "l"]) }
    if has(.object) { spec.object = Int32(random.whole(0...3)) }
    spec.next = has(.next)
    if has(.user), random.percent(40) { spec.user = intern(oneOf: Self.users) }
  }

  /// What it waits for, and how long it lasts.
  private mutating func limit(_ spec: inout PopupSpec) {
    if has(.content) { spec.content = .async }
    if has(.condition) { spec.condition = false }
    if has(.barred) { spec.whenBarred = .drop }
    if has(.expires) { spec.expires = length(of: [0, 1, 50, 350, 1_000, 5_000, 20_000]) }
    if has(.autoDismiss) { spec.autoDismiss = length(of: [1, 50, 100, 1_000, 3_000]) }
    animate(&spec)
    spec.needsKeyboard = has(.needsKeyboard)
  }

  private mutating func animate(_ spec: inout PopupSpec) {
    if has(.showAnimation) { spec.showLength = length(of: habits.animations) }
    if has(.hideAnimation) { spec.hideLength = length(of: habits.animations) }
  }

  private mutating func truth() -> GroundTruth {
    var truth = GroundTruth()
    if random.percent(75) { truth.dwell = length(of: habits.dwells) }
    truth.act = random.one(of: [.button, .cover, .back, .swipe])
    if random.percent(10) { truth.secondTapAfter = length(of: [0, 1, 50, 180]) }
    truth.contentLatency = random.percent(80) ? length(of: [0, 1, 1, 50, 100, 600, 5_000]) : nil
    truth.contentFails = random.percent(20)
    truth.timerLateness = length(of: habits.lateness)
    truth.animationLateness = length(of: [0, 0, 0, 1, 12, 500])
    truth.exitLateness = length(of: [0, 0, 0, 1, 12, 900])
    if has(.lostAnimation) { truth.lostAnimation = random.one(of: [.show, .hide]) }
    truth.cutsAnimations = random.percent(10)
    return truth
  }

  /// One popup that gives way, and a row of more urgent ones that come and go: how often can it be put back?
  mutating func besiege() {
    var spec = PopupSpec(name: script.catalog.names.intern("besieged"))
    spec.kind = random.one(of: [.alert, .campaign])
    spec.level = 1
    spec.onHigher = random.one(of: [.requeue, .requeue, .requeue, .drop])
    animate(&spec)
    spec.keepAlive = has(.keepAlive)
    besieging(spec, at: time)
    let rest = random.one(of: [1, 100, 300, 900, 2_700])
    for number in 1...random.whole(3...6) {
      var urgent = PopupSpec(name: script.catalog.names.intern("urgent"))
      urgent.level = Int32(random.whole(-1...0))
      urgent.autoDismiss = length(of: [1, 50, 100, 300])
      if random.percent(30) { urgent.hideLength = length(of: habits.animations) }
      besieging(urgent, at: time + Ticks(Int64(number * rest)))
    }
  }

  private mutating func besieging(_ spec: PopupSpec, at moment: Ticks) {
    let popup = script.makePopup(GroundTruth())
    submitted.append((popup, spec))
    happens(submission(of: popup), at: moment, in: .popup(popup))
  }

  /// A popup submitted so far, more often a late one; nil where there is none.
  private mutating func someone() -> PopupID? {
    guard !submitted.isEmpty else { return nil }
    let recent = min(submitted.count, random.percent(70) ? 4 : 20)
    return submitted[submitted.count - random.whole(1...recent)].popup
  }

  private func kind(of popup: PopupID) -> PopupKind { submitted.first { $0.popup == popup }?.spec.kind ?? .alert }

  /// Something happens to one of them. Only the user ends what the system shows.
  mutating func act(_ kind: EventKind) {
    guard let popup = someone() else { return }
    if kind == .popupDismissed || kind == .popupViewLost, self.kind(of: popup) == .system { return }
    var event = Event(kind, popup: popup)
    switch kind {
    case .popupDismissed: event.act = .code
    case .popupUpdated: event.name = script.catalog.names.intern("success")
    case .popupTapped: event.name = script.catalog.names.intern("open")
    case .popupCondition: if random.percent(60) { event.flags.insert(.holds) }
    case .popupChanged: event.attributes = change()
    default: break
    }
    happens(event, in: .popup(popup))
  }

  /// Makes attributes up that a popup has from then on, and gives their index.
  private mutating func change() -> Int32 {
    var change = PopupChange()
    if random.percent(50) { change.level = Int32(random.whole(-2...2)) }
    if random.percent(40) {
      let names = ["Home", "List", "Detail", "Form", "MainTabs"].map { script.catalog.names.intern($0) }
      change.pages = script.catalog.names.intern([random.one(of: names)])
    }
    if random.percent(30) || change == PopupChange() { change.expires = length(of: [1, 100, 1_000, 10_000]) }
    script.catalog.changes.append(change)
    return Int32(script.catalog.changes.count - 1)
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
    case 8: return Event(.schedulerResumed, scene: scene())
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
    if let act { script.reactions.append(AppReaction(trigger: trigger, act: act)) }
  }
}
